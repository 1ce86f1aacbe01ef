"""Symmetries of a task: turns and reflections of the board that leave the task unchanged."""

from collections.abc import Callable
from functools import partial

from odin_puzzles.kinds.layout_task import LayoutTask
from odin_solver.placement.cover.symmetry import CellMove, board_moves
from odin_solver.placement.problem import Laid
from odin_solver.rules.geometry import Grid, Mask

Symmetry = Callable[[Laid], Laid]


def symmetries(task: LayoutTask) -> list[Symmetry]:
    """Return the turns and reflections that leave a task unchanged, the identity included.

    Only a task on a single board without income, bonuses and pieces can have others.
    """
    area = task.problem.areas[0] if len(task.problem.areas) == 1 else None
    if area is None or area.grid.diagonals or area.grid.bonuses or area.state.pieces:
        return [lambda laid: laid]
    grid = area.grid
    kept = [grid.coverable, task.must[0], task.may[0], *(cells for _, cells in grid.negatives)]
    return [
        partial(_moved, grid, move)
        for move in board_moves(grid.width, grid.height)
        if all(_image(grid, move, cells) == cells for cells in kept)
    ]


def _moved(grid: Grid, move: CellMove, laid: Laid) -> Laid:
    return laid._replace(cells=_image(grid, move, laid.cells))


def _image(grid: Grid, move: CellMove, cells: Mask) -> Mask:
    return grid.mask(map(move, grid.cells(cells)))
