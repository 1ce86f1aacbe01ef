"""Solutions of puzzles: two engines, and plain enumeration with nothing but the rules."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.kinds import faults, kind_of, question
from odin_puzzles.kinds.best import BestGoal
from odin_puzzles.kinds.layout_task import laid_from, solution_pieces
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness import exact_cover, placement_model
from odin_puzzles.uniqueness.check import find_solutions, find_solutions_by_model, solution_faults
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_solver.components import TILES
from odin_solver.rules.board_state import Piece
from odin_solver.rules.geometry import placements
from odin_solver.rules.position import Placement, Position
from tests.profiles import cases
from tests.puzzles.samples import task_of

SEEDS = range(cases(110, 1000))

KINDS = ("oil", "rune_stone", "hide", "silverware", "wool", "chest", "peas", "mead", "silver")


def make(
    kind: str, goal: dict[str, Any], board: Any, supply: dict[str, int], **more: Any
) -> Puzzle:
    entry = {"board": board, **more}
    position = {"schema": 1, "boards": [entry], "supply": supply}
    return puzzle_from({"schema": 1, "kind": kind, "goal": goal, "position": position})


def every_answer(puzzle: Puzzle) -> set[frozenset[Placement]]:
    """All answers of a puzzle on one board by trying everything; only the rules decide."""
    (state,) = puzzle.position.boards
    grid = state.grid

    def lay(left: Counter[str], start: int, taken: int) -> Iterator[tuple[Placement, ...]]:
        yield ()
        for number in range(start, len(ways)):
            name, mask = ways[number]
            if left[name] and not mask & taken:
                piece = Placement(0, Piece(TILES[name], grid.cells(mask)))
                for rest in lay(left - Counter([name]), number + 1, taken | mask):
                    yield (piece, *rest)

    ways = [
        (name, mask)
        for name in puzzle.position.supply
        for mask in placements(state.board, TILES[name])
    ]
    supply = Counter(puzzle.position.supply)
    return {frozenset(each) for each in lay(supply, 0, 0) if not faults(puzzle, each)}


def random_puzzle(seed: int) -> Puzzle:
    choose = random.Random(seed)
    width, height = choose.randint(2, 4), choose.randint(2, 3)
    rows = [
        "".join("#" if choose.random() < 0.1 else choose.choice(".-") for _ in range(width))
        for _ in range(height)
    ]
    board: dict[str, Any] = {"map": rows, "kind": choose.choice(["exploration", "building"])}
    kind = choose.choice(["fill", "order", "income", "bonus", "best"])
    supply = Counter(choose.choices(KINDS, k=choose.randint(1, 3)))
    goal: dict[str, Any]
    if kind in ("income", "order"):
        rows[-1] = "I" + rows[-1][1:]
        cells = "a1"
        if height > 2 and choose.random() < 0.6:
            rows[-2] = rows[-2][0] + "I" + rows[-2][2:]
            cells = "a1 b2"
        values = list(range(len(cells.split()) + 1))
        board["income"] = [{"cells": cells, "values": values}]
        goal = {"income": values[-1]}
    if kind == "bonus":
        rows[0] = rows[0][0] + "B" + rows[0][2:]
        board["bonuses"] = [{"cells": f"b{height}", "gives": {"ore": 1}}]
        goal = {"bonuses": [[1, 0]], "tiles": choose.randint(1, 3)}
    if kind == "best":
        goal = {"value": choose.randint(1, 4), "tiles": choose.randint(1, 2)}
    if kind in ("fill", "order"):
        area = sum(TILES[name].area * count for name, count in supply.items())
        free = [(x, y) for y in range(height) for x in range(width) if rows[y][x] != "#"]
        goal = {"cells": free if choose.random() < 0.5 else free[: area or 1]}
    return make(kind, goal, board, dict(supply))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_find_what_enumeration_finds(seed: int) -> None:
    puzzle = random_puzzle(seed)
    task = task_of(puzzle)
    answers = {frozenset(laid_from(task.problem, tuple(each))) for each in every_answer(puzzle)}
    if task.minimum is None:
        found = [frozenset(each) for each in exact_cover.layouts(task)]
        assert len(found) == len(set(found))
        assert set(found) == answers
    distinct = {
        frozenset(frozenset(map(move, each)) for move in symmetries(task)) for each in answers
    }
    for searched in (find_solutions(puzzle), find_solutions_by_model(task)):
        assert len(searched.solutions) == min(2, len(distinct))
        for pieces in searched.solutions:
            assert faults(puzzle, pieces) == []
            assert frozenset(laid_from(task.problem, pieces)) in answers


@pytest.mark.slow
def test_the_random_puzzles_are_of_all_sorts() -> None:
    found = Counter(
        (puzzle.kind, len(find_solutions(puzzle).solutions)) for puzzle in map(random_puzzle, SEEDS)
    )
    for kind in ("fill", "income", "bonus", "best", "order"):
        assert all(found[kind, count] for count in (0, 1, 2)), found


def test_identical_tiles_are_not_told_apart() -> None:
    puzzle = make(
        "fill", {"cells": [[0, 0], [1, 0], [2, 0], [3, 0]]}, {"map": ["...."]}, {"rune_stone": 2}
    )
    assert find_solutions(puzzle).unique


def test_symmetric_solutions_count_as_one() -> None:
    cells = [[x, y] for y in range(2) for x in range(3)]
    puzzle = make(
        "fill",
        {"cells": cells},
        {"map": ["...", "..."]},
        {"rune_stone": 1, "chest": 0, "silk": 0, "jewelry": 0, "spices": 0, "wool": 1},
    )
    found = find_solutions(puzzle)
    assert (found.unique, found.symmetric) == (True, 4)
    (pieces,) = found.solutions
    mirrored = tuple(
        Placement(each.board, Piece(each.tile, tuple((2 - x, y) for x, y in each.cells)))
        for each in pieces
    )
    assert faults(puzzle, mirrored) == []
    assert kind_of(puzzle).same(puzzle, pieces, mirrored)


def test_a_region_that_is_no_longer_symmetric_tells_solutions_apart() -> None:
    cells = [[x, y] for y in range(2) for x in range(3)]
    supply = {"rune_stone": 1, "wool": 1}
    with_income = {"map": ["...", "I.."], "income": [{"cells": "a1", "values": [0, 1]}]}
    assert not find_solutions(make("fill", {"cells": cells}, with_income, supply)).unique


def test_an_order_must_be_legal_step_by_step() -> None:
    board = {"map": ["..", "I."], "income": [{"cells": "a1", "values": [0, 1]}]}
    cells = [[0, 0], [1, 0], [0, 1], [1, 1]]
    puzzle = make("order", {"cells": cells}, board, {"rune_stone": 2})
    for pieces in find_solutions(puzzle).solutions:
        assert faults(puzzle, pieces) == []
    home = make("order", {"cells": [[0, 11], [0, 10], [1, 11], [1, 10]]}, "home", {"rune_stone": 2})
    down, up = (
        Placement(0, Piece(TILES["rune_stone"], ((0, 11), (1, 11)))),
        Placement(0, Piece(TILES["rune_stone"], ((0, 10), (1, 10)))),
    )
    assert faults(home, (down, up)) == []
    assert any("income" in fault for fault in faults(home, (up, down)))
    filled = replace(home, kind="fill")
    assert faults(filled, (up, down)) == []


@pytest.mark.parametrize(
    ("cells", "supply", "count"),
    [
        (7, {"peas": 2, "salt_meat": 1, "beans": 1, "silver": 1}, 2),
        (3, {"peas": 1, "mead": 1}, 2),  # either of the two lies lengthwise
        (2, {"peas": 1, "mead": 1}, 2),  # both upright, or one lengthwise
        (4, {"peas": 1, "mead": 1}, 1),
        (2, {"peas": 2}, 1),  # one lengthwise: two upright may not touch
        (3, {"peas": 2}, 0),
    ],
)
def test_feasts(cells: int, supply: dict[str, int], count: int) -> None:
    puzzle = puzzle_from(
        {
            "schema": 1,
            "kind": "banquet",
            "goal": {"cells": cells},
            "position": {"schema": 1, "supply": supply},
        }
    )
    found = find_solutions(puzzle)
    assert len(found.solutions) == count
    for pieces in found.solutions:
        assert faults(puzzle, pieces) == []
    assert question(puzzle)


def test_faults_are_named() -> None:
    puzzle = make("fill", {"cells": [[0, 0], [1, 0]]}, {"map": ["..."]}, {"oil": 1})
    right = Placement(0, Piece(TILES["oil"], ((0, 0), (1, 0))))
    aside = Placement(0, Piece(TILES["oil"], ((1, 0), (2, 0))))
    assert faults(puzzle, (right,)) == []
    assert faults(puzzle, ()) == ["a1 b1 is open", "1 oil left over"]
    assert faults(puzzle, (aside,)) == ["a1 is open", "c1 is not to be covered"]
    assert any("covered twice" in fault for fault in faults(puzzle, (right, aside)))
    assert faults(puzzle, (right._replace(board=3),)) == ["there is no board 3"]
    assert solution_faults(puzzle) == ["the puzzle has no solution"]


def test_the_best_layout_is_found() -> None:
    puzzle = make("best", {"value": 1, "tiles": 1}, {"map": ["-.--"]}, {"rune_stone": 1, "hide": 1})
    task = task_of(puzzle)
    laid = placement_model.find_best(task)
    assert laid is not None
    pieces = solution_pieces(task.problem, laid)
    assert faults(replace(puzzle, goal=BestGoal(2, 1)), pieces) == []
    assert faults(replace(puzzle, goal=BestGoal(3, 1)), pieces) == ["2 points, not 3"]
    too_high = task_of(replace(puzzle, goal=BestGoal(3, 1)))
    assert placement_model.find_best(too_high) is None


def test_puzzles_are_written_as_they_were_read() -> None:
    for seed in range(40):
        puzzle = random_puzzle(seed)
        found = find_solutions(puzzle).solutions
        puzzle = replace(puzzle, solution=found[0] if found else (), difficulty=3, seed=seed)
        assert puzzle_from(puzzle_data(puzzle)) == puzzle
        assert isinstance(puzzle.position, Position)
