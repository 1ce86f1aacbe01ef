"""Which tiles a board takes, and which of them must not touch (rules, 1.2, 1.3 and 1.7)."""

from odin_solver.components import Board, Color, Tile

ON_BOARDS = frozenset({Color.GREEN, Color.BLUE, Color.SILVER, Color.ORE})
"""Colours that boards take: never food, wood or stone."""

IN_BUILDINGS = frozenset({Color.ORANGE, Color.RED, Color.GREEN, Color.BLUE, Color.SILVER})
"""Colours that the grids of buildings take: never ore."""

_GREEN = frozenset({Color.GREEN})
_FOOD = frozenset({Color.ORANGE, Color.RED})


def is_allowed_on(tile: Tile, board: Board) -> bool:
    """Whether a board or a building's grid takes a tile of this kind and colour.

    Livestock is red, but does not go into buildings (decision D of rules, 1.7).
    """
    if board.is_building:
        return tile.color in IN_BUILDINGS and tile.kind != "animal"
    return tile.color in ON_BOARDS


def colors_kept_apart(board: Board) -> frozenset[Color]:
    """The colours of which no two tiles may share an edge: food in buildings, green on boards."""
    return _FOOD if board.is_building else _GREEN
