"""Pieces as SVG: tiles with names, coins, lumps, slots, marks of new pieces."""

from odin_solver.components import Cell, Color
from odin_solver.components.cells import cell_names
from odin_solver.components.signs import sign_of
from odin_solver.names.printed import printed_name
from odin_solver.render import palette
from odin_solver.render.palette import Paint
from odin_solver.render.svg.font import fit
from odin_solver.render.svg.icons import coin, log, lump
from odin_solver.render.svg.markup import element, number, text
from odin_solver.render.svg.outline import rounded_path
from odin_solver.render.svg.parts import CELL, MINUS, bare_cell, centred, number_badge
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.support.language import kept_by_language, say, say_as

SMALLEST_NAME = 7.0
"""Font size below which a tile shows its sign instead of its name."""


@kept_by_language
def piece_picture(piece: Piece, height: int, new: bool = False) -> str:
    """Draw a piece with its name; `height` is that of its board."""
    paint = palette.paint_of(piece.tile)
    name = say_as("good", piece.tile.name)
    title = f"{name}: {cell_names(piece.cells, height)}"
    title = say("{piece} (new)", piece=title) if new else title
    if piece.tile.kind == "filler" and len(piece.cells) == 1:
        drawn = _filler(piece, paint)
    else:
        drawn = _tile(piece, paint)
    return element("g", element("title", text(title)), *drawn)


def _filler(piece: Piece, paint: Paint) -> list[str]:
    x, y = CELL * (piece.cells[0][0] + 0.5), CELL * (piece.cells[0][1] + 0.5)
    if piece.tile.color is Color.SILVER:
        return [
            bare_cell(piece.cells[0]),
            element("circle", cx=x + 1.5, cy=y + 2.5, r=21, fill="#000000", opacity=0.22),
            coin(x, y, 21, paint, "silver", class_="piece"),
            centred(x, y, ["1"], 17, paint.ink),
        ]
    return [
        bare_cell(piece.cells[0]),
        lump(x, y, 22, paint, class_="piece"),
        centred(x, y + 2, [say_as("good", piece.tile.name)], 14, paint.ink),
    ]


def _tile(piece: Piece, paint: Paint) -> list[str]:
    cells = piece.cells
    body = rounded_path(cells, CELL, inset=2, radius=8)
    gradient = "special" if paint == palette.SPECIAL else str(piece.tile.color)
    return [
        element(
            "path",
            d=rounded_path(cells, CELL, inset=1.5, radius=8, at=(1.5, 2.5)),
            fill="#000000",
            opacity=0.25,
        ),
        element(
            "path",
            class_="piece",
            d=body,
            fill=f"url(#{gradient})",
            stroke=paint.dark,
            stroke_width=1.6,
        ),
        _seams(cells),
        element(
            "path",
            class_="bevel",
            d=rounded_path(cells, CELL, inset=4.6, radius=6),
            fill="none",
            stroke="#ffffff",
            stroke_width=1.6,
            opacity=0.35,
        ),
        _label(piece, paint),
    ]


def _seams(cells: tuple[Cell, ...]) -> str:
    """Draw faint marks where the cells of a tile meet, so that they can be counted."""
    inside = set(cells)
    marks = [
        f"M{number(CELL * (x + 1))} {number(CELL * y + 9)}v{number(CELL - 18)}"
        for x, y in cells
        if (x + 1, y) in inside
    ] + [
        f"M{number(CELL * x + 9)} {number(CELL * (y + 1))}h{number(CELL - 18)}"
        for x, y in cells
        if (x, y + 1) in inside
    ]
    if not marks:
        return ""
    return element("path", d="".join(marks), fill="none", stroke="#000000", stroke_opacity=0.13)


def _label(piece: Piece, paint: Paint) -> str:
    best: tuple[float, float, float, tuple[str, ...], float, bool] | None = None
    name = say_as("good", piece.tile.name)
    for x, y, columns, rows in _rectangles(piece.cells):
        wide, high = CELL * columns - 15, CELL * rows - 15
        for turned, (width, height) in ((False, (wide, high)), (True, (high, wide))):
            fitted = fit(name, width, height, 18, SMALLEST_NAME)
            # Upright names are easier to read even if they are a little smaller.
            rating = fitted[1] * (0.72 if turned else 1) if fitted else 0
            if fitted and (best is None or rating > best[0]):
                middle = CELL * (x + columns / 2), CELL * (y + rows / 2)
                best = rating, *middle, *fitted, turned
    if best:
        _, middle_x, middle_y, lines, size, turned = best
        return centred(middle_x, middle_y, lines, size, paint.ink, turned)
    x, y = piece.cells[0]
    sign = sign_of(piece.tile)
    return centred(CELL * (x + 0.5), CELL * (y + 0.5), [sign], 17, paint.ink)


def _rectangles(cells: tuple[Cell, ...]) -> list[tuple[int, int, int, int]]:
    inside = set(cells)
    boxes = []
    for x, y in cells:
        rows = 6
        for columns in range(1, 7):
            column = x + columns - 1
            rows = next((row for row in range(rows) if (column, y + row) not in inside), rows)
            boxes += [(x, y, columns, row) for row in range(1, rows + 1)]
    return sorted(boxes, key=lambda box: (-box[2] * box[3], -box[2], box))


def new_mark(piece: Piece, index: int, start: int, earlier: int = 0) -> str:
    """Draw the bright outline of a new tile, and its number in the order of placing.

    Parameters
    ----------
    start
        Index of the first new piece of the board.
    earlier
        Number of new pieces on previous boards.
    """
    if index < start:
        return ""
    x, y = max(piece.cells, key=lambda cell: (-cell[1], cell[0]))
    right, top = CELL * (x + 1) - 8, CELL * y + 8
    outline = rounded_path(piece.cells, CELL, inset=1.5, radius=8)
    return element(
        "g",
        element(
            "path", d=outline, fill="none", stroke=palette.PAGE.ink, stroke_width=6, opacity=0.55
        ),
        element("path", d=outline, fill="none", stroke=palette.NEW, stroke_width=3.6),
        number_badge(right, top, earlier + index - start + 1),
        class_="new",
    )


def slots_picture(state: BoardState, start: int, x: float, y: float, earlier: int = 0) -> str:
    """Draw the slots for wood and stone in a row; empty ones show what they cost.

    `start` and `earlier` number the new pieces as in `new_mark`.
    """
    parts = []
    for name, count in state.board.slots:
        filled = [i for i, piece in enumerate(state.pieces) if piece.tile.id == name]
        for place in range(max(count, len(filled))):
            middle = (x + 22, y + 22)
            slot = element(
                "rect",
                x=x,
                y=y,
                width=44,
                height=44,
                rx=8,
                fill=palette.LAND.light,
                stroke=palette.LAND.dark,
                stroke_width=1.5,
                **({} if place < len(filled) else {"stroke_dasharray": "4 3"}),
            )
            title = printed_name(name)
            if place >= len(filled):
                title = say("{item} slot, empty", item=title)
            parts.append(
                element("g", element("title", title), slot, _slot(name, place, filled, *middle))
            )
            if place < len(filled) and filled[place] >= start:
                parts.append(number_badge(x + 40, y + 4, earlier + filled[place] - start + 1))
            x += 48
        x += 10
    return "".join(parts)


def _slot(name: str, place: int, filled: list[int], x: float, y: float) -> str:
    paint = palette.paint_of_item(name)
    if place < len(filled):
        draw = log if name == "wood" else lump
        return draw(x, y, 17, paint, class_="piece")
    ghost = element("g", (log if name == "wood" else lump)(x, y, 13, paint), opacity=0.28)
    return ghost + centred(x, y, [f"{MINUS}1"], 14, palette.NEGATIVE_INK[1])
