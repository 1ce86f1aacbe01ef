"""Symmetries of a task: turns and reflections of the board that leave the task unchanged."""

from collections.abc import Callable

from odin_puzzles.kinds.layout_task import LayoutTask
from odin_solver.components import Cell
from odin_solver.placement.problem import Laid
from odin_solver.rules.geometry import Mask, singles

Symmetry = Callable[[Laid], Laid]


def symmetries(task: LayoutTask) -> list[Symmetry]:
    """Return the turns and reflections that leave a task unchanged, the identity included.

    Only a task on a single board without income, bonuses and pieces can have others.
    """
    images: list[Symmetry] = [_identity]
    area = task.problem.areas[0] if len(task.problem.areas) == 1 else None
    if area is None or area.grid.diagonals or area.grid.bonuses or area.state.pieces:
        return images
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
            images.append(_moved(image))
    return images


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
