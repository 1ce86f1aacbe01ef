"""An agent for ``odin bench examples/greedy_agent.py``: the greedy move, and the largest tile.

`observation` is what the environments ``OdinSolo-v0`` and ``OdinPlacing-v0`` show; docs/gym.md says
what it holds.
"""

from typing import Any


def act(observation: dict[str, Any]) -> int:
    """Return the number of a move; ``observation["action_mask"]`` has 1 for each that is legal."""
    return 0


def lay(observation: dict[str, Any]) -> int:
    """Return the number of a tile on its cells in ``observation["placements"]``; the last stops."""
    stop = len(observation["placements"])
    legal = [number for number in range(stop) if observation["action_mask"][number]]
    cells = [each.cells.bit_count() for each in observation["placements"]]
    return max(legal, key=lambda number: cells[number], default=stop)
