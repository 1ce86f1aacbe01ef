"""Signs on the map: resources, public works, terrains, heroes; drawn without words."""

from odin_solver.graenaland.parts import PRIEST, SKALD
from odin_solver.graenaland.words import sign_of
from odin_solver.render.svg.markup import element, rect, words

INK = "#2f2417"
RESOURCE_PAINTS = {
    "grain": "#e0b92e",
    "livestock": "#a3492c",
    "wood": "#6b4423",
    "ore": "#5a6470",
    "gold": "#ffd84a",
}
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


def _ink_on(card: str | None) -> str:
    return "#ffffff" if card is None or card in _LIGHT_ON else INK


def resource_chip(x: float, y: float, resource: str, radius: float = 8.0) -> str:
    """Draw a resource of a cost as a chip; `x` and `y` are its centre."""
    paint, size = RESOURCE_PAINTS[resource], 1.3 * radius
    return element("circle", cx=x, cy=y, r=radius, fill=paint, stroke=INK, stroke_width=1) + words(
        x, y + 0.36 * size, sign_of(resource), size, _ink_on(resource), "middle"
    )


def resource_card(x: float, y: float, card: str | None) -> str:
    """Draw a resource card; None is one face down."""
    fill = "#8d7a5c" if card is None else RESOURCE_PAINTS[card]
    paper = rect(x, y, 15, 20, rx=2.5, fill=fill, stroke=INK, stroke_width=1)
    return paper + words(x + 7.5, y + 14, sign_of(card), 11, _ink_on(card), "middle")


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
        return token + words(x, y + 5.5, str(army), 16, ink, "middle")
    return token + element("path", d=path, fill=ink, transform=f"translate({x:g} {y:g})")
