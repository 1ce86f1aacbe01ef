"""Generated puzzles: right, unique by both engines, graded, and the same every time."""

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.generate.aim import is_puzzle, swapped
from odin_puzzles.generate.clues import decoys, with_clue, without_clue, without_decoy
from odin_puzzles.generate.pipeline import generate_attempt, proven
from odin_puzzles.generate.spec import spec_of
from odin_puzzles.grading.grade import grade
from odin_puzzles.kinds import KINDS, kind_named, kind_of
from odin_puzzles.kinds.best import BestGoal
from odin_puzzles.kinds.order import KIND as ORDER
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import pack, packs
from odin_puzzles.uniqueness import placement_model
from odin_puzzles.uniqueness.check import find_solutions, find_solutions_by_model, solution_faults
from odin_solver.errors import InputError
from odin_solver.version import __version__
from tests.profiles import cases
from tests.puzzles.samples import task_of

SCHEMA = Path(__file__).parents[3] / "puzzles/odin_puzzles/schema/puzzle.schema.json"

SORTS = [
    ("fill", "small", None),
    ("fill", "home-5", 2),
    ("fill", "long_house", None),
    ("fill", "shetland", None),
    ("income", "iceland", None),
    ("income", "small", None),
    ("bonus", "small", 2),
    ("bonus", "baffin_island", None),
    ("best", "small", None),
    ("best", "stone_house", None),
    ("order", "small", None),
    ("banquet", None, None),
    ("banquet", None, 3),
]


@cache
def made(kind: str, board: str | None, difficulty: int | None, minimal: bool = False) -> Puzzle:
    """The first puzzle of a sort from seed 5."""
    spec = spec_of(kind, board, difficulty, minimal)
    for attempt in range(200):
        puzzle = generate_attempt(spec, 5, attempt)
        if puzzle is not None:
            return puzzle
    raise AssertionError(f"no {kind} puzzle on {board}")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "board", "difficulty"), SORTS)
def test_puzzles_are_right_unique_and_graded(
    kind: str, board: str | None, difficulty: int | None
) -> None:
    puzzle = made(kind, board, difficulty)
    assert puzzle.kind == kind
    assert solution_faults(puzzle) == []
    found = find_solutions(puzzle)
    assert found.unique
    assert kind_of(puzzle).same(puzzle, found.solutions[0], puzzle.solution)
    if puzzle.kind != "banquet":
        again = find_solutions_by_model(task_of(puzzle))
        assert again.unique
        assert kind_of(puzzle).same(puzzle, again.solutions[0], puzzle.solution)
    assert puzzle.difficulty == grade(puzzle).difficulty
    assert difficulty in (None, puzzle.difficulty)
    assert puzzle.grading == grade(puzzle).data()
    assert len(puzzle.solution) >= 2
    assert puzzle.title
    assert puzzle.seed is not None
    assert puzzle.seed // 1_000_000 == 5
    assert puzzle.generator == f"odin_solver {__version__}"


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "board", "difficulty"), SORTS)
def test_puzzles_go_through_files(kind: str, board: str | None, difficulty: int | None) -> None:
    puzzle = made(kind, board, difficulty)
    data = json.loads(json.dumps(puzzle_data(puzzle)))
    jsonschema.validate(data, json.loads(SCHEMA.read_text()))
    assert puzzle_data(puzzle_from(data)) == puzzle_data(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["fill", "bonus", "banquet"])
def test_the_same_arguments_give_the_same_puzzle(kind: str) -> None:
    spec = spec_of(kind, "small" if kind != "banquet" else None)
    number = cases(3, 6)
    first = [generate_attempt(spec, 8, attempt) for attempt in range(number)]
    assert first == [generate_attempt(spec, 8, attempt) for attempt in range(number)]
    assert any(first)
    # Attempts do not depend on those before them, and other seeds give other puzzles.
    assert generate_attempt(spec, 8, number - 1) == first[-1]
    assert all(one is None or one != other for one, other in pairwise(first))
    assert [generate_attempt(spec, 9, attempt) for attempt in range(number)] != first


@pytest.mark.parametrize(
    ("kind", "board"), [("fill", "small"), ("bonus", "small"), ("best", "small"), ("banquet", None)]
)
@pytest.mark.slow
def test_nothing_can_be_dropped_from_a_minimal_puzzle(kind: str, board: str | None) -> None:
    puzzle = made(kind, board, None, minimal=True)
    assert find_solutions(puzzle).unique
    for name in decoys(puzzle):
        assert not find_solutions(without_decoy(puzzle, name)).unique
    for board_number, state in enumerate(puzzle.position.boards):
        for number in range(len(state.pieces)):
            fewer = without_clue(puzzle, board_number, number)
            assert fewer is None or not find_solutions(fewer).unique


@pytest.mark.parametrize(
    ("kind", "board"), [("fill", "home-5"), ("bonus", "small"), ("best", "small")]
)
def test_a_clue_goes_to_the_board_and_back(kind: str, board: str) -> None:
    puzzle = made(kind, board, 2)
    piece = next(each for each in puzzle.solution if with_clue(puzzle, each) is not None)
    lying = with_clue(puzzle, piece)
    assert lying is not None
    assert solution_faults(lying) == []
    assert len(lying.solution) == len(puzzle.solution) - 1
    back = without_clue(lying, 0, len(lying.position.boards[0].pieces) - 1)
    assert back is not None
    assert solution_faults(back) == []
    assert back.goal == puzzle.goal
    assert back.position == puzzle.position
    assert set(back.solution) == set(puzzle.solution)


@pytest.mark.slow
def test_order_puzzles_have_coverings_without_an_order() -> None:
    assert len(ORDER.coverings(made("order", "small", None), 2)) == 2
    assert len(ORDER.coverings(made("fill", "small", None), 2)) == 1


def test_the_value_of_a_best_puzzle_is_the_optimum() -> None:
    puzzle = made("best", "small", None)
    assert isinstance(puzzle.goal, BestGoal)
    more = BestGoal(puzzle.goal.value + 1, puzzle.goal.tiles)
    harder = Puzzle("best", "", puzzle.position, more)
    assert placement_model.find_best(task_of(harder)) is None
    assert proven(puzzle)


def test_a_wrong_or_ambiguous_puzzle_is_not_proven() -> None:
    puzzle = made("fill", "home-5", 2)
    assert is_puzzle(puzzle)
    assert proven(puzzle)
    data = puzzle_data(puzzle)
    data["solution"] = data["solution"][1:]
    assert not proven(puzzle_from(data))


@pytest.mark.parametrize(
    ("kind", "board", "difficulty", "parts"),
    [
        ("jigsaw", None, None, ["jigsaw", "fill, income"]),
        ("fill", "atlantis", None, ["atlantis", "no board"]),
        ("income", "labrador", None, ["impossible on 'labrador'", "iceland"]),
        ("income", "greenland", None, ["impossible"]),
        ("fill", "shed", None, ["impossible"]),
        ("order", "stone_house", None, ["impossible"]),
        ("banquet", "home", None, ["impossible", "table"]),
        ("bonus", "home-7", None, ["impossible"]),
        ("fill", "home", 0, ["1 to 5"]),
        ("fill", "home", 6, ["1 to 5"]),
        ("best", None, 1, ["best has none of 1, expected 2 to 5: no cell has to be covered"]),
        ("order", "home-6", 1, ["order has none of 1", "the order of placing has to exclude"]),
    ],
)
def test_what_cannot_be_is_refused(
    kind: str, board: str | None, difficulty: int | None, parts: list[str]
) -> None:
    with pytest.raises(InputError) as error:
        spec_of(kind, board, difficulty)
    for part in parts:
        assert part in str(error.value)


@pytest.mark.parametrize(
    ("kind", "difficulty", "aims", "part"),
    [
        ("fill", 1, {"needs": "parity"}, "parity makes difficulty 2 at least"),
        ("fill", None, {"needs": "luck"}, "'luck'"),
        ("banquet", None, {"cells": 8}, "banquet: no tiles are laid on boards"),
        ("win", None, {"pieces": 8}, "win: no tiles are laid on boards"),
    ],
)
def test_what_no_puzzle_of_a_kind_has_is_refused(
    kind: str, difficulty: int | None, aims: dict[str, Any], part: str
) -> None:
    with pytest.raises(InputError, match=part):
        spec_of(kind, None, difficulty, **aims)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "board", "difficulty", "aims"),
    [
        ("fill", "small", None, {"pieces": 6, "cells": 24}),
        ("fill", "home", 3, {"cells": 30}),
        ("fill", "small", 2, {"symmetric": True, "cells": 20}),
        ("fill", "small", None, {"needs": "parity"}),
        ("order", "small", None, {"pieces": 5}),
    ],
)
def test_puzzles_have_what_is_wanted(
    kind: str, board: str, difficulty: int | None, aims: dict[str, Any]
) -> None:
    spec = spec_of(kind, board, difficulty, **aims)
    puzzle = next(made for n in range(200) if (made := generate_attempt(spec, 3, n)))
    cells = {cell for piece in puzzle.solution for cell in piece.cells}
    assert difficulty in (None, puzzle.difficulty)
    assert aims.get("pieces", len(puzzle.solution)) == len(puzzle.solution)
    assert aims.get("cells", len(cells)) == len(cells)
    assert aims.get("needs") in (None, *grade(puzzle).techniques)
    assert find_solutions_by_model(task_of(puzzle)).unique
    if aims.get("symmetric"):
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        width, height = max(x for x, _ in cells) + left, max(y for _, y in cells) + top
        images = (
            {(width - x, y) for x, y in cells},
            {(x, height - y) for x, y in cells},
            {(width - x, height - y) for x, y in cells},
            {(y - top + left, x - left + top) for x, y in cells},
            {(width - left - y + top, height - top - x + left) for x, y in cells},
        )
        assert cells in images


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "difficulty", "most"),
    [("fill", 5, 40), ("income", 1, 12), ("bonus", 5, 15), ("best", 5, 20), ("order", 2, 60)],
)
def test_few_attempts_are_enough_for_what_is_wanted(kind: str, difficulty: int, most: int) -> None:
    spec = spec_of(kind, None, difficulty)
    puzzle = next(made for n in range(most) if (made := generate_attempt(spec, 7, n)))
    assert grade(puzzle).difficulty == difficulty
    assert find_solutions(puzzle).unique
    assert find_solutions_by_model(task_of(puzzle)).unique


@pytest.mark.parametrize("kind", ["income", "bonus", "best"])
def test_tiles_are_swapped_where_the_goal_is_no_region(kind: str) -> None:
    puzzle, random = made(kind, "small", 2 if kind == "bonus" else None), Random(1)
    others = [each for _ in range(40) if (each := swapped(puzzle, random))]
    for each in others:
        assert solution_faults(each) == []
        assert getattr(each.goal, "tiles", len(each.solution)) == len(each.solution)
        assert {cell for piece in each.solution for cell in piece.cells} == {
            cell for piece in puzzle.solution for cell in piece.cells
        }
    assert any(each.position.supply != puzzle.position.supply for each in others)


@pytest.mark.parametrize("kind", KINDS)
def test_difficulties_of_the_packs_can_be_had(kind: str) -> None:
    graded = {each.difficulty for name in packs() for each in pack(name) if each.kind == kind}
    assert graded <= {*kind_named(kind).difficulties}


def test_kinds_and_boards_in_any_case_and_spacing() -> None:
    assert spec_of("Fill", "Bear Island") == spec_of("fill", "bear_island")
    assert spec_of("FILL", "home-7").board == "home-7"
    assert spec_of("income", "Medvědí ostrov").board == "bear_island"


def test_every_kind_has_boards() -> None:
    assert all(kind_named(kind).boards() for kind in KINDS)
    assert "labrador" not in kind_named("income").boards()
    assert "home-7" in kind_named("fill").boards()
