"""The packs that are shipped: enough of everything, and every puzzle proven and graded again."""

import json
from collections import Counter
from pathlib import Path

import jsonschema
import pytest

from odin_puzzles.files import read_puzzle
from odin_puzzles.generate.aim import is_puzzle
from odin_puzzles.generate.pipeline import proven
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.grading.grade import grade
from odin_puzzles.kinds import KINDS
from odin_puzzles.pack_list import PACKS
from odin_puzzles.shipped import all_packs, folder, pack, packs
from odin_puzzles.uniqueness.check import find_solutions
from odin_solver.support.language import languages, speaking
from tests.profiles import PROFILE

SCHEMA = Path(__file__).parents[2] / "puzzles/odin_puzzles/schema/puzzle.schema.json"

FILES = [path for paths in packs().values() for path in paths]
STEP = 1 if PROFILE == "nightly" else 12
"""A sample of every twelfth puzzle, all of them at night."""


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_there_are_enough_puzzles_of_all_kinds_and_difficulties() -> None:
    puzzles = [read_puzzle(path) for path in FILES]
    assert len(puzzles) >= 120
    assert {puzzle.kind for puzzle in puzzles} == set(KINDS)
    assert {puzzle.difficulty for puzzle in puzzles} == {1, 2, 3, 4, 5}


def test_the_packs_are_those_of_the_list() -> None:
    assert set(all_packs()) == {each.name for each in PACKS}
    assert all(each.theme for each in PACKS)


def test_no_puzzle_is_there_twice() -> None:
    seen = Counter(
        json.dumps([data["position"], data["goal"]], sort_keys=True)
        for data in (json.loads(path.read_text(encoding="utf-8")) for path in FILES)
    )
    assert max(seen.values()) == 1


@pytest.mark.slow
def test_every_file_fits_the_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for path in FILES:
        validator.validate(json.loads(path.read_text(encoding="utf-8")))
    assert not [path for path in folder().rglob("*") if path.is_file() and path.suffix != ".json"]


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES[::STEP], ids=name)
def test_puzzles_are_unique_by_both_engines_and_graded(path: Path) -> None:
    puzzle = read_puzzle(path)
    assert find_solutions(puzzle).unique
    assert proven(puzzle)
    assert is_puzzle(puzzle)
    grading = grade(puzzle)
    assert puzzle.difficulty == grading.difficulty
    assert dict(puzzle.grading) == json.loads(json.dumps(grading.data()))


def test_titles_of_a_pack_are_all_different() -> None:
    for name_ in packs():
        assert max(Counter(puzzle.title for puzzle in pack(name_)).values()) == 1


@pytest.mark.parametrize("language", languages())
def test_names_of_a_pack_are_all_different(language: str) -> None:
    with speaking(language):
        for name_ in packs():
            names = Counter(shown_title(puzzle) for puzzle in pack(name_))
            assert max(names.values()) == 1
            assert "(" not in "".join(names)
