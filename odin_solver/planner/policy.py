"""The planner as a policy: it takes advice before every placement of Vikings."""

from dataclasses import replace
from random import Random

from odin_solver.game.kernel.moves import PASS, Move, Place, Use
from odin_solver.game.kernel.play import decision, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.seats import alone
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import USUAL, SearchLimits, compared_layouts, tree_move
from odin_solver.planner.ending import endings, greedy_answer
from odin_solver.planner.layouts import is_time_to_lay

CHOICE_SHARE = 0.5
"""Limits of the search for a choice within an action, as a share of those for a placement."""

LEAST_FOR_CHOICES = (0.05, 50)
"""Seconds and simulations below which no tree is searched for such a choice."""


class Planner:
    """A policy that searches for its moves.

    It places Vikings, and decides within actions, by the tree search of `odin_solver.planner.tree`.
    The rollout policy lays tiles, and chooses the starting occupation. In the last round the
    placement optimiser lays tiles: before the income and at the end.
    """

    def __init__(self, limits: SearchLimits | None = None) -> None:
        self.limits = limits or USUAL
        self._laying: list[Move] = []

    def __repr__(self) -> str:
        return f"Planner({self.limits!r})"

    def __call__(self, state: State, rng: Random) -> Move:
        """Choose the best move of the search."""
        table, state = state, alone(state)
        node = decision(state)
        if self._laying:
            if why_not(state, self._laying[0]) is None:
                return self._laying.pop(0)
            self._laying = []  # a card has interrupted
        if isinstance(node, FinalPlacing):
            return self._ending(state)
        if not isinstance(node, Turn):
            return self._choice(table, state, rng.getrandbits(32))
        seed = rng.getrandbits(32)
        default = greedy_answer(state)
        if isinstance(default, Place) and state.round == state.rounds:
            move = tree_move(table, self.limits, seed) if state.vikings else PASS
            if move != PASS:
                return move
            return self._ending(state)
        if not isinstance(default, Use) and not (state.vikings and default == PASS):
            return self._end_of_turn(state, default, seed)
        return self._end_of_turn(state, tree_move(table, self.limits, seed), seed)

    def _end_of_turn(self, state: State, move: Move, seed: int) -> Move:
        """Return a move of the best layout if the turn ends with the given one, else that move."""
        if not is_time_to_lay(state, move):
            return move
        advice = compared_layouts(state, seed=seed)
        self._laying = [*(each for each in advice.best.moves if each != PASS), PASS]
        return self._laying.pop(0)

    def _ending(self, state: State) -> Move:
        self._laying = [*endings(state, repeated=self.limits.seconds is None)[0].moves]
        return self._laying.pop(0)

    def _choice(self, table: State, state: State, seed: int) -> Move:
        """Decide within an action, or about the feast; with small limits as greedy does."""
        seconds, playouts = self.limits.seconds, self.limits.playouts
        limits = replace(
            self.limits,
            seconds=None if seconds is None else CHOICE_SHARE * seconds,
            playouts=None if playouts is None else int(CHOICE_SHARE * playouts),
        )
        least_seconds, least_playouts = LEAST_FOR_CHOICES
        if (
            not state.round
            or (limits.seconds is not None and limits.seconds < least_seconds)
            or (limits.playouts is not None and limits.playouts < least_playouts)
        ):
            return greedy_answer(state)
        return tree_move(table, limits, seed)
