"""Playing a game to its end in one of many possible futures.

How a game ends is a noisy sign of how good a move at its beginning was. What the policy thinks of
the game on the way to the end is less noisy, and less right. `Playout.outlook` is in between: the
forecast when the next round begins, and the forecasts after it and the final score with less and
less weight (a λ-return).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from odin_solver.game.fate import Fate
from odin_solver.game.node import Chance
from odin_solver.game.play import apply_legal, current, decision
from odin_solver.game.policies.greedy import Greedy
from odin_solver.game.policies.lazy import LazyGreedy
from odin_solver.game.sheet import Sheet, score_sheet
from odin_solver.game.state import State
from odin_solver.game.turn import Turn

FIRST_FORECAST = 3
"""Before this round begins, what the policy thinks of a game says nothing about its end."""

FORECAST_POINTS = 0.65
"""Points of the final score for each point of a forecast: it rates differences too high."""

LAMBDA = 0.7
"""How much what comes later weighs against the next forecast."""


class Playout(NamedTuple):
    """A game played to its end.

    Attributes
    ----------
    sheet
        Its score sheet.
    moves
        What the player decided, each with the round.
    scenario
        The seed of what chance brought.
    forecasts
        What the policy took the game to be worth when each further round began.
    """

    sheet: Sheet
    moves: tuple[tuple[int, str], ...]
    scenario: int
    forecasts: tuple[float, ...] = ()

    @property
    def outlook(self) -> float:
        """Its score, smoothed by the forecasts.

        Only differences between playouts that began with the same state mean anything.
        """
        value = float(self.sheet.total)
        for forecast in reversed(self.forecasts):
            value = LAMBDA * value + (1 - LAMBDA) * FORECAST_POINTS * forecast
        return value


def play_out(state: State, policy: Greedy, scenario: int) -> Playout:
    """Play to the end.

    Parameters
    ----------
    state
        A game.
    policy
        Who decides from here on.
    scenario
        Seed of one of many possible futures. It has nothing to do with the seed of the game, so
        that nobody who plans sees what will really come. Two ways to go on meet the same luck in
        the same scenario as far as they ask for the same things.
    """
    rng, player = Random(scenario), LazyGreedy(policy)
    moves: list[tuple[int, str]] = []
    forecasts: list[float] = []
    latest = max(state.round, FIRST_FORECAST - 1)

    def decide(at: State) -> str:
        nonlocal latest
        if at.round > latest and isinstance(decision(at), Turn):
            latest = at.round
            forecasts.append(policy.judge.worth(at))
        move = player(at, rng)
        moves.append((at.round, move))
        return move

    for _, _, after in _played(state, scenario, decide):
        state = after
    return Playout(score_sheet(state), tuple(moves), scenario, tuple(forecasts))


def retrace(state: State, playout: Playout) -> Iterator[tuple[State, str, State]]:
    """Go through a playout again.

    Parameters
    ----------
    state
        The game where it began.
    playout
        What came of it.

    Yields
    ------
    tuple
        A state, the move or outcome of chance that came, and the state after it.
    """
    decided = iter(playout.moves)
    return _played(state, playout.scenario, lambda _: next(decided)[1])


def _played(
    state: State, scenario: int, decide: Callable[[State], str]
) -> Iterator[tuple[State, str, State]]:
    fate = Fate(scenario)
    met: Counter[str] = Counter()
    while (node := current(state)) is not None:
        if isinstance(node, Chance):
            move = fate.outcome(node.kind, met[node.kind], node.outcomes(state))
            met[node.kind] += 1
        else:
            move = decide(state)
        after = apply_legal(state, move)
        yield state, move, after
        state = after
