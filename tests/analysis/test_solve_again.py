"""What `solve` is told by those who ask again: starts, bounds, lines and places left out."""

from dataclasses import replace
from fractions import Fraction

import pytest

from odin_solver import InputError, Limits, solve
from odin_solver.components import board
from odin_solver.placement.gains import gains
from odin_solver.placement.objective import Weights, choose_objective
from odin_solver.placement.problem import as_laid, compile_problem
from odin_solver.placement.restrictions import LayoutSignature, MinimumValue, signature_of
from odin_solver.placement.solution import NoLayoutLeft, SolverDisagreement, Status
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position
from tests.analysis import oracle
from tests.placement.asking import ask
from tests.reference import put
from tests.timing import HANGING, takes_at_most

LIMITS = Limits(HANGING)
POSITION = Position(
    (BoardState(board("faroe_islands")),), {"oil": 1, "hide": 1, "silver": 3, "ore": 1}
)


@pytest.mark.alone
@pytest.mark.slow
def test_a_start_that_reaches_the_bound_is_the_best_at_once() -> None:
    objective = choose_objective(POSITION, "income")
    best = solve(POSITION, objective, limits=LIMITS)
    values = [each.value for each in best.levels]
    with takes_at_most(3):
        again = ask(POSITION, objective, start=best.after, bounds=values, ties=False, limits=LIMITS)
    assert again.status is Status.OPTIMAL
    assert [each.value for each in again.levels] == values
    started = ask(POSITION, objective, start=best.after, limits=LIMITS)
    assert [each.value for each in started.levels] == values


@pytest.mark.slow
def test_a_bound_that_is_wrong_is_noticed() -> None:
    # Below every layout: one that just reaches a wrong bound would end the search.
    with pytest.raises(SolverDisagreement):
        ask(POSITION, "income", bounds=[Fraction(-1)], limits=LIMITS)


@pytest.mark.slow
def test_a_later_bound_holds_only_if_the_earlier_one_is_reached() -> None:
    objective = choose_objective(POSITION, "income")
    best = solve(POSITION, objective, limits=LIMITS)
    bounds = [best.levels[0].value + 5, Fraction(-100)]
    found = ask(POSITION, objective, bounds=bounds, limits=LIMITS)
    assert found.status is Status.OPTIMAL
    assert [each.value for each in found.levels] == [each.value for each in best.levels]


@pytest.mark.nightly
def test_lines_until_none_is_left() -> None:
    position = Position((BoardState(board("stone_house")),), {"mead": 1, "oil": 1})
    objective = choose_objective(position, "cover")
    problem = compile_problem(position)
    wanted = list(oracle.best_outcomes(position, objective).values())
    excluded: list[LayoutSignature] = []
    found = []
    proven = False
    while True:
        try:
            solution = ask(position, objective, excluded=excluded, limits=LIMITS)
        except NoLayoutLeft as none:
            proven = none.proven
            break
        assert solution.status is Status.OPTIMAL
        found.append((solution.value,))
        laid = as_laid(problem, solution.after)
        excluded.append(signature_of(problem, laid, objective.levels))
    assert proven
    assert found == wanted


@pytest.mark.slow
def test_conditions_and_barred_places() -> None:
    best = solve(POSITION, "income", limits=LIMITS)
    income = gains(POSITION, best.after).income
    less = MinimumValue(Weights(income=Fraction(-1)), Fraction(1 - income))
    below = ask(POSITION, "income", conditions=[less], limits=LIMITS)
    assert below.status is Status.OPTIMAL
    assert gains(POSITION, below.after).income == income - 1
    piece = next(p.piece for p in best.placements if p.piece.tile.area > 1)
    elsewhere = ask(POSITION, "income", forbidden=[Placement(0, piece)], limits=LIMITS)
    assert elsewhere.status is Status.OPTIMAL
    assert piece not in elsewhere.after.boards[0].pieces
    assert position_violations(elsewhere.after) == []


def test_bad_starts_are_refused() -> None:
    printed = POSITION.boards[0].board
    other = Position((BoardState(board("home")),), POSITION.supply)
    oil = put(printed, "oil", "d3:d4")
    twice = BoardState(printed, (oil, oil))
    for start in (other, replace(POSITION, boards=(twice,)), Position()):
        with pytest.raises(InputError, match="start: "):
            ask(POSITION, start=start, limits=LIMITS)
