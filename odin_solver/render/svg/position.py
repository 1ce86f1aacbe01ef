"""Boards and positions as self-contained SVG pictures.

Equal positions give equal bytes. Text asks for the font of the PNG pictures and is measured with it
(see `font`); a viewer may replace it by a font of about the same width.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from odin_solver.names.printed import printed_list
from odin_solver.render import palette
from odin_solver.render.svg.font import FONT, text_width, wrapped
from odin_solver.render.svg.icons import coin, gradients, item_icon
from odin_solver.render.svg.markup import element, line_of_text, number, picture, text
from odin_solver.render.svg.page import arrange
from odin_solver.render.svg.parts import CELL, MINUS, centred
from odin_solver.render.svg.pieces import new_mark, piece_picture, slots_picture
from odin_solver.render.svg.surface import RIM, coordinates, printed_cells, surroundings
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import board_facts
from odin_solver.support.language import say, say_as, say_number

PADDING = 20.0
"""Margin around the picture of a board."""

GAP = 22.0
"""Space between two sheets, and margin of the page."""

MIN_WIDTH = 300.0
"""Minimum inner width of a sheet, so that captions fit."""

PAGE_WIDTH = 2010.0
"""Width up to which boards are arranged side by side."""

FAMILY = f"'{FONT}', 'Red Hat Text', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


@dataclass(frozen=True)
class PaperSheet:
    """Content of a sheet of paper, and its size."""

    width: float
    height: float
    content: str


def position_svg(position: Position, new_from: Sequence[int] | None = None) -> str:
    """Draw all boards of a position on one page.

    Parameters
    ----------
    new_from
        For each board the index of its first new piece. New pieces get a bright outline and their
        number in the order of placing over all boards.

    Returns
    -------
    str
        Complete SVG document without external references.
    """
    starts = new_from if new_from is not None else [len(each.pieces) for each in position.boards]
    sheets, earlier = [], 0
    for state, start in zip(position.boards, starts, strict=True):
        sheets.append(board_sheet(state, start, earlier))
        earlier += len(state.pieces) - start
    title = say_as("title", position.title.strip())
    return page_svg(title, position.when.capitalize(), sheets)


def page_svg(title: str, subtitle: str, sheets: Sequence[PaperSheet]) -> str:
    """Draw sheets of paper on a table, with a heading.

    Parameters
    ----------
    title
        First line; may be empty.
    subtitle
        Second line, smaller.
    sheets
        Sheets, arranged in this order.
    """
    places, width, height = arrange([(s.width, s.height) for s in sheets], PAGE_WIDTH, GAP)
    width = max(width, MIN_WIDTH + 2 * PADDING) + 2 * GAP
    room = width - 2 * GAP
    lines = wrapped(title.split(), room, 26) if title else []
    top = GAP + 32 * len(lines) + 28
    heading = [
        line_of_text(GAP, GAP + 24 + 32 * i, line, 26, palette.PAGE.ink)
        for i, line in enumerate(lines)
    ]
    heading.append(line_of_text(GAP, top - 14, subtitle, 15, palette.MUTED_INK, bold=False))
    page = [
        element("title", text(title or subtitle)),
        element("defs", *gradients()),
        element("rect", width=width, height=top + height + GAP, fill=palette.PAGE.fill),
        *heading,
        *(
            element(
                "g",
                sheet.content,
                class_="board",
                transform=f"translate({number(x + GAP)} {number(y + top)})",
            )
            for sheet, (x, y) in zip(sheets, places, strict=True)
        ),
    ]
    return picture("".join(page), width, top + height + GAP, FAMILY) + "\n"


def board_sheet(state: BoardState, start: int, earlier: int = 0) -> PaperSheet:
    """Draw a board with its caption on a sheet of paper."""
    grid = state.grid
    picture_width = CELL * grid.width + 2 * RIM if grid.height else 0.0
    inner = max(picture_width, MIN_WIDTH)
    caption, y = _caption(state, inner)
    parts = [caption]
    if grid.height:
        x = PADDING + (inner - picture_width) / 2
        parts.append(board_picture(state, start, earlier, x, y))
        y += CELL * grid.height + 2 * RIM + PADDING
    if state.board.slots:
        parts.append(slots_picture(state, start, PADDING, y, earlier))
        y += CELL + PADDING
    return on_paper(inner + 2 * PADDING, y, "".join(parts))


def on_paper(width: float, height: float, content: str) -> PaperSheet:
    """Return a sheet of paper with its content."""
    paper = element(
        "rect", width=width, height=height, rx=14, fill=palette.PAGE.light, stroke=palette.PAGE.dark
    )
    return PaperSheet(width, height, paper + content)


def _caption(state: BoardState, width: float) -> tuple[str, float]:
    board = state.board
    facts = board_facts(state)
    name = say_as("board", board.name)
    name_width = text_width(name, 22)
    parts = [line_of_text(PADDING, 40, name, 22, palette.PAGE.ink)]
    if facts.points:
        points = say_number("{n} point", "{n} points", facts.points)
        parts.append(
            line_of_text(PADDING + name_width + 10, 40, points, 14, palette.MUTED_INK, bold=False)
        )
    x, y = PADDING, 67.0
    if board.income:
        label = f"{facts.income}"
        parts += [
            coin(x + 10, y - 5, 10),
            centred(x + 10, y - 5, [label], 11, palette.COIN.ink),
            line_of_text(x + 26, y, say("income"), 14, palette.PAGE.ink, bold=False),
        ]
        x += 26 + text_width(say("income"), 14) + 18
    minus = f"{MINUS}{facts.uncovered}" if facts.uncovered else "0"
    ink = palette.NEGATIVE_INK[2] if facts.uncovered else palette.WON
    parts.append(line_of_text(x, y, minus, 15, ink))
    x += text_width(minus, 15) + 7
    parts.append(line_of_text(x, y, say("uncovered"), 14, palette.PAGE.ink, bold=False))
    y += 24
    x = PADDING
    if board.bonuses and not facts.bonuses:
        parts.append(line_of_text(x, y, say("no bonus won"), 14, palette.MUTED_INK, bold=False))
        y += 24
    elif facts.bonuses:
        for item, count in facts.bonuses.items():
            label = printed_list([(item, count)])
            needed = 30 + text_width(label, 14)
            if x > PADDING and x + needed > PADDING + width:
                x, y = PADDING, y + 26
            parts += [
                item_icon(item, x + 11, y - 5, 22, 18),
                line_of_text(x + 28, y, label, 14, palette.PAGE.ink, bold=False),
            ]
            x += needed + 14
        y += 24
    return "".join(parts), y - 6


def board_picture(state: BoardState, start: int, earlier: int, x: float, y: float) -> str:
    """Draw the board: surroundings, land, printed cells, coordinates, pieces."""
    grid = state.grid
    return element(
        "g",
        surroundings(state.board),
        printed_cells(state, grid),
        coordinates(grid),
        *(
            piece_picture(piece, grid.height, i >= start)
            for i, piece in enumerate(state.pieces)
            if piece.cells
        ),
        *(
            new_mark(piece, i, start, earlier)
            for i, piece in enumerate(state.pieces)
            if piece.cells
        ),
        transform=f"translate({number(x + RIM)} {number(y + RIM)})",
    )
