"""Ferrying: what boatsmen may carry before a large scoring (Vikings, 4)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from odin_solver.vikings.parts import BOATSMAN, ROUNDS, ROWS, Cell
from odin_solver.vikings.position import VikingsPosition

Counts = tuple[int, ...]
"""A number for each row."""


@dataclass(frozen=True, order=True)
class FerryPlan:
    """How many boatsmen do what.

    Attributes
    ----------
    whole
        Rows whose figures are carried all at once, a boatsman each.
    rounds_of_one
        Boatsmen who carry one figure of every colour.
    singles
        Figures of each row carried one by one, in the expert game.
    """

    whole: tuple[int, ...] = ()
    rounds_of_one: int = 0
    singles: Counts = (0,) * len(ROWS)

    @property
    def boatsmen(self) -> int:
        """Boatsmen used."""
        return len(self.whole) + self.rounds_of_one + sum(self.singles)

    @property
    def ferry_ships(self) -> int:
        """Special tiles used in the expert game."""
        return len(self.whole) + self.rounds_of_one


def room(position: VikingsPosition) -> Counts:
    """Return how many figures of each row could go to islands."""
    return tuple(
        min(position.waiting(row), len(position.area.free_cells(row))) for row in range(len(ROWS))
    )


def carried(plan: FerryPlan, most: Counts) -> Counts:
    """Return the figures of each row that a plan carries if boatsmen carry all that fit."""
    return tuple(
        number if row in plan.whole else min(plan.singles[row] + plan.rounds_of_one, number)
        for row, number in enumerate(most)
    )


def plans(position: VikingsPosition) -> Iterator[tuple[FerryPlan, Counts]]:
    """Yield every way to use boatsmen, with the figures of each row that are carried.

    Each boatsman carries at least one figure. In the last round boatsmen have to be used while any
    can carry something.
    """
    most = room(position)
    rules = position.rules
    boatsmen = position.boatsmen
    ships = position.special("ferry_ship") if rules.expert_ferry else boatsmen
    rows = [row for row, number in enumerate(most) if number]
    for chosen in product((False, True), repeat=len(rows)):
        whole = tuple(row for row, taken in zip(rows, chosen, strict=True) if taken)
        left = (n - (row in whole) if rules.expert_ferry else 0 for row, n in enumerate(most))
        for singles in product(*(range(n + 1) for n in left)):
            rest = max(
                (most[row] - (row in whole) - singles[row] for row in range(len(ROWS))), default=0
            )
            for of_one in range(max(rest, 0) + 1):
                plan = FerryPlan(whole, of_one, singles)
                if plan.boatsmen > boatsmen or plan.ferry_ships > ships:
                    break
                for counts in _carried(plan, most, rules.ferry_partial == "free"):
                    used_up = plan.boatsmen == position.boatsmen or counts == most
                    if position.round < ROUNDS or used_up:
                        yield plan, counts


def _carried(plan: FerryPlan, most: Counts, free: bool) -> Iterator[Counts]:
    full = carried(plan, most)
    if not free:
        yield full
        return
    least = [plan.singles[row] + (row in plan.whole) for row in range(len(most))]
    for counts in product(*(range(low, high + 1) for low, high in zip(least, full, strict=True))):
        if sum(counts) >= plan.boatsmen:
            yield counts


def ferried(position: VikingsPosition, plan: FerryPlan, cells: frozenset[Cell]) -> VikingsPosition:
    """Return the position after a plan whose figures go to the given cells."""
    mainland = Counter(position.mainland)
    mainland.subtract(ROWS[row] for row, _ in cells)
    mainland[BOATSMAN] -= plan.boatsmen
    specials = Counter(position.specials)
    specials["ferry_ship"] -= plan.ferry_ships * position.rules.expert_ferry
    return replace(
        position,
        area=replace(position.area, figures=position.area.figures | cells),
        mainland=dict(+mainland),
        specials=dict(+specials),
    )
