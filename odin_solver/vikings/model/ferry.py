"""Ferrying before a large scoring (Vikings, 4): `odin_solver.vikings.rules.ferrying` as a model."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from odin_solver.linear.model import Var
from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.parts import ROUNDS, ROWS
from odin_solver.vikings.rules.ferrying import FerryPlan, room


@dataclass(frozen=True)
class FerryVariables:
    """Variables of a ferrying.

    Attributes
    ----------
    whole
        Whether a boatsman carries all figures of a row.
    steps
        One variable for each boatsman who carries one figure of every colour.
    singles
        Figures of a row carried one by one.
    new
        Figures of a row that come to islands.
    """

    whole: dict[int, Var]
    steps: tuple[Var, ...]
    singles: dict[int, Var]
    new: dict[int, list[Var]]

    def plan(self, values: Sequence[int]) -> FerryPlan:
        """Return the plan of a solution."""
        singles = tuple(
            values[self.singles[row]] if row in self.singles else 0 for row in range(len(ROWS))
        )
        whole = tuple(row for row, var in self.whole.items() if values[var])
        return FerryPlan(whole, sum(values[var] for var in self.steps), singles)


def add_ferry(model: Model) -> FerryVariables:
    """Figures of the mainland come to islands only with boatsmen."""
    linear, position, rules = model.linear, model.position, model.position.rules
    most = room(position)
    rows = [row for row, number in enumerate(most) if number]
    boatsmen = position.boatsmen
    whole = {row: linear.add_variable() for row in rows}
    steps = tuple(linear.add_variable() for _ in range(min(boatsmen, max(most))))
    singles = {row: linear.add_variable(most[row]) for row in rows if rules.expert_ferry}
    new = {
        row: [
            var
            for cell, var in model.figures.items()
            if cell[0] == row and cell not in position.area.figures
        ]
        for row in range(len(ROWS))
    }
    ferry = FerryVariables(whole, steps, singles, new)
    for earlier, later in pairwise(steps):
        linear.add_implication(later, [earlier])
    for var in (*whole.values(), *steps, *singles.values()):
        model.used[var] += 1
    linear.add_constraint(model.used, upper=boatsmen)
    if rules.expert_ferry:
        ships = dict.fromkeys([*whole.values(), *steps], 1)
        linear.add_constraint(ships, upper=position.special("ferry_ship"))
    for row in range(len(ROWS)):
        if row in whole:
            _carry(model, ferry, row, most[row])
        else:
            linear.add_constraint(dict.fromkeys(new[row], 1), upper=0)
    _nobody_rows_for_nothing(model, ferry, most)
    if position.round == ROUNDS:
        _all_row_in_the_last_round(model, ferry, most)
    return ferry


def _carry(model: Model, ferry: FerryVariables, row: int, most: int) -> None:
    linear = model.linear
    whole = ferry.whole[row]
    moved = Counter(dict.fromkeys(ferry.new[row], 1))
    by_boatsmen = Counter(dict.fromkeys(ferry.steps[:most], 1))
    if row in ferry.singles:
        by_boatsmen[ferry.singles[row]] = 1
        linear.add_constraint({ferry.singles[row]: 1, whole: 1}, upper=most)
    at_most = moved.copy()
    at_most.subtract(by_boatsmen)
    linear.add_constraint({**at_most, whole: -most}, upper=0)
    linear.add_constraint(moved, upper=most)
    if model.position.rules.ferry_partial == "free":
        least = {**moved, whole: -1}
        if row in ferry.singles:
            least[ferry.singles[row]] = -1
        linear.add_constraint(least, lower=0)
        return
    # All that fit are carried: as many as boatsmen come, unless the row is done.
    done = linear.add_variable()
    linear.add_constraint({**moved, done: -most}, lower=0)
    linear.add_implication(whole, [done])
    linear.add_constraint({**at_most, done: 2 * most}, lower=0)


def _nobody_rows_for_nothing(model: Model, ferry: FerryVariables, most: tuple[int, ...]) -> None:
    """Each boatsman carries someone: of some colour enough are left for all rounds of one."""
    linear = model.linear
    if ferry.steps:
        enough = {row: linear.add_variable() for row in ferry.whole}
        linear.add_implication(ferry.steps[0], enough.values())
        for row, var in enough.items():
            terms = Counter(dict.fromkeys(ferry.steps, 1))
            terms[ferry.whole[row]] += 1
            if row in ferry.singles:
                terms[ferry.singles[row]] += 1
            big = len(ferry.steps) + 1 + most[row]
            terms[var] += big
            linear.add_constraint(terms, upper=most[row] + big)
    if model.position.rules.ferry_partial == "free":
        moved = Counter(var for row in ferry.new for var in ferry.new[row])
        moved.subtract(model.used)
        linear.add_constraint(moved, lower=0)


def _all_row_in_the_last_round(model: Model, ferry: FerryVariables, most: tuple[int, ...]) -> None:
    """Boatsmen are left only if nobody is left whom they could carry."""
    linear, boatsmen = model.linear, model.position.boatsmen
    done = linear.add_variable()
    linear.add_constraint({**model.used, done: boatsmen}, lower=boatsmen)
    everybody = Counter(var for row in ferry.new for var in ferry.new[row])
    linear.add_constraint({**everybody, done: -sum(most)}, lower=0)
