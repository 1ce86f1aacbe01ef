"""Reductions: what a search may ignore without losing an optimal layout."""

from collections.abc import Sequence

from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Area, Problem
from odin_solver.rules.geometry import Mask


def idle_cells(problem: Problem, area: Area, levels: Sequence[Weights]) -> Mask:
    """Return the free cells of a board that gain nothing by being covered.

    These are the cells without points that no open income cell needs and that surround no bonus
    of any value, as long as no level rewards placing pieces as such and none has to be laid. A
    piece on idle cells alone can be removed: no level loses value, and no other piece becomes
    illegal.
    """
    grid = area.grid
    values = [[weights.bonus_value(bonus.gives) for weights in levels] for bonus in grid.bonuses]
    if (
        problem.least
        or any(_rewards_placing(weights) for weights in levels)
        or any(value < 0 for by_level in values for value in by_level)
    ):
        return 0
    useful = area.must
    for points, cells in grid.negatives:
        useful |= cells if points else 0
    for each in grid.income_cells:
        useful |= each.needs
    for bonus, by_level in zip(grid.bonuses, values, strict=True):
        if any(by_level):
            useful |= bonus.surround
    return area.free & ~useful


def _rewards_placing(weights: Weights) -> bool:
    """Whether a piece that covers nothing useful may raise the value."""
    return (
        max(weights.cells, weights.silver, weights.ore) > 0
        or min(weights.points, weights.income) < 0
        or any(weight < 0 for worth in weights.keep.values() for weight in worth)
    )


def identical_areas(problem: Problem) -> list[list[int]]:
    """Group the boards of one kind with the same pieces on them; groups of two or more."""
    groups: list[list[int]] = []
    for area in problem.areas:
        for group in groups:
            if problem.areas[group[0]].state == area.state:
                group.append(area.number)
                break
        else:
            groups.append([area.number])
    return [group for group in groups if len(group) > 1]
