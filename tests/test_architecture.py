"""Imports go one way, and class names are unique within a package.

All imports count, also those within functions and those for type checkers only.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = {
    "odin_solver": ROOT / "odin_solver",
    "odin_puzzles": ROOT / "puzzles" / "odin_puzzles",
    "odin_web": ROOT / "web" / "odin_web",
    "odin_cli": ROOT / "cli" / "odin_cli",
    "benchmarks": ROOT / "benchmarks",
}

LAYERS = (
    {"odin_solver.support.language"},
    {"odin_solver.errors", "odin_solver.version"},
    {"odin_solver.support"},
    {"odin_solver.linear"},
    {"odin_solver.components"},
    {"odin_solver.rules"},
    {"odin_solver.feast"},
    {"odin_solver.placement"},
    {"odin_solver.notation"},
    {"odin_solver.names"},
    {"odin_solver.analysis", "odin_solver.editing"},
    {"odin_solver.game"},
    {"odin_solver.rollouts"},
    {"odin_solver.planner"},
    {"odin_solver.words"},
    {"odin_solver.render"},
    {"odin_solver.gym"},
    {"odin_solver.bench"},
    {"odin_solver.challenges"},
    {"odin_solver.vikings", "odin_solver.graenaland"},  # import no rule of A Feast: see SHARED
    {"odin_solver.questions"},
    {"odin_solver.display"},
    {"odin_solver"},
    {"odin_puzzles"},
    {"odin_web"},
    {"odin_cli"},
    {"benchmarks"},
)
"""From the lowest to the highest: a package imports itself and packages of lower layers."""

SHARED = (
    "odin_solver.errors",
    "odin_solver.support",
    "odin_solver.linear",
    "odin_solver.render.png",
    "odin_solver.render.svg.font",
    "odin_solver.render.svg.markup",
)
"""All that another game than A Feast for Odin may import."""

OTHER_GAMES = ("odin_solver.vikings", "odin_solver.graenaland")


@cache
def modules() -> dict[str, ast.Module]:
    trees = {}
    for package, folder in FOLDERS.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            name = ".".join((package, *parts)).removesuffix(".__init__")
            trees[name] = ast.parse(path.read_text(encoding="utf-8"))
    return trees


def imported(tree: ast.Module) -> Iterator[str]:
    """Modules of the project that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name in modules():
                yield name
            elif (module := name.rpartition(".")[0]) in modules():
                yield module


@cache
def imports() -> dict[str, set[str]]:
    return {name: set(imported(tree)) for name, tree in modules().items()}


def layer_of(module: str) -> tuple[int, str]:
    """Number of a module's layer, and the package that the layer names."""
    for number, layer in enumerate(LAYERS):
        for package in layer - {"odin_solver"}:
            if module == package or module.startswith(f"{package}."):
                return number, package
    return LAYERS.index({"odin_solver"}), "odin_solver"


def circles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """Sets of modules that import each other: strongly connected components (Tarjan)."""
    found: list[list[str]] = []
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        path.append(module)
        for other in sorted(imports[module]):
            if other not in order:
                visit(other)
            if other in path:
                lowest[module] = min(lowest[module], lowest[other])
        if lowest[module] == order[module]:
            start = path.index(module)
            found.append(sorted(path[start:]))
            del path[start:]

    for module in imports:
        if module not in order:
            visit(module)
    return [group for group in found if len(group) > 1 or group[0] in imports[group[0]]]


def test_every_package_has_a_layer() -> None:
    packages = {".".join(name.split(".")[:2]) for name in modules() if "odin_solver." in name}
    assert packages <= set.union(*LAYERS)


def test_imports_go_one_way() -> None:
    wrong = []
    for module, others in imports().items():
        number, package = layer_of(module)
        for other in sorted(others):
            other_number, other_package = layer_of(other)
            if other_number > number or (other_number == number and other_package != package):
                wrong.append(f"{module} imports {other}")
    assert not wrong, "\n".join(wrong)


def test_the_view_of_a_game_reaches_few_packages() -> None:
    """Few of them lie above it: in the server, but not among its games."""
    view = {f"odin_web.games.{name}" for name in ("table", "views", "moves", "banquet", "chance")}
    reached = set.union(*(imports()[module] for module in view)) - view
    folders = {module if _is_package(module) else module.rpartition(".")[0] for module in reached}
    assert len(folders) <= 20, sorted(folders)
    above = {each for each in reached if each.startswith("odin_web.") and ".games." not in each}
    assert len(above) <= 5, sorted(above)


def _is_package(module: str) -> bool:
    package, *parts = module.split(".")
    return FOLDERS[package].joinpath(*parts, "__init__.py").is_file()


def test_other_games_import_only_what_is_shared() -> None:
    wrong = [
        f"{module} imports {other}"
        for module, others in imports().items()
        for other in sorted(others)
        for game in OTHER_GAMES
        if module.startswith(game) and not other.startswith((*SHARED, game))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_circles() -> None:
    assert circles(imports()) == []


def test_circles_are_found() -> None:
    imports = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"e"}}
    assert circles(imports) == [["a", "b", "c"], ["e"]]


def package_of(module: str) -> str:
    """Return the package of a module: one below `odin_solver`, or a whole distribution."""
    parts = module.split(".")
    return ".".join(parts[: 2 if parts[0] == "odin_solver" else 1])


def repeated_classes(trees: Mapping[str, ast.Module]) -> dict[tuple[str, str], list[str]]:
    """Return the modules of each package and class name of which there are several."""
    places: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[package_of(module), node.name].append(module)
    return {key: found for key, found in places.items() if len(found) > 1}


def test_no_packages_import_in_a_circle() -> None:
    packages: defaultdict[str, set[str]] = defaultdict(set)
    for module, others in imports().items():
        own = package_of(module)
        packages[own] |= {package_of(other) for other in others} - {own, "odin_solver.errors"}
    assert circles(packages) == []


def test_class_names_are_unique_within_a_package() -> None:
    assert repeated_classes(modules()) == {}


def test_repeated_class_names_are_found() -> None:
    tree = ast.parse("class A: ...")
    names = (
        "odin_solver.game.log",
        "odin_solver.game.kernel.state",
        "odin_solver.rules",
        "odin_web.a",
    )
    assert repeated_classes(dict.fromkeys(names, tree)) == {
        ("odin_solver.game", "A"): list(names[:2])
    }


def hidden_names(tree: ast.AST) -> Iterator[str]:
    """Yield each class with the names in its annotations that something else in it hides.

    From Python 3.14 on annotations are evaluated when the class is whole.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            known = methods | {ast.unparse(each.target) for each in fields if each.value}
            for field in fields:
                names = [each for each in ast.walk(field.annotation) if isinstance(each, ast.Name)]
                # A comprehension has names of its own.
                own = {each.id for each in names if isinstance(each.ctx, ast.Store)}
                yield from (f"{node.name}: {each.id}" for each in names if each.id in known - own)


def test_no_annotation_of_a_class_names_what_the_class_hides() -> None:
    assert {
        name: found for name, tree in modules().items() if (found := [*hidden_names(tree)])
    } == {}


def test_hidden_names_are_found() -> None:
    tree = ast.parse("class A:\n    a: b.C = 1\n    c: a = 2\n    def b(self): ...")
    assert [*hidden_names(tree)] == ["A: b", "A: a"]
