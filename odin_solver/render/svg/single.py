"""Single boards, tiles and gradients as SVG, for pages that put them together themselves."""

from odin_solver.components import Tile
from odin_solver.render.svg.icons import gradients, item_icon
from odin_solver.render.svg.markup import element, number
from odin_solver.render.svg.parts import CELL
from odin_solver.render.svg.pieces import new_mark, piece_picture, slots_picture
from odin_solver.render.svg.position import FAMILY, board_picture
from odin_solver.render.svg.surface import RIM
from odin_solver.rules.board_state import BoardState, Piece

SLOT_ROW = 56.0
"""Height of the row of slots under a building."""


def defs_svg() -> str:
    """Return an empty picture with the gradients that `board_svg` and `tile_svg` refer to."""
    return element(
        "svg",
        element("defs", *gradients()),
        xmlns="http://www.w3.org/2000/svg",
        width=0,
        height=0,
        aria_hidden="true",
    )


def board_svg(state: BoardState, *, alone: bool = False) -> str:
    """Draw a board, `alone` with its gradients.

    The top left corner of its first cell is the origin, a cell has side `CELL`.
    """
    first = len(state.pieces)
    grid, slots = state.grid, state.board.slots
    width = max(CELL * grid.width + 2 * RIM, 58.0 * sum(count for _, count in slots) + 2 * RIM)
    cells = CELL * grid.height + 2 * RIM if grid.height else 0.0
    height = cells + (SLOT_ROW if slots else 0.0)
    parts = [element("defs", *gradients())] if alone else []
    parts += [board_picture(state, first, 0, -RIM, -RIM)] if grid.height else []
    if slots:
        parts.append(slots_picture(state, first, 0.0, _slots_top(state), 0))
    return element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(-RIM)} {number(-RIM)} {number(width)} {number(height)}",
        font_family=FAMILY,
    )


def pieces_svg(state: BoardState, start: int, earlier: int = 0) -> str:
    """Draw the new pieces of a board alone, as a group in the coordinates of `board_svg`."""
    grid, slots = state.grid, state.board.slots
    new = [(i, piece) for i, piece in enumerate(state.pieces) if i >= start]
    parts = [piece_picture(piece, grid.height, True) for _, piece in new if piece.cells]
    parts += [new_mark(piece, i, start, earlier) for i, piece in new if piece.cells]
    if slots:
        parts.append(slots_picture(state, start, 0.0, _slots_top(state), earlier))
    return element("g", *parts, font_family=FAMILY)


def tile_svg(tile: Tile) -> str:
    """Draw a tile as printed; wood and stone as what lies in a slot."""
    columns, rows = (len(tile.shape[0]), len(tile.shape)) if tile.shape else (1, 1)
    if tile.cells:
        drawn = piece_picture(Piece(tile, tile.cells), rows)
    else:
        drawn = item_icon(tile.id, CELL / 2, CELL / 2, 0.7 * CELL, 0.7 * CELL)
    return element(
        "svg",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(CELL * columns)} {number(CELL * rows)}",
        font_family=FAMILY,
    )


def _slots_top(state: BoardState) -> float:
    return (CELL * state.grid.height + RIM if state.grid.height else -RIM) + 6
