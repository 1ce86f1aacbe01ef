"""Both searches for exact covers find the same layouts."""

from collections.abc import Iterator
from itertools import islice

import pytest

from odin_puzzles.files import puzzle_from, read_puzzle
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.layout import LayoutKind
from odin_puzzles.kinds.layout_task import LayoutTask
from odin_puzzles.shipped import packs
from odin_puzzles.uniqueness import exact_cover
from odin_solver.components import BOARDS, TILES
from odin_solver.rules.geometry import grid_of


def tasks() -> Iterator[LayoutTask]:
    """Tasks of included puzzles that lay every tile; in some of them cells may stay open."""
    for paths in packs().values():
        for puzzle in map(read_puzzle, paths[::4]):
            kind = kind_of(puzzle)
            if isinstance(kind, LayoutKind) and exact_cover.lays_all(task := kind.task(puzzle)):
                yield task


@pytest.mark.slow
def test_both_searches_find_the_same_layouts() -> None:
    tried = several = loose = 0
    for task in tasks():
        expected = {frozenset(laid) for laid in exact_cover.layouts_by_miniexact(task)}
        assert {frozenset(laid) for laid in exact_cover.layouts(task)} == expected
        tried += 1
        several += len(expected) > 1
        loose += task.must != task.may
    assert tried > 10
    assert several > 0
    assert loose > 2


@pytest.mark.slow
def test_a_whole_home_board_of_odd_shapes_has_two_layouts() -> None:
    grid = grid_of(BOARDS["home"])
    cells = [list(cell) for cell in grid.cells(grid.coverable)]
    supply = {tile.id: 1 for tile in TILES.values() if tile.kind == "special" and tile.area < 13}
    del supply["altar"]
    supply["jewelry"] = 1
    rest = len(cells) - sum(TILES[name].area for name in supply)
    supply |= {"rune_stone": rest // 2, "silver": rest % 2}
    position = {"schema": 1, "supply": supply, "boards": [{"board": "home"}]}
    goal = {"board": 0, "cells": cells}
    puzzle = puzzle_from({"schema": 1, "kind": "fill", "position": position, "goal": goal})
    kind = kind_of(puzzle)
    assert isinstance(kind, LayoutKind)
    assert len(list(islice(exact_cover.layouts(kind.task(puzzle)), 2))) == 2
