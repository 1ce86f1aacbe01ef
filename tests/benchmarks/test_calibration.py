"""The fit of the calibration, to games made up."""

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from benchmarks.calibration import (
    CalibrationGame,
    Expectation,
    Kind,
    SearchedState,
    Surprise,
    between_seeds,
    drawing,
    fitted,
    held_out,
    main,
    moment_of,
    searched,
    settings,
    summary,
)
from odin_solver.planner.calibration import GainLine, Lines
from tests.planner import games

SETTING, *_ = settings()
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


def fit(one: Kind) -> Lines:
    """Fit lines to a single kind."""
    return fitted({SETTING: one}, {SETTING: BEFORE})[SETTING]


def judge(one: Kind) -> list[Surprise]:
    return held_out({SETTING: one}, {SETTING: BEFORE})[SETTING]


def test_lines_begin_where_the_published_games_are() -> None:
    """Few games leave the last round as it was; variances are those of the published scores."""
    assert fit(kind()) == (GainLine(1.0, 4.5), GainLine(4.0, 6.0))


def test_games_give_the_value_in_the_last_round() -> None:
    many = [game(100, 10, 6, 2), game(98, 8, 6, 2), game(102, 12, 6, 2)] * 2
    line, variance = fit(kind(*many))
    assert line == (2.0, 4.0)
    # All were as expected but at the start, which says nothing about the end.
    assert variance.last == 0


def test_variances_are_those_around_the_line() -> None:
    """Less those of the expectations themselves."""
    many = [game(100, 10, 6, 2 + more) for more in (-3, 0, 3)] * 2
    found = [
        fit(kind(*(each if not stderr else noisy(each, stderr) for each in many))).variance.last
        for stderr in (0.0, 1.0)
    ]
    assert found[0] == pytest.approx(1.6, abs=0.02)
    assert found[1] < found[0]


def noisy(one: CalibrationGame, stderr: float) -> CalibrationGame:
    """Return a game with expectations of such a standard error."""
    states = [
        replace(each, searches=[replace(found, stderr=stderr) for found in each.searches])
        for each in one.states
    ]
    return replace(one, states=states)


def test_all_kinds_share_the_variance_at_the_end() -> None:
    """One of them has games; the other one has the same variance in the last round."""
    many = [game(100, 10, 6, 2 + more) for more in (-3, 0, 3)] * 2
    _, other, *_ = settings()
    lines = fitted({SETTING: kind(*many), other: kind()}, {SETTING: BEFORE, other: BEFORE})
    assert lines[other].variance.last == lines[SETTING].variance.last > 0
    assert lines[other].gain.last == BEFORE.gain.last


def test_games_are_judged_by_the_others() -> None:
    """The games end where lines without them say."""
    judged = judge(kind())
    assert [round(each.points, 1) for each in judged] == [-6.0, 0.0, 6.0]
    many = [game(100, 10, 6, 2)] * 6 + [game(110, 20, 16, 12)]
    scores = dict.fromkeys(range(1, 8), 100) | {1: 96, 2: 104}
    last = judge(kind(*many)._replace(scores=scores))[-3:]
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
    judged = {setting: judge(kind())}
    at_start = [each._replace(left=6.0, within=each.points < 0) for each in judged[setting]]
    told = summary({setting: at_start})
    assert "| long, none | start | 3 | +0.0 ± 3.5 | 33% |" in told
    assert "| all | rounds left: 6 | 3 | +0.0 ± 3.5 | 33% |" in told
    drawn = drawing(judged, {setting: BEFORE})
    assert drawn.count("<circle") == 3
    assert drawn.count("#c0392b") == sum(not each.within for each in judged[setting])


def test_too_few_starts() -> None:
    result = CliRunner().invoke(main, ["--starts", "1-2"])
    assert result.exit_code == 2
    assert "--starts: expected 3 games or more" in result.output
