"""Signs on the map: resources, public works, terrains, heroes; drawn without words."""

from odin_solver.graenaland.parts import HEROES, PRIEST, RESOURCES, SKALD, UNKNOWN, WORKS
from odin_solver.render.svg.font import FONT
from odin_solver.render.svg.markup import element, line_of_text, picture, rect

INK = "#2f2417"
_FAMILY = f"{FONT}, sans-serif"
RESOURCE_PAINTS = {
    "grain": "#e0b92e",
    "livestock": "#a3492c",
    "wood": "#6b4423",
    "ore": "#5a6470",
    "gold": "#ffd84a",
}
_ANYBODY = "#e6dcc6"
_LIGHT_ON = ("livestock", "wood", "ore")

TERRAIN_PAINTS = {
    "plains": "#ddd38a",
    "forest": "#93b377",
    "hills": "#cba67c",
    "mountains": "#bcbab6",
}
_TERRAIN_SHADES = {
    "plains": "#c9bb62",
    "forest": "#7a9c5f",
    "hills": "#b98f62",
    "mountains": "#a3a09b",
}
_TERRAIN_PATHS = {
    "plains": "M0 44q48 -18 95 0t95 0",
    "forest": "M0 54l11 -24l11 24l15 -44l15 44l12 -30l12 30l14 -38l14 38l16 -50l16 50l11 -28l11 28"
    "l16 -40l16 40",
    "hills": "M0 58q32 -48 62 -12q28 -56 66 -2q26 -36 62 6",
    "mountains": "M0 62l36 -46l14 16l32 -38l34 44l20 -22l54 46",
}
"""Skylines over the width of a tile."""

_RESOURCE_PATHS = {
    "grain": "M-.7 8V-1h1.4V8zM0 -8q2.6 2.4 0 5.4q-2.6 -3 0 -5.4zM-.7 0q-4.6 -.2 -4.6 -4.6q4.6 .2"
    " 4.6 4.6zM.7 0q4.6 -.2 4.6 -4.6q-4.6 .2 -4.6 4.6zM-.7 5q-4.6 -.2 -4.6 -4.6q4.6 .2 4.6 4.6z"
    "M.7 5q4.6 -.2 4.6 -4.6q-4.6 .2 -4.6 4.6z",
    "livestock": "M-7.5 -7q0 4.4 3.2 4.6q-.2 6.4 2.1 8.8q2.2 2.2 4.4 0q2.3 -2.4 2.1 -8.8q3.2 -.2"
    " 3.2 -4.6q-1.7 2.2 -3.8 2.2q-3.7 -1.6 -7.4 0q-2.1 0 -3.8 -2.2z",
    "wood": "M-7.2 3.6a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0m1.9 0a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1"
    " -3.2 0zM.2 3.6a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0m1.9 0a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1"
    " -3.2 0zM-3.5 -3a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0m1.9 0a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1"
    " -3.2 0z",
    "ore": "M-7.5 6l1.7 -5.6l4 -1.2l2.2 2.6l-.6 4.2zM1 6l.6 -4.6l3.2 -2l2.8 6.6zM-3 -2l1.4 -4.4"
    "l4 -.8l2.6 4l-2.8 2.8z",
    "gold": "M0 -7.6l2.2 4.8l5.2 .6l-3.9 3.5l1.1 5.2l-4.6 -2.6l-4.6 2.6l1.1 -5.2l-3.9 -3.5l5.2"
    " -.6z",
}

_BUILDING_PATHS = {
    "fort": ("M0 24V2h4v4h4v-4h4v4h4v-4h4v22z", "M7 24v-7q3 -4 6 0v7z"),
    "church": ("M0 24v-12l10 -12l10 12v12z", "M8.6 7h2.8v4h4v2.8h-4v8h-2.8v-8h-4v-2.8h4z"),
    "hall": ("M0 24v-9l-1.5 -8q11.5 -10 23 0l-1.5 8v9z", "M3 24v-8h4v8zM13 24v-8h4v8z"),
}
"""Outlines of buildings, 20 wide and 24 high, and what stands on them."""

_VILLAGE_PATH = "M0 10l10 -10l10 10v14h-20z"

_WORK_PATHS = {
    "road": "M3 13C8 10 1 7 6 5S9 2 9 1h4C13 3 12 5 9 6S8 10 11 13z",
    "market": "M1 5l2 -4h8l2 4zM2 6h2v7h-2zM10 6h2v7h-2zM4 8h6v2h-6z",
    "palisade": "M1 13v-9l2 -3l2 3v9zM5.5 13v-9l2 -3l2 3v9zM10 13v-9l2 -3l2 3v9z",
    "yield": "M5.5 1h3v4.5h4.5v3h-4.5v4.5h-3v-4.5h-4.5v-3h4.5z",
}

_HERO_PATHS = {
    PRIEST: "M-2 -9h4v5h5v4h-5v9h-4v-9h-5v-4h5z",
    SKALD: "M-5 -8q0 14 5 14t5 -14h-2.5q0 10 -2.5 10t-2.5 -10zM-6 6h12v3h-12z",
}


def resource_chip(x: float, y: float, resource: str) -> str:
    """Draw a resource of a cost as a chip; `x` and `y` are its centre."""
    paint = RESOURCE_PAINTS[resource]
    chip = element("circle", cx=x, cy=y, r=8.0, fill=paint, stroke=INK, stroke_width=1)
    return chip + _resource(x, y, resource, 8.0 / 12)


def resource_card(x: float, y: float, card: str | None) -> str:
    """Draw a resource card; None is one face down."""
    fill = "#8d7a5c" if card is None else RESOURCE_PAINTS[card]
    paper = rect(x, y, 15, 20, rx=2.5, fill=fill, stroke=INK, stroke_width=1)
    if card is None:
        return paper + line_of_text(x + 7.5, y + 14, UNKNOWN, 11, "#ffffff", "middle")
    return paper + _resource(x + 7.5, y + 10, card, 0.75)


def _resource(x: float, y: float, resource: str, scale: float) -> str:
    return element(
        "path",
        d=_RESOURCE_PATHS[resource],
        fill="#ffffff" if resource in _LIGHT_ON else INK,
        fill_rule="evenodd",
        transform=f"translate({x:g} {y:g}) scale({scale:.3g})",
    )


def house(
    x: float, y: float, kind: str, fill: str, ink: str, edge: str = INK, scale: float = 1.0
) -> str:
    """Draw a village or a building, 20 wide and 24 high; `scale` makes it narrower."""
    outline, front = _BUILDING_PATHS.get(kind, (_VILLAGE_PATH, ""))
    width = 1.2 if edge == INK else 3
    parts = [element("path", d=outline, fill=fill, stroke=edge, stroke_width=width)]
    if front:
        parts.append(element("path", d=front, fill=ink))
    return element("g", *parts, transform=f"translate({x:g} {y:g}) scale({scale:.3g} 1)")


def terrain_shade(x: float, y: float, width: float, terrain: str) -> str:
    """Draw what grows or rises at the bottom of a tile, 70 high."""
    rounded = f"L{width:g} 58a12 12 0 0 1 -12 12h{24 - width:g}a12 12 0 0 1 -12 -12z"
    return element(
        "path",
        d=_TERRAIN_PATHS[terrain] + rounded,
        fill=_TERRAIN_SHADES[terrain],
        transform=f"translate({x:g} {y:g})",
    )


def work_token(x: float, y: float, kind: str, edge: str, symbol: str | None) -> str:
    """Draw the token of a public work; that of a yield improvement bears its resource."""
    width = 1.2 if edge == INK else 3
    token = rect(x, y, 24, 24, rx=5, fill="#f6ecd6", stroke=edge, stroke_width=width)
    if kind == "yield" and symbol is not None:
        return token + resource_chip(x + 12, y + 12, symbol)
    path = element(
        "path", d=_WORK_PATHS[kind], fill=INK, transform=f"translate({x + 5:g} {y + 5:g})"
    )
    return token + path


def hero_token(x: float, y: float, hero: str, army: int, fill: str, ink: str) -> str:
    """Draw a hero as a round token around a centre; a warrior shows the army."""
    token = element("circle", cx=x, cy=y, r=14, fill=fill, stroke=INK, stroke_width=1.5)
    path = _HERO_PATHS.get(hero)
    if path is None:
        return token + line_of_text(x, y + 5.5, str(army), 16, ink, "middle")
    return token + element("path", d=path, fill=ink, transform=f"translate({x:g} {y:g})")


def sign_svg(name: str) -> str:
    """Draw a resource, a card face down, a hero, a public work or a building alone."""
    if name in (*RESOURCES, UNKNOWN):
        return picture(resource_card(0.5, 0.5, None if name == UNKNOWN else name), 16, 21, _FAMILY)
    if name in HEROES:
        return picture(hero_token(15, 15, name, 1, _ANYBODY, INK), 30, 30, _FAMILY)
    if name in WORKS:
        return picture(work_token(1, 1, name, INK, None), 26, 26, _FAMILY)
    return picture(house(2, 1, name, _ANYBODY, INK), 24, 26, _FAMILY)
