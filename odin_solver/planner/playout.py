"""Playing a game to its end in one of many possible futures."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from odin_solver.game.fate import Fate
from odin_solver.game.node import Chance
from odin_solver.game.play import apply_legal, current
from odin_solver.game.policies.playing import Policy
from odin_solver.game.sheet import Sheet, score_sheet
from odin_solver.game.state import State


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
    """

    sheet: Sheet
    moves: tuple[tuple[int, str], ...]
    scenario: int


def play_out(state: State, policy: Policy, scenario: int) -> Playout:
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
    rng = Random(scenario)
    moves: list[tuple[int, str]] = []

    def decide(at: State) -> str:
        move = policy(at, rng)
        moves.append((at.round, move))
        return move

    for _, _, after in _played(state, scenario, decide):
        state = after
    return Playout(score_sheet(state), tuple(moves), scenario)


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
