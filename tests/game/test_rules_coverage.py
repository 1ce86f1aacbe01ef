"""docs/rules-coverage.md names only what there is, and leaves no space out."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules-coverage.md").read_text("utf-8")
QUOTED = re.findall(r"`([^`\n]+)`", PAGE)
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| Rule", "| Space"))
]
CARDS = [row for row in ROWS if re.match(r"\d+[ABCabc] ", row[0])]


@pytest.mark.slow
def test_every_test_that_is_named_exists() -> None:
    there = {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    named = {name for name in QUOTED if name.startswith("test_")}
    assert len(named) > 100
    assert named - there == set()


def test_every_file_that_is_named_exists() -> None:
    named = [name for name in QUOTED if "/" in name and " " not in name]
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    "name",
    sorted(
        {each for each in QUOTED if re.match(r"(game|rules|components|graenaland|vikings)\.", each)}
    ),
)
def test_every_place_that_is_named_exists(name: str) -> None:
    parts = name.split(".")
    for at in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(["odin_solver", *parts[:at]]))
        except ModuleNotFoundError:
            continue
        for each in parts[at:]:
            found = getattr(found, each)
        return
    pytest.fail(f"there is no {name}")


def test_every_space_has_a_row_with_what_it_does() -> None:
    rows = {row[0].strip("`"): row for row in ROWS if len(row) == 4}
    assert list(rows) == list(SPACES)
    for name, space in SPACES.items():
        assert rows[name][1:3] == [str(space.column), space.text]


def test_every_rule_has_a_place_and_a_test_or_says_why_not() -> None:
    """Rows without either are few, and known."""
    rules = [row for row in ROWS if len(row) == 3 and row not in CARDS]
    bare = [row[0][:24] for row in rules if "-" in row[1:]]
    assert bare == [
        "Goods, silver, wood, sto",
        "6 Starting player: not i",
        "At any time: changing si",
    ]


def test_every_occupation_has_a_row_with_a_test() -> None:
    wanted = [f"{card.id} {card.name}" for card in OCCUPATIONS.values()]
    assert [row[0] for row in CARDS] == wanted
    bare = [row[0] for row in CARDS if "`test_" not in row[1]]
    assert bare == []
