"""Placing as an environment: one tile a step."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from odin_solver.gym.shown import METADATA, Shown, shown
from odin_solver.notation.examples import example
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.problem import (
    ORE,
    SILVER,
    STONE,
    UNIT_PIECES,
    WOOD,
    Laid,
    compile_problem,
    layout,
)
from odin_solver.render.svg.position import position_svg
from odin_solver.rules.geometry import singles
from odin_solver.rules.position import Position

Observation = dict[str, Any]

ILLEGAL = -1.0
"""Reward of an action beyond the mask, which changes nothing."""


class OdinPlacing(gymnasium.Env[Observation, np.int64]):
    """Placing the supply of a position: an action is a tile on its cells, the last one stops.

    The reward is what a tile adds to the first level of the objective.

    Parameters
    ----------
    position
        A position whose layout is legal; by default the example ``opening``.
    objective
        The name of a preset; by default as in `odin_solver.solve`.
    render_mode
        ``ansi`` for the boards as text, ``rgb_array`` for a picture of them.

    Raises
    ------
    InputError
        If there is no such objective.
    """

    metadata = METADATA

    def __init__(
        self,
        position: Position | None = None,
        objective: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        position = example("opening") if position is None else position
        self._problem = problem = compile_problem(position)
        self._weights = choose_objective(position, objective).levels[0]
        self._names = list(problem.kinds)
        self.placements = [
            Laid(area.number, kind, mask)
            for area in problem.areas
            for kind in (*range(len(problem.stock)), SILVER, ORE)
            for mask in area.places(kind)
        ]
        self.placements += [
            Laid(area.number, kind, 0)
            for area in problem.areas
            for kind in (WOOD, STONE)
            if UNIT_PIECES[kind].id in area.slots
        ]
        self._cells = [(at, cell) for at, a in enumerate(problem.areas) for cell in singles(a.free)]
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(self.placements) + 1)
        most = max([1, *position.supply.values()])
        self.observation_space = spaces.Dict(
            {
                "covered": spaces.MultiBinary(max(1, len(self._cells))),
                "supply": spaces.Box(0, most, (len(self._names),), np.int32),
                "action_mask": spaces.MultiBinary(len(self.placements) + 1),
            }
        )
        self._laid: list[Laid] = []
        self._look()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Take all tiles back; nothing is left to chance."""
        super().reset(seed=seed)
        self._laid = []
        self._look()
        return self._observation(), {"action_mask": self._mask.copy()}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Place a tile, or stop."""
        stops = int(action) == len(self.placements)
        reward = 0.0
        if not 0 <= action < len(self._mask) or not self._mask[int(action)]:
            reward = ILLEGAL
        elif not stops:
            before = self._value
            self._laid.append(self.placements[int(action)])
            self._look()
            reward = float(self._value - before)
        ended = stops or not self._mask[:-1].any()
        return self._observation(), reward, ended, False, {"action_mask": self._mask.copy()}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask as truth values, as sb3-contrib asks for it."""
        return self._mask.astype(np.bool_)

    @property
    def position(self) -> Position:
        """The position with the tiles that are placed."""
        return self._after

    def render(self) -> Shown:
        """Return the boards as they are now."""
        return shown(self.render_mode, self._after, lambda: position_svg(self._after))

    def _look(self) -> None:
        self._after = layout(self._problem, self._laid)
        self._value = value(self._weights, gains(self._problem.position, self._after))
        may: set[Laid] = set()
        for at, state in enumerate(self._after.boards):
            for name, kind in self._problem.kinds.items():
                if not self._after.supply.get(name):
                    continue
                if kind in (WOOD, STONE):
                    may |= {Laid(at, kind, 0)} if state.open_slots.get(name) else set()
                else:
                    tile = self._problem.tile(kind)
                    may |= {Laid(at, kind, mask) for mask in state.legal_placements(tile)}
        self._mask: npt.NDArray[np.int8] = np.array(
            [*(each in may for each in self.placements), True], np.int8
        )

    def _observation(self) -> Observation:
        covered = [bool(cell & self._after.boards[at].covered) for at, cell in self._cells]
        return {
            "covered": np.array(covered or [False], np.int8),
            "supply": np.array([self._after.supply.get(n, 0) for n in self._names], np.int32),
            "action_mask": self._mask.copy(),
        }
