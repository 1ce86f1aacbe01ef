"""Playing games: policies, seeded chance, and the loop that both share."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Protocol

from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.play import apply_legal, current
from odin_solver.game.kernel.state import State


class SeededChance:
    """All chance of a game, decided by a seed.

    Every kind of chance is a stream of its own: the third weapon, say, does not depend on how
    many dice were rolled before it. So two ways to play a seed meet the same luck as far as they
    make the same draws.
    """

    def __init__(self, seed: int, decided: Counter[str] | None = None) -> None:
        self.seed = seed
        self.decided = Counter[str]() if decided is None else decided.copy()

    def __repr__(self) -> str:
        return f"<SeededChance: seed {self.seed}, {self.decided.total()} decided>"

    def __call__(self, state: State, node: Chance) -> Outcome:
        """Decide what comes next."""
        outcome = self.outcome(node.kind, self.decided[node.kind], node.outcomes(state))
        self.decided[node.kind] += 1
        return outcome

    def outcome(
        self, kind: str, number: int, outcomes: Sequence[tuple[Outcome, Fraction]]
    ) -> Outcome:
        """Return what comes when a kind of chance has decided so often before."""
        at = uniform(self.seed, kind, number)
        reached, share = 0.0, 0.0
        latest = None
        for outcome, probability in outcomes:
            if probability is not latest:  # to make a float of each of 145 cards takes long
                latest, share = probability, float(probability)
            reached += share
            if at < reached:
                return outcome
        return outcomes[-1][0]


def uniform(seed: int, kind: str, number: int) -> float:
    """Return the random number, from 0 to 1, by which a seed decides a draw of a kind of chance."""
    return Random(f"{seed} {kind} {number}").random()


class Policy(Protocol):
    """A player."""

    def __call__(self, state: State, rng: Random) -> Move:
        """Choose a legal move.

        Parameters
        ----------
        state
            A state at a decision.
        rng
            The only source of random choices, so that games can be repeated.
        """
        ...


def play_on(
    state: State, decide: Callable[[State], Move], chance: Callable[[State, Chance], Outcome]
) -> Iterator[tuple[State, Move | Outcome, State]]:
    """Play a game from a state to its end.

    Yields
    ------
    tuple
        A state, the move or outcome of chance that came, and the state after it.
    """
    while (node := current(state)) is not None:
        move = chance(state, node) if isinstance(node, Chance) else decide(state)
        after = apply_legal(state, move)
        yield state, move, after
        state = after


def play(state: State, policy: Policy, seed: int) -> Iterator[tuple[Move | Outcome, State]]:
    """Play a game to its end.

    Parameters
    ----------
    state
        A game before any chance has come.
    seed
        Decides chance, and the random choices of the policy, which are a stream of their own.

    Yields
    ------
    tuple
        Every move and outcome of chance, and the state after it.
    """
    rng = Random(f"{seed} policy")
    for _, move, after in play_on(state, lambda now: policy(now, rng), SeededChance(seed)):
        yield move, after
