"""Reductions: what a search may ignore without losing an optimal layout."""

from collections.abc import Sequence

from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Area, Problem
from odin_solver.rules.geometry import Mask


def idle_cells(area: Area, sums: Sequence[Weights]) -> Mask:
    """Free cells of a board that nothing is gained by covering.

    These are the cells without points that no income cell still open needs and that surround no
    bonus of any worth, as long as no sum rewards laying pieces as such. A piece that lies on such
    cells alone can be taken away again: no sum falls, and no other piece becomes illegal.

    Parameters
    ----------
    area
        The board.
    sums
        All weighted sums that will be asked about.
    """
    grid = area.grid
    worths = [[weights.bonus_value(bonus.gives) for weights in sums] for bonus in grid.bonuses]
    if any(_rewards_laying(weights) for weights in sums) or any(
        worth < 0 for each in worths for worth in each
    ):
        return 0
    of_use = area.must
    for points, cells in grid.negatives:
        of_use |= cells if points else 0
    for each in grid.income_cells:
        of_use |= each.needs
    for bonus, worth in zip(grid.bonuses, worths, strict=True):
        if any(worth):
            of_use |= bonus.surround
    return area.free & ~of_use


def alike_areas(problem: Problem) -> list[list[int]]:
    """Groups of boards of one kind with the same pieces on them, two or more."""
    groups: list[list[int]] = []
    for area in problem.areas:
        for group in groups:
            if problem.areas[group[0]].state == area.state:
                group.append(area.number)
                break
        else:
            groups.append([area.number])
    return [group for group in groups if len(group) > 1]


def _rewards_laying(weights: Weights) -> bool:
    """Whether a sum may rise by a piece that covers nothing of use."""
    return (
        max(weights.cells, weights.silver, weights.ore) > 0
        or min(weights.points, weights.income) < 0
        or any(worth < 0 for worth in weights.keep.values())
    )
