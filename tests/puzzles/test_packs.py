"""The packs that are shipped: enough of everything, and every puzzle proven and graded again."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from odin_puzzles.batch import run
from odin_puzzles.batch.run import BatchProgress, BatchSpec
from odin_puzzles.files import read_puzzle
from odin_puzzles.generate.pipeline import ATTEMPTS, fits, generate_attempt, proven
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.grading.grade import grade
from odin_puzzles.kinds import KINDS
from odin_puzzles.pack_list import PACKS, files_of
from odin_puzzles.puzzle import Puzzle
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
    for each in PACKS:
        wanted: Counter[tuple[str, int | None]] = Counter()
        for part in each.parts:
            wanted[part.spec.kind, part.spec.difficulty] += part.count
        wanted.update((kind, difficulty) for kind, difficulty, _ in each.puzzles)
        assert wanted == Counter((puzzle.kind, puzzle.difficulty) for puzzle in pack(each.name))
        assert each.theme


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
    assert fits(puzzle)
    grading = grade(puzzle)
    assert puzzle.difficulty == grading.difficulty
    assert dict(puzzle.grading) == json.loads(json.dumps(grading.data()))


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", range(0, len(packs()), 1 if PROFILE == "nightly" else 4), ids=lambda n: PACKS[n].name
)
@pytest.mark.slow
def test_seeds_give_the_same_puzzles_again(number: int) -> None:
    part = PACKS[number].parts[0]
    first = next(each for each in pack(PACKS[number].name) if _seed(each) == part.seed)
    assert first.seed is not None
    again = generate_attempt(part.spec, part.seed, first.seed % ATTEMPTS)
    assert again is not None
    assert (again.position, again.goal, again.title) == (first.position, first.goal, first.title)


def _seed(puzzle: Puzzle) -> int | None:
    return None if puzzle.seed is None else puzzle.seed // ATTEMPTS


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


def test_repeated_titles_are_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(order: BatchSpec, state: BatchProgress, *, jobs: int) -> Iterator[None]:
        state.accepted |= {number: {"title": "Two tiles"} for number in range(order.count)}
        return iter(())

    monkeypatch.setattr(run, "make", made)
    part = replace(PACKS[0].parts[0], count=2)
    texts = [text for _, text in files_of(replace(PACKS[0], parts=(part, part)), jobs=1)]
    titles = [json.loads(text)["title"] for text in texts]
    assert titles == ["Two tiles", "Two tiles (2)", "Two tiles (3)", "Two tiles (4)"]
