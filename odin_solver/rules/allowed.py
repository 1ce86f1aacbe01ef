"""Tiles allowed on a board, and colours kept apart on it (rules, 1.2, 1.3 and 1.7)."""

from odin_solver.components import Board, Color, Tile

ON_BOARDS = frozenset({Color.GREEN, Color.BLUE, Color.SILVER, Color.ORE, Color.NONE})
"""Colours that boards take: never food, wood or stone."""

IN_BUILDINGS = frozenset(
    {Color.ORANGE, Color.RED, Color.GREEN, Color.BLUE, Color.SILVER, Color.NONE}
)
"""Colours that the grids of buildings take: never ore."""

_GREEN = frozenset({Color.GREEN})
_FOOD = frozenset({Color.ORANGE, Color.RED})


def is_allowed_on(tile: Tile, board: Board) -> bool:
    """Whether a board or the grid of a building takes a tile of this kind and colour.

    Livestock is red, but does not go into buildings (decision D of rules, 1.7).
    """
    if board.is_building:
        return tile.color in IN_BUILDINGS and tile.kind != "animal"
    return tile.color in ON_BOARDS


def colors_kept_apart(board: Board) -> frozenset[Color]:
    """Return the colours whose tiles must not share an edge: food in buildings, green on boards."""
    return _FOOD if board.is_building else _GREEN
