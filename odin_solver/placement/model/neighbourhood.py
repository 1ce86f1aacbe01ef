"""Large-neighbourhood search: take part of a layout away and fill the gap in the best way.

A gap is a position like any other, with the rest of the layout lying on its boards; it is stated
and solved just as the whole, only that it is small.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from ortools.sat.python import cp_model

from odin_solver.placement.model.build import assignment, build_model, laid_pieces
from odin_solver.placement.model.cpsat import cp_model_of, linear
from odin_solver.placement.model.objective import Sum
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Laid, Problem, compile_problem, in_placing_order, layout
from odin_solver.placement.restrictions import FREE, Restrictions
from odin_solver.rules.geometry import Mask
from odin_solver.rules.layout import position_violations

FIRST_SIZE = 6
"""Pieces taken away at first; more, the longer nothing better is found."""


STEP_WORK = 0.5
"""Limit of a step, in CP-SAT's deterministic time."""

Goal = Callable[[Problem, Variables], Sum]
"""A sum over the variables of a problem, whatever its gaps are."""


class Neighbourhoods:
    """Improves a layout step by step; deterministic for a seed.

    Parameters
    ----------
    problem
        What is to be placed where.
    goals
        Sums in order of importance: the last is to be raised, the others must not fall.
    values
        The weighted sums whose bonuses matter to the goals.
    seed
        Seed of all random choices.
    laid
        The layout to start from.
    restrictions
        What is to be left out.

    Attributes
    ----------
    laid
        The layout as it is now; a better one from elsewhere may be put in its place.
    """

    def __init__(
        self,
        problem: Problem,
        goals: Sequence[Goal],
        values: Sequence[Weights],
        seed: int,
        laid: tuple[Laid, ...],
        restrictions: Restrictions = FREE,
    ) -> None:
        self.laid = laid
        self._restrictions = restrictions
        self._ban = restrictions.ban(problem)
        self._problem = problem
        self._goals = goals
        self._values = values
        self._random = random.Random(seed)
        self._size = float(FIRST_SIZE)

    def step(self) -> bool:
        """Fill one gap anew; False, once, when gaps would be as large as the layout.

        Gaps grow while they are filled in the best way within the limit, and shrink otherwise.
        A further step begins with small ones again.
        """
        if self._size >= len(self.laid):
            self._size = float(FIRST_SIZE)
            return False
        status, found = self._fill(self.laid, self._gap(self.laid, round(self._size)))
        if status in (cp_model.FEASIBLE, cp_model.UNKNOWN):
            self._size = max(FIRST_SIZE, self._size * 0.95)
        else:
            self._size *= 1.03
        # On a board with several diagonals the gap alone does not tell all about the order.
        if (
            found is not None
            and self._restrictions.allow(self._problem, found)
            and not position_violations(layout(self._problem, found))
        ):
            self.laid = found
        return True

    def _gap(self, laid: Sequence[Laid], size: int) -> frozenset[int]:
        """Numbers of the pieces to be taken away: those nearest to one or two random spots."""
        choose = self._random
        spots = choose.sample(range(len(laid)), min(len(laid), choose.choice([1, 1, 2, 3])))
        taken: set[int] = set()
        for spot in spots:
            area = self._problem.areas[laid[spot].area]
            middle = self._middle(laid[spot].area, laid[spot].cells)
            near = sorted(
                (i for i, each in enumerate(laid) if each.area == area.number),
                key=lambda i: (
                    _distance(self._middle(laid[i].area, laid[i].cells), middle) + choose.random()
                ),
            )
            taken.update(near[: max(2, size // len(spots))])
        return frozenset(taken)

    def _middle(self, area: int, mask: Mask) -> tuple[float, float]:
        cells = self._problem.areas[area].grid.cells(mask) or ((0, 0),)
        return sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)

    def _fill(
        self, laid: tuple[Laid, ...], gap: frozenset[int]
    ) -> tuple[Any, tuple[Laid, ...] | None]:
        """The layout with the gap filled at least as well as before; None if no way was found."""
        kept = [each for i, each in enumerate(laid) if i not in gap]
        part = compile_problem(layout(self._problem, kept))
        model = build_model(part, self._values, self._ban.beside(self._problem, kept))
        taken = [_translated(self._problem, part, laid[i]) for i in sorted(gap)]
        before = assignment(model, taken)
        sums = [goal(part, model.variables) for goal in self._goals]
        for each in sums:
            model.statement.row(each.terms, lower=_terms(each, before))
        program, variables = cp_model_of(model.statement)
        program.maximize(linear(tuple(sums[-1].terms.items()), variables))
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = self._random.randrange(1 << 30)
        parameters.max_deterministic_time = STEP_WORK
        parameters.presolve_inclusion_work_limit = 0
        # The whole linear relaxation: a step takes longer, but finds far more.
        parameters.linearization_level = 2
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        status = solver.solve(program)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return status, None
        new = laid_pieces(model, lambda var: int(solver.value(variables[var])))
        filled = (*kept, *(_translated(part, self._problem, each) for each in new))
        return status, in_placing_order(self._problem, filled)


def _terms(total: Sum, values: Sequence[int]) -> int:
    return sum(coefficient * values[var] for var, coefficient in total.terms.items())


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _translated(source: Problem, target: Problem, laid: Laid) -> Laid:
    """The same piece with the target's number of its kind of stock."""
    if laid.kind < 0:
        return laid
    name = source.stock[laid.kind].tile.id
    numbers = {stock.tile.id: number for number, stock in enumerate(target.stock)}
    return laid._replace(kind=numbers[name])
