"""Families of puzzles: the same board and tiles with every choice of cells that stay free."""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import comb
from typing import NamedTuple

from odin_puzzles.generate.aim import graded
from odin_puzzles.generate.change import with_fewest_clues
from odin_puzzles.generate.clues import by_rows, clues_of
from odin_puzzles.generate.pipeline import proven
from odin_puzzles.generate.titles import title_of
from odin_puzzles.kinds.fill import RegionGoal, cells_said, cells_to_spare
from odin_puzzles.kinds.layout_task import LayoutTask, all_tiles
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness import exact_cover
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.components import Cell
from odin_solver.components.cells import cell_names
from odin_solver.errors import InputError
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.geometry import Mask
from odin_solver.rules.position import Position
from odin_solver.support.children import results_of

MOST_CHOICES = 1_000_000
"""Choices of cells that stay free beyond which a family is not searched without sets."""


class FamilyMember(NamedTuple):
    """A choice of cells that stay free, the number of layouts, and a puzzle of it.

    The puzzle is unique by the fewest clues, and graded; None if there is no layout or no proof.
    """

    free: tuple[Cell, ...]
    ways: int
    puzzle: Puzzle | None

    @property
    def clues(self) -> int:
        """The number of clues of the puzzle."""
        return len(clues_of(self.puzzle)) if self.puzzle else 0


def family(position: Position, sets: Sequence[Sequence[Cell]] = ()) -> Iterator[FamilyMember]:
    """Yield the choices of cells that stay free while all tiles are laid, those of one way first.

    Parameters
    ----------
    position
        A board with the pieces on it, and the tiles.
    sets
        Of each set one cell stays free, of no other cells any; by default any cells.

    Raises
    ------
    InputError
        If there is not one board, or the tiles leave another number of cells free, or without
        sets there are more than `MOST_CHOICES` choices.
    """
    if len(position.boards) != 1:
        raise InputError.said("boards: expected one board, got {n}", n=len(position.boards))
    (state,) = position.boards
    grid, room = state.grid, state.grid.coverable & ~state.covered
    spare = cells_to_spare(position)
    if spare < 0 or (not sets and comb(room.bit_count(), spare) > MOST_CHOICES):
        raise InputError(cells_said(position))
    if sets and spare != len(sets):
        raise InputError.said(
            "free: the tiles leave {n} cells free, expected as many sets of cells, got {got}",
            n=spare,
            got=len(sets),
        )
    masks = [grid.mask(cells) for cells in sets]
    for cells, mask in zip(sets, masks, strict=True):
        if mask & ~room or not all(map(grid.holds, cells)):
            names = cell_names(cells, grid.height)
            raise InputError.said("free: {cells}: not all of them are open", cells=names)
    problem = compile_problem(position)
    total = sum(position.supply.values())
    may_stay: Mask = room
    if masks:
        may_stay = 0
        for mask in masks:
            may_stay |= mask
    task = LayoutTask(problem, (room & ~may_stay,), (room,), all_tiles(problem), (total, total))
    ways: Counter[Mask] = Counter()
    for laid in exact_cover.layouts(task):
        free = room
        for each in laid:
            free &= ~each.cells
        if all((free & mask).bit_count() == 1 for mask in masks):
            ways[free] += 1
    for free, count in sorted(ways.items(), key=lambda each: (each[1], each[0])):
        goal = RegionGoal(cells=by_rows(grid.cells(room & ~free)))
        puzzle = Puzzle("fill", "", position, goal)
        yield FamilyMember(grid.cells(free), count, _finished(puzzle))


def family_until(
    position: Position, sets: Sequence[Sequence[Cell]], cancel: threading.Event
) -> Iterator[FamilyMember]:
    """Yield what `family` yields, in a process of its own, until it is cancelled."""
    return results_of(family, position, sets, what="the family of puzzles", cancel=cancel)


def _finished(puzzle: Puzzle) -> Puzzle | None:
    try:
        made = graded(with_fewest_clues(puzzle))
        return replace(made, title=title_of(made)) if proven(made) else None
    except (InputError, Undecided, ValueError):
        return None
