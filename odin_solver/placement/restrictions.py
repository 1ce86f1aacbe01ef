"""What a search may be told to leave out: lines that are known already, and single placements.

Two layouts are the same line if they have the same `Outcome`: so says `outcome_of`, in plain
Python and in this one place. `odin_solver.placement.model.restricting` states the same for solvers.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import NamedTuple

from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import LOOSE, Laid, Problem
from odin_solver.placement.reductions import alike_areas, idle_cells
from odin_solver.rules.geometry import Mask
from odin_solver.rules.income import income


@dataclass(frozen=True, order=True)
class BoardOutcome:
    """What a layout comes to on one board.

    Attributes
    ----------
    income
        Silver of the board.
    bonuses
        The bonuses won that are worth something, by their cells.
    tiles
        The new tiles with their numbers, by id; silver, ore, wood and stone do not count.
    """

    income: int
    bonuses: tuple[Mask, ...]
    tiles: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Outcome:
    """What a layout comes to: two layouts are materially different if their outcomes differ.

    Where the tiles lie does not matter, nor which cells silver and ore fill, nor which of several
    boards that are alike is which: the boards of such a group are sorted.
    """

    boards: tuple[BoardOutcome, ...]


class Barred(NamedTuple):
    """A placement that must not be chosen: number of the board, id of the tile, its cells."""

    area: int
    tile: str
    cells: Mask


def tile_id(problem: Problem, laid: Laid) -> str:
    """The id of a new piece."""
    return LOOSE[laid.kind].id if laid.kind < 0 else problem.stock[laid.kind].tile.id


def useful(problem: Problem, laid: Sequence[Laid], sums: Sequence[Weights]) -> tuple[Laid, ...]:
    """A layout without the pieces that gain nothing (see `idle_cells`); as good and as legal."""
    idle = [idle_cells(area, sums) for area in problem.areas]
    return tuple(each for each in laid if not each.cells or each.cells & ~idle[each.area])


def outcome_of(problem: Problem, laid: Sequence[Laid], sums: Sequence[Weights]) -> Outcome:
    """What a layout comes to; pieces that gain nothing are not looked at.

    Parameters
    ----------
    problem
        What was to be placed where.
    laid
        The new pieces.
    sums
        What is valued: bonuses that are worth nothing make no difference.
    """
    kept = useful(problem, laid, sums)
    boards = []
    for area in problem.areas:
        here = [each for each in kept if each.area == area.number]
        covered = area.covered
        for each in here:
            covered |= each.cells
        won = [
            bonus.cells
            for bonus in area.grid.bonuses
            if any(weights.bonus_value(bonus.gives) for weights in sums)
            and not bonus.cells & covered
            and not bonus.surround & ~covered
        ]
        tiles = Counter(tile_id(problem, each) for each in here if each.kind >= 0)
        boards.append(
            BoardOutcome(
                income(area.grid, covered), tuple(sorted(won)), tuple(sorted(tiles.items()))
            )
        )
    for group in alike_areas(problem):
        for number, each_board in zip(group, sorted(boards[n] for n in group), strict=True):
            boards[number] = each_board
    return Outcome(tuple(boards))


@dataclass(frozen=True)
class Ban:
    """Restrictions spelt out board by board, as the model states them.

    Attributes
    ----------
    forbidden
        Combinations of what the boards, by number, must not all come to at once.
    barred
        Placements that must not be chosen.
    """

    forbidden: tuple[tuple[BoardOutcome, ...], ...] = ()
    barred: frozenset[Barred] = frozenset()

    def beside(self, problem: Problem, kept: Sequence[Laid]) -> "Ban":
        """What it means for the rest of a layout of which some pieces are kept."""
        lying = [Counter[str]() for _ in problem.areas]
        for each in kept:
            if each.kind >= 0:
                lying[each.area][tile_id(problem, each)] += 1
        left = []
        for combination in self.forbidden:
            wanted = [Counter(dict(each.tiles)) for each in combination]
            if all(there <= all_ for there, all_ in zip(lying, wanted, strict=True)):
                left.append(
                    tuple(
                        replace(each, tiles=tuple(sorted((all_ - there).items())))
                        for each, there, all_ in zip(combination, lying, wanted, strict=True)
                    )
                )
        return replace(self, forbidden=tuple(left))


@dataclass(frozen=True)
class Restrictions:
    """What a search is to leave out.

    Attributes
    ----------
    excluded
        What no layout may come to.
    barred
        Placements that no layout may have, on boards that are alike all of them.
    sums
        What is valued, as far as outcomes are concerned; nothing if none is excluded.
    """

    excluded: tuple[Outcome, ...] = ()
    barred: frozenset[Barred] = frozenset()
    sums: tuple[Weights, ...] = ()

    def allow(self, problem: Problem, laid: Sequence[Laid]) -> bool:
        """Whether a layout is none of what is to be left out."""
        if self.barred and any(
            Barred(each.area, tile_id(problem, each), each.cells) in self.barred for each in laid
        ):
            return False
        return not self.excluded or outcome_of(problem, laid, self.sums) not in self.excluded

    def ban(self, problem: Problem) -> Ban:
        """The same spelt out: boards that are alike may come to an outcome in any order."""
        groups = alike_areas(problem)
        forbidden = []
        for outcome in self.excluded:
            orders = [set(permutations(outcome.boards[n] for n in group)) for group in groups]
            for chosen in product(*orders):
                boards = list(outcome.boards)
                for group, order in zip(groups, chosen, strict=True):
                    for number, each in zip(group, order, strict=True):
                        boards[number] = each
                forbidden.append(tuple(boards))
        return Ban(tuple(sorted(forbidden)), self.barred)


FREE = Restrictions()
"""Nothing is left out."""
