"""Which tiles may lie where (rules, 1.2 and 1.7)."""

from odin_solver.components import Board, Color, Tile

ON_BOARDS = frozenset({Color.GREEN, Color.BLUE, Color.SILVER, Color.ORE})
"""Colours that boards take: never food, wood or stone."""

IN_BUILDINGS = frozenset({Color.ORANGE, Color.RED, Color.GREEN, Color.BLUE, Color.SILVER})
"""Colours that the grids of buildings take: never ore."""


def may_lie_on(tile: Tile, board: Board) -> bool:
    """Whether a tile's kind and colour are allowed on a board or in a building's grid.

    Livestock is red, but does not go into buildings (decision D of rules, 1.7).
    """
    if board.is_building:
        return tile.color in IN_BUILDINGS and tile.kind != "animal"
    return tile.color in ON_BOARDS
