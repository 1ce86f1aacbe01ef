"""From a position to its provably optimal layout.

`odin_solver.placement.levels` maximises the objective levels one after the other, each by a race
of engines (`odin_solver.placement.race`); `odin_solver.placement.ties` chooses among equally good
layouts.
"""

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from fractions import Fraction

from odin_solver.errors import InputError
from odin_solver.placement import solution
from odin_solver.placement.construction import Construction
from odin_solver.placement.engines import Engines, current
from odin_solver.placement.levels import LevelSearch
from odin_solver.placement.local.search import library
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.problem import in_placing_order, layout
from odin_solver.placement.search import SearchContext
from odin_solver.placement.ties import break_ties, tidied
from odin_solver.placement.weight_keys import parse_weights
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position, PositionBuilder


def solve(
    position: Position | PositionBuilder,
    objective: str | Objective | None = None,
    *,
    weights: Mapping[str, Fraction | float] | None = None,
    rounds_left: int | None = None,
    limits: solution.Limits | None = None,
    on_progress: Callable[[solution.Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> solution.Solution:
    """Find the best placement of a position's supply on its boards.

    Parameters
    ----------
    position
        Boards with the pieces on them, and the supply; a file is read by `read_position`.
    objective
        The name of a preset (see `odin_solver.placement.objective.preset`) or an objective; by
        default that of the position; else ``score`` if the round is known, otherwise ``final``.
    weights
        Weights that replace those of the preset, by key such as ``points`` or ``keep.robe``.
    rounds_left
        Rounds still to be played, for the preset ``score``; by default those of the position.
    limits, on_progress, cancel
        As for `answer`.

    Returns
    -------
    Solution
        The best layout, checked by the plain rules, and whether it is proven optimal.

    Raises
    ------
    IllegalPosition
        If the pieces on the boards break the rules.
    InputError
        If `position` is none, the objective or a weight is unknown, or a limit makes no sense.
    NotBuiltError
        If the compiled local search cannot be used.
    """
    position = _position_of(position)
    if not isinstance(objective, Objective):
        own = parse_weights(weights or {})
        objective = choose_objective(position, objective, own, rounds_left)
    request = solution.Request(position, objective, limits or solution.Limits())
    return answer(request, on_progress=on_progress, cancel=cancel)


def answer(
    request: solution.Request,
    *,
    on_progress: Callable[[solution.Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> solution.Solution:
    """Answer a request; `solve` asks the usual one.

    Parameters
    ----------
    on_progress
        Called after every better layout and every better bound.
    cancel
        Set it from another thread or a signal handler to end the search with the incumbent.

    Raises
    ------
    IllegalPosition
        If the pieces on the boards break the rules.
    InputError
        If a limit makes no sense, or the start is not a legal layout of the position.
    NoLayoutLeft
        If no layout meets the restrictions, or none was found in time.
    NotBuiltError
        If the compiled local search cannot be used.
    """
    _check(request)
    engines = current.get()
    with nullcontext(engines) if engines else Engines() as processes:
        search = SearchContext(request, cancel or threading.Event())
        construction = Construction(search)
        best = LevelSearch(search, construction, processes, on_progress).maximise()
        laid, settled = best.layout, False
        if request.ties and not search.cancelled():
            if best.proven:
                laid, settled = break_ties(search, best, construction, processes)
            laid, tidy = tidied(search, laid)
            settled &= tidy
        after = layout(search.problem, in_placing_order(search.problem, laid))
        return solution.Solution(
            status=solution.Status.OPTIMAL if best.proven else solution.Status.FEASIBLE,
            before=request.position,
            after=after,
            steps=solution.placing_steps(request.position, after),
            objective=request.objective,
            levels=best.levels,
            ties_settled=settled,
            seconds=time.monotonic() - search.began,
            solver=best.solver,
            version=best.version,
            limits=request.limits,
        )


def _position_of(given: object) -> Position:
    if isinstance(given, PositionBuilder):
        return given.position()
    if isinstance(given, Position):
        return given
    raise InputError.said(
        "solve: expected a Position, got {given!r:.60}: make one by "
        'read_position("FILE"), example("opening") or Position.build()',
        given=given,
    )


def _check(request: solution.Request) -> None:
    limits = request.limits
    if not limits.seconds > 0:
        raise InputError.said(
            "time limit: expected more than 0 seconds, got {seconds:g}", seconds=limits.seconds
        )
    if limits.workers < 1:
        raise InputError.said(
            "{field}: expected at least {least}, got {got}",
            field="workers",
            least=1,
            got=limits.workers,
        )
    if violations := position_violations(request.position):
        raise solution.IllegalPosition(violations)
    library()
