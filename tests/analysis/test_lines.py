"""The best lines against all outcomes of small positions."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, example, given, settings

from odin_solver import Limits
from odin_solver.analysis import Analyst, Line, best_lines, tile_values
from odin_solver.analysis.loss import Loss
from odin_solver.components import board
from odin_solver.notation.pieces import parse_piece
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.solution import LevelResult, Request, Solution, Status, placing_steps
from odin_solver.questions.analysis import how_it_differs, tiles_swapped
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests.analysis import oracle
from tests.analysis.here import analyst
from tests.placement.model import random_positions
from tests.profiles import cases

pytestmark = pytest.mark.usefixtures("here")


@pytest.mark.slow
@settings(max_examples=cases(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random_positions.generators)
@example(random.Random(13331831358))  # more income for a silver, which the second level counts
def test_the_k_best_lines(choose: random.Random) -> None:
    position, objective = oracle.small_position(choose), oracle.small_objective(choose)
    wanted = list(oracle.best_outcomes(position, objective).values())
    count = choose.randint(1, 5)
    told: list[Line] = []
    asked = analyst(position, objective)
    found = best_lines(asked, count, told.append)
    assert tuple(told) == found.lines
    for line in found.lines[1:]:
        swapped = tiles_swapped(position, found.lines[0].solution.after, line.solution.after)
        assert swapped or how_it_differs(asked, line.solution, line.loss)
    values = [oracle.values(position, line.solution.after, objective) for line in found.lines]
    assert values == wanted[:count]
    assert found.complete == (len(wanted) < count)
    outcomes = [oracle.outcome(position, x.solution.after, objective) for x in found.lines]
    assert len(set(outcomes)) == len(outcomes)
    for line, reached in zip(found.lines, values, strict=True):
        assert line.loss.levels == tuple(
            best - value for best, value in zip(values[0], reached, strict=True)
        )
        assert line.loss.proven


@pytest.mark.slow
def test_a_line_on_another_board_is_the_same_line() -> None:
    boards = (BoardState(board("stone_house")), BoardState(board("shed")))
    position = Position(boards, {"oil": 1})
    found = best_lines(analyst(position, choose_objective(position, "cover")), 3)
    assert [dict(line.solution.after.supply) for line in found.lines] == [{}, {"oil": 1}]
    assert found.complete


def unproven(monkeypatch: pytest.MonkeyPatch, layouts: list[Position]) -> Analyst:
    """An analyst whose searches find layouts without a proof."""
    position = Position((BoardState(board("stone_house")),), {"oil": 1, "mead": 1})
    objective = choose_objective(position, "cover")
    found = iter(layouts)

    def answer(request: Request, **_: object) -> Solution:
        after = next(found)
        values = oracle.values(position, after, objective)
        levels = tuple(LevelResult(value, Fraction(99)) for value in values)
        return Solution(
            status=Status.FEASIBLE,
            before=request.position,
            after=after,
            steps=placing_steps(request.position, after),
            objective=objective,
            levels=levels,
            ties_settled=False,
            seconds=1.0,
            solver="",
            version="",
            limits=Limits(),
        )

    monkeypatch.setattr("odin_solver.analysis.analyst.answer", answer)
    return Analyst(position, objective)


def test_lines_without_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    position = unproven(monkeypatch, []).position
    state = position.boards[0]
    oil, mead = parse_piece("oil b1:c1", state.board), parse_piece("mead b2:b3", state.board)
    nothing = position
    one = replace(position, boards=(replace(state, pieces=(oil,)),), supply={"mead": 1})
    both = replace(position, boards=(replace(state, pieces=(oil, mead)),), supply={})

    found = best_lines(unproven(monkeypatch, [both, one, nothing]), 3)
    assert [line.solution.after for line in found.lines] == [both, one, nothing]
    assert (found.complete, found.missing) == (False, 0)
    assert not any(line.loss.proven for line in found.lines)

    asked = unproven(monkeypatch, [one, both, nothing])
    found = best_lines(asked, 3)
    assert [line.solution.after for line in found.lines] == [both, one, nothing]
    assert asked.best.after == both
    assert asked.best.levels[0].bound == 99
    assert [line.loss.first for line in found.lines] == [0, 2, 4]
    # No search (the layouts are used up), but upper bounds.
    assert {each.tile.id: each.loss.first for each in tile_values(asked)} == {"oil": 2, "mead": 2}
    asked = unproven(monkeypatch, [one])
    assert {each.tile.id: each.loss.first for each in tile_values(asked)} == {"oil": 0, "mead": 0}


def test_what_a_loss_says() -> None:
    nothing, one, three = Fraction(0), Fraction(1), Fraction(3)
    loss = Loss((nothing, three, one), True, nothing)
    assert (loss.first, loss.level, loss.decisive) == (nothing, 1, three)
    assert not loss.is_zero
    none = Loss((nothing, nothing), True, nothing)
    assert (none.level, none.decisive) == (0, nothing)
    assert none.is_zero
