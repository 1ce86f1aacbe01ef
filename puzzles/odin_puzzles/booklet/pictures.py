"""Boards, banquet tables and tiles of booklets, with cells of `CELL` units."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from odin_puzzles.kinds import feast_kind, kind_of
from odin_puzzles.kinds.boards import BoardInPuzzle, boards_of
from odin_puzzles.kinds.games import GameKind
from odin_puzzles.puzzle import Puzzle
from odin_solver.components import Cell, Tile
from odin_solver.render import palette
from odin_solver.render.svg.icons import gradients
from odin_solver.render.svg.markup import element, line_of_text, picture
from odin_solver.render.svg.outline import rounded_path
from odin_solver.render.svg.page import arrange
from odin_solver.render.svg.parts import CELL, bare_cell, centred, number_badge
from odin_solver.render.svg.pieces import piece_picture, slots_picture
from odin_solver.render.svg.position import FAMILY
from odin_solver.render.svg.surface import RIM, coordinates, printed_cells, surroundings
from odin_solver.rules.board_state import Piece
from odin_solver.rules.geometry import Grid
from odin_solver.rules.position import Placement
from odin_solver.support.language import say_as

GAP = 26.0
"""Distance of two boards of a puzzle."""

SLOT_WIDTH = 48.0
WIDEST = 1100.0
"""The most width of boards side by side."""


@dataclass(frozen=True)
class Picture:
    """A drawing and its size."""

    content: str
    width: float
    height: float


def boards_picture(puzzle: Puzzle, pieces: Sequence[Placement] = ()) -> Picture:
    """Draw the boards of a puzzle or its banquet table; pieces of a solution are numbered.

    Without a solution the cells of the goal are marked.
    """
    drawn = []
    for each in boards_of(puzzle, pieces):
        if each.state.board.rows:
            drawn.append(_board(each, feast_kind(puzzle).at_table, with_marks=not pieces))
        if each.state.board.slots:
            drawn.append(_slots(each))
    places, width, height = arrange([(each.width, each.height) for each in drawn], WIDEST, GAP)
    content = "".join(
        element("g", each.content, transform=f"translate({x:g} {y:g})")
        for each, (x, y) in zip(drawn, places, strict=True)
    )
    return Picture(content, width, height)


def picture_of(puzzle: Puzzle, answer: Any = None) -> Picture:
    """Draw a puzzle of any game, or an answer to it; what is words has no width."""
    kind = kind_of(puzzle)
    if isinstance(kind, GameKind):
        return Picture(*kind.picture(puzzle, answer))
    return boards_picture(puzzle, answer or ())


def puzzle_svg(puzzle: Puzzle, answer: Any) -> str:
    """Return a picture of an answer as a document; empty if that is words."""
    drawn = picture_of(puzzle, answer)
    content = element("defs", *gradients()) + drawn.content
    return picture(content, drawn.width, drawn.height, FAMILY) if drawn.width else ""


def play_pictures(
    puzzle: Puzzle, pieces: Sequence[Placement] = (), *, with_defs: bool = False
) -> list[str]:
    """Return an SVG document for each board of a puzzle with a player's pieces.

    The top left corner of a board's first cell is the origin, a cell has side `CELL`; only the
    cells that matter are shown. Pieces are numbered where the order matters.

    Parameters
    ----------
    with_defs
        Whether the documents contain the gradients they refer to, see
        `odin_solver.render.svg.single.defs_svg`.
    """
    pictures, kind = [], feast_kind(puzzle)
    for each in boards_of(puzzle, pieces):
        left, top, right, bottom = (CELL * side for side in each.part)
        content = _board_parts(each, kind.at_table, numbered=kind.in_order)
        slots = slots_picture(each.state, each.clues, 0, bottom + RIM + 4, each.earlier)
        pictures.append(
            element(
                "svg",
                element("defs", *gradients()) if with_defs else "",
                content + slots,
                xmlns="http://www.w3.org/2000/svg",
                viewBox=f"{left - RIM:g} {top - RIM:g} {right - left + 2 * RIM:g} "
                f"{bottom - top + 2 * RIM + (SLOT_WIDTH + 8 if slots else 0):g}",
                font_family=FAMILY,
            )
        )
    return pictures


def tile_picture(tile: Tile, cells: Sequence[Cell] | None = None) -> Picture:
    """Draw a tile on its printed cells, or on other ones."""
    covered = tuple(cells or tile.cells)
    width, height = 1 + max(x for x, _ in covered), 1 + max(y for _, y in covered)
    content = piece_picture(Piece(tile, covered), height)
    return Picture(content, CELL * width, CELL * height)


def wide_cells(tile: Tile) -> tuple[Cell, ...]:
    """Return the cells of a tile, turned to be wider than high."""
    cells = tile.cells
    if len(tile.shape) > len(tile.shape[0]):
        cells = tuple(sorted((y, x) for x, y in cells))
    return cells


def cut_line(cells: Sequence[Cell]) -> str:
    """Draw a dashed line around a tile."""
    return element(
        "path",
        d=rounded_path(cells, CELL),
        fill="none",
        stroke=palette.PAGE.ink,
        stroke_width=1.4,
        stroke_dasharray="7 5",
    )


def _board(board: BoardInPuzzle, at_table: bool, *, with_marks: bool) -> Picture:
    grid = board.state.grid
    drawn = board if with_marks else replace(board, marked=())
    return Picture(
        element("g", _board_parts(drawn, at_table), transform=f"translate({RIM:g} {RIM:g})"),
        CELL * grid.width + 2 * RIM,
        CELL * grid.height + 2 * RIM,
    )


def _board_parts(board: BoardInPuzzle, at_table: bool, *, numbered: bool = True) -> str:
    """Draw a board; the top left corner of its first cell is the origin."""
    state, grid = board.state, board.state.grid
    name_ink = palette.FRAME.ink if state.board.kind != "exploration" else palette.SEA.ink
    parts = [surroundings(state.board)]
    if at_table:
        bottom, ink = CELL * grid.height + RIM - 13, palette.FRAME.ink
        for x in range(grid.width):
            parts.append(bare_cell((x, grid.height - 1)))
            parts.append(centred(CELL * (x + 0.5), bottom, [str(x + 1)], 14, ink))
    else:
        parts += [printed_cells(state, grid), coordinates(grid)]
    name = say_as("board", state.board.name)
    parts.append(line_of_text(0, -12, name, 15, name_ink, opacity=0.95))
    if board.marked:
        parts.append(_marks(grid, board.marked))
    parts += [piece_picture(piece, grid.height) for piece in state.pieces if piece.cells]
    for order, piece in enumerate(state.pieces[board.clues :], board.earlier + 1):
        if numbered and piece.cells:
            parts.append(_order_number(piece, order))
    return "".join(parts)


def _slots(board: BoardInPuzzle) -> Picture:
    state = board.state
    top = 0.0 if state.board.rows else 24.0
    name = say_as("board", state.board.name) if top else ""
    count = sum(number for _, number in state.board.slots)
    return Picture(
        (line_of_text(0, 16, name, 15, palette.PAGE.ink) if name else "")
        + slots_picture(state, board.clues, 0, top + 4, board.earlier),
        SLOT_WIDTH * count + 10 * (len(state.board.slots) - 1),
        top + SLOT_WIDTH + 4,
    )


def _marks(grid: Grid, marked: Sequence[Cell]) -> str:
    paint = palette.MARKED
    plain = [cell for cell in marked if not grid.bit(cell) & grid.bonus_cells]
    tint = element("path", d=rounded_path(plain, CELL), fill=paint.dark, opacity=0.3)
    tint = tint if plain else ""
    outline = rounded_path(marked, CELL, radius=5)
    return (
        tint
        + element("path", d=outline, fill="none", stroke="#ffffff", stroke_width=7, opacity=0.85)
        + element("path", d=outline, fill="none", stroke=paint.ink, stroke_width=4)
    )


def _order_number(piece: Piece, order: int) -> str:
    x, y = max(piece.cells, key=lambda cell: (-cell[1], cell[0]))
    badge = number_badge(0, 0, order)
    return element(
        "g", badge, transform=f"translate({CELL * (x + 1) - 14:g} {CELL * y + 14:g}) scale(1.35)"
    )
