"""Duels of moves."""

from collections.abc import Sequence

import pytest

from odin_solver.game.kernel.moves import PASS, Use
from odin_solver.planner.duels import BEYOND, LONG, SPREADS, Duel, Effort
from tests.planner import games

ONE, TWO = (Use("beans"),), (PASS,)


def duel(*differences: Sequence[float]) -> Duel:
    """A duel in which the first line is better by these points, by the trees that judge."""
    found = Duel(games.turn(6, 4).state, "x")
    found.samples[ONE] = [[], *([50 + each for each in tree] for tree in differences)]
    found.samples[TWO] = [[], *([50.0 for _ in tree] for tree in differences)]
    return found


def test_the_loss_is_the_mean_over_the_trees() -> None:
    assert duel([1, 3], [4, 4]).gap(ONE, TWO).points == 3
    assert duel([1, 3], [4, 4]).gap(TWO, ONE).points == -3
    assert duel([1, 3], []).gap(ONE, TWO).points == 2


def test_repetitions_reduce_noise_but_not_what_longer_searches_would_say() -> None:
    once, often = (duel([2] * number, [4] * number).gap(ONE, TWO) for number in (1, 100))
    assert once.noise == pytest.approx(sum(SPREADS[tree] ** 2 for tree in LONG) ** 0.5 / 2)
    assert often.noise < once.noise / 9
    assert often.stderr == pytest.approx((BEYOND**2 + often.noise**2) ** 0.5)
    assert often.surely == often.points - 2 * often.stderr


def test_what_differs_from_seed_to_seed_is_noise() -> None:
    quiet = duel([2, 2, 2], [2, 2, 2]).gap(ONE, TWO)
    noisy = duel([0, 2, 4], [0, 2, 4]).gap(ONE, TWO)
    assert (quiet.points, noisy.points) == (2, 2)
    assert noisy.noise > quiet.noise > 0


def test_lines_meet_the_same_seeds_and_new_ones_each_time() -> None:
    state, effort = games.turn(6, 4).state, Effort((20, 20, 20), 2)
    one, two = Duel(state, "x", effort=effort), Duel(state, "x", 2, effort)
    one.repeat((ONE, TWO))
    two.repeat((TWO,))
    two.repeat((ONE,))
    assert one.samples == two.samples
    one.repeat((ONE,))
    assert all(first != second for first, second in one.samples[ONE][1:])
    assert Duel(state, "y", effort=effort).number(1) != one.number(1)
    assert one.simulations == 3 * 40
