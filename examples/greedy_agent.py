"""An agent for ``odin bench examples/greedy_agent.py``: always the greedy policy's own move.

`observation` is what the environment ``OdinSolo-v0`` shows; docs/gym.md says what it holds.
"""

from typing import Any


def act(observation: dict[str, Any]) -> int:
    """Return the number of a move; ``observation["action_mask"]`` has 1 for each that is legal."""
    return 0
