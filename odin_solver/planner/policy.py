"""The planner as a policy: it takes advice before every placement of Vikings."""

from random import Random

from odin_solver.game.filling import fill
from odin_solver.game.kernel.moves import FINISH, PASS, Move, Use
from odin_solver.game.kernel.play import apply_legal, decision, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.scoring import score_sheet
from odin_solver.game.turn import Turn
from odin_solver.placement.solution import Limits as PlacingLimits
from odin_solver.planner.advice import SearchLimits, advise, tree_limits, tree_move
from odin_solver.planner.playout import greedy_move
from odin_solver.planner.policies import policy_for, rollout_policies

FINAL_SECONDS, FINAL_SECONDS_REPEATED = 3.0, 30.0
"""Time limits of the last placements of the game, which are nearly always proven optimal sooner:
usually, and where games can be repeated, on a busy machine too."""


class Planner:
    """A policy that searches for its moves.

    It places Vikings by `odin_solver.planner.advice` and leaves all other decisions to the greedy
    policy: dice by exact expectation, the choices within an action, tiles and the feast. The last
    placements are those of the placement optimiser. Where no tree is searched, the moves of the
    best candidate's median playout are candidates at later turns.

    Parameters
    ----------
    limits
        Limits of the search for every placement of Vikings.
    policy
        Rollout policy, which also makes the other decisions. By default the one that promises most,
        chosen anew at each placement of Vikings.
    """

    def __init__(self, limits: SearchLimits | None = None, policy: Greedy | None = None) -> None:
        self.limits = limits or SearchLimits()
        self._given = policy
        self._policy = policy or greedy
        self._spaces: list[tuple[int, Move]] = []
        self._final: list[Move] = []

    def __call__(self, state: State, rng: Random) -> Move:
        """Choose the best move of the search."""
        node = decision(state)
        if isinstance(node, FinalPlacing):
            return self._place_finally(state)
        if not isinstance(node, Turn):
            return greedy_move(state, self._policy)
        seed = rng.getrandbits(32)
        tree = self._given is None and tree_limits(state, self.limits) is not None
        if tree:
            self._policy = rollout_policies(state.options.length)[0]
        elif state.vikings:
            self._policy = self._given or policy_for(state, seed)
        default = greedy_move(state, self._policy)
        if not isinstance(default, Use) and not (tree and state.vikings and default == PASS):
            return default
        move = tree_move(state, self.limits, seed) if tree else None
        if move is not None:
            return move
        planned = self._planned(state)
        *_, last = advise(state, self.limits, seed=seed, policy=self._policy, moves=planned)
        moves = last.best.median_playout.moves
        self._spaces = [each for each in moves if isinstance(each[1], Use)]
        return last.best.move

    def _planned(self, state: State) -> list[Move]:
        """Return the next legal move of the last plan in this round, if any."""
        for number, move in self._spaces:
            if number == state.round and why_not(state, move) is None:
                return [move]
        return []

    def _place_finally(self, state: State) -> Move:
        if not self._final:
            repeated = self.limits.seconds is None
            seconds = FINAL_SECONDS_REPEATED if repeated else FINAL_SECONDS
            limits = PlacingLimits(seconds=seconds, workers=1)
            # On a busy machine the optimiser may not get as far as the greedy policy.
            ways = [*fill(state, limits=limits).moves, FINISH], self._greedy_placing(state)
            self._final = max(ways, key=lambda moves: _score_after(state, moves))
        return self._final.pop(0)

    def _greedy_placing(self, state: State) -> list[Move]:
        """Return the last placements of the policy, and the end."""
        moves = [greedy_move(state, self._policy)]
        while moves[-1] != FINISH:
            state = apply_legal(state, moves[-1])
            moves.append(greedy_move(state, self._policy))
        return moves


def _score_after(state: State, moves: list[Move]) -> int:
    for move in moves:
        state = apply_legal(state, move)
    return score_sheet(state).total
