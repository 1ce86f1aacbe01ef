"""Best known layouts of the packing set by our own search."""

from collections.abc import Mapping

from benchmarks.set.files import BestKnown, weights_of, whole
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.solution import Limits, Request, Solution
from odin_solver.placement.solve import answer
from odin_solver.rules.order import in_legal_order
from odin_solver.rules.position import Position, new_placements
from odin_solver.version import __version__

OURS = f"odin_solver {__version__}"


def searched(position: Position, limits: Limits) -> Solution:
    """Search for the best layout of a position by the objective that it states."""
    request = Request(position, choose_objective(position), limits, ties=False)
    return answer(request)


def merged(
    name: str, position: Position, solution: Solution, known: Mapping[str, BestKnown]
) -> BestKnown:
    """Return what is known of a position after another search by us."""
    before, old = solution.before, known.get(name)
    after = in_legal_order(solution.after)
    (level,) = solution.levels
    assert level.bound is not None
    reached, bound = whole(level.value), whole(level.bound)
    assert reached == value(weights_of(position), gains(before, after))
    pieces = new_placements(before, after)
    row = BestKnown(
        name,
        reached,
        bound,
        OURS,
        [],
        [(at, piece.tile.id, [*piece.cells]) for at, piece in pieces],
    )
    if old is not None:
        row.bound = min(bound, old.bound)
        if old.value >= reached:
            row.value, row.found_by, row.layout = old.value, old.found_by, old.layout
        if old.value == row.value:
            row.proved_by = old.proved_by
    if row.value == row.bound == bound and OURS not in row.proved_by:
        row.proved_by = sorted([*row.proved_by, OURS])
    return row
