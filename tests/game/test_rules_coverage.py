"""docs/rules-coverage.md names only what there is, and leaves nothing out."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from docs.generator.coverage import marked_tests, occupations, spaces, with_tests
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules-coverage.md").read_text("utf-8")
QUOTED = re.findall(r"`([^`\n]+)`", PAGE)
RULES = re.findall(r"^\| (\w+\.\d+) \|", PAGE, re.MULTILINE)
TESTS = marked_tests()


@pytest.mark.slow
def test_every_test_that_is_named_exists() -> None:
    there = {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    named = {name for name in QUOTED if name.startswith("test_")}
    assert named
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


def test_tests_name_rules_that_there_are() -> None:
    assert len(RULES) == len(set(RULES))
    assert set(TESTS) - set(RULES) - set(SPACES) - set(OCCUPATIONS) == set()


def test_every_rule_has_a_test_or_says_why_not() -> None:
    """Rules without a test are few, and known."""
    untested = [each for each in RULES if each not in TESTS]
    assert untested == ["2.7", "4.10"]


def test_every_occupation_has_a_test() -> None:
    assert [each for each in OCCUPATIONS if each not in TESTS] == []
    assert occupations().count("\n| ") == len(OCCUPATIONS) + 1
    assert spaces().count("\n| ") == len(SPACES) + 1


def test_tests_stand_beside_their_rules() -> None:
    rows = with_tests(PAGE).splitlines()
    (row,) = (each for each in rows if each.startswith("| 4.24 |"))
    assert row.endswith(" | `test_raid_fails_at_5` |")
