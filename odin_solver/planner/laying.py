"""What to lay now: the best layouts by the price list, compared by playouts."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from odin_solver.game.filling import fill
from odin_solver.game.kernel.moves import PASS, Place
from odin_solver.game.kernel.state import State
from odin_solver.placement.solution import Limits, Progress, Solution
from odin_solver.planner.advice import compared_layouts
from odin_solver.planner.candidates import Advice
from odin_solver.planner.layouts import is_time_to_lay, with_pass


@dataclass(frozen=True)
class Laying:
    """What to lay now.

    Attributes
    ----------
    moves
        The placements in a legal order.
    solution
        The provably best layout by the objective.
    compared
        The layouts compared by playouts; None where only the objective counts.
    """

    moves: tuple[Place, ...]
    solution: Solution
    compared: Advice | None = None


def lay(
    state: State,
    objective: str | None = None,
    *,
    most: Mapping[str, int] = MappingProxyType({}),
    keep: Sequence[str] = (),
    limits: Limits,
    cancel: threading.Event | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Laying:
    """Return what to lay now: the best layouts by the price list, compared by playouts.

    With wishes, and in the last round, it is the layout that `odin_solver.game.filling.fill` finds.

    Parameters
    ----------
    objective, most, keep, cancel, on_progress
        As for `odin_solver.game.filling.fill`: the wishes.
    """
    found = fill(
        state,
        objective,
        most=most,
        keep=keep,
        limits=limits,
        cancel=cancel,
        on_progress=on_progress,
    )
    plain = objective in (None, "score") and not most and not keep
    if not plain or not is_time_to_lay(state, PASS):
        return Laying(found.moves, found.solution)
    more = [with_pass(state, found.moves)]
    advice = compared_layouts(state, seed=limits.seed, more=more)
    moves = tuple(move for move in advice.best.moves if isinstance(move, Place))
    return Laying(moves, found.solution, advice)
