"""Only tests that run alone measure time: on a busy machine everything else has to pass too."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
MEASURES = frozenset({"takes_at_most", "process_time", "perf_counter"})
SHARED = frozenset({"timing.py", "test_clock.py"})


def names(tree: ast.AST) -> set[str]:
    """Return all names and attributes in a piece of code."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def measuring(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield what a function does that depends on the speed of the machine."""
    yield from names(function) & MEASURES
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and {"monotonic", "HANGING"} & names(node) == {"monotonic"}:
            yield "monotonic"
        elif isinstance(node, ast.keyword) and node.arg == "timeout":
            yield from [] if isinstance(node.value, ast.Name) else ["timeout"]


def test_only_tests_that_run_alone_measure_time() -> None:
    wrong = []
    for path in sorted(TESTS.rglob("*.py")):
        if path.name in SHARED or path.is_relative_to(TESTS / "web" / "browser"):
            continue  # Playwright waits for what is expected
        text = path.read_text(encoding="utf-8")
        if not any(word in text for word in (*MEASURES, "monotonic", "timeout")):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                alone = any("alone" in names(each) for each in node.decorator_list)
                found = [] if alone else sorted(measuring(node))
                wrong += [f"{path.relative_to(TESTS)}: {node.name}: {each}" for each in found]
    assert wrong == []
