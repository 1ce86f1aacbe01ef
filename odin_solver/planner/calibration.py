"""What games reach of the score that a search expects.

A search expects less than the planner reaches: its tree ends soon, and what stands for the rest of
the game plays worse. ``python -m benchmarks.calibration --write`` measures the difference in games
that the planner plays to their end, and writes the file.
"""

import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from statistics import NormalDist
from typing import NamedTuple, TypeVar

import msgspec

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import PHASES
from odin_solver.rules.position import GameLength
from odin_solver.support.validating import decoded

FILE = "calibration.json"

RANGE = 0.8
"""Share of the games that end within the range that is shown."""

RANGE_WIDTH = NormalDist().inv_cdf((1 + RANGE) / 2)
"""Standard deviations from the mean to an end of the range."""


class Reached(NamedTuple):
    """Where games end that have as many rounds left.

    Attributes
    ----------
    left
        Rounds left (`rounds_left`).
    gain
        Points beyond the expectation of a search, in the mean.
    deviation
        Standard deviation of these points, beyond the standard error of the expectation.
    """

    left: float
    gain: float
    deviation: float

    def width(self, stderr: float = 0.0) -> float:
        """Return the points from the mean to an end of the range, in which is a whole score."""
        return max(0.5, RANGE_WIDTH * math.hypot(self.deviation, stderr))


class Budget(NamedTuple):
    """What a longer or shorter search expects beyond that of which the gain was measured.

    Attributes
    ----------
    doublings
        Simulations of the tree, as their logarithm to base 2.
    more
        Points beyond the expectation of the usual search of the same state, in the mean.
    """

    doublings: float
    more: float


class ComesTrue(NamedTuple):
    """How often what others take in a share of the simulations is gone in games of bots."""

    share: float
    likely: float


class Calibration(msgspec.Struct, frozen=True):
    """The measured file, whose lists are the corners of lines.

    Attributes
    ----------
    between_seeds
        Standard deviation of a loss between seeds of the search, beyond what its samples say.
    budgets
        What the number of simulations changes.
    taken
        What comes true of what others take (``python -m benchmarks.taken``).
    without_cards, all_cards
        What games without occupations, and with all, reach, by the length of the game: from the end
        of the game to its start.
    """

    between_seeds: float
    budgets: list[Budget]
    taken: list[ComesTrue]
    without_cards: dict[GameLength, list[Reached]]
    all_cards: dict[GameLength, list[Reached]]


Corner = TypeVar("Corner", Reached, Budget, ComesTrue)


class FinalScore(NamedTuple):
    """The final score that games reach in the mean, and the whole scores of four in five."""

    expected: float
    low: int
    high: int


@cache
def calibration() -> Calibration:
    """Return what was measured."""
    return decoded((files("odin_solver.planner") / FILE).read_bytes(), Calibration)


def games_of(length: GameLength, cards: bool) -> list[Reached]:
    """Return what games of a length reach, without occupations or with all."""
    return (calibration().all_cards if cards else calibration().without_cards)[length]


def between(corners: Sequence[Corner], at: float) -> Corner:
    """Return the point of the line through some corners with such a first value, or its end."""
    at = min(max(at, corners[0][0]), corners[-1][0])
    one, other = next(pair for pair in pairwise(corners) if at <= pair[1][0])
    share = (at - one[0]) / (other[0] - one[0])
    return type(one)(*(low + share * (high - low) for low, high in zip(one, other, strict=True)))


def likely(share: float) -> float:
    """Return how likely others take what they take in a share of the simulations."""
    return between(calibration().taken, share).likely


def gain_at(state: State) -> float:
    """Return what games reach beyond the expectation; 0 if that was not measured."""
    final = final_score(state, 0.0)
    return final.expected if final else 0.0


def final_score(
    state: State, expected: float, stderr: float = 0.0, simulations: int = 0
) -> FinalScore | None:
    """Return what games reach that are expected to score so much; None if that was not measured.

    The planner is taken to play on, with 200 playouts for a placement.

    Parameters
    ----------
    state
        A state of the solo game from its first round on, without occupations or with all.
    expected, stderr
        Expected score of the best move, as the search says, and its standard error.
    simulations
        Simulations of the tree search; 0 if they are not known, or playouts were compared.
    """
    options = state.options
    cards = len(options.cards)
    if options.players > 1 or options.islands or options.harvest or not state.round:
        return None
    if cards not in (0, len(OCCUPATIONS)):
        return None
    there = between(games_of(options.length, bool(cards)), rounds_left(state))
    node = current(state)
    acts = state.phase == "actions" and isinstance(node, Decision) and node.in_action
    if there.left <= -1 and not acts:
        there = Reached(-1.0, 0.0, 0.0)
    elif simulations:
        expected -= between(calibration().budgets, math.log2(simulations)).more
    mean, width = expected + there.gain, there.width(stderr)
    return FinalScore(mean, math.ceil(mean - width), math.floor(mean + width))


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
