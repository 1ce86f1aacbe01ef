"""Restrictions of a search beyond the rules: layouts and placements to leave out, values to reach.

Two layouts count as the same line if they have the same `LayoutSignature`. `signature_of` defines
it in plain Python; `odin_solver.placement.model.constraints.exclusions` states it for solvers.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Laid, Problem
from odin_solver.placement.reductions import identical_areas, idle_cells
from odin_solver.rules.geometry import Mask
from odin_solver.rules.income import income


@dataclass(frozen=True)
class Floor:
    """A weighted sum that must reach a value."""

    weights: Weights
    value: Fraction


@dataclass(frozen=True, order=True)
class BoardSignature:
    """What a layout achieves on one board.

    Attributes
    ----------
    income
        Income of the board.
    bonuses
        The bonuses won that have a value, by their cells.
    tiles
        The new tiles with their numbers, by id, without silver, ore, wood and stone.
    """

    income: int
    bonuses: tuple[Mask, ...]
    tiles: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class LayoutSignature:
    """What a layout achieves: layouts are materially different if their signatures differ.

    Ignored are where the tiles lie, which cells silver and ore fill, and the order of identical
    boards: these are sorted.
    """

    boards: tuple[BoardSignature, ...]


class Barred(NamedTuple):
    """A forbidden placement: number of the board, id of the tile, its cells."""

    area: int
    tile: str
    cells: Mask


def without_idle(
    problem: Problem, laid: Sequence[Laid], levels: Sequence[Weights]
) -> tuple[Laid, ...]:
    """Drop the pieces on idle cells (see `idle_cells`); the rest is as good and as legal."""
    idle = [idle_cells(area, levels) for area in problem.areas]
    return tuple(each for each in laid if not each.cells or each.cells & ~idle[each.area])


def signature_of(
    problem: Problem, laid: Sequence[Laid], levels: Sequence[Weights]
) -> LayoutSignature:
    """Return the signature of a layout, without its idle pieces.

    Parameters
    ----------
    problem
        The boards and the supply.
    laid
        The new pieces.
    levels
        The objective levels: bonuses without value make no difference.
    """
    kept = without_idle(problem, laid, levels)
    boards = []
    for area in problem.areas:
        on_board = [each for each in kept if each.area == area.number]
        covered = area.covered
        for each in on_board:
            covered |= each.cells
        won = [
            bonus.cells
            for bonus in area.grid.bonuses
            if any(weights.bonus_value(bonus.gives) for weights in levels)
            and not bonus.cells & covered
            and not bonus.surround & ~covered
        ]
        tiles = Counter(problem.tile(each.kind).id for each in on_board if each.kind >= 0)
        boards.append(
            BoardSignature(
                income(area.grid, covered), tuple(sorted(won)), tuple(sorted(tiles.items()))
            )
        )
    for group in identical_areas(problem):
        for number, board in zip(group, sorted(boards[n] for n in group), strict=True):
            boards[number] = board
    return LayoutSignature(tuple(boards))


@dataclass(frozen=True)
class Ban:
    """Exclusions spelt out board by board, as the model states them.

    Attributes
    ----------
    forbidden
        Combinations of signatures that the boards, in order, must not have all at once.
    barred
        Forbidden placements.
    """

    forbidden: tuple[tuple[BoardSignature, ...], ...] = ()
    barred: frozenset[Barred] = frozenset()

    def beside(self, problem: Problem, kept: Sequence[Laid]) -> "Ban":
        """Translate the ban for the rest of a layout of which some pieces are kept."""
        kept_tiles = [Counter[str]() for _ in problem.areas]
        for each in kept:
            if each.kind >= 0:
                kept_tiles[each.area][problem.tile(each.kind).id] += 1
        left = []
        for combination in self.forbidden:
            wanted = [Counter(dict(board.tiles)) for board in combination]
            if all(kept <= all_ for kept, all_ in zip(kept_tiles, wanted, strict=True)):
                left.append(
                    tuple(
                        replace(board, tiles=tuple(sorted((all_ - kept).items())))
                        for board, kept, all_ in zip(combination, kept_tiles, wanted, strict=True)
                    )
                )
        return replace(self, forbidden=tuple(left))


@dataclass(frozen=True)
class Restrictions:
    """What a search leaves out.

    Attributes
    ----------
    excluded
        Signatures that no layout may have.
    barred
        Forbidden placements, on all of several identical boards.
    levels
        The objective levels that signatures refer to; empty if none is excluded.
    """

    excluded: tuple[LayoutSignature, ...] = ()
    barred: frozenset[Barred] = frozenset()
    levels: tuple[Weights, ...] = ()

    def allow(self, problem: Problem, laid: Sequence[Laid]) -> bool:
        """Whether a layout is allowed."""
        if self.barred and any(
            Barred(each.area, problem.tile(each.kind).id, each.cells) in self.barred
            for each in laid
        ):
            return False
        return not self.excluded or signature_of(problem, laid, self.levels) not in self.excluded

    def ban(self, problem: Problem) -> Ban:
        """Spell the exclusions out: identical boards may have their signatures in any order."""
        groups = identical_areas(problem)
        forbidden = []
        for signature in self.excluded:
            orders = [set(permutations(signature.boards[n] for n in group)) for group in groups]
            for chosen in product(*orders):
                boards = list(signature.boards)
                for group, order in zip(groups, chosen, strict=True):
                    for number, board in zip(group, order, strict=True):
                        boards[number] = board
                forbidden.append(tuple(boards))
        return Ban(tuple(sorted(forbidden)), self.barred)


UNRESTRICTED = Restrictions()
