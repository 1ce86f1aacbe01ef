"""The compiled local search."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from odin_solver.components import board
from odin_solver.errors import NotBuiltError
from odin_solver.notation.positions import position_from, read_position
from odin_solver.placement.gains import gains, value
from odin_solver.placement.local import search
from odin_solver.placement.local.search import (
    LocalSearch,
    improve_together,
    library,
    local_search,
    slot_pieces,
)
from odin_solver.placement.objective import Objective, Weights, choose_objective
from odin_solver.placement.problem import (
    STONE,
    WOOD,
    Laid,
    compile_problem,
    in_placing_order,
    layout,
)
from odin_solver.placement.restrictions import UNRESTRICTED, ForbiddenPlacement, Restrictions
from odin_solver.placement.solve import solve
from odin_solver.placement.stock import added_up
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests.placement.model.exhaustive import all_outcomes, best_of
from tests.placement.model.random_positions import generators, random_objective, random_position
from tests.placement.objectives import income_and_bonuses
from tests.profiles import cases
from tests.timing import HANGING

INSTANCES = Path(__file__).parents[3] / "benchmarks" / "instances"

UNUSED = ("wood", "stone")
"""The search lays tiles, silver and ore only."""


def made(
    position: Position,
    objective: Objective,
    seed: int = 0,
    restrictions: Restrictions = UNRESTRICTED,
    level: int = 0,
) -> LocalSearch:
    made = local_search(compile_problem(position), objective.levels, seed, restrictions, level)
    assert made is not None
    return made


@contextmanager
def masks_of(mask_bytes: int) -> Iterator[None]:
    """Search with the library that is compiled for such masks."""
    with patch.object(search, "WIDTHS", {mask_bytes: search.WIDTHS[mask_bytes]}):
        yield


def check(position: Position, objective: Objective, laid: tuple[Laid, ...]) -> tuple[Fraction, ...]:
    """A layout is legal; return the values of its levels."""
    problem = compile_problem(position)
    after = layout(problem, in_placing_order(problem, laid))
    assert position_violations(after) == []
    assert min(after.supply.values(), default=0) >= 0
    counted = gains(position, after)
    return tuple(value(weights, counted) for weights in objective.levels)


def climb(search: LocalSearch, turns: int, steps: int) -> list[tuple[Laid, ...]]:
    return [laid for _ in range(turns) if (laid := search.improve(steps)) is not None]


@pytest.mark.slow
@pytest.mark.parametrize("mask_bytes", search.WIDTHS)
@settings(max_examples=cases(60))
@given(choose=generators)
def test_layouts_are_legal_and_better_and_better(choose: random.Random, mask_bytes: int) -> None:
    position = random_position(choose, limit=None)
    objective = random_objective(choose)
    plain = (added_up(weights, position.supply, 0, Fraction(1)) for weights in objective.levels)
    objective = replace(objective, levels=tuple(plain))
    last = check(position, objective, ())
    with masks_of(mask_bytes):
        search = made(position, objective, choose.randrange(100))
    for laid in climb(search, 6, 20):
        values = check(position, objective, laid)
        assert values > last
        last = values


@pytest.mark.slow
@pytest.mark.parametrize(
    ("goal", "mask_bytes"),
    [("points and income", 32), ("income and bonuses", 32), ("income and bonuses", 256)],
)
@settings(max_examples=cases(25))
@given(choose=generators)
def test_small_boards_are_solved(choose: random.Random, goal: str, mask_bytes: int) -> None:
    position = random_position(choose, limit=500)
    supply = {name: count for name, count in position.supply.items() if name not in UNUSED}
    position = replace(position, supply=supply)
    objective = Objective("custom", (Weights(points=Fraction(1), income=Fraction(2)),))
    if goal == "income and bonuses":
        objective = income_and_bonuses(4)
    best = best_of(all_outcomes(position), objective.levels).values
    with masks_of(mask_bytes):
        search = made(position, objective)
    last: tuple[Laid, ...] = ()
    for _ in range(40):
        last = [last, *climb(search, 1, 2000)][-1]
        if check(position, objective, last) == best:
            return
    pytest.fail(f"{check(position, objective, last)} after 80,000 steps, {best} is best")


@pytest.mark.parametrize(("width", "height"), [(16, 16), (40, 40), (100, 20)])
@pytest.mark.parametrize(("color", "share"), [("blue", 0.97), ("green", 0.4)])
def test_a_large_board_is_filled(width: int, height: int, color: str, share: float) -> None:
    """Squares of two by two, enough of them, fill a board of even sides; green ones lie apart."""
    tile = {"cells": ["XX", "XX"], "color": color}
    data = {"schema": 1, "tiles": {"square": tile}, "supply": {"square": width * height // 4}}
    boards = [{"board": {"map": ["-" * width] * height}}]
    position = position_from({**data, "boards": boards})
    objective = choose_objective(position, "final")
    laid = climb(made(position, objective), 1, 3000)[-1]
    assert check(position, objective, laid)[0] >= width * height * share


def test_a_full_position() -> None:
    """The best known layout has 173."""
    position = read_position(INSTANCES / "fresh-full48.json")
    objective = choose_objective(position)
    laid = climb(made(position, objective, 2), 1, 1500)[-1]
    assert check(position, objective, laid)[0] >= 160


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "least"), [(0, 226), (6, 227)])
def test_income_and_bonuses_of_a_full_position(seed: int, least: int) -> None:
    """Income and bonuses come first, fewer points are accepted, and so are cells left open.

    Seed 0 has 222 by then without the first, and 222 or 219 if cells that do not matter come among
    the others, or are filled all the same. Seed 6 has 222 without the second, and 226 if no start
    begins with covers. The best known is 227.
    """
    position = read_position(INSTANCES / "fresh-full48.json")
    objective = income_and_bonuses(4)
    laid = climb(made(position, objective, seed), 12, 2000)[-1]
    assert check(position, objective, laid)[0] >= least


@pytest.mark.parametrize("seed", [0, 1])
def test_begins_with_covers(seed: int) -> None:
    """Without them it has an income of 3 by then."""
    position = read_position(INSTANCES / "fresh-home20income.json")
    objective = choose_objective(position)
    laid = climb(made(position, objective, seed), 1, 3000)[-1]
    assert check(position, objective, laid)[0] >= 9


@pytest.mark.parametrize("seed", [0, 1])
def test_not_every_start_on_several_boards_begins_with_covers(seed: int) -> None:
    """If each does, it has 155 by then; 168 are best."""
    position = read_position(INSTANCES / "tuning-full40.json")
    laid = climb(made(position, choose_objective(position), seed), 4, 2000)[-1]
    assert check(position, choose_objective(position), laid)[0] >= 161


def test_covers_are_of_what_a_board_takes() -> None:
    """Houses take no ore, which would fill what hides leave open around a bonus."""
    position = Position((BoardState(board("long_house")),), {"hide": 8, "ore": 30})
    objective = choose_objective(position, "bonus")
    for laid in climb(made(position, objective), 1, 20):
        check(position, objective, laid)


def test_soon_goes_on_from_the_best() -> None:
    """With eight new starts at the beginning, not three, it has 9 by then."""
    position = read_position(INSTANCES / "fresh-home20income.json")
    objective = choose_objective(position)
    laid = climb(made(position, objective, 2), 1, 6000)[-1]
    assert check(position, objective, laid)[0] >= 12


@cache
def settled_income() -> tuple[Position, Objective, tuple[Laid, ...]]:
    """A position, and a layout with all the income that it can have."""
    position = read_position(INSTANCES / "fresh-full55income.json")
    objective = choose_objective(position)
    return position, objective, climb(made(position, objective), 12, 2000)[-1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 7])
def test_points_once_the_income_is_settled(seed: int) -> None:
    """One that still puts income first has 183 points by then, or gains none; 186 are best."""
    position, objective, settled = settled_income()
    assert list(check(position, objective, settled)) == [30, 181]
    search = made(position, objective, seed, level=1)
    search.offer(settled)
    income, points = check(position, objective, climb(search, 25, 2000)[-1])
    assert income == 30
    assert points >= 184


def test_a_seed_always_finds_the_same() -> None:
    position = read_position(INSTANCES / "tuning-home36bal.json")
    objective = choose_objective(position)
    assert climb(made(position, objective, 3), 3, 50) == climb(made(position, objective, 3), 3, 50)


def test_searches_in_threads_find_the_same() -> None:
    position = read_position(INSTANCES / "tuning-home36bal.json")
    objective = choose_objective(position)

    def found(threads: int) -> list[tuple[Laid, ...] | None]:
        searches = [made(position, objective, seed) for seed in (3, 4)]
        return list(improve_together(searches, (50, 50, 50), threads))

    together = found(2)
    assert together == found(1)
    assert [laid for laid in together[::2] if laid] == climb(made(position, objective, 3), 3, 50)
    assert [laid for laid in together[1::2] if laid] == climb(made(position, objective, 4), 3, 50)


@pytest.mark.slow
def test_nobody_waits_for_the_threads() -> None:
    """Joined by the garbage collector, such threads once stopped a whole process."""
    position = read_position(INSTANCES / "tuning-home36bal.json")
    searches = [made(position, choose_objective(position), seed) for seed in (0, 1)]
    before = set(threading.enumerate())
    found = improve_together(searches, (20, 60_000), threads=2)
    next(found)
    threads = set(threading.enumerate()) - before
    del found  # ends it as the garbage collector does
    assert any(thread.is_alive() for thread in threads)  # the turn, which takes a second
    for thread in threads:
        thread.join(HANGING)
        assert not thread.is_alive()


def test_goes_on_from_a_layout() -> None:
    position = read_position(INSTANCES / "fresh-lofoten10.json")
    objective = choose_objective(position)
    best = climb(made(position, objective), 1, 300)[-1]
    other = made(position, objective, 1)
    other.offer(best)
    assert climb(other, 1, 300) == []  # 17 is the optimum
    assert check(position, objective, best)[0] == 17


def test_forbidden_placements() -> None:
    position = Position(boards=(BoardState(board("lofoten")),), supply={"oil": 1})
    objective = choose_objective(position, "cover")
    (first,) = climb(made(position, objective), 1, 50)
    places = compile_problem(position).areas[0].placements[0]
    rest = frozenset(
        ForbiddenPlacement(0, "oil", cells) for cells in places if cells != first[0].cells
    )
    assert climb(made(position, objective, 1, Restrictions(forbidden=rest)), 1, 50) == [first]
    nothing = frozenset(ForbiddenPlacement(0, "oil", cells) for cells in places)
    assert climb(made(position, objective, 0, Restrictions(forbidden=nothing)), 1, 50) == []


def test_slots_of_buildings() -> None:
    position = Position(boards=(BoardState(board("shed")),), supply={"wood": 2, "stone": 1})
    problem = compile_problem(position)
    filled = slot_pieces(problem, (Weights(points=Fraction(1)),))
    assert [piece.kind for piece in filled] == [WOOD, WOOD, STONE]
    kept = Weights(points=Fraction(1), keep={"wood": (Fraction(1),)})
    assert [piece.kind for piece in slot_pieces(problem, (kept,))] == [STONE]
    assert slot_pieces(problem, (kept, Weights(points=Fraction(1)))) == filled


@pytest.mark.parametrize("content", [None, b"no library"])
def test_without_the_library(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "compiled.so"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(search, "LIBRARY", path)
    library.cache_clear()
    try:
        with pytest.raises(NotBuiltError, match=r"local search .* python hatch_build\.py"):
            solve(Position(boards=(BoardState(board("shed")),), supply={"oil": 1}), "final")
    finally:
        library.cache_clear()
