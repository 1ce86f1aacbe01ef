"""The fit of the calibration, to games made up, and what the planner's file holds of real ones."""

import math
from statistics import fmean

import msgspec
import pytest
from click.testing import CliRunner

from benchmarks.calibration import (
    GAMES,
    SELDOM,
    CalibrationGame,
    KindGames,
    SearchedState,
    between_seeds,
    budgets_of,
    drawing,
    excess_of,
    fitted,
    held_out,
    main,
    measured,
    moment_of,
    rising,
    settings,
    summary,
    surprises,
    times_of,
)
from benchmarks.planner import ALL, Setting
from odin_solver.game.kernel.moves import Use
from odin_solver.planner.calibration import Reached, calibration, games_of
from odin_solver.planner.candidates import Advice, Candidate
from odin_solver.planner.tree import MoveEstimate
from odin_solver.rules.position import ROUNDS
from tests.planner import games

SHORT = next(each for each in settings() if each.length == "short")


GAINS = (18, 15, 12, 9, 6, 3, 2, 1)


def game(score: int, *gains: float) -> CalibrationGame:
    """Return a short game that reached so much beyond the expectation on its way."""
    moments = [*((round_, 6.0 - round_) for round_ in range(1, 7)), (6, -0.5), (6, -1.0)]
    states = [
        SearchedState(*moment, score - gain, 0.0)
        for moment, gain in zip(moments, gains, strict=True)
    ]
    return CalibrationGame(score, states)


def of_kind(number: int) -> KindGames:
    """Return games that reach `GAINS` in the mean, and differ by 3."""
    several = {
        str(seed): game(100, *(gain + seed % 7 - 3.0 for gain in GAINS)) for seed in range(number)
    }
    return KindGames(SHORT, several)


def test_the_gain_is_the_mean_and_the_deviation_that_around_it() -> None:
    found = fitted([*of_kind(70).games.values()], 6)
    assert [each.left for each in found] == [-1, -0.5, 0, 1, 2, 3, 4, 5]
    assert [each.gain for each in reversed(found)] == [*GAINS]
    # Differences of 0, ±1, ±2 and ±3 have a variance of 4; another game has more.
    assert [each.deviation for each in found] == pytest.approx(
        [math.sqrt(4 * 71 / 69)] * 8, abs=0.01
    )


def test_what_the_search_does_not_know_itself_is_no_deviation() -> None:
    played = [*of_kind(70).games.values()]
    unsure = [
        msgspec.structs.replace(
            each, states=[msgspec.structs.replace(state, stderr=1.0) for state in each.states]
        )
        for each in played
    ]
    sure, less = (fitted(each, 6)[-1] for each in (played, unsure))
    assert less.deviation < sure.deviation
    assert less.width(1.0) == pytest.approx(sure.width(), abs=0.02)


def test_deviations_do_not_fall_with_the_rounds_left() -> None:
    assert rising([1, 3, 2, 4, 3.5, 0.5]) == pytest.approx([1, 2.5, 2.5, 8 / 3, 8 / 3, 8 / 3])
    assert rising([1, 2, 3]) == [1, 2, 3]


def test_games_are_judged_by_the_others() -> None:
    """One that differs from all others is not among those that say what to expect."""
    kind = KindGames(SHORT, {str(seed): game(100, *GAINS) for seed in range(20)})
    kind.games["7"] = game(120, *(gain + 20 for gain in GAINS))
    judged = [each for states in held_out(kind) for each in states]
    odd = [each for each in judged if each.points > 10]
    assert [each.points for each in odd] == pytest.approx([20] * 8)
    assert not any(each.within for each in odd)
    assert len(judged) == 160


def test_what_more_simulations_expect() -> None:
    played = [
        CalibrationGame(100, [], {45: 90.5, 360: 90.0, 5760: 91.0}),
        CalibrationGame(100, [], {45: 80.5, 360: 80.0, 5760: 82.0}),
        CalibrationGame(100, []),
    ]
    assert budgets_of(played) == [(5.49, 0.5), (8.49, 0.0), (12.49, 1.5)]


def test_losses_between_seeds_beyond_their_samples() -> None:
    def found(*values: float) -> Advice:
        many = enumerate(values)
        return Advice(
            games.turn(3, 9).state,
            tuple(
                Candidate((Use(f"mountain_{at}"),), estimate=MoveEstimate(9, value, 0.5))
                for at, value in many
            ),
            1.0,
        )

    excess = excess_of(found(10, 8, 7), found(10, 10, 7))
    assert excess == [1.5, -0.5]
    assert between_seeds([CalibrationGame(0, [], {}, excess * 100)]) == pytest.approx(0.71)
    # So few leave what is known.
    assert between_seeds([CalibrationGame(0, [], {}, excess)]) == 0.46


def test_moments_of_a_round() -> None:
    begin, middle, laying = (games.turn(3, vikings).state.copy() for vikings in (9, 4, 0))
    assert (moment_of(begin), moment_of(laying)) == ("begin", "")
    begin.placed = (("mountain_2", 1),)
    assert moment_of(begin) == ""
    middle.placed = (("mountain_2", 5),)
    assert moment_of(middle) == "middle"
    last = games.turn(6, 12).state.copy()
    found = []
    for placed in (0, 1, 4, 12, 40):
        last.placed = (("mountain_2", placed),)
        found.append(moment_of(last))
    assert found == ["begin", "", "quarter", "middle", "late"]


def test_what_is_shown() -> None:
    corners = [Reached(-1, 1, 1), Reached(0, 3, 1), Reached(5, 18, 1)]
    judged = {SHORT: [surprises(each, corners) for each in of_kind(21).games.values()]}
    told = summary(judged)
    assert "| short, none | start | 21 | +0.0 ± 0.4 | 42.9 ± 11.1 % | 1.3 |" in told
    assert told.count("| short, none | ") == 5
    drawn = drawing(judged, {SHORT: corners})
    assert drawn.count("<circle") == 168
    assert drawn.count("#c0392b") == 96


def test_too_few_games() -> None:
    result = CliRunner().invoke(main, ["--seeds", "1-2"])
    assert result.exit_code == 2
    assert "--seeds: expected 10 games or more" in result.output


def stored() -> list[KindGames]:
    """Return the games by which the planner's file was written."""
    lines = GAMES.read_bytes().splitlines()
    return [msgspec.json.decode(line, type=KindGames) for line in lines]


def in_file(setting: Setting) -> list[Reached]:
    return games_of(setting.length, setting.occupations == ALL)


@pytest.mark.parametrize("kind", stored(), ids=lambda kind: str(kind.setting))
def test_the_file_fits_the_games(kind: KindGames) -> None:
    """At every time of a game: neither a bias, nor a range that holds too many or too few."""
    known = in_file(kind.setting)
    by_game = [times_of(surprises(each, known), kind.rounds) for each in kind.games.values()]
    whole = [each for times in by_game for found in times.values() for each in found]
    assert 0.75 < fmean(each.within for each in whole) < 0.86
    for time in ("start", "early", "middle", "late", "last round"):
        found = [each for times in by_game for each in times[time]]
        assert abs(fmean(each.points for each in found)) < 1, time
        assert 0.65 < fmean(each.within for each in found) < 0.95, time
    assert fmean(each.width for each in found) <= 4


def test_the_file_is_that_of_the_games() -> None:
    for kind in stored():
        assert in_file(kind.setting) == fitted([*kind.games.values()], kind.rounds)
    every = [game for kind in stored() for game in kind.games.values()]
    assert calibration().budgets == budgets_of(every)


@pytest.mark.nightly
@pytest.mark.parametrize("setting", settings(), ids=str)
def test_other_games_end_where_they_should(setting: Setting) -> None:
    """Of seeds that the file does not know: four in five states are in the range, here of few."""
    known = in_file(setting)
    for seed in range(9000, 9003):
        game = measured(setting, seed)
        lefts = [each.left for each in game.states]
        assert (lefts[0], min(lefts) < -0.5) == (ROUNDS[setting.length] - 1, True)
        assert bool(game.budgets) == (seed % SELDOM == 0)
        found = surprises(game, known)
        assert fmean(each.within for each in found) > 0.25, seed
        assert all(abs(each.points) < 3 * each.width + 1 for each in found), seed
