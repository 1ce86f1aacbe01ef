"""A position as an SVG picture: mainland, ships with sails, islands, figures."""

from odin_solver.render.svg.font import FONT
from odin_solver.render.svg.markup import element, line_of_text, picture, rect
from odin_solver.support.language import say, say_as
from odin_solver.vikings.archipelago import Archipelago
from odin_solver.vikings.files import sail_of, tile_of
from odin_solver.vikings.parts import BOATSMAN, ROWS, TILES, Cell, Sail
from odin_solver.vikings.pictures import paints
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.words import sail_name

CELL = 76.0
MARGIN = 26.0
COAST = 96.0
"""Width of the mainland beside the rows."""

TOP = 60.0
"""Height of the title and the numbers of the columns."""

LEAST_COLUMNS = 4

_FIGURE_PATHS = {
    "K": "M-5.4 4q0 -9.4 5.4 -9.4t5.4 9.4h-3.2v-3.2h-1.3v4.6h-1.8v-4.6h-1.3v3.2zM-5.2 -1.4q-3.6 -.6"
    " -3 -6.2q1.4 2.8 4.6 2.4zM5.2 -1.4q3.6 -.6 3 -6.2q-1.4 2.8 -4.6 2.4z",
    "R": "M-6 5l-1.4 -9.4l4.2 3.8l3.2 -6.4l3.2 6.4l4.2 -3.8l-1.4 9.4z",
    "G": "M-8 0q8 -9.4 16 0q-8 9.4 -16 0zM-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM-1.5 0"
    "a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1 -3 0z",
    "Y": "M-5.4 2.4a5.4 5.4 0 1 0 10.8 0a5.4 5.4 0 1 0 -10.8 0zM-3.4 2.4a3.4 3.4 0 1 1 6.8 0"
    "a3.4 3.4 0 1 1 -6.8 0zM-3.2 -5.6l1.6 -2.2h3.2l1.6 2.2l-3.2 2.4z",
    "B": "M-8 0q6.4 -7 11.4 -1.4l4.4 -3.2v9.2l-4.4 -3.2q-5 5.6 -11.4 -1.4zM-4.6 -.6a1 1 0 1 0 2 0"
    "a1 1 0 1 0 -2 0z",
    "N": "M-2.2 -6a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM-.9 -4h1.8v1.4h3v1.8h-3v5.2q2.9 -.4"
    " 3.6 -3l-1.5 .4l2.4 -3.6l2 3.8l-1.6 -.4q-1 5 -5.8 5.6q-4.8 -.6 -5.8 -5.6l-1.6 .4l2 -3.8l2.4"
    " 3.6l-1.5 -.4q.7 2.6 3.6 3v-5.2h-3v-1.8h3z",
}
"""What tells figures apart beside their colours: helmet, crown, eye, ring, fish, anchor."""


def position_svg(position: VikingsPosition, new: frozenset[Cell] = frozenset()) -> str:
    """Draw a position; cells in `new` are outlined."""
    return picture(*position_picture(position, new), f"{FONT}, sans-serif")


def position_picture(
    position: VikingsPosition, new: frozenset[Cell] = frozenset()
) -> tuple[str, float, float]:
    """Return the elements of a picture, its width and its height."""
    area = position.area
    columns = max(LEAST_COLUMNS, area.columns + 1)
    width = 2 * MARGIN + COAST + CELL * columns
    height = 2 * MARGIN + TOP + CELL * (len(ROWS) + 1)
    left, top = MARGIN + COAST, MARGIN + TOP
    title = say_as("title", position.title) if position.title else "Vikings"
    parts = [
        element("rect", width=width, height=height, fill="#e9e1d3"),
        line_of_text(MARGIN, MARGIN + 16, title, 20, "#33271a"),
        line_of_text(MARGIN, MARGIN + 36, _facts(position), 16, "#6b5c47"),
        rect(left, top, CELL * columns, CELL * 6, rx=10, fill=paints.SEA.fill),
        *_waves(left, top, columns),
        _mainland(position, top),
    ]
    for column in range(1, columns + 1):
        x = left + CELL * (column - 0.5)
        parts.append(line_of_text(x, top - 6, str(column), 16, "#6b5c47", "middle"))
        if column in area.ships:
            repelled = column not in area.threats()
            parts.append(_ship(x, top + CELL / 2, area.ships[column], repelled))
    for cell in sorted(area.tiles):
        parts.append(_island(area, cell, left, top, cell in new))
    return "".join(parts), width, height


def part_svg(name: str) -> str:
    """Draw a part alone, as a picture of its own."""
    return picture(part_picture(name), CELL, CELL, f"{FONT}, sans-serif")


def part_picture(name: str) -> str:
    """Draw a part: a ship by its sail, a tile by its kind, else a figure by its letter."""
    middle = CELL / 2
    if name in paints.SAIL_PAINTS:
        return _ship(middle, middle + 4, sail_of(name), False, named=False)
    if name in TILES:
        return _island(Archipelago({(-1, 1): tile_of(name)}), (-1, 1), 0.0, 0.0, False)
    return _pawn(middle, middle, name, 24)


def _facts(position: VikingsPosition) -> str:
    return say(
        "Round {round} · {gold} gold · {vp} VP",
        round=position.round,
        gold=position.gold,
        vp=position.vp,
    )


def _waves(left: float, top: float, columns: int) -> list[str]:
    return [
        element(
            "path",
            d=f"M{left + CELL * c + 22:g} {top + CELL * r + 40:g}q8 -8 16 0t16 0",
            fill="none",
            stroke=paints.SEA.light,
            stroke_width=2,
            opacity=0.55,
        )
        for c in range(columns)
        for r in range(1, len(ROWS) + 1)
    ]


def _mainland(position: VikingsPosition, top: float) -> str:
    paint = {"fill": paints.MAINLAND.fill, "stroke": paints.MAINLAND.dark}
    parts = [rect(MARGIN, top, COAST - 8, CELL * 6, rx=10, **paint, stroke_width=2)]
    for at, code in enumerate((BOATSMAN, *ROWS)):
        y = top + CELL * (at + 0.5)
        count = position.mainland.get(code, 0)
        parts.append(_pawn(MARGIN + 26, y, code, 15, faded=not count))
        parts.append(
            line_of_text(MARGIN + 46, y + 6, f"×{count}", 15, paints.MAINLAND.ink) if count else ""
        )
        if code in ROWS:
            parts.append(line_of_text(MARGIN + 80, y + 5, code, 15, paints.MAINLAND.dark, "end"))
    return "".join(parts)


def _pawn(
    x: float, y: float, code: str, size: float, *, threatened: bool = False, faded: bool = False
) -> str:
    paint = paints.figure_paint(code)
    parts = [
        element(
            "circle",
            cx=x,
            cy=y,
            r=size,
            fill=paint.fill,
            stroke=paint.light if code == "K" else paint.dark,
            stroke_width=2,
        ),
        element(
            "path",
            d=_FIGURE_PATHS[code],
            fill=paint.ink,
            fill_rule="evenodd",
            transform=f"translate({x:g} {y:g}) scale({size / 12:.3g})",
        ),
    ]
    if threatened:
        d = size * 1.25
        parts.append(
            element(
                "path",
                d=f"M{x - d:g} {y - d:g}l{2 * d:g} {2 * d:g}m0 {-2 * d:g}l{-2 * d:g} {2 * d:g}",
                stroke=paints.THREAT,
                stroke_width=4,
            )
        )
    return element("g", *parts, opacity=0.3 if faded else 1.0)


def _ship(x: float, y: float, sail: Sail, repelled: bool, *, named: bool = True) -> str:
    paint = paints.SAIL_PAINTS[sail]
    parts = [
        element(
            "path",
            d=f"M{x - 28:g} {y + 12:g}q28 10 56 0q-4 20 -16 20h-24q-12 0 -16 -20z",
            fill="#6d4a2d",
            stroke="#3f2814",
            stroke_width=2,
        ),
        element("path", d=f"M{x:g} {y + 14:g}v-46", stroke="#3f2814", stroke_width=3),
        element(
            "path",
            d=f"M{x - 22:g} {y - 28:g}q22 -7 44 0q7 16 0 34q-22 7 -44 0q-7 -18 0 -34z",
            fill=paint.fill,
            stroke=paint.dark,
            stroke_width=2,
        ),
        line_of_text(x, y - 6, sail_name(sail), 12, paint.ink, "middle") if named else "",
    ]
    return element("g", *parts, opacity=0.45 if repelled else 1.0)


def _island(area: Archipelago, cell: Cell, left: float, top: float, is_new: bool) -> str:
    row, column = cell
    tile = area.tiles[cell]
    x, y = left + CELL * (column - 1), top + CELL * (row + 1)
    x0 = x + 12 if tile.kind == "S" else x
    x1 = x + CELL - (12 if tile.kind == "E" else 0)
    y0, y1, bend = y + 9, y + CELL - 9, 22
    if tile.kind == "S":  # from the right end around the beginning
        coast = f"M{x1:g} {y0:g}H{x0 + bend:g}q{-bend:g} 0 {-bend:g} {bend:g}V{y1 - bend:g}"
        coast += f"q0 {bend:g} {bend:g} {bend:g}H{x1:g}"
    elif tile.kind == "E":
        coast = f"M{x0:g} {y0:g}H{x1 - bend:g}q{bend:g} 0 {bend:g} {bend:g}V{y1 - bend:g}"
        coast += f"q0 {bend:g} {-bend:g} {bend:g}H{x0:g}"
    else:
        coast = f"M{x0:g} {y0:g}H{x1:g}M{x0:g} {y1:g}H{x1:g}"
    land = f"M{x0:g} {y0:g}H{x1:g}V{y1:g}H{x0:g}z" if tile.kind == "M" else f"{coast}z"
    parts = [
        element("path", d=land, fill=paints.LAND.light),
        element("path", d=coast, fill="none", stroke=paints.LAND.dark, stroke_width=3),
    ]
    if tile.kind != "S":
        border = f"M{x:g} {y0 + 8:g}V{y1 - 8:g}"
        parts.append(
            element("path", d=border, stroke=paints.LAND.dark, stroke_dasharray="4 6", opacity=0.5)
        )
    if tile.building:
        parts.append(_house(x + 15, y + 27, str(tile.building), tile.special))
    if cell in area.figures:
        threat = area.threat_to(cell) is not None
        parts.append(_pawn(x + CELL / 2, y + CELL / 2, ROWS[row], 17, threatened=threat))
    if is_new:
        side = CELL - 6
        parts.append(
            rect(x + 3, y + 3, side, side, rx=9, fill="none", stroke=paints.NEW, stroke_width=4)
        )
    return "".join(parts)


def _house(x: float, y: float, number: str, special: bool) -> str:
    fill = paints.NEW if special else "#fbf7ee"
    outline = f"M{x - 9:g} {y + 10:g}v-14l9 -9l9 9v14z"
    return element(
        "path", d=outline, fill=fill, stroke=paints.LAND.dark, stroke_width=1.5
    ) + line_of_text(x, y + 7, number, 11, paints.LAND.ink, "middle")
