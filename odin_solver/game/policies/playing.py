"""Letting a policy play."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Protocol

from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import apply_legal, current
from odin_solver.game.kernel.state import State
from odin_solver.game.seeded_chance import SeededChance


class Policy(Protocol):
    """Somebody who plays."""

    def __call__(self, state: State, rng: Random) -> str:
        """Choose a legal move.

        Parameters
        ----------
        state
            A game in which the player has to decide.
        rng
            The only source of random choices, so that games can be repeated.
        """
        ...


def play(state: State, policy: Policy, seed: int) -> Iterator[tuple[str, State]]:
    """Play a game to its end.

    Parameters
    ----------
    state
        A game before any chance has come.
    policy
        Who decides.
    seed
        Decides chance, and the random choices of the policy, which are a stream of their own.

    Yields
    ------
    tuple
        Every move and outcome of chance, and the state after it.
    """
    fate, rng = SeededChance(seed), Random(f"{seed} policy")
    met: Counter[str] = Counter()
    while (node := current(state)) is not None:
        if isinstance(node, Chance):
            move = fate.outcome(node.kind, met[node.kind], node.outcomes(state))
            met[node.kind] += 1
        else:
            move = policy(state, rng)
        state = apply_legal(state, move)
        yield move, state
