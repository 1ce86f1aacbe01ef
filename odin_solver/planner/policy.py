"""The planner as a policy: it takes advice before every placement of Vikings."""

from dataclasses import replace
from operator import itemgetter
from random import Random

from odin_solver.game.filling import fill
from odin_solver.game.kernel.moves import FINISH, PASS, Move, Place, Use
from odin_solver.game.kernel.play import apply_legal, decision, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.scoring import score_sheet
from odin_solver.game.turn import Turn
from odin_solver.placement.solution import Limits as PlacingLimits
from odin_solver.planner.advice import SearchLimits, forced_move, tree_move
from odin_solver.planner.laying import compared_layouts, is_time_to_lay
from odin_solver.rollouts.playing import greedy_move
from odin_solver.rollouts.policies.strategies import rollout_policy

FINAL_SECONDS, FINAL_SECONDS_REPEATED = 3.0, 30.0
"""Time limits of the last placements of the game, which are nearly always proven optimal sooner:
usually, and where games can be repeated, on a busy machine too."""

CHOICE_SHARE = 0.5
"""Limits of the search for a choice within an action, as a share of those for a placement."""

LEAST_FOR_CHOICES = (0.05, 50)
"""Seconds and simulations below which no tree is searched for such a choice."""

NO_SCORE = -1000


class Planner:
    """A policy that searches for its moves.

    It places Vikings, and decides within actions, by the tree search of `odin_solver.planner.tree`.
    The rollout policy lays tiles, and chooses the starting occupation. In the last round the
    placement optimiser lays tiles: before the income and at the end.

    Parameters
    ----------
    limits
        Limits of the search for every placement of Vikings.
    """

    def __init__(self, limits: SearchLimits | None = None) -> None:
        self.limits = limits or SearchLimits()
        self._laying: list[Move] = []

    def __call__(self, state: State, rng: Random) -> Move:
        """Choose the best move of the search."""
        node = decision(state)
        if self._laying:
            if why_not(state, self._laying[0]) is None:
                return self._laying.pop(0)
            self._laying = []  # a card has interrupted
        if isinstance(node, FinalPlacing):
            self._laying = self._final_placing(state)
            return self._laying.pop(0)
        if not isinstance(node, Turn):
            return self._choice(state, rng.getrandbits(32))
        seed = rng.getrandbits(32)
        default = _greedy(state)
        if isinstance(default, Place) and state.round == state.rounds:
            move = tree_move(state, self.limits, seed) if state.vikings else PASS
            if move != PASS:
                return move
            self._laying = self._last_turn(state)
            return self._laying.pop(0)
        if not isinstance(default, Use) and not (state.vikings and default == PASS):
            return self._end_of_turn(state, default, seed)
        return self._end_of_turn(state, tree_move(state, self.limits, seed), seed)

    def _end_of_turn(self, state: State, move: Move, seed: int) -> Move:
        """Return a move of the best layout if the turn ends with the given one, else that move."""
        if not is_time_to_lay(state, move):
            return move
        self._laying = [*compared_layouts(state, seed=seed)[0].moves, PASS]
        return self._laying.pop(0)

    def _choice(self, state: State, seed: int) -> Move:
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
            return _greedy(state)
        return tree_move(state, limits, seed)

    def _last_turn(self, state: State) -> list[Move]:
        """Return the moves with which the last turn ends: tiles laid before the income, and PASS.

        The optimiser lays all that it can, which leaves the rest of the food for the end. Where the
        greedy policy's way leads to more, or a card interrupts, it is that one.
        """
        optimal = fill(state, limits=self._placing_limits()).moves
        ways = self._greedy_moves(state, PASS), [*optimal, PASS]
        return max(ways, key=lambda moves: self._final_score(state, moves))

    def _final_placing(self, state: State) -> list[Move]:
        """Return the last placements of the game, and the end, as far as no card interrupts."""
        return self._best_end(state)[1]

    def _best_end(self, state: State) -> tuple[int, list[Move]]:
        """Return the score after the last placements, and those before a card interrupts."""
        optimal = fill(state, limits=self._placing_limits()).moves
        # On a busy machine the optimiser may not get as far as the greedy policy.
        ways = [*optimal, FINISH], self._greedy_moves(state, FINISH)
        return max((self._ended(state, way) for way in ways), key=itemgetter(0))

    def _ended(self, state: State, way: list[Move]) -> tuple[int, list[Move]]:
        """Return the same for given placements.

        The greedy policy answers the card; what is not legal then is left out.
        """
        moves = list[Move]()
        interrupted = False
        for move in way:
            while not isinstance(node := decision(state), FinalPlacing):
                interrupted = True
                if node is None:  # chance
                    return score_sheet(state).total, moves
                state = apply_legal(state, forced_move(state) or _greedy(state))
            if why_not(state, move) is None:
                state = apply_legal(state, move)
                if not interrupted:
                    moves.append(move)
        return score_sheet(state).total, moves

    def _placing_limits(self) -> PlacingLimits:
        repeated = self.limits.seconds is None
        return PlacingLimits(FINAL_SECONDS_REPEATED if repeated else FINAL_SECONDS, workers=1)

    def _greedy_moves(self, state: State, last: Move) -> list[Move]:
        """Return what the greedy policy lays, and the last move if no card interrupts."""
        node, moves = type(decision(state)), list[Move]()
        while isinstance(decision(state), node):
            move = _greedy(state)
            if not isinstance(move, Place):
                return [*moves, last]
            moves.append(move)
            state = apply_legal(state, move)
        return moves

    def _final_score(self, state: State, moves: list[Move]) -> int:
        """Return the score after the moves, the greedy policy and the best last placements.

        With a card that interrupts, or chance, it is very low.
        """
        for move in moves:
            if why_not(state, move) is not None:
                return NO_SCORE
            state = apply_legal(state, move)
        while not isinstance(node := decision(state), FinalPlacing):
            if node is None:
                return NO_SCORE
            state = apply_legal(state, forced_move(state) or _greedy(state))
        return self._best_end(state)[0]


def _greedy(state: State) -> Move:
    """Return the move of the rollout policy."""
    return greedy_move(state, rollout_policy(state.options.length))
