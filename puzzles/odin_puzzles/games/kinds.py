"""Names of the kinds of puzzles of other games."""

from collections.abc import Mapping
from types import MappingProxyType

KIND_MODULES: Mapping[str, str] = MappingProxyType(
    {
        "archipelago": "odin_puzzles.games.vikings_build",
        "boatsmen": "odin_puzzles.games.vikings_ferry",
        "win": "odin_puzzles.games.graenaland_win",
    }
)
"""Modules of the kinds; each defines ``KIND``."""

MAKERS: Mapping[str, str] = MappingProxyType(
    {
        "archipelago": "odin_puzzles.games.make_vikings:archipelago_puzzle",
        "boatsmen": "odin_puzzles.games.make_vikings:boatsmen_puzzle",
        "win": "odin_puzzles.games.make_graenaland:win_puzzle",
    }
)
"""Generators: each takes a seed and a difficulty to aim at, and returns a puzzle or None."""

GAMES: Mapping[str, str] = MappingProxyType(
    {"archipelago": "vikings", "boatsmen": "vikings", "win": "graenaland"}
)
"""The game of each kind."""
