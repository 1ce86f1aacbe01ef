"""Large-neighbourhood search: destroy part of a layout and repair it optimally.

A destroyed layout is a position like any other, with the kept pieces on its boards; it is
modelled and solved as the whole problem is, only smaller.
"""

import random
from collections.abc import Sequence
from typing import Any

from ortools.sat.python import cp_model

from odin_solver.linear.cpsat import cp_model_of, expression, new_solver
from odin_solver.placement.model.build import assignment, build_model, laid_pieces
from odin_solver.placement.model.objective import weighted_sum
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Laid, Problem, compile_problem, in_placing_order, layout
from odin_solver.placement.restrictions import UNRESTRICTED, Restrictions
from odin_solver.placement.tuning import FIRST_SIZE, STEP_WORK
from odin_solver.rules.geometry import Mask
from odin_solver.rules.layout import position_violations


class NeighbourhoodSearch:
    """Improves a layout step by step; deterministic for a seed.

    Parameters
    ----------
    levels
        Objectives in order of importance: the last is maximised, the others must not fall.
    valued
        Other levels by which pieces and bonuses matter.
    laid
        The layout to start from.

    Attributes
    ----------
    laid
        The current layout; a better one from elsewhere may replace it.
    """

    def __init__(
        self,
        problem: Problem,
        levels: Sequence[Weights],
        valued: Sequence[Weights],
        seed: int,
        laid: tuple[Laid, ...],
        restrictions: Restrictions = UNRESTRICTED,
    ) -> None:
        self.laid = laid
        self._restrictions = restrictions
        self._problem = problem
        self._levels = levels
        self._valued = (*levels, *valued)
        self._random = random.Random(seed)
        self._size = float(FIRST_SIZE)

    def step(self) -> bool:
        """Destroy and repair once; false, once, when neighbourhoods reach the whole layout.

        Neighbourhoods grow while they are solved within the limit, and shrink otherwise. After
        false they start small again.
        """
        if self._size >= len(self.laid):
            self._size = float(FIRST_SIZE)
            return False
        status, repaired = self._repair(self.laid, self._choose(self.laid, round(self._size)))
        if status in (cp_model.FEASIBLE, cp_model.UNKNOWN):
            self._size = max(FIRST_SIZE, self._size * 0.95)
        else:
            self._size *= 1.03
        # On a board with several diagonals the part alone does not decide the placing order.
        if (
            repaired is not None
            and self._restrictions.allow(self._problem, repaired)
            and not position_violations(layout(self._problem, repaired))
        ):
            self.laid = repaired
        return True

    def _choose(self, laid: Sequence[Laid], size: int) -> frozenset[int]:
        choose = self._random
        spots = choose.sample(range(len(laid)), min(len(laid), choose.choice([1, 1, 2, 3])))
        chosen: set[int] = set()
        for spot in spots:
            area = self._problem.areas[laid[spot].area]
            middle = self._middle(laid[spot].area, laid[spot].cells)
            near = sorted(
                (i for i, each in enumerate(laid) if each.area == area.number),
                key=lambda i: (
                    _distance(self._middle(laid[i].area, laid[i].cells), middle) + choose.random()
                ),
            )
            chosen.update(near[: max(2, size // len(spots))])
        return frozenset(chosen)

    def _middle(self, area: int, mask: Mask) -> tuple[float, float]:
        cells = self._problem.areas[area].grid.cells(mask) or ((0, 0),)
        return sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)

    def _repair(
        self, laid: tuple[Laid, ...], destroyed: frozenset[int]
    ) -> tuple[Any, tuple[Laid, ...] | None]:
        """Replace the destroyed pieces by at least as good ones; None if the limit comes first."""
        kept = [each for i, each in enumerate(laid) if i not in destroyed]
        part = compile_problem(layout(self._problem, kept))
        model = build_model(part, self._valued, self._restrictions.beside(self._problem, kept))
        old = [_translated(self._problem, part, laid[i]) for i in sorted(destroyed)]
        before = assignment(model, old)
        objectives = [weighted_sum(part, model.variables, level) for level in self._levels]
        for objective in objectives:
            value = sum(factor * before[var] for var, factor in objective.terms.items())
            model.linear.add_constraint(objective.terms, lower=value)
        program, variables = cp_model_of(model.linear)
        program.maximize(expression(tuple(objectives[-1].terms.items()), variables))
        solver = new_solver(workers=1, seed=self._random.randrange(1 << 30))
        parameters = solver.parameters
        parameters.max_deterministic_time = STEP_WORK
        # The full relaxation: a step takes longer, but finds far more.
        parameters.linearization_level = 2
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        status = solver.solve(program)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return status, None
        new = laid_pieces(model, lambda var: int(solver.value(variables[var])))
        repaired = (*kept, *(_translated(part, self._problem, each) for each in new))
        return status, in_placing_order(self._problem, repaired)


def _distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _translated(source: Problem, target: Problem, laid: Laid) -> Laid:
    return laid._replace(kind=target.kinds[source.tile(laid.kind).id])
