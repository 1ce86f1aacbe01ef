"""The best lines against all outcomes of small positions."""

import random
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings

from odin_solver.analysis import best_lines
from odin_solver.analysis.loss import Loss
from tests.analysis import oracle
from tests.analysis.here import analyst
from tests.placement.model import random_positions
from tests.profiles import cases

pytestmark = pytest.mark.usefixtures("here")


@pytest.mark.slow
@settings(max_examples=cases(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random_positions.generators)
def test_the_k_best_lines(choose: random.Random) -> None:
    position, objective = oracle.small_position(choose), oracle.small_objective(choose)
    wanted = list(oracle.best_outcomes(position, objective).values())
    count = choose.randint(1, 5)
    found = best_lines(analyst(position, objective), count)
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


def test_what_a_loss_says() -> None:
    nothing, one, three = Fraction(0), Fraction(1), Fraction(3)
    loss = Loss((nothing, three, one), True, nothing)
    assert (loss.first, loss.level, loss.decisive) == (nothing, 1, three)
    assert not loss.is_zero
    none = Loss((nothing, nothing), True, nothing)
    assert (none.level, none.decisive) == (0, nothing)
    assert none.is_zero
