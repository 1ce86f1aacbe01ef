"""What games reach of the score that a search expects.

A search expects less than the planner reaches: its tree ends soon, and what stands for the rest of
the game plays worse. ``python -m benchmarks.calibration --write`` measures the difference in games
of the planner and writes the file.
"""

import math
from functools import cache
from importlib.resources import files
from statistics import NormalDist
from typing import NamedTuple

import msgspec

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import PHASES
from odin_solver.rules.position import GameLength
from odin_solver.support.validating import decoded

FILE = "calibration.json"

RANGE = 0.8
"""Share of the games that at least end within the range that is shown."""

RANGE_WIDTH = NormalDist().inv_cdf(0.95)
"""Standard deviations from the mean to an end of the range: those of nine in ten games, as the
variance on the way through a game is known from few."""


class GainLine(NamedTuple):
    """A value at the beginning of the last round, and what each round before adds."""

    last: float
    per_round: float

    def at(self, left: float) -> float:
        """Return the value with so many rounds left; it ends with 0 at -1, the end of the game."""
        return max(0.0, min(1.0, 1.0 + left) * (self.last + max(0.0, left) * self.per_round))


class Lines(NamedTuple):
    """Points that games reach beyond the expectation, and the variance of their results."""

    gain: GainLine
    variance: GainLine

    def width(self, left: float, stderr: float = 0.0) -> float:
        """Return the points from the mean to an end of the range, with so many rounds left.

        In the last round the variance lasts to its middle, and falls to 0. That of the expectation
        comes on top.
        """
        of_games = self.variance.at(max(0.0, left)) * min(1.0, 2 * (1 + left))
        return RANGE_WIDTH * math.sqrt(of_games + stderr**2)


class Calibration(msgspec.Struct, frozen=True):
    """The measured file.

    Attributes
    ----------
    between_seeds
        Standard deviation of a loss between seeds of the search, beyond what its samples say.
    without_cards, all_cards
        What games without occupations, and with all, reach, by the length of the game.
    """

    between_seeds: float
    without_cards: dict[GameLength, Lines]
    all_cards: dict[GameLength, Lines]


class FinalScore(NamedTuple):
    """The final score that games reach in the mean, and the range of four in five."""

    expected: float
    low: float
    high: float


@cache
def calibration() -> Calibration:
    """Return what was measured."""
    return decoded((files("odin_solver.planner") / FILE).read_bytes(), Calibration)


def lines_of(length: GameLength, cards: bool) -> Lines:
    """Return what was measured of games of a length, without occupations or with all."""
    found = calibration().all_cards if cards else calibration().without_cards
    return found[length]


def gain_at(state: State) -> float:
    """Return what games reach beyond the expectation; 0 if that was not measured."""
    final = final_score(state, 0.0)
    return final.expected if final else 0.0


def final_score(state: State, expected: float, stderr: float = 0.0) -> FinalScore | None:
    """Return what games reach that are expected to score so much; None if that was not measured.

    Parameters
    ----------
    state
        A state of the solo game from its first round on, without occupations or with all.
    expected, stderr
        Expected score of the best move, as the search says, and its standard error.
    """
    options = state.options
    cards = len(options.cards)
    if options.players > 1 or options.islands or options.harvest or not state.round:
        return None
    if cards not in (0, len(OCCUPATIONS)):
        return None
    lines, left = lines_of(options.length, bool(cards)), rounds_left(state)
    mean = expected + lines.gain.at(left)
    width = lines.width(left, stderr)
    return FinalScore(mean, mean - width, mean + width)


def rounds_left(state: State) -> float:
    """Return the rounds after this one, less the share of its Vikings that are placed.

    After the action phase it is all of them, also if some were never placed.
    """
    phases = list(PHASES)
    known = state.phase in phases
    if known and phases.index(state.phase) > phases.index("actions"):
        used = 1.0
    else:
        placed = sum(vikings for _, vikings in state.placed)
        used = placed / max(1, placed + state.vikings)
    return state.rounds - state.round - used
