"""Tiles that may not be turned, or of which some have to be laid, against all layouts."""

import random
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from odin_solver.components import Cell
from odin_solver.errors import OdinError
from odin_solver.notation.models import named_model
from odin_solver.notation.positions import position_from
from odin_solver.placement.cover.counting import LayoutCounter
from odin_solver.placement.cover.problem import cover_of
from odin_solver.placement.cover.search import CoverSearch, Purpose
from odin_solver.placement.lineup import lineup
from odin_solver.placement.local.search import local_search
from odin_solver.placement.objective import choose_objective, preset
from odin_solver.placement.problem import compile_problem, layout
from odin_solver.placement.restrictions import UNRESTRICTED
from odin_solver.placement.search import SearchContext
from odin_solver.placement.solution import Limits, NoLayoutLeft, Request, Status
from odin_solver.placement.solve import solve
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests.profiles import cases
from tests.timing import HANGING

Shape = frozenset[Cell]
Layout = frozenset[tuple[str, Shape]]
Case = tuple[dict[str, Any], dict[str, int], list[str]]

SHAPES = [["X"], ["XX"], ["XXX"], ["XX", "X."], ["XX", "XX"], ["XXX", "X.."], [".XX", "XX."]]
PURPOSES: tuple[Purpose, ...] = ("find", "list", "count", "count by fewest")


def shapes(tile: Mapping[str, Any]) -> set[Shape]:
    """All ways in which a tile may lie, moved to the top left corner."""
    rows = tile["cells"]
    found = set()
    for flipped in (False, True) if tile["flip"] else (False,):
        face = [row[::-1] for row in rows] if flipped else rows
        for _ in range(4 if tile["turn"] else 1):
            found.add(
                frozenset(
                    (x, y)
                    for y, row in enumerate(face)
                    for x, mark in enumerate(row)
                    if mark == "X"
                )
            )
            face = ["".join(column) for column in zip(*reversed(face), strict=True)]
    return found


def random_case(seed: int) -> Case:
    choose = random.Random(seed)
    width, height = choose.choice([(3, 3), (4, 3), (3, 4), (5, 2), (4, 4)])
    board = [["."] * width for _ in range(height)]
    for _ in range(choose.randrange(3)):
        board[choose.randrange(height)][choose.randrange(width)] = "~"
    tiles, supply = {}, {}
    for number, cells in enumerate(choose.sample(SHAPES, 3)):
        name = f"T{number}x"
        supply[name] = choose.randint(1, 3)
        tiles[name] = {
            "cells": cells,
            "turn": choose.random() < 0.5,
            "flip": choose.random() < 0.5,
            "at_least": choose.choice([0, 0, 1, 2]),
        }
    return tiles, supply, ["".join(row) for row in board]


@cache
def layouts(seed: int) -> tuple[tuple[Layout, Counter[str], int], ...]:
    """All legal layouts with what they use and the cells that they leave open."""
    tiles, supply, board = random_case(seed)
    free = frozenset(
        (x, y) for y, row in enumerate(board) for x, mark in enumerate(row) if mark == "."
    )

    def lay(open_cells: Shape, left: Mapping[str, int]) -> Iterator[tuple[Layout, int]]:
        """The lowest cell stays open, or one of the tiles covers it."""
        if not open_cells:
            yield frozenset(), 0
            return
        cell = min(open_cells)
        for laid, n in lay(open_cells - {cell}, left):
            yield laid, n + 1
        for name in [name for name, count in left.items() if count]:
            for shape in shapes(tiles[name]):
                i, j = min(shape)
                put = frozenset((cell[0] + x - i, cell[1] + y - j) for x, y in shape)
                if put <= open_cells:
                    for laid, n in lay(open_cells - put, {**left, name: left[name] - 1}):
                        yield laid | {(name, put)}, n

    return tuple((laid, Counter(name for name, _ in laid), n) for laid, n in lay(free, supply))


def enough(tiles: Mapping[str, Any], supply: Mapping[str, int], used: Mapping[str, int]) -> bool:
    return all(
        used.get(name, 0) >= min(tile["at_least"], supply[name]) for name, tile in tiles.items()
    )


def allowed(seed: int) -> list[tuple[Layout, Counter[str], int]]:
    tiles, supply, _ = random_case(seed)
    return [each for each in layouts(seed) if enough(tiles, supply, each[1])]


def position_of(seed: int) -> Position:
    tiles, supply, board = random_case(seed)
    boards = [{"board": {"map": board}}]
    return position_from({"schema": 1, "tiles": tiles, "supply": supply, "boards": boards})


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("seed", range(cases(16, 80)))
def test_solve_lays_what_has_to_be_laid(seed: int, workers: int) -> None:
    position = position_of(seed)
    room = position.boards[0].grid.coverable.bit_count()
    best = max((room - n for _, _, n in allowed(seed)), default=None)
    limits = Limits(HANGING, workers=workers)
    if best is None:
        with pytest.raises(NoLayoutLeft, match="no layout meets what is required"):
            solve(position, "cover", limits=limits)
        return
    solution = solve(position, "cover", limits=limits)
    assert solution.status is Status.OPTIMAL
    assert solution.value == best
    used = Counter(each.tile.id for each in solution.placements)
    tiles, supply, _ = random_case(seed)
    assert enough(tiles, supply, used)
    laid = frozenset((each.tile.id, frozenset(each.cells)) for each in solution.placements)
    assert laid in {each for each, *_ in allowed(seed)}


@pytest.mark.parametrize("seed", range(cases(40, 200)))
def test_covers_have_what_has_to_be_used(seed: int) -> None:
    position = position_of(seed)
    full = {laid for laid, _, n in allowed(seed) if not n}
    cover = cover_of(compile_problem(position), 0)
    if not cover.possible:
        assert not full
        return
    for purpose in PURPOSES:
        search = CoverSearch(cover, purpose)
        listed = list(search.covers(lambda: False))
        if purpose in ("find", "list"):
            found = {
                frozenset(
                    (cover.problem.tile(laid.kind).id, frozenset(area.grid.cells(laid.cells)))
                    for place in places
                    for laid in place.laid
                )
                for area in cover.problem.areas
                for places in listed
            }
            assert found == full
        assert search.now().found == len(full), purpose


@pytest.mark.parametrize("seed", range(cases(40, 200)))
def test_counts(seed: int) -> None:
    position = position_of(seed)
    tiles, supply, board = random_case(seed)
    room = sum(row.count(".") for row in board)
    area = sum(
        count * sum(row.count("X") for row in tiles[name]["cells"])
        for name, count in supply.items()
    )
    if area <= room:
        wanted = [laid for laid, used, _ in layouts(seed) if used == Counter(supply)]
    else:
        wanted = [laid for laid, _, n in allowed(seed) if not n]
    counted = LayoutCounter(position).count(HANGING)
    assert counted.exact
    assert counted.count == len(wanted)


@pytest.mark.parametrize("seed", range(cases(20, 100)))
def test_local_searches_lay_what_has_to_be_laid(seed: int) -> None:
    problem = compile_problem(position_of(seed))
    if not allowed(seed) or not problem.least:
        return
    search = local_search(problem, preset("cover").levels, seed, UNRESTRICTED)
    assert search is not None
    laid = max(filter(None, (search.improve(100) for _ in range(10))), key=len)
    assert position_violations(layout(problem, laid)) == []
    search.offer(laid)
    after = [each for _ in range(5) if (each := search.improve(100)) is not None]
    assert all(UNRESTRICTED.allow(problem, each) for each in after[-1:])


def a_board(rows: list[str], tiles: dict[str, Any], **supply: int) -> Position:
    boards = [{"board": {"map": rows}}]
    return position_from({"schema": 1, "tiles": tiles, "supply": supply, "boards": boards})


def test_a_local_search_prefers_what_has_to_be_laid() -> None:
    tiles = {"I": {"cells": ["XXX"]}, "D": {"cells": ["XX"], "at_least": 1}}
    problem = compile_problem(a_board(["..."], tiles, I=1, D=2))
    search = local_search(problem, preset("cover").levels, 0, UNRESTRICTED)
    assert search is not None
    laid = search.improve(100)
    assert laid is not None
    assert [problem.tile(each.kind).id for each in laid] == ["D"]


def test_what_lies_already_counts() -> None:
    tiles = {"D": {"cells": ["XX"], "at_least": 2}, "S": {"cells": ["X"]}}
    boards = [{"board": {"map": ["....."]}, "placed": ["D a1:b1"]}]
    data = {"schema": 1, "tiles": tiles, "supply": {"D": 2, "S": 3}, "boards": boards}
    (least,) = compile_problem(position_from(data)).least.values()
    assert least == 1


def test_a_tile_that_has_to_be_laid_may_gain_nothing() -> None:
    tiles = {"D": {"cells": ["XX"], "at_least": 1}}
    position = a_board(["...", "..."], tiles, D=2)
    solution = solve(position, "final", limits=Limits(HANGING, workers=1))
    assert len(solution.placements) == 1
    assert solution.status is Status.OPTIMAL


def test_a_tile_that_fits_nowhere_but_has_to_be_laid() -> None:
    tiles = {"D": {"cells": ["XX"], "turn": False, "at_least": 1}, "S": {"cells": ["X"]}}
    position = a_board([".", "."], tiles, D=1, S=2)
    with pytest.raises(OdinError, match="no layout meets what is required"):
        solve(position, "cover", limits=Limits(HANGING, workers=1))
    assert LayoutCounter(position).count(HANGING).count == 0


def test_exported_models_know_it() -> None:
    tiles = {"D": {"cells": ["XX"], "at_least": 2}}
    position = a_board(["...", "..."], tiles, D=3)
    rows = named_model(position, choose_objective(position, "final")).model.linear.constraints
    assert [(len(row.terms), row.lower) for row in rows if row.lower] == [(7, 2)]


@pytest.mark.parametrize("workers", [1, 2])
def test_the_search_for_covers_takes_part(workers: int) -> None:
    tiles = {"D": {"cells": ["XX"], "at_least": 1}}
    position = a_board(["....", "...."], tiles, D=4)
    objective = preset("cover")
    search = SearchContext(Request(position, objective, Limits(workers=workers)), threading.Event())
    assert any(each.fills for each in lineup(search, objective.levels, construct=True))
