"""A position as an SVG picture: the map in two rows, the hand below."""

from collections import defaultdict
from collections.abc import Sequence
from textwrap import wrap

from odin_solver.graenaland import words
from odin_solver.graenaland.model.solve import PhasePlan
from odin_solver.graenaland.parts import ARMY, BUILDINGS, RESOURCES, VILLAGE, WARRIOR, WORKS
from odin_solver.graenaland.pictures.signs import (
    INK,
    TERRAIN_PAINTS,
    hero_token,
    house,
    resource_card,
    resource_chip,
    terrain_shade,
    work_token,
)
from odin_solver.graenaland.position import GraenalandPosition, TileState
from odin_solver.graenaland.rules.building import BuildItem, BuildStep
from odin_solver.graenaland.rules.counts import score_of
from odin_solver.render.svg.font import FONT
from odin_solver.render.svg.markup import element, line_of_text, picture, rect
from odin_solver.support.language import say, say_as

WIDTH, HEIGHT, GAP, MARGIN = 190.0, 176.0, 12.0, 24.0
TOP = 66.0
SEA, COAST, INLAND = "#d5e6ee", "#3d7ea6", "#6d5f4b"
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
_LIGHT = ("#f2c81f", "#fafafa")
NEW = "#c1005f"
"""Outline of what a plan builds."""

HOUSES_IN_ROW = 7
STEP_HEIGHT, STEP_WIDTH = 22.0, 8.4
"""Of a line of a plan, and of its letters."""

LETTER = 7.5
"""Width of a letter of the labels below the map."""

Marks = dict[BuildItem, list[int]]
"""When what is new was built, by item."""


def graenaland_svg(position: GraenalandPosition) -> str:
    """Draw a position: the map, the hand."""
    return _whole(*map_picture(position))


def plan_svg(plan: PhasePlan) -> str:
    """Draw a plan: the map and the hand afterwards, and the steps below."""
    return _whole(*plan_picture(plan))


def plan_picture(plan: PhasePlan) -> tuple[str, float, float]:
    """Return the elements of a picture as by `plan_svg`, its width and height."""
    content, width, height = map_picture(plan.after, plan.items)
    lines: list[str] = []
    number = 0
    for step in plan.steps:
        begin: str = words.step_text(step)
        if isinstance(step, BuildStep):
            number += 1
            begin = f"{number}. {begin}: {words.payment_text(step)}"
        lines += wrap(begin, int((width - 2 * MARGIN) / STEP_WIDTH), subsequent_indent="    ")
    top = height - MARGIN + GAP
    parts = [
        line_of_text(MARGIN + 14 * (line[0] == " "), top + STEP_HEIGHT * at, line.strip(), 16, INK)
        for at, line in enumerate(lines, 1)
    ]
    bottom = STEP_HEIGHT * len(lines) + MARGIN / 2
    below = element("rect", y=height - 1, width=width, height=bottom + 1, fill=SEA)
    return content + below + "".join(parts), width, height + bottom


def tiles_svg(position: GraenalandPosition, new: Sequence[BuildItem] = ()) -> str:
    """Draw the map alone, each tile as a group with its name in ``data-tile``."""
    content, width, bottom = _tiles(position, new, MARGIN)
    sea = element("rect", width=width, height=bottom + MARGIN - GAP, fill=SEA)
    return _whole(sea + content, width, bottom + MARGIN - GAP)


def map_picture(
    position: GraenalandPosition, new: Sequence[BuildItem] = ()
) -> tuple[str, float, float]:
    """Return the elements of a picture as by `graenaland_svg`, its width and height.

    Items in `new`, which are on the map already, bear their numbers.
    """
    content, width, bottom = _tiles(position, new, TOP)
    supply = bool(position.kept or position.offered)
    height = bottom + 34 + 30 * supply + MARGIN - GAP
    parts = [
        element("rect", width=width, height=height, fill=SEA),
        line_of_text(MARGIN, 33, say_as("title", position.title or "Graenaland"), 20, INK),
        line_of_text(MARGIN, 54, _facts(position), 13, "#4b4237"),
        content,
        _hand(position, bottom + 2),
    ]
    return "".join(parts), width, height


def _whole(content: str, width: float, height: float) -> str:
    return picture(content, width, height, f"{FONT}, sans-serif")


def _facts(position: GraenalandPosition) -> str:
    score, me = words.score_text(position, score_of(position)), words.part_name(position.me)
    facts = [
        f"{me}: {score}, {words.needed_text(position)}",
        say("army {n}", n=position.army[position.me]),
    ]
    return "; ".join(filter(None, [*facts, words.profile_note(position)]))


def _tiles(
    position: GraenalandPosition, new: Sequence[BuildItem], top: float
) -> tuple[str, float, float]:
    marks: Marks = defaultdict(list)
    for number, item in enumerate(new, 1):
        marks[item].append(number)
    coast = [name for name, state in position.tiles.items() if state.printed.coastal]
    inland = [name for name, state in position.tiles.items() if not state.printed.coastal]
    columns = max(len(coast), len(inland) + 0.5, 3)
    parts = [
        _tile(position, name, MARGIN + (at + 0.5) * (WIDTH + GAP), top, marks)
        for at, name in enumerate(inland)
    ]
    y = top + bool(inland) * (HEIGHT + GAP)
    parts += [
        _tile(position, name, MARGIN + at * (WIDTH + GAP), y, marks)
        for at, name in enumerate(coast)
    ]
    return "".join(parts), 2 * MARGIN + columns * (WIDTH + GAP) - GAP, y + HEIGHT + GAP


def _paint(position: GraenalandPosition, player: str) -> tuple[str, str]:
    paint = PLAYER_PAINTS.get(player, OTHERS[position.players.index(player)])
    return paint, INK if paint in _LIGHT else "#ffffff"


def _tile(position: GraenalandPosition, name: str, x: float, y: float, marks: Marks) -> str:
    state = position.tiles[name]
    printed = state.printed
    edge = COAST if printed.coastal else INLAND
    parts = [
        rect(x, y, WIDTH, HEIGHT, rx=12, fill=TERRAIN_PAINTS[printed.terrain]),
        terrain_shade(x, y + HEIGHT - 70, WIDTH, printed.terrain),
        rect(x, y, WIDTH, HEIGHT, rx=12, fill="none", stroke=edge, stroke_width=3),
        line_of_text(x + 11, y + 24, name, 18, INK),
        line_of_text(
            x + WIDTH - 11, y + 23, words.part_name(printed.terrain), 12, "#4b4237", "end"
        ),
        *_cost(state, x + 11, y + 40),
        *_houses(position, name, x + 11, y + 56, marks),
        *_stock(state, x + WIDTH - 11, y + 116, WIDTH - 22 - 28 * len(state.works)),
    ]
    for at, kind in enumerate(kind for kind in WORKS if kind in state.works):
        built = marks[BuildItem(kind, name)]
        left, outline = x + 11 + 28 * at, NEW if built else INK
        parts.append(work_token(left, y + 114, kind, outline, printed.symbol))
        parts += _numbers(left + 12, y + 113, built)
    for at, (player, hero) in enumerate(state.heroes.items()):
        fill, ink = _paint(position, player)
        left = x + 26 + 31 * at
        parts.append(hero_token(left, y + 157, hero, position.army[player], fill, ink))
        if (player, hero) == (position.me, WARRIOR):
            parts += _numbers(left + 14, y + 145, marks[BuildItem(ARMY)])
    return element("g", *parts, data_tile=name)


def _cost(state: TileState, x: float, y: float) -> list[str]:
    cost = state.printed.village
    if cost is None:
        return [line_of_text(x, y + 4, f"{words.part_name(VILLAGE)}: ?", 12, INK)]
    units = [card for card in RESOURCES for _ in range(cost.get(card, 0))]
    return [resource_chip(x + 7 + 17 * at, y, card) for at, card in enumerate(units)]


def _numbers(x: float, y: float, numbers: list[int]) -> list[str]:
    if not numbers:
        return []
    label = ", ".join(map(str, numbers))
    half = 4 + 3.4 * len(label)
    return [
        rect(x - half, y - 8, 2 * half, 15, rx=7.5, fill=NEW),
        line_of_text(x, y + 3.8, label, 11, "#ffffff", "middle"),
    ]


def _houses(position: GraenalandPosition, name: str, x: float, y: float, marks: Marks) -> list[str]:
    state = position.tiles[name]
    houses: list[tuple[str, str, int]] = []
    for player in position.players:
        mine = player == position.me
        count = state.villages.get(player, 0)
        fresh = marks[BuildItem(VILLAGE, name)] if mine else []
        houses += [(player, "", 0)] * (count - len(fresh))
        houses += [(player, "", number) for number in fresh]
        for kind in BUILDINGS:
            if state.buildings.get(kind) == player:
                built = marks[BuildItem(kind, name)] if mine else []
                houses.append((player, kind, built[0] if built else 0))
    in_row = max(HOUSES_IN_ROW, -(-len(houses) // 2))
    step = 24 * HOUSES_IN_ROW / in_row
    parts = []
    for at, (player, kind, number) in enumerate(houses):
        left, top = x + step * (at % in_row), y + 29 * (at // in_row)
        fill, ink = _paint(position, player)
        wide = step - 4
        parts.append(house(left, top, kind, fill, ink, NEW if number else INK, wide / 20))
        parts += _numbers(left + wide / 2, top - 1, [number] if number else [])
    return parts


def _stock(state: TileState, right: float, y: float, room: float) -> list[str]:
    step = min(18.0, (room - 15) / max(1, len(state.stock) - 1))
    left = right - 15 - step * (len(state.stock) - 1)
    return [resource_card(left + step * at, y, card) for at, card in enumerate(state.stock)]


def _hand(position: GraenalandPosition, y: float) -> str:
    hand = say_as("graenaland", "Hand")
    parts = [line_of_text(MARGIN, y + 20, hand, 14, INK)]
    x = MARGIN + 22 + LETTER * len(hand)
    for card in RESOURCES:
        count = position.hand.get(card, 0)
        if not count:
            continue
        step = min(11.0, 66 / count)
        parts += [resource_card(x + step * at, y + 5, card) for at in range(count)]
        x += step * (count - 1) + 20
        label = words.amount_text(card, count)
        parts.append(line_of_text(x, y + 20, label, 13, INK))
        x += 14 + LETTER * len(label)
    if not any(position.hand.values()):
        parts.append(line_of_text(x, y + 20, say_as("graenaland", "empty"), 13, INK))
    x = MARGIN
    for label, cards in (
        (say_as("graenaland", "Supply"), position.kept),
        (say_as("graenaland", "Offered"), position.offered),
    ):
        if not cards:
            continue
        parts.append(line_of_text(x, y + 50, label, 14, INK))
        x += 14 + LETTER * len(label)
        for first, second in cards:
            parts += [resource_card(x, y + 35, first), resource_card(x + 15, y + 35, second)]
            x += 38
        x += 10
    return "".join(parts)
