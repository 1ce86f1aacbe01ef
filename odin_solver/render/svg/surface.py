"""Boards without pieces as SVG: sea and coast, frame, coordinates, printed cells."""

from functools import cache, lru_cache

from odin_solver.components import Board, Cell
from odin_solver.components.cells import column_name
from odin_solver.components.signs import sign_of_item
from odin_solver.names.printed import printed_list, printed_name
from odin_solver.render import palette
from odin_solver.render.svg.font import fit
from odin_solver.render.svg.icons import coin, item_icon
from odin_solver.render.svg.markup import element, number, text
from odin_solver.render.svg.outline import rounded_path
from odin_solver.render.svg.parts import CELL, MINUS, bare_cell, centred
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.geometry import Grid, GridBonus, grid_of
from odin_solver.rules.income import diagonal_income
from odin_solver.support.language import language, say

RIM = 34.0
"""Width of the sea or frame around the cells, which holds the coordinates."""

MAX_ICONS = 4
"""How many items of one bonus are drawn in a cell."""


@lru_cache(maxsize=100)
def surroundings(board: Board) -> str:
    """Draw the sea with shallow water along the coast, or a wooden frame."""
    grid = grid_of(board)
    land = grid.cells(grid.coverable) + board.cells_marked("#")
    at_sea = board.kind == "exploration"
    around = palette.SEA if at_sea else palette.FRAME
    parts = [
        element(
            "rect",
            x=-RIM,
            y=-RIM,
            width=CELL * grid.width + 2 * RIM,
            height=CELL * grid.height + 2 * RIM,
            rx=12,
            fill="url(#sea)" if at_sea else "url(#frame)",
            stroke=around.dark,
        )
    ]
    if at_sea:
        parts.append(_waves(grid, set(land)))
        shallows = ((44, 0.18), (32, 0.3), (21, 0.55))
        parts += [_coast(land, palette.SEA.light, wide, faint) for wide, faint in shallows]
    parts += [_coast(land, palette.LAND.dark, 14), _coast(land, palette.LAND.fill, 10)]
    return "".join(parts)


def _coast(land: tuple[Cell, ...], color: str, width: float, opacity: float = 1) -> str:
    """Draw all land in one colour, with a margin of half the given width.

    A wide line makes the margin, so that islands which touch in a corner merge.
    """
    return element(
        "path",
        class_="land",
        d=rounded_path(land, CELL, radius=6),
        fill=color,
        stroke=color,
        stroke_width=width,
        stroke_linejoin="round",
        **({"opacity": opacity} if opacity != 1 else {}),
    )


def _waves(grid: Grid, land: set[Cell]) -> str:
    waves = []
    for y in range(grid.height):
        for x in range(grid.width):
            near = {(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
            if near & land or (x + 2 * y) % 3:
                continue
            left, middle = CELL * (x + 0.22), CELL * (y + 0.5)
            waves.append(f"M{number(left)} {number(middle)}q7 -7 14 0t14 0")
    if not waves:
        return ""
    return element(
        "path",
        d="".join(waves),
        fill="none",
        stroke=palette.SEA.light,
        stroke_width=2,
        stroke_linecap="round",
        opacity=0.6,
    )


@lru_cache(maxsize=100)
def coordinates(grid: Grid) -> str:
    """Draw column letters below and row numbers to the left."""
    ink = palette.SEA.ink
    off = RIM - 13
    letters = [
        centred(CELL * (x + 0.5), CELL * grid.height + off, [column_name(x)], 13, ink)
        for x in range(grid.width)
    ]
    numbers = [
        centred(-off, CELL * (y + 0.5), [str(grid.height - y)], 13, ink) for y in range(grid.height)
    ]
    return element("g", *letters, *numbers, opacity=0.85)


def printed_cells(state: BoardState, grid: Grid) -> str:
    """Draw what is printed on open and blocked cells."""
    covered = state.covered
    is_open = grid.coverable & ~covered
    parts = [_blocked(cell, language()) for cell in state.board.cells_marked("#")]
    parts += [bare_cell(cell) for cell in grid.cells(is_open)]
    for points, mask in grid.negatives:
        parts += [_negative(cell, points) for cell in grid.cells(mask & is_open)]
    for diagonal in grid.diagonals:
        paid: int | None = diagonal_income(diagonal, covered)
        for each in diagonal.cells:
            if each.cell & is_open:
                now = each.value == paid
                paid = None if now else paid
                parts.append(_income(grid.cells(each.cell)[0], each.value, now, language()))
    won = bonuses_won(grid, covered)
    for bonus in grid.bonuses:
        parts += _bonus(grid, bonus, is_open, bonus in won)
    return "".join(parts)


@cache
def _negative(cell: Cell, points: int) -> str:
    return element(
        "g",
        centred(
            CELL * (cell[0] + 0.5),
            CELL * (cell[1] + 0.5),
            [f"{MINUS}{points}"],
            15 if points == 1 else 19,
            palette.NEGATIVE_INK[points],
        ),
        opacity=0.75 if points == 1 else 0.95,
    )


@cache
def _blocked(cell: Cell, _language: str) -> str:
    x, y = cell
    left, top = CELL * x, CELL * y
    paint = palette.BLOCKED
    peaks = [
        (f"M{number(left + 5)} {number(top + 44)}l13 -30 7 10 5 -6 16 26z", paint.fill),
        (f"M{number(left + 18)} {number(top + 14)}l7 10 -5 3 -5 -3 -3 3z", paint.light),
    ]
    return element(
        "g",
        element("title", text(say("can never be covered"))),
        *(
            element("path", d=d, fill=fill, stroke=paint.dark, stroke_linejoin="round")
            for d, fill in peaks
        ),
    )


@cache
def _income(cell: Cell, value: int, now: bool, _language: str) -> str:
    x, y = CELL * (cell[0] + 0.5), CELL * (cell[1] + 0.5)
    ring = element("circle", cx=x, cy=y, r=21.5, fill="none", stroke=palette.WON, stroke_width=3)
    title = element("title", text(say("income {n}", n=value)))
    label = centred(x, y, [str(value)], 18, palette.COIN.ink)
    return element("g", title, coin(x, y, 18), *([ring] if now else []), label)


def _bonus(grid: Grid, bonus: GridBonus, is_open: int, won: bool) -> list[str]:
    cells = grid.cells(bonus.cells)
    items = [item for item, _ in bonus.gives]
    shown = [[item] for item in items] if len(cells) == len(items) else [items] * len(cells)
    parts = []
    for cell, here in zip(cells, shown, strict=True):
        if not grid.bit(cell) & is_open:
            continue
        left, top = CELL * cell[0], CELL * cell[1]
        frame = element(
            "rect",
            x=left + 3,
            y=top + 3,
            width=CELL - 6,
            height=CELL - 6,
            rx=9,
            fill="#e3f2d9" if won else "#fffaf0",
            stroke=palette.WON if won else palette.LAND.dark,
            stroke_width=3 if won else 1.5,
            **({} if won else {"stroke_dasharray": "4 3"}),
        )
        drawn = here[:MAX_ICONS]
        wide = (CELL - 14) / max(1, len(drawn))
        icons = [
            item_icon(item, left + 7 + wide * (i + 0.5), top + 17, wide - 3, 18)
            for i, item in enumerate(drawn)
        ]
        name = " +\u00a0".join(printed_name(item) for item in here) or say("nothing")
        fitted = fit(name, CELL - 11, 16.5, 10, 6)
        signs = " ".join(sign_of_item(item) for item in drawn[:3])
        lines, size = fitted or ((signs if len(here) < 4 else f"{signs}…",), 10)
        gives = printed_list(bonus.gives) or say("nothing")
        title = (
            say("bonus: {items}, won", items=gives)
            if won
            else say("bonus: {items}, not won yet", items=gives)
        )
        parts.append(
            element(
                "g",
                element("title", text(title)),
                frame,
                *icons,
                centred(left + CELL / 2, top + 36.5, lines, size, palette.PAGE.ink),
                class_="bonus",
            )
        )
    return parts
