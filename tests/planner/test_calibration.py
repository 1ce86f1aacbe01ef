"""What is said of the final score: what was measured, and the end is certain."""

import msgspec
import pytest

from odin_solver.game import State
from odin_solver.game.actions.dice import DiceAction
from odin_solver.planner.calibration import (
    RANGE_WIDTH,
    Reached,
    between,
    calibration,
    final_score,
    gain_at,
    games_of,
    rounds_left,
)
from odin_solver.planner.candidates import Advice, Candidate
from odin_solver.planner.tree import MoveEstimate
from tests.planner import games


def at(round_: int, vikings: int) -> State:
    return games.turn(round_, vikings).state.copy()


def test_the_range_shrinks_to_the_end() -> None:
    states = [at(1, 7), at(3, 9), at(6, 12), at(6, 4)]
    found = [final_score(state, 100.0) for state in states]
    widths = [each.high - each.low for each in found if each]
    assert len(widths) == len(states)
    assert widths == sorted(widths, reverse=True)
    assert found[0] is not None
    assert found[0].expected == pytest.approx(100 + games_of("short", cards=False)[-1].gain)
    over = at(6, 4)
    over.vikings = 0
    assert final_score(over, 100.0, simulations=50) == (100.0, 100.0, 100.0)


def test_a_choice_of_the_last_viking_is_not_the_end() -> None:
    """Its dice can still bring this or that."""
    state = at(6, 4)
    state.vikings = 0
    state.stack = (*state.stack, DiceAction("hunting"))
    found = final_score(state, 100.0)
    last = games_of("short", cards=False)[0]
    assert found is not None
    assert found.expected == pytest.approx(100 + last.gain)
    assert found.low < found.high


def test_a_wide_range_of_an_unsure_expectation() -> None:
    there = Reached(3.0, 5.0, 4.0)
    assert there.width(3.0) == pytest.approx(5 * RANGE_WIDTH)
    sure, unsure = (final_score(at(3, 9), 100.0, stderr) for stderr in (0.0, 5.0))
    assert sure is not None
    assert unsure is not None
    assert (unsure.expected, unsure.low < sure.low) == (sure.expected, True)


def test_a_longer_search_expects_more() -> None:
    """What it expects more is no gain: the same state does not end better for it."""
    first, *_, last = calibration().budgets
    unknown, short, long = (
        gain_of(at(3, 9), simulations) for simulations in (0, round(2**first.doublings), 10**9)
    )
    assert unknown - short == pytest.approx(first.more, abs=0.05)
    assert unknown - long == pytest.approx(last.more)
    assert last.more > first.more


def gain_of(state: State, simulations: int) -> float:
    found = final_score(state, 100.0, 0.0, simulations)
    assert found is not None
    return found.expected


def test_the_ends_of_the_range_are_whole_scores_in_it() -> None:
    """Rounded to the nearest the range would be wider by half a point at each end."""
    there = between(games_of("short", cards=False), 3)
    for expected in (100.0, 100.3, 100.6, 100.9):
        found = final_score(at(3, 9), expected)
        assert found is not None
        assert found.low - 1 < found.expected - there.width() <= found.low
        assert found.high <= found.expected + there.width() < found.high + 1
    assert Reached(-0.9, 0.5, 0.1).width() == 0.5


def test_lines() -> None:
    corners = [Reached(-1, 0, 1), Reached(0, 2, 3), Reached(2, 12, 5)]
    found = [between(corners, left) for left in (-2, -1, -0.5, 0, 1.5, 2, 9)]
    assert [each.gain for each in found] == [0, 0, 1, 2, 9.5, 12, 12]
    assert [each.deviation for each in found] == [1, 1, 2, 3, 4.5, 5, 5]


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
    assert feast is not None
    there = between(games_of("short", cards=False), 2)
    assert feast.expected == pytest.approx(100 + there.gain)


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
