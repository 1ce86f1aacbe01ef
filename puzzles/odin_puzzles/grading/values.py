"""Values of candidates in whole numbers, for puzzles whose goal is a value."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from odin_puzzles.grading.combined_grid import CombinedGrid
from odin_puzzles.kinds.layout_task import LayoutTask
from odin_solver.placement.problem import Laid
from odin_solver.rules.geometry import Mask


@dataclass(frozen=True)
class CandidateValues:
    """Values of candidates and incomes, scaled to whole numbers.

    Attributes
    ----------
    gains
        What each candidate adds, without income and bonuses.
    ranked
        For each kind of tile its candidates by descending gain.
    incomes
        For each diagonal pairs of cells to cover and the value of the income that they allow.
    bonus
        The value of all bonuses together.
    """

    minimum: int
    gains: tuple[int, ...]
    ranked: tuple[tuple[int, ...], ...]
    incomes: tuple[tuple[tuple[Mask, int], ...], ...]
    bonus: int

    def income(self, open_cells: Mask, capacity: int) -> int:
        """Return an upper bound on the incomes if `capacity` of the open cells can be covered."""
        return sum(
            max(
                (value for needs, value in steps if (needs & open_cells).bit_count() <= capacity),
                default=0,
            )
            for steps in self.incomes
        )


def values_of(
    task: LayoutTask,
    grid: CombinedGrid,
    options: Sequence[Laid],
    kinds: Sequence[int],
    number_of_kinds: int,
) -> CandidateValues | None:
    """Return the values of all candidates of a task; None if its goal is no value.

    `kinds` has the index of each candidate's tile among `number_of_kinds` kinds.
    """
    if task.minimum is None:
        return None
    weights, minimum = task.minimum
    areas = task.problem.areas
    scale = lcm(minimum.denominator, *(weight.denominator for weight in weights.as_keys().values()))

    def whole(number: Fraction) -> int:
        return int(number * scale)

    def gain(laid: Laid) -> int:
        tile = task.problem.tile(laid.kind)
        covered = areas[laid.area].grid.points(laid.cells)
        loose = {"silver": weights.silver, "ore": weights.ore}.get(tile.id, Fraction(0))
        cells = weights.cells * tile.area
        return whole(weights.points * covered + loose + cells - weights.kept(tile.id))

    incomes = []
    for area in areas:
        for diagonal in area.grid.diagonals:
            steps = [(0, whole(weights.income * diagonal.values[0]))]
            for income_cell, value in zip(diagonal.cells, diagonal.values[1:], strict=True):
                needs = grid.embed(area.number, income_cell.needs & ~area.covered)
                steps.append((needs, whole(weights.income * value)))
            incomes.append(tuple(steps))
    bonuses = [bonus for area in areas for bonus in area.grid.bonuses]
    kept = sum(
        whole(weights.kept(name) * task.problem.position.supply.get(name, 0))
        for name in weights.keep
    )
    gains = tuple(gain(laid) for laid in options)
    ranked: list[list[int]] = [[] for _ in range(number_of_kinds)]
    for number in sorted(range(len(options)), key=lambda number: -gains[number]):
        ranked[kinds[number]].append(number)
    return CandidateValues(
        minimum=whole(minimum) - kept,
        gains=gains,
        ranked=tuple(tuple(numbers) for numbers in ranked),
        incomes=tuple(incomes),
        bonus=sum(max(0, whole(weights.bonus_value(bonus.gives))) for bonus in bonuses),
    )
