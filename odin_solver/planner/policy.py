"""The planner as a policy: it takes advice before every placement of Vikings."""

from random import Random

from odin_solver.game.filling import fill
from odin_solver.game.kernel.moves import FINISH, Move, Use
from odin_solver.game.kernel.play import decision, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.turn import Turn
from odin_solver.placement.solution import Limits as PlacingLimits
from odin_solver.planner.advice import SearchLimits, advise
from odin_solver.planner.playout import greedy_move
from odin_solver.planner.policies import policy_for

FINAL_SECONDS = 3.0
"""Time limit of the last placements of the game, which are nearly always proven optimal sooner."""


class Planner:
    """A policy that evaluates its moves by playouts.

    It places Vikings by `odin_solver.planner.advice` and leaves all other decisions to the greedy
    policy: dice by exact expectation, the choices within an action, tiles and the feast. The last
    placements are those of the placement optimiser. The moves of the best candidate's median
    playout are candidates at later turns.

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
        self._plan: list[tuple[int, Move]] = []
        self._final: list[Move] = []

    def __call__(self, state: State, rng: Random) -> Move:
        """Choose the move with the best playouts."""
        node = decision(state)
        if isinstance(node, FinalPlacing):
            return self._place_finally(state)
        seed = rng.getrandbits(32) if isinstance(node, Turn) else 0
        if isinstance(node, Turn) and state.vikings:
            self._policy = self._given or policy_for(state, seed)
        default = greedy_move(state, self._policy)
        if not isinstance(node, Turn) or not isinstance(default, Use):
            return default
        *_, last = advise(
            state, self.limits, seed=seed, policy=self._policy, moves=self._planned(state)
        )
        self._plan = [each for each in last.best.median_playout.moves if isinstance(each[1], Use)]
        return last.best.move

    def _planned(self, state: State) -> list[Move]:
        """Return the next legal move of the last plan in this round, if any."""
        for number, move in self._plan:
            if number == state.round and why_not(state, move) is None:
                return [move]
        return []

    def _place_finally(self, state: State) -> Move:
        if not self._final:
            limits = PlacingLimits(seconds=FINAL_SECONDS, workers=1)
            self._final = [*fill(state, limits=limits).moves, FINISH]
        return self._final.pop(0)
