"""Requests answered in this process, for many small questions; it also checks what it is told."""

from dataclasses import replace

from odin_solver.analysis import Analyst
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective
from odin_solver.placement.problem import Laid, as_laid, compile_problem, layout
from odin_solver.placement.restrictions import ForbiddenPlacement, MinimumValue, Restrictions
from odin_solver.placement.solution import (
    LevelResult,
    NoLayoutLeft,
    Request,
    Solution,
    Status,
    placing_steps,
)
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position, new_placements
from tests.analysis import oracle
from tests.placement.model.inprocess import NotProven, checked, make_job, run_job


def answer_here(request: Request, **_: object) -> Solution:
    """The best layout; makes sure that the start is legal and that no bound is exceeded."""
    position, objective, start = request.position, request.objective, request.start
    forbidden, conditions, bounds = request.forbidden, request.conditions, request.bounds
    problem = compile_problem(position)
    if start is not None:
        assert position_violations(start) == []
        as_laid(problem, start)
        met = gains(position, start)
        assert all(value(each.weights, met) >= each.value for each in conditions)
    restrictions = Restrictions(
        request.excluded,
        frozenset(
            ForbiddenPlacement(n, piece.tile.id, position.boards[at].grid.mask(piece.cells))
            for at, piece in forbidden
            for n, state in enumerate(position.boards)
            if state == position.boards[at]
        ),
        (*(each.weights for each in conditions), *objective.levels) if request.excluded else (),
    )
    minimums = list(conditions)
    laid: tuple[Laid, ...] = ()
    for weights in objective.levels:
        job = replace(make_job(position, weights, minimums), restrictions=restrictions)
        try:
            record = run_job(job)
        except NotProven:
            raise NoLayoutLeft(True) from None
        laid = checked(position, record.laid)
        assert record.value is not None
        minimums.append(MinimumValue(weights, record.value))
    after = layout(problem, laid)
    reached = oracle.values(position, after, objective)
    assert reached[: len(bounds)] <= bounds
    if start is not None and restrictions.allow(problem, as_laid(problem, start)):
        assert oracle.values(position, start, objective) <= reached
    assert not any(each in new_placements(position, after) for each in forbidden)
    return Solution(
        status=Status.OPTIMAL,
        before=position,
        after=after,
        steps=placing_steps(position, after),
        objective=objective,
        levels=tuple(LevelResult(each, each) for each in reached),
        ties_settled=False,
        seconds=0.0,
        solver="here",
        version="0",
    )


def analyst(position: Position, objective: Objective) -> Analyst:
    """An analyst of a small position, without a cache."""
    return Analyst(position, objective)
