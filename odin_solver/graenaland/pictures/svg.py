"""A position as an SVG picture: the map in two rows, the hand below."""

from collections import Counter

from odin_solver.graenaland.parts import RESOURCES, SKALD, WARRIOR
from odin_solver.graenaland.position import GraenalandPosition, TileState
from odin_solver.graenaland.rules.building import BuildItem
from odin_solver.graenaland.rules.goals import score_of
from odin_solver.graenaland.words import needed_text, profile_note, score_text
from odin_solver.render.svg.font import FONT
from odin_solver.render.svg.markup import element, text

WIDTH, HEIGHT, GAP, MARGIN = 190.0, 176.0, 10.0, 24.0
TOP = 62.0
TERRAIN_PAINTS = {
    "plains": "#d9cf7e",
    "forest": "#86a869",
    "hills": "#c49a6c",
    "mountains": "#b3b0ab",
}
RESOURCE_PAINTS = {
    "grain": "#e0b92e",
    "livestock": "#a3492c",
    "wood": "#6b4423",
    "ore": "#5a6470",
    "gold": "#ffd84a",
}
RESOURCE_SIGNS = {"grain": "G", "livestock": "L", "wood": "W", "ore": "O", "gold": "*"}
"""Signs in the costs of villages, for readers who do not tell the colours apart."""

PLAYER_PAINTS = {
    "yellow": "#f2c81f",
    "red": "#c8322b",
    "white": "#fafafa",
    "purple": "#7d3c98",
    "blue": "#2f6db5",
    "green": "#3b8f4d",
    "black": "#2b2b2b",
}
OTHERS = ("#f2c81f", "#c8322b", "#fafafa", "#7d3c98", "#2f6db5")
INK = "#2f2417"
NEW = "#d8006b"
"""Outline of what a plan builds."""

WORK_SIGNS = {"road": "road", "market": "market", "palisade": "palisade", "yield": "yield +1"}


def graenaland_svg(position: GraenalandPosition, new: Counter[BuildItem] | None = None) -> str:
    """Draw a position; items in `new`, which are on the map already, are outlined."""
    content, width, height = map_picture(position, new)
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        font_family=f"{FONT}, sans-serif",
    )


def map_picture(
    position: GraenalandPosition, new: Counter[BuildItem] | None = None
) -> tuple[str, float, float]:
    """Return the elements of a picture as by `graenaland_svg`, its width and height."""
    added = new or Counter()
    coast = [name for name, state in position.tiles.items() if state.printed.coastal]
    inland = [name for name, state in position.tiles.items() if not state.printed.coastal]
    columns = max(len(coast), len(inland) + 0.5, 3)
    rows = 1 + bool(inland)
    width = 2 * MARGIN + columns * (WIDTH + GAP) - GAP
    bottom = TOP + rows * (HEIGHT + GAP)
    height = bottom + 64 + MARGIN
    parts = [
        element("rect", width=width, height=height, fill="#dfeaf0"),
        _words(MARGIN, 32, position.title or "Graenaland", 19, INK),
        _words(MARGIN, 52, _facts(position), 13, "#5d5244"),
    ]
    for at, name in enumerate(inland):
        x = MARGIN + (at + 0.5) * (WIDTH + GAP)
        parts.append(_tile(position, name, x, TOP, added))
    for at, name in enumerate(coast):
        y = TOP + (rows - 1) * (HEIGHT + GAP)
        parts.append(_tile(position, name, MARGIN + at * (WIDTH + GAP), y, added))
    parts.append(_hand(position, bottom + 8))
    return "".join(parts), width, height


def _facts(position: GraenalandPosition) -> str:
    score = score_text(position, score_of(position))
    army = position.army[position.me]
    facts = [f"{position.me}: {score}, {needed_text(position)}", f"army {army}"]
    return "; ".join(filter(None, [*facts, profile_note(position)]))


def _words(x: float, y: float, words: str, size: float, fill: str, anchor: str = "start") -> str:
    return element(
        "text",
        text(words),
        x=x,
        y=y,
        font_size=size,
        font_weight=700,
        fill=fill,
        text_anchor=anchor,
    )


def _player_paint(position: GraenalandPosition, player: str) -> str:
    return PLAYER_PAINTS.get(player, OTHERS[position.players.index(player)])


def _tile(
    position: GraenalandPosition, name: str, x: float, y: float, added: Counter[BuildItem]
) -> str:
    state = position.tiles[name]
    printed = state.printed
    edge = "#3d7ea6" if printed.coastal else "#6d5f4b"
    parts = [
        element(
            "rect",
            x=x,
            y=y,
            width=WIDTH,
            height=HEIGHT,
            rx=12,
            fill=TERRAIN_PAINTS[printed.terrain],
            stroke=edge,
            stroke_width=3,
        ),
        _words(x + 10, y + 22, f"{name}  {printed.terrain}", 15, INK),
        *_cost(state, x + 10, y + 40),
        *_houses(position, name, x + 10, y + 54, added),
    ]
    works = [(WORK_SIGNS[kind], added[BuildItem(kind, name)] > 0) for kind in sorted(state.works)]
    left = x + 10
    for sign, is_new in works:
        parts.append(_words(left, y + 126, sign, 12, NEW if is_new else INK))
        left += 7.2 * len(sign) + 8
    left = x + 10
    for player, hero in state.heroes.items():
        parts += _hero(position, player, hero, left, y + 142)
        left += 40
    for at, card in enumerate(state.stock):
        parts.append(_card(x + WIDTH - 18 - 13 * (at % 5), y + 134 + 18 * (at // 5), card))
    return "".join(parts)


def _cost(state: TileState, x: float, y: float) -> list[str]:
    cost = state.printed.village
    if cost is None:
        return [_words(x, y + 4, "village: ?", 12, INK)]
    units = [card for card in RESOURCES for _ in range(cost.get(card, 0))]
    parts = []
    for at, card in enumerate(units):
        left, fill = x + 6 + 16 * at, RESOURCE_PAINTS[card]
        ink = "#ffffff" if card in ("livestock", "wood", "ore") else INK
        parts.append(element("circle", cx=left, cy=y, r=7, fill=fill, stroke=INK, stroke_width=1))
        parts.append(_words(left, y + 3.5, RESOURCE_SIGNS[card], 9, ink, "middle"))
    return parts


def _houses(
    position: GraenalandPosition, name: str, x: float, y: float, added: Counter[BuildItem]
) -> list[str]:
    """Draw villages and buildings as houses; buildings bear their first letter."""
    state = position.tiles[name]
    houses = []
    for player in position.players:
        count = state.villages.get(player, 0)
        fresh = added[BuildItem("village", name)] if player == position.me else 0
        houses += [(player, "", at >= count - fresh) for at in range(count)]
        houses += [
            (player, kind, player == position.me and added[BuildItem(kind, name)] > 0)
            for kind, owner in state.buildings.items()
            if owner == player
        ]
    parts = []
    for at, (player, kind, is_new) in enumerate(houses):
        left, top = x + 24 * (at % 7), y + 29 * (at // 7)
        path = f"M{left} {top + 10}l10 -10l10 10v14h-20z"
        parts.append(
            element(
                "path",
                d=path,
                fill=_player_paint(position, player),
                stroke=NEW if is_new else INK,
                stroke_width=3 if is_new else 1.2,
            )
        )
        if kind:
            dark = player in ("purple", "blue", "red", "black", "green")
            ink = "#ffffff" if dark else INK
            parts.append(_words(left + 10, top + 21, kind[0].upper(), 12, ink, "middle"))
    return parts


def _hero(position: GraenalandPosition, player: str, hero: str, x: float, y: float) -> list[str]:
    """Draw a hero as a round token; a warrior shows the army."""
    sign = str(position.army[player]) if hero == WARRIOR else "S" if hero == SKALD else "P"
    dark = player in ("purple", "blue", "red", "black", "green")
    paint = _player_paint(position, player)
    return [
        element("circle", cx=x + 13, cy=y + 12, r=13, fill=paint, stroke=INK, stroke_width=1.5),
        _words(x + 13, y + 17, sign, 14, "#ffffff" if dark else INK, "middle"),
    ]


def _card(x: float, y: float, card: str | None) -> str:
    fill = "#8d7a5c" if card is None else RESOURCE_PAINTS[card]
    return element(
        "rect", x=x, y=y, width=11, height=16, rx=2, fill=fill, stroke=INK, stroke_width=1
    )


def _hand(position: GraenalandPosition, y: float) -> str:
    parts = [_words(MARGIN, y + 20, "Hand", 14, INK)]
    x = MARGIN + 52
    for card in RESOURCES:
        for _ in range(position.hand.get(card, 0)):
            parts.append(_card(x, y + 6, card))
            x += 13
        if position.hand.get(card):
            label = f"{position.hand[card]} {card}"
            parts.append(_words(x + 4, y + 20, label, 13, INK))
            x += 14 + 7.6 * len(label)
    x = MARGIN
    for label, cards in (("Supply", position.kept), ("Offered", position.offered)):
        if not cards:
            continue
        parts.append(_words(x, y + 48, label, 14, INK))
        x += 64
        for symbols in cards:
            for at, symbol in enumerate(symbols):
                parts.append(_card(x + 12 * at, y + 34, symbol))
            x += 34
        x += 10
    return "".join(parts)
