"""The fit of the calibration, to games made up."""

import pytest

from benchmarks.calibration import (
    CalibrationGame,
    Expectation,
    between_seeds,
    gain_of,
    held_out,
    variance_of,
)


def game(score: int, *gains: float) -> CalibrationGame:
    """Return a game that reached so much beyond the expectation of each round."""
    rounds = [[Expectation(score - gain, 0.1, 0.0, {})] for gain in gains]
    return CalibrationGame(score, rounds)


def test_gains_are_linear_in_the_rounds_left() -> None:
    games = [game(100, 9, 6, 3), game(90, 7, 4, 1)]
    assert gain_of(games) == (2, 3)
    # Five points better than games are in the mean: luck, all of it at the beginning.
    assert gain_of(games, published=90) == (2, 0.5)


def test_variances_are_those_of_a_further_game() -> None:
    games = [game(100, 9, 6, 3), game(90, 7, 4, 1)]
    assert variance_of([games, games]) == (3, 0)


def test_games_are_judged_by_the_others() -> None:
    """Of three the middle one is within what the two others say; all are if they are alike."""
    low, middle, high = game(90, 7, 4, 1), game(95, 8, 5, 2), game(100, 9, 6, 3)
    assert held_out([[low, middle, high]] * 2) == pytest.approx(1 / 3)
    alike = [game(90, 7, 4, 1) for _ in range(3)]
    assert held_out([alike, alike]) == 1


def test_the_spread_between_seeds_is_beyond_that_of_samples() -> None:
    def searched(*values: float) -> Expectation:
        moves = {f"use {at}": (value, 0.0) for at, value in enumerate(values)}
        return Expectation(0.0, 0.0, 0.0, moves)

    searches = [searched(10, 8), searched(10, 10), searched(0)]
    assert between_seeds([CalibrationGame(0, [searches])]) == pytest.approx(2**0.5, abs=0.01)
