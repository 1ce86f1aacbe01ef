"""Symmetries of a task: turning or mirroring a board that looks the same afterwards."""

from collections.abc import Callable

from odin_puzzles.uniqueness.task import Task
from odin_solver.components import Cell
from odin_solver.placement.problem import Laid
from odin_solver.rules.geometry import Mask, singles

Symmetry = Callable[[Laid], Laid]


def symmetries(task: Task) -> list[Symmetry]:
    """The ways to turn or mirror the board that leave the task as it is, doing nothing included.

    Only tasks with a single board that has neither income nor bonuses nor pieces on it can have
    any but the last.
    """
    found: list[Symmetry] = [_identity]
    area = task.problem.areas[0] if len(task.problem.areas) == 1 else None
    if area is None or area.grid.diagonals or area.grid.bonuses or area.state.pieces:
        return found
    grid = area.grid
    width, height = grid.width, grid.height
    turns: list[Callable[[int, int], Cell]] = [
        lambda x, y: (width - 1 - x, y),
        lambda x, y: (x, height - 1 - y),
        lambda x, y: (width - 1 - x, height - 1 - y),
    ]
    if width == height:
        turns += [
            lambda x, y: (y, x),
            lambda x, y: (y, width - 1 - x),
            lambda x, y: (width - 1 - y, x),
            lambda x, y: (width - 1 - y, width - 1 - x),
        ]
    for turn in turns:
        image = _image(grid.cells, grid.bit, turn)
        kept = [grid.coverable, task.must[0], task.may[0], *(cells for _, cells in grid.negatives)]
        if all(image(cells) == cells for cells in kept):
            found.append(_moved(image))
    return found


def _identity(laid: Laid) -> Laid:
    return laid


def _moved(image: Callable[[Mask], Mask]) -> Symmetry:
    return lambda laid: laid._replace(cells=image(laid.cells))


def _image(
    cells: Callable[[Mask], tuple[Cell, ...]],
    bit: Callable[[Cell], Mask],
    turn: Callable[[int, int], Cell],
) -> Callable[[Mask], Mask]:
    def image(mask: Mask) -> Mask:
        turned = 0
        for single in singles(mask):
            ((x, y),) = cells(single)
            turned |= bit(turn(x, y))
        return turned

    return image
