"""Bots: who plays the seats of a game that no person takes, in four strengths.

The planner is imported when a bot first thinks.
"""

from random import Random

from odin_solver.game.kernel.moves import Move, Use
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.playing import Policy

SLIPS, AMONG = 0.5, 6
"""How often a beginner uses another space than the best one, and how many are looked at."""


def beginner(state: State, rng: Random) -> Move:
    """Choose as ``greedy`` does, but often take one of the next best spaces instead."""
    from odin_solver.rollouts.playing import ranked_moves
    from odin_solver.rollouts.policies.evaluation import GREEDY

    best, *others = ranked_moves(state, GREEDY, 1)
    spaces = [move for move in others if isinstance(move, Use)][:AMONG]
    if isinstance(best, Use) and spaces and rng.random() < SLIPS:
        return rng.choice(spaces)
    return best


def bot(strength: int) -> Policy:
    """Return a bot; its strength is one of `odin_solver.game.setup.STRENGTHS`."""
    if strength == 1:
        return beginner
    if strength == 2:
        from odin_solver.rollouts.playing import greedy

        return greedy
    from odin_solver.planner.advice import SearchLimits
    from odin_solver.planner.policy import Planner

    if strength == 3:
        return Planner(SearchLimits(None, playouts=100))
    return Planner(SearchLimits(seconds=1, workers=2))


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
        policy = self._policies.setdefault(state.seat, bot(strength))
        return policy(state, Random(f"{self._game.seed} bot {len(self._game.moves)}"))

    def move(self) -> None:
        """Move up to the next decision of a person, or the next chance that is entered."""
        while (move := self.next_move()) is not None:
            self._game.do(move)
            self._game.let_chance_decide()
