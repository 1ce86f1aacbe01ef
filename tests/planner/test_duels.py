"""Duels of moves."""

from collections.abc import Sequence

import pytest

from odin_solver.game.kernel.moves import PASS, Use
from odin_solver.planner.duels import DISAGREEMENT, EVERY_WAY, SPREADS, Duel, Effort
from tests.planner import games

ONE, TWO = (Use("beans"),), (PASS,)


def duel(*differences: Sequence[float]) -> Duel:
    """A duel in which the first line is better by these points, in each way."""
    found = Duel(games.turn(6, 4).state, "x")
    found.samples[ONE] = [[50 + each for each in way] for way in differences]
    found.samples[TWO] = [[50.0 for _ in way] for way in differences]
    return found


def test_the_loss_is_the_mean_over_the_ways() -> None:
    assert duel([1, 3], [2], [4, 4], [0]).gap(ONE, TWO).points == 2
    assert duel([1, 3], [2], [4, 4], [0]).gap(TWO, ONE).points == -2
    assert duel([1, 3], [2], [], []).gap(ONE, TWO).points == 2


def test_repetitions_reduce_noise_but_not_disagreement() -> None:
    once = duel([0], [4], [0], [4]).gap(ONE, TWO)
    often = duel(*([each] * 100 for each in (0, 4, 0, 4))).gap(ONE, TWO)
    assert often.noise < once.noise / 9
    assert often.stderr == pytest.approx(
        ((2 * DISAGREEMENT**2 + 16) / 5 / 4 + often.noise**2) ** 0.5
    )
    agreed = duel(*([2] * 100 for _ in EVERY_WAY)).gap(ONE, TWO)
    assert agreed.stderr < often.stderr
    assert agreed.surely == agreed.points - 2 * agreed.stderr


def test_what_differs_from_seed_to_seed_is_noise() -> None:
    quiet = duel([2, 2, 2], [2, 2, 2], [2, 2, 2], [2, 2, 2]).gap(ONE, TWO)
    noisy = duel([0, 2, 4], [0, 2, 4], [0, 2, 4], [0, 2, 4]).gap(ONE, TWO)
    assert (quiet.points, noisy.points) == (2, 2)
    assert noisy.noise > quiet.noise > 0
    once = duel([2], [2], [2], [2]).gap(ONE, TWO)
    assert once.noise == pytest.approx(sum(each**2 for each in SPREADS) ** 0.5 / 4)


def test_lines_meet_the_same_seeds_and_new_ones_each_time() -> None:
    state, effort = games.turn(6, 4).state, Effort((20, 20, 20), 2)
    one, two = Duel(state, "x", effort=effort), Duel(state, "x", 2, effort)
    one.repeat((ONE, TWO))
    two.repeat((TWO,))
    two.repeat((ONE,))
    assert one.samples == two.samples
    one.repeat((ONE,))
    assert all(first != second for first, second in one.samples[ONE][:3])
    assert Duel(state, "y", effort=effort).number(1) != one.number(1)
    assert one.simulations == 3 * 62
