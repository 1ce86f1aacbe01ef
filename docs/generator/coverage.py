"""Which tests hold which rule: from the marks of the tests.

``@pytest.mark.rule("4.22", "raiding", 17)`` names rules by their numbers in ``rules-coverage.md``,
action spaces by name and occupations by number.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from docs.generator.markdown import table
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES

TESTS = Path(__file__).parents[2] / "tests"

RULE = re.compile(r"^\| (Rule|---|\w+\.\d+) \|.*\|$", re.MULTILINE)


def marked_tests() -> dict[str | int, list[str]]:
    """Return the names of the tests of each rule, space and occupation that has any."""
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                for each in _marks(node):
                    found[each].append(node.name)
    return dict(found)


def with_tests(text: str) -> str:
    """Return a page with a column of tests in its tables of rules."""
    tests = marked_tests()
    heads = {"Rule": "Tests", "---": "---"}

    def row(found: re.Match[str]) -> str:
        return f"{found[0]} {heads.get(found[1]) or _named(tests.get(found[1], []))} |"

    return RULE.sub(row, text)


def spaces() -> str:
    """Return a table of all action spaces with their tests."""
    tests = marked_tests()
    return table(
        ["Space", "Vikings", "What it does", "Further tests"],
        [
            (f"`{name}`", str(space.column), space.text, _named(tests.get(name, [])))
            for name, space in SPACES.items()
        ],
    )


def occupations() -> str:
    """Return a table of all occupations with their tests."""
    tests = marked_tests()
    return table(
        ["Card", "Tests"],
        [(f"{each.id} {each.name}", _named(tests[each.number])) for each in OCCUPATIONS.values()],
    )


def _marks(node: ast.FunctionDef) -> Iterator[str | int]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
            for argument in mark.args:
                value = ast.literal_eval(argument)
                assert isinstance(value, str | int)
                yield value


def _named(tests: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in dict.fromkeys(tests)) or "-"
