"""What is said of the final score: what was measured, and the end is certain."""

import msgspec
import pytest

from odin_solver.game import State
from odin_solver.planner.calibration import (
    RANGE_WIDTH,
    GainLine,
    calibration,
    final_score,
    gain_at,
    rounds_left,
)
from odin_solver.planner.candidates import Advice, Candidate
from odin_solver.planner.tree import MoveEstimate
from tests.planner import games


def at(round_: int, vikings: int) -> State:
    return games.turn(round_, vikings).state.copy()


def test_the_gain_and_the_range_shrink_to_the_end() -> None:
    states = [at(1, 7), at(3, 9), at(6, 12), at(6, 4)]
    found = [final_score(state, 100.0) for state in states]
    gains = [each.expected - 100 for each in found if each]
    widths = [each.high - each.low for each in found if each]
    assert len(gains) == len(states)
    assert gains == sorted(gains, reverse=True)
    assert widths == sorted(widths, reverse=True)
    assert gains[-1] > 0
    begin = calibration().without_cards["short"].gain
    assert gains[0] == pytest.approx(begin.last + 5 * begin.per_round)
    over = at(6, 4)
    over.vikings = 0
    assert final_score(over, 100.0) == (100.0, 100.0, 100.0)


def test_the_variance_lasts_to_the_middle_of_the_last_round() -> None:
    lines = calibration().without_cards["short"]
    assert lines.width(0) == lines.width(-0.5) > lines.width(-0.75) > lines.width(-1) == 0
    assert lines.width(0, 3.0) > lines.width(0)
    assert lines.width(-1, 2.0) == pytest.approx(2 * RANGE_WIDTH)


def test_lines() -> None:
    line = GainLine(2.0, 3.0)
    assert [line.at(left) for left in (-1, -0.5, 0, 1, 2.5)] == [0, 1, 2, 5, 9.5]
    assert GainLine(-1.0, 0.0).at(3) == 0


@pytest.mark.parametrize(
    "options", [{"islands": True}, {"players": 3}, {"cards": frozenset({1, 2, 3})}]
)
def test_nothing_is_claimed_of_games_that_were_not_measured(options: dict[str, object]) -> None:
    state = at(3, 9)
    state.options = msgspec.structs.replace(state.options, **options)
    assert final_score(state, 100.0) is None
    assert gain_at(state) == 0


def test_every_phase_has_its_share_of_the_round() -> None:
    """Before the actions all of the round is left, after them nothing, even with Vikings."""
    state = at(3, 9)
    for phase, left in (("harvest", 3), ("actions", 3), ("feast", 2), ("bonus", 2), ("return", 2)):
        state.phase = phase
        assert rounds_left(state) == left
    feast = final_score(state, 100.0)
    line = calibration().without_cards["short"].gain
    assert feast is not None
    assert feast.expected == pytest.approx(100 + line.at(2))


def test_nothing_is_claimed_before_the_first_round() -> None:
    """Starting occupations are compared by playouts, which expect less than searches."""
    state = at(3, 9)
    state.round = 0
    assert final_score(state, 100.0) is None


def test_a_loss_is_as_unsure_as_it_is_between_seeds() -> None:
    pair = tuple(Candidate((), estimate=MoveEstimate(9000, value, 0.0)) for value in (100.0, 99.5))
    advice = Advice(at(3, 9), pair, 1.0)
    assert advice.loss_stderr(pair[1]) == pytest.approx(calibration().between_seeds)
    assert advice.loss_stderr(pair[0]) == 0
