"""The greedy policy in a hurry: in a turn it looks again only at moves that may be the best.

What a move gains changes little from one turn of a round to the next. So moves are looked at in the
order of what they gained last, and only as long as one may still be better than the best (lazy
greedy evaluation). Whole games score as much as with `Greedy`, in two thirds of the time.
"""

from odin_solver.game.kernel.moves import PASS, Move
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.state import State
from odin_solver.game.policies.greedy import Greedy
from odin_solver.game.turn import Turn

SLACK = 1.0
"""A move may gain so much more than it did when it was last looked at."""

LEAST = 2
"""So many moves are looked at in any case."""


class LazyGreedy(Greedy):
    """Plays one game, turn after turn: it remembers what moves have gained in this round.

    Parameters
    ----------
    policy
        The greedy policy, whose evaluator is shared.
    """

    def __init__(self, policy: Greedy) -> None:
        super().__init__(policy.evaluator)
        self._round = 0
        self._gained: dict[Move, float] = {}
        self._gained_by_cards: dict[tuple[int, tuple[int, ...], int], float] = {}

    def best_of(self, state: State, node: Decision) -> Move:
        """The best move of those that are looked at."""
        if not isinstance(node, Turn):
            return super().best_of(state, node)
        if state.round != self._round:
            self._round = state.round
            self._gained.clear()
        gained, now = self._gained, self.evaluator.evaluate(state)
        best_value = float("-inf")
        best: Move = PASS
        never = float("inf")
        moves = sorted(self.choices(state, node), key=lambda move: -gained.get(move, never))
        for looked, move in enumerate(moves):
            if looked >= LEAST and gained.get(move, never) + SLACK < best_value - now:
                break
            value = self.value_of(state, move)
            gained[move] = value - now
            if value > best_value:
                best_value, best = value, move
        return best

    def gain_of_card(self, state: State, card: int) -> float:
        """What playing a card gained when it was looked at first, since other cards were played."""
        key = state.round, state.played, card
        found = self._gained_by_cards.get(key)
        if found is None:
            found = self._gained_by_cards[key] = super().gain_of_card(state, card)
        return found
