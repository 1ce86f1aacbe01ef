"""The planner as a policy: it asks for advice before it places Vikings."""

from random import Random

from odin_solver.game.filling import fill
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.play import decision, why_not
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.state import State
from odin_solver.game.turn import Turn
from odin_solver.placement.solution import Limits as PlacingLimits
from odin_solver.planner.advice import Limits, advise

FINAL_SECONDS = 3.0
"""Time for the last placing of the game; the best one is nearly always proven sooner."""


class Planner:
    """A policy that tries its moves in playouts before it makes one.

    It places Vikings by `odin_solver.planner.advice`, with the limits given for every placement,
    and leaves to the greedy policy what follows from it: dice by exact expectation, the choices
    within an action, tiles and the feast. The last placing is that of the placement optimiser.
    It remembers how the best line went on, and tries that too when it comes to it.

    Parameters
    ----------
    limits
        How much to think about every placement of Vikings.
    policy
        Who plays the playouts, and decides what is not worth a thought.
    """

    def __init__(self, limits: Limits | None = None, policy: Greedy = greedy) -> None:
        self.limits = limits or Limits()
        self.policy = policy
        self._plan: list[tuple[int, str]] = []
        self._final: list[str] = []

    def __call__(self, state: State, rng: Random) -> str:
        """Choose the move that does best in the playouts."""
        node = decision(state)
        if isinstance(node, FinalPlacing):
            return self._place_finally(state)
        usual = self.policy(state, rng)
        if not isinstance(node, Turn) or not usual.startswith("use "):
            return usual
        seed = rng.getrandbits(32)
        *_, last = advise(
            state, self.limits, seed=seed, policy=self.policy, moves=self._planned(state)
        )
        self._plan = [each for each in last.best.typical.moves if each[1].startswith("use ")]
        return last.best.move

    def _planned(self, state: State) -> list[str]:
        """What the last plan does next in this round, if it can be done."""
        for number, move in self._plan:
            if number == state.round and why_not(state, move) is None:
                return [move]
        return []

    def _place_finally(self, state: State) -> str:
        if not self._final:
            limits = PlacingLimits(seconds=FINAL_SECONDS, workers=1)
            self._final = [*fill(state, limits=limits).moves, "finish"]
        return self._final.pop(0)
