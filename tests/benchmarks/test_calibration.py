"""The fit of the calibration, to games made up."""

import pytest

from benchmarks.calibration import (
    CalibrationGame,
    Expectation,
    Kind,
    SearchedState,
    between_seeds,
    drawing,
    fitted,
    held_out,
    moment_of,
    searched,
    settings,
    summary,
)
from odin_solver.planner.calibration import GainLine, Lines
from tests.planner import games

BEFORE = Lines(GainLine(1.0, 0.0), GainLine(4.0, 0.0))


def state(left: float, *expected: float) -> SearchedState:
    """Return the beginning of a round with as many rounds left."""
    searches = [Expectation(each, 0.1, {}) for each in expected]
    return SearchedState("begin", 1, left, searches)


def game(score: int, *gains: float) -> CalibrationGame:
    """Return a game that reached so much beyond the expectation of each round."""
    lefts = range(len(gains) - 1, -1, -1)
    states = [state(left, score - gain) for left, gain in zip(lefts, gains, strict=True)]
    return CalibrationGame(score, states)


def kind(*played: CalibrationGame) -> Kind:
    """Return a kind of which the published games are 10 above the start, and vary by 8."""
    scores = {1: 96, 2: 100, 3: 104}
    starts = {seed: state(2, 90.0) for seed in scores}
    return Kind(scores, starts, dict(enumerate(played, 1)))


def test_lines_begin_where_the_published_games_are() -> None:
    """Few games leave the last round as it was; variances are those of the published scores."""
    assert fitted(kind(), BEFORE) == (GainLine(1.0, 4.5), GainLine(4.0, 6.0))


def test_games_give_the_value_in_the_last_round() -> None:
    many = [game(100, 10, 6, 2), game(98, 8, 6, 2), game(102, 12, 6, 2)]
    line, variance = fitted(kind(*many), BEFORE)
    assert line == (2.0, 4.0)
    # All were as expected but at the start, which says nothing about the end.
    assert variance.last == 0


def test_variances_are_those_around_the_line() -> None:
    many = [game(100, 10, 6, 2 + more) for more in (-3, 0, 3)]
    assert fitted(kind(*many), BEFORE).variance.last == pytest.approx(3.2, abs=3.2)


def test_games_are_judged_by_the_others() -> None:
    """Of the starts, two of three are within; the games end where lines without them say."""
    judged = held_out(kind(), BEFORE)
    assert [each.within for each in judged] == [False, True, False]
    assert [round(each.points, 1) for each in judged] == [-6.0, 0.0, 6.0]
    many = [game(100, 10, 6, 2)] * 3 + [game(110, 20, 16, 12)]
    last = held_out(kind(*many)._replace(scores={**kind().scores, 4: 100}), BEFORE)[-3:]
    assert [round(each.points) for each in last] == [10, 10, 10]
    assert not any(each.within for each in last[1:])


def test_the_spread_between_seeds_is_beyond_that_of_samples() -> None:
    def search(*values: float) -> Expectation:
        moves = {f"use {at}": (value, 0.0) for at, value in enumerate(values)}
        return Expectation(0.0, 0.0, moves)

    found = SearchedState("begin", 1, 5.0, [search(10, 8), search(10, 10)])
    assert between_seeds([CalibrationGame(0, [found])]) == pytest.approx(2**0.5, abs=0.01)


def test_moments_of_a_round() -> None:
    begin, middle, late = (games.turn(3, vikings).state for vikings in (9, 4, 1))
    assert moment_of(begin) == "begin"
    middle.placed = (("mountain_2", 5),)
    late.placed = (("mountain_2", 1), ("weekly_market", 0))
    assert moment_of(middle) == "middle"
    assert moment_of(late) == "middle"
    found = searched(begin, "feast")
    assert (found.round, found.left, len(found.searches)) == (3, 3.0, 1)


def test_what_is_shown() -> None:
    setting = settings()[0]
    judged = {setting: held_out(kind(), BEFORE)}
    assert "3 | +0.0 ± 3.5 | 33% |" in summary(
        {setting: [each._replace(left=6.0) for each in judged[setting]]}
    )
    drawn = drawing(judged, {setting: BEFORE})
    assert drawn.count("<circle") == 3
    assert drawn.count("#c0392b") == 2
