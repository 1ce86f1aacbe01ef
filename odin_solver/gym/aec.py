"""Several players at a table as an environment of PettingZoo."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from odin_solver.game.kernel.play import current
from odin_solver.game.playing import SeededChance
from odin_solver.gym.placing import ILLEGAL, Observation
from odin_solver.gym.shown import METADATA, Shown, shown
from odin_solver.gym.solo import MOST_STEPS
from odin_solver.gym.table import SEATS, Table
from odin_solver.render.svg.table import table_svg
from odin_solver.rollouts.library import MOST_CHOICES
from odin_solver.rules.position import GameLength


class OdinTable(AECEnv):  # type: ignore[misc]
    """A game of two to four players, one move after the other.

    What a player observes and the numbers of moves are those of `odin_solver.gym.OdinSolo`; who is
    not to move has no legal move. At the end the reward of each is its score; before it is 0.

    Parameters
    ----------
    cards
        Whether all occupations are in the game.
    render_mode
        ``ansi`` for the table of the player to move as text, ``rgb_array`` for a picture.
    """

    metadata = METADATA | {"name": "odin_table_v0", "is_parallelizable": False}

    def __init__(
        self,
        players: int = 3,
        length: GameLength = "long",
        cards: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._new = players, length, cards
        self._space = Table(*self._new).space
        self._luck = np.random.default_rng()
        self.possible_agents = list(SEATS[:players])
        self._actions = {name: spaces.Discrete(MOST_CHOICES) for name in self.possible_agents}
        self.render_mode = render_mode

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what each player may see."""
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the numbers of moves."""
        return self._actions[agent]  # always the same, so that it can be seeded

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the seed decides all chance."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self._chance = SeededChance(int(self._luck.integers(1 << 62)))
        self._table, self._moves_made = Table(*self._new), 0
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on()

    def step(self, action: int) -> None:
        """Make a move of the player whose turn it is, and let chance happen."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._moves_made += 1
        if 0 <= action < len(self._table.moves):
            self._table.apply(self._table.moves[int(action)])
        else:
            self.rewards[agent] = ILLEGAL
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        table = self._table
        table.draw(self._chance)
        if current(table.state) is None:
            self.rewards = dict(zip(self.agents, map(float, table.scores), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.truncations = dict.fromkeys(self.agents, self._moves_made >= MOST_STEPS)
        self.agent_selection = self.possible_agents[table.state.seat]
        self.infos = {name: {"action_mask": self._mask(name)} for name in self.agents}

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        legal = len(self._table.moves) if agent == self.agent_selection else 0
        return (np.arange(MOST_CHOICES) < legal).astype(np.int8)

    def observe(self, agent: str) -> Observation:
        """Return what a player saw at the latest decision of its own."""
        seen = self._table.seen
        own = seen.get(self.possible_agents.index(agent))
        if own is None:
            any_seen = next(iter(seen.values()))
            own = {name: np.zeros_like(part) for name, part in any_seen.items()}
        return {**own, "action_mask": self._mask(agent)}

    def render(self) -> Shown:
        """Return the table as the player to move sees it."""
        state = self._table.state
        return shown(self.render_mode, state, lambda: table_svg(state))

    def close(self) -> None:
        """Do nothing: nothing is open."""
