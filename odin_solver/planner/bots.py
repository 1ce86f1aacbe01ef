"""Bots: who plays the seats of a game that no person takes, in four strengths."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from odin_solver.game.kernel.moves import Move, Use
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.playing import Policy
from odin_solver.game.seats import alone
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.policy import Planner
from odin_solver.rollouts.playing import greedy, ranked_moves
from odin_solver.rollouts.policies.evaluation import GREEDY

SLIPS, AMONG = 0.5, 6
"""How often a beginner uses another space than the best one, and how many are looked at."""


def beginner(state: State, rng: Random) -> Move:
    """Choose as `greedy` does, but often take the next best spaces instead."""
    best, *others = ranked_moves(state, GREEDY, 1)
    spaces = [move for move in others if isinstance(move, Use)][:AMONG]
    if isinstance(best, Use) and spaces and rng.random() < SLIPS:
        return rng.choice(spaces)
    return best


BOTS: Mapping[int, Callable[[], Policy]] = MappingProxyType(
    {
        1: lambda: beginner,
        2: lambda: greedy,
        3: lambda: Planner(SearchLimits(seconds=None, playouts=100)),
        4: lambda: Planner(SearchLimits(seconds=1.0)),
    }
)
"""Policies by strength (`odin_solver.game.setup.STRENGTHS`)."""


class Bots:
    """The bots of a game, which remember how they mean to lay tiles."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._policies: dict[int, Policy] = {}

    def next_move(self) -> Move | None:
        """Return the move of the bot whose turn it is; None if it is not that of a bot."""
        state = self._game.state
        strength = state.options.bots and state.options.bots[state.seat]
        if not strength or decision(state) is None:
            return None
        policy = self._policies.setdefault(state.seat, BOTS[strength]())
        return policy(alone(state), Random(f"{self._game.seed} bot {len(self._game.moves)}"))

    def move(self) -> None:
        """Move up to the next decision of a person, or the next chance that is entered."""
        while (move := self.next_move()) is not None:
            self._game.do(move)
            self._game.let_chance_decide()
