"""Production of a tile (rulebook, p. 4 and 7)."""

from typing import Literal

from odin_solver.graenaland.parts import ROAD, YIELD
from odin_solver.graenaland.position import TileState

Draw = Literal["up", "down", "yield"]
"""A card face up; one face down; one that is kept only if it shows the tile's symbol."""


def stock_limit(state: TileState) -> int:
    """Return the most cards that lie on a tile: its settlements and one more."""
    return state.all_settlements + 1


def draws(state: TileState) -> list[Draw]:
    """Return the cards that a tile with settlements draws, in this order.

    A card of the yield improvement is drawn only while there is room for it.
    """
    if not state.all_settlements:
        return []
    wanted: list[Draw] = ["up"]
    if ROAD in state.works:
        wanted.append("down")
    if YIELD in state.works:
        wanted.append("yield")
    return wanted[: max(0, stock_limit(state) - len(state.stock))]
