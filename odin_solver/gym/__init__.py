"""Environments of Gymnasium for learning: ``OdinSolo-v0`` and ``OdinPlacing-v0``.

The import registers them; the extra ``gym`` brings Gymnasium.
"""

try:
    import gymnasium
except ModuleNotFoundError:
    raise ImportError(
        "odin_solver.gym needs Gymnasium: pip install 'odin-solver[gym]'", name="gymnasium"
    ) from None

from odin_solver.gym.placing import OdinPlacing
from odin_solver.gym.solo import MOST_STEPS, OdinSolo, OdinSoloVector

__all__ = ["OdinPlacing", "OdinSolo", "OdinSoloVector"]

gymnasium.register(
    "OdinSolo-v0",
    entry_point="odin_solver.gym.solo:OdinSolo",
    vector_entry_point="odin_solver.gym.solo:OdinSoloVector",
    max_episode_steps=MOST_STEPS,
)
gymnasium.register(
    "OdinPlacing-v0", entry_point="odin_solver.gym.placing:OdinPlacing", max_episode_steps=2000
)
