"""Good layouts in a fraction of a second, without a proof: the local search alone."""

from collections.abc import Sequence
from fractions import Fraction

from odin_solver.placement.gains import gains, value
from odin_solver.placement.local.search import local_search
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import ORE, Laid, Problem, in_placing_order, layout
from odin_solver.placement.restrictions import UNRESTRICTED, signature_of
from odin_solver.placement.stock import SILVER_LEFT, added_up
from odin_solver.placement.tuning import LOCAL_TURN, QUICK_STEPS


def quick_layouts(
    problem: Problem, weights: Weights, start: Sequence[Laid] = (), *, seed: int = 0
) -> list[tuple[Fraction, tuple[Laid, ...]]]:
    """Return good layouts with their values, the best first, all different in what they spend.

    Parameters
    ----------
    start
        A legal layout to begin with, in placing order; it is among the results.
    """
    position = problem.position
    income = sum(state.income for state in position.boards)
    found: list[tuple[Laid, ...]] = [(), tuple(start)]
    for number, share in enumerate(SILVER_LEFT):
        plain = added_up(weights, position.supply, income, share)
        search = local_search(problem, [plain], seed + (number << 17), UNRESTRICTED)
        if search is None:
            continue
        if any(piece.kind >= ORE for piece in start):
            search.offer(start)
        turns = (search.improve(LOCAL_TURN) for _ in range(QUICK_STEPS // LOCAL_TURN))
        found += [in_placing_order(problem, better) for better in turns if better is not None]
    valued = [(value(weights, gains(position, layout(problem, laid))), laid) for laid in found]
    different: dict[object, tuple[Fraction, tuple[Laid, ...]]] = {}
    for worth, laid in sorted(valued, key=lambda each: -each[0]):
        after = layout(problem, laid).supply
        spent = signature_of(problem, laid, [weights]), after.get("silver"), after.get("ore")
        different.setdefault(spent, (worth, laid))
    return list(different.values())
