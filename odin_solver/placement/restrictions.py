"""Restrictions of a search beyond the rules: layouts and placements to leave out, values to reach.

Two layouts count as the same line if they have the same `LayoutSignature`. `signature_of` defines
it in plain Python; `odin_solver.placement.model.constraints.exclusions` states it for solvers.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Laid, Problem
from odin_solver.placement.reductions import idle_cells
from odin_solver.rules.geometry import Mask
from odin_solver.rules.income import income


@dataclass(frozen=True)
class MinimumValue:
    """A weighted sum that must reach a value."""

    weights: Weights
    value: Fraction


@dataclass(frozen=True)
class LayoutSignature:
    """What a layout achieves: layouts are materially different if their signatures differ.

    Ignored are where the tiles lie, on which board they do, and which cells silver and ore fill.

    Attributes
    ----------
    income
        Income of all boards; None if it has no value.
    items
        Items of the bonuses won that have a value, with their numbers.
    tiles
        New tiles by id, with their numbers; without silver, ore, wood and stone.
    """

    income: int | None
    items: tuple[tuple[str, int], ...]
    tiles: tuple[tuple[str, int], ...]


class ForbiddenPlacement(NamedTuple):
    """A forbidden placement: number of the board, id of the tile, its cells."""

    area: int
    tile: str
    cells: Mask


def without_idle(
    problem: Problem, laid: Sequence[Laid], levels: Sequence[Weights]
) -> tuple[Laid, ...]:
    """Drop the pieces on idle cells (see `idle_cells`); the rest is as good and as legal."""
    idle = [idle_cells(problem, area, levels) for area in problem.areas]
    return tuple(each for each in laid if not each.cells or each.cells & ~idle[each.area])


def signature_of(
    problem: Problem, laid: Sequence[Laid], levels: Sequence[Weights]
) -> LayoutSignature:
    """Return the signature of a layout, without its idle pieces.

    Parameters
    ----------
    levels
        The objective levels: bonuses without value make no difference.
    """
    kept = without_idle(problem, laid, levels)
    earned = 0
    items: Counter[str] = Counter()
    for area in problem.areas:
        covered = area.covered
        for each in kept:
            if each.area == area.number:
                covered |= each.cells
        earned += income(area.grid, covered)
        for bonus in area.grid.bonuses:
            if (
                any(weights.bonus_value(bonus.gives) for weights in levels)
                and not bonus.cells & covered
                and not bonus.surround & ~covered
            ):
                items.update(dict(bonus.gives))
    tiles = Counter(problem.tile(each.kind).id for each in kept if each.kind >= 0)
    return LayoutSignature(
        earned if any(weights.counts_income for weights in levels) else None,
        tuple(sorted(items.items())),
        tuple(sorted(tiles.items())),
    )


@dataclass(frozen=True)
class Restrictions:
    """What a search leaves out.

    Attributes
    ----------
    excluded
        Signatures that no layout may have.
    forbidden
        Forbidden placements, on all of several identical boards.
    levels
        The objective levels that signatures refer to; empty if none is excluded.
    """

    excluded: tuple[LayoutSignature, ...] = ()
    forbidden: frozenset[ForbiddenPlacement] = frozenset()
    levels: tuple[Weights, ...] = ()

    def allow(self, problem: Problem, laid: Sequence[Laid]) -> bool:
        """Whether a layout is allowed, and has all tiles that have to be laid."""
        if problem.least:
            used = Counter(each.kind for each in laid)
            if any(used[kind] < least for kind, least in problem.least.items()):
                return False
        if self.forbidden and any(
            ForbiddenPlacement(each.area, problem.tile(each.kind).id, each.cells) in self.forbidden
            for each in laid
        ):
            return False
        return not self.excluded or signature_of(problem, laid, self.levels) not in self.excluded

    def beside(self, problem: Problem, kept: Sequence[Laid]) -> "Restrictions":
        """Translate the restrictions for the rest of a layout of which some pieces are kept."""
        placed = Counter(problem.tile(each.kind).id for each in kept if each.kind >= 0)
        left = []
        for signature in self.excluded:
            tiles = Counter(dict(signature.tiles))
            if placed <= tiles:
                rest = tuple(sorted((tiles - placed).items()))
                left.append(replace(signature, tiles=rest))
        return replace(self, excluded=tuple(left))


UNRESTRICTED = Restrictions()
