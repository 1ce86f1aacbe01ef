"""The whole table of a solo game as one SVG picture: boards, supply, ships, mountains, score."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from odin_solver.components import TILES, Color
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.strips import strip_gain
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import ANIMALS, State
from odin_solver.game.scoring import score_sheet
from odin_solver.names.printed import card_name, plain_name
from odin_solver.render import palette
from odin_solver.render.svg.font import text_width, wrapped
from odin_solver.render.svg.icons import item_icon
from odin_solver.render.svg.markup import element, line_of_text, number
from odin_solver.render.svg.parts import MINUS, centred
from odin_solver.render.svg.position import PADDING, PaperSheet, board_sheet, on_paper, page_svg
from odin_solver.support.language import say, say_as, say_number
from odin_solver.words.game import category_name, headline_text, length_name

ROW = 30.0
"""Height of a line of a list."""

COLUMN_GAP = 40.0
"""Space between the columns of a list."""

INK = palette.PAGE.ink


class _Row(NamedTuple):
    """Line of a list."""

    label: str
    value: str = ""
    icon: Callable[[float, float], str] | None = None
    bold: bool = False


def table_svg(state: State) -> str:
    """Draw a game: its boards, then sheets with supply, ships, mountains, cards and score.

    Returns
    -------
    str
        Complete SVG document without external references.
    """
    sheets = [board_sheet(board, len(board.pieces)) for board in state.boards]
    game = length_name(state.options.length)
    points = say_number("{n} point", "{n} points", score_sheet(state).total)
    title = f"{game[:1].upper()}{game[1:]}: {points}".replace("-", MINUS)
    if current(state) is not None:
        title = say("{points} so far", points=title)
    return page_svg(title, headline_text(state), [*sheets, *_sheets(state)])


def _sheets(state: State) -> Iterator[PaperSheet]:
    yield _list_sheet(say("Supply"), _supply(state), columns=2)
    yield _ships(state)
    yield _mountains(state)
    boards = [
        _Row(plain_name(each.board), say("silver {n}", n=each.silver) if each.silver else "")
        for each in state.exploration
    ]
    yield _list_sheet(say("Exploration boards to take"), boards, columns=2)
    cards = [_Row(card_name(card), say("in hand")) for card in state.hand]
    cards += [_Row(card_name(card), say("in play")) for card in state.played]
    if cards:
        yield _list_sheet(say("Occupations"), cards, width=340)
    over = current(state) is None
    yield _list_sheet(
        say("Score") if over else say("Score if the game ended now"),
        _score(state),
        columns=2,
        width=240,
    )


def _supply(state: State) -> list[_Row]:
    order = [*TILES, *WEAPONS, *ANIMALS, *state.supply]
    rows = []
    for name in dict.fromkeys(order):
        if state.has(name):
            label = plain_name(name)
            row = _Row(label[:1].upper() + label[1:], f"×{state.has(name)}", _icon_of(name))
            rows.append(row)
    return rows


def _icon_of(name: str) -> Callable[[float, float], str]:
    shown = name.removeprefix("pregnant_")
    if shown not in TILES and shown != "long_sword":
        shown = "weapon_card"
    return lambda x, y: item_icon(shown, x, y, 26, 20)


def _score(state: State) -> list[_Row]:
    sheet = score_sheet(state)
    entries = msgspec.structs.asdict(sheet)
    rows = [
        _Row(category_name(name), str(points).replace("-", MINUS))
        for name, points in entries.items()
        if points
    ]
    return [*rows, _Row(say("Total"), str(sheet.total).replace("-", MINUS), bold=True)]


def _list_sheet(
    title: str, rows: Sequence[_Row], *, columns: int = 1, width: float = 200
) -> PaperSheet:
    rows = rows or [_Row(say("nothing"))]
    columns = min(columns, len(rows))
    height = -(-len(rows) // columns)
    parts = [line_of_text(PADDING, 40, title, 22, INK)]
    for at, row in enumerate(rows):
        column, line = divmod(at, height)
        x, y = PADDING + column * (width + COLUMN_GAP), 76 + ROW * line
        if row.icon is not None:
            parts.append(row.icon(x + 14, y - 5))
        indent = 34 if any(each.icon for each in rows) else 0
        parts.append(line_of_text(x + indent, y, row.label, 15, INK, bold=row.bold))
        parts.append(line_of_text(x + width, y, row.value, 15, INK, anchor="end"))
    inner = max(columns * (width + COLUMN_GAP) - COLUMN_GAP, text_width(title, 22))
    return on_paper(inner + 2 * PADDING, 76 + ROW * height - 8, "".join(parts))


def _mountains(state: State) -> PaperSheet:
    parts = [line_of_text(PADDING, 40, say("Mountains"), 22, INK)]
    for at, strip in enumerate(state.strips):
        y = 78 + 44 * at
        parts.append(line_of_text(PADDING, y + 5, f"{at + 1}", 15, palette.MUTED_INK))
        for place, item in enumerate(strip):
            name, count = strip_gain(item)
            x = PADDING + 40 + 42 * place
            parts.append(item_icon(name, x, y, 30, 30))
            if count > 1:
                parts.append(centred(x, y, [str(count)], 15, INK))
    hidden = say("strips still hidden: {n}", n=len(state.hidden_strips))
    y = 78 + 44 * len(state.strips)
    parts.append(line_of_text(PADDING, y, hidden, 14, palette.MUTED_INK, bold=False))
    return on_paper(PADDING * 2 + 330, y + PADDING, "".join(parts))


SHIP_SIZES = {"whaling_boat": 88.0, "knarr": 108.0, "longship": 124.0}


def _ships(state: State) -> PaperSheet:
    small = [("whaling_boat", SHIPS["whaling_boat"].printed_ore + ore) for ore in state.boats]
    large = [("knarr", 0)] * state.knarrs + [("longship", ore) for ore in state.longships]
    parts = [line_of_text(PADDING, 40, say("Bay"), 22, INK)]
    for row, (ships, berths, room) in enumerate(
        ((small, BAY.small_berths, 124.0), (large, BAY.large_berths, 144.0))
    ):
        y = 66 + 96.0 * row
        for place in range(max(berths, len(ships))):
            x = PADDING + room * place
            parts.append(_berth(x, y, room - 12))
            if place < len(ships):
                parts.append(_ship(*ships[place], x + (room - 12) / 2, y))
    y = 66 + 96.0 * 2
    width = BAY.large_berths * 144.0 - 12
    gone = ", ".join(map(plain_name, state.emigrated))
    lines = wrapped(say("Emigrated: {ships}", ships=gone).split(), width, 14) if gone else []
    for line in lines:
        parts.append(line_of_text(PADDING, y + 8, line, 14, INK, bold=False))
        y += 20
    return on_paper(width + 2 * PADDING, y + PADDING / 2, "".join(parts))


def _berth(x: float, y: float, width: float) -> str:
    return element("rect", x=x, y=y, width=width, height=84, rx=10, fill="url(#sea)", opacity=0.8)


def _ship(kind: str, ore: int, x: float, y: float) -> str:
    half, deck = SHIP_SIZES[kind] / 2, y + 46
    keel = number(deck + 19)
    hull = (
        f"M{number(x - half)} {number(deck - 8)}Q{number(x - half * 0.7)} {number(deck + 4)} "
        f"{number(x)} {number(deck + 2)}T{number(x + half)} {number(deck - 8)}"
        f"Q{number(x + half * 0.8)} {keel} {number(x + half * 0.4)} {keel}"
        f"H{number(x - half * 0.4)}Q{number(x - half * 0.8)} {keel} "
        f"{number(x - half)} {number(deck - 8)}Z"
    )
    wood = palette.FRAME
    parts = [element("path", d=hull, fill=wood.light, stroke=wood.dark, stroke_width=1.5)]
    if kind != "whaling_boat":
        sail = f"M{number(x - 22)} {number(y + 8)}h44l-5 30h-34z"
        cloth = palette.COLOR_PAINTS[Color.RED] if kind == "longship" else palette.PAGE
        mast = f"M{number(x)} {number(y + 4)}V{number(deck + 3)}"
        parts.append(element("path", d=mast, stroke=wood.dark, stroke_width=3))
        parts.append(element("path", d=sail, fill=cloth.light, stroke=cloth.dark, stroke_width=1.2))
    first = x - 11 * (ore - 1) / 2
    parts += [item_icon("ore", first + 11 * at, deck + 8, 13, 13) for at in range(ore)]
    name = say_as("ship", SHIPS[kind].name)
    parts.append(line_of_text(x, y + 80, name, 12, palette.SEA.ink, anchor="middle"))
    return "".join(parts)
