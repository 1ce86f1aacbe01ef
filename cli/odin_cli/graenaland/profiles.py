"""``odin graenaland profile``: what is printed on your copy of the game."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from odin_cli.commands import argument, command, option
from odin_cli.forms import Form, ask, ask_until, choice, tell
from odin_cli.options import JSON
from odin_cli.output import stdout_console
from odin_cli.profiles import show_or_enter
from odin_solver.errors import InputError
from odin_solver.graenaland.files import PROFILES
from odin_solver.graenaland.parts import (
    BUILDINGS,
    GOALS,
    MAX_NAME,
    NORMAL,
    POINT_CARDS,
    RESOURCES,
    SUPPLY_CARDS,
    TERRAINS,
    TILES,
    VILLAGE,
    WITHOUT_BUILDINGS,
    WORKS,
)
from odin_solver.graenaland.profile import MADE_UP, GraenalandProfile, PrintedTile, to_copy
from odin_solver.graenaland.words import cost_text, part_name, supplies_text
from odin_solver.support.language import mark, say


@command("odin graenaland profile --new")
def profile(
    path: str | None = argument("[FILE]"),
    new: bool = option("Ask item by item for what is not entered yet."),
    as_json: bool = JSON,
) -> None:
    """Show the profile of your copy, or enter it once.

    FILE is a profile file or made-up; by default the saved profile, which every command uses.
    Tiles, costs, supply cards and point cards are in no rulebook: --new asks for them. An answer
    may stay empty; commands name what they lack. Every answer is saved at once: after Ctrl-C, --new
    goes on.
    """
    if new and path == MADE_UP:
        raise InputError(say("--new: {name} is included: name a file of your own", name=MADE_UP))
    show_or_enter(PROFILES, _Form, _print, path=path, new=new, as_json=as_json)


def _print(shown: GraenalandProfile, _: str) -> None:
    console = stdout_console()
    console.print(part_name(shown.name), style="bold")
    for name, tile in shown.tiles.items():
        place = part_name("coast" if tile.coastal else "inland")
        village = f"{part_name(VILLAGE)} {cost_text(tile.village)}"
        improved = say("yield +1 {resource}", resource=_symbol(tile.symbol))
        console.print(f"  {name}: {part_name(tile.terrain)}, {place}; {village}; {improved}")
    for kind in (*BUILDINGS, *WORKS):
        cost = (shown.buildings if kind in BUILDINGS else shown.works).get(kind)
        console.print(f"  {part_name(kind)}: {cost_text(cost)}")
    fort = _symbol(shown.hills_fort)
    console.print("  " + say("symbol under the fort in the hills: {resource}", resource=fort))
    cards = supplies_text(shown.supply_cards) or "?"
    console.print("  " + say("Supply cards: {cards}", cards=cards))
    console.print("  " + say("point cards: {n}", n=len(shown.point_cards)))
    left = Counter(item.where for item in to_copy(PROFILES.data(shown)) if not item.entered)
    if left:
        parts = ", ".join(f"{part_name(part)} {count}" for part, count in left.items())
        text = say(
            "still to be copied: {parts} (odin graenaland profile --new goes on)", parts=parts
        )
        console.print(text)


def _symbol(resource: str | None) -> str:
    return part_name(resource) if resource else "?"


class _Form(Form):
    begins = mark("Costs such as: 2 wood, 1 ore. Empty: not known yet.")

    def ask_all(self) -> None:
        data = self.data
        if not data.get("name"):
            self.keep(data, "name", ask(say("Name of your copy")) or say("my copy"))
        for table, kinds in (("buildings", BUILDINGS), ("works", tuple(WORKS))):
            for kind in kinds:
                if kind not in data.get(table, {}):
                    cost = _cost(say("Overview card: cost of a {kind}", kind=part_name(kind)))
                    self.keep(data.setdefault(table, {}), kind, cost)
        if "hills_fort" not in data:
            question = say("Overview card: symbol under the fort in the hills")
            self.keep(data, "hills_fort", choice(question, NORMAL))
        for field, most, card_from in (
            ("supply_cards", SUPPLY_CARDS, _supply_card),
            ("point_cards", POINT_CARDS, _point_card),
        ):
            cards = data.get(field, [])
            while len(cards) < most and (card := card_from(len(cards) + 1)) is not None:
                cards = [*cards, card]
                self.keep(data, field, cards)
        for name, tile in data.get("tiles", {}).items():
            self._ask_tile(say("tile {name}", name=name) + ": ", tile)
        self._ask_tiles(data.setdefault("tiles", {}))

    def _ask_tiles(self, tiles: dict[str, Any]) -> None:
        while len(tiles) < TILES:
            name = ask(say("Tile {n}: a name for it, such as A", n=len(tiles) + 1))
            if not name:
                return
            if name in tiles or not name.isprintable() or len(name) > MAX_NAME:
                tell(say("expected another name than before, of one short line"))
                continue
            terrain = choice("  " + say("its terrain"), TERRAINS)
            place = choice("  " + say("its place"), ("coast", "inland"))
            if terrain is None or place is None:
                tell(say("terrain and place must be known: the tile is left out"))
                continue
            self.keep(tiles, name, {"terrain": terrain, "coastal": place == "coast"})
            self._ask_tile("  ", tiles[name], new=True)

    def _ask_tile(self, begin: str, tile: dict[str, Any], *, new: bool = False) -> None:
        """Ask for what is printed on a tile; on a new one also for what few tiles have."""
        printed = PrintedTile(tile["terrain"], tile["coastal"])
        size = printed.village_size
        question = begin + say("cost of a village ({n} resources)", n=size)
        while "village" not in tile and (village := _cost(question)):
            if sum(village.values()) == size:
                self.keep(tile, "village", village)
            else:
                tell(say("expected {n} resources", n=size))
        if "symbol" not in tile:
            self.keep(tile, "symbol", choice(begin + part_name("symbol"), RESOURCES))
        if not new:
            return
        if tile["terrain"] not in WITHOUT_BUILDINGS:
            places = begin + say("buildings with a place there")
            places = say("{question}, such as fort hall (empty: all)", question=places)
            kinds = _some(places, BUILDINGS, mark("expected some of {names}"))
            self.keep(tile, "buildings", kinds)
        self.keep(tile, "yield_cost", _cost(begin + part_name("yield_cost")))


def _cost(question: str) -> dict[str, int] | None:
    def cost(answer: str) -> dict[str, int] | None:
        found: Counter[str] = Counter()
        for part in filter(None, map(str.strip, re.split(",| and ", answer))):
            match = re.fullmatch(r"(?:([0-9]{1,2})\s+)?([a-z]+)", part.replace("stone", "ore"))
            if match is None or match[2] not in RESOURCES:
                return None
            found[match[2]] += int(match[1] or 1)
        return dict(+found) or None

    names = ", ".join(RESOURCES)
    expected = say("expected a cost such as 2 wood, 1 ore ({names})", names=names)
    return ask_until(question, cost, expected)


def _some(question: str, names: Sequence[str], expected: str, count: int = 0) -> list[str] | None:
    """Ask for some of the names, or so many; one may be named twice."""

    def some(answer: str) -> list[str] | None:
        named = re.findall(r"[^\s,/]+", answer.replace("stone", "ore"))
        return named if named and {*names} >= {*named} and count in (0, len(named)) else None

    return ask_until(question, some, say(expected, names=", ".join(names)))


def _supply_card(number: int) -> list[str] | None:
    question = say("Supply card {n}, two symbols such as wood ore", n=number)
    return _some(question, RESOURCES, mark("expected two of {names}"), 2)


def _point_card(number: int) -> dict[str, list[int]] | None:
    def thresholds(answer: str) -> dict[str, list[int]] | None:
        if not re.fullmatch(r"[0-9]{1,2}([\s,]+[0-9]{1,2}){14},?", answer):
            return None
        numbers = [*map(int, re.findall("[0-9]+", answer))]
        triples = [numbers[at : at + 3] for at in range(0, 15, 3)]
        rising = all(first < second < third for first, second, third in triples)
        return dict(zip(GOALS, triples, strict=True)) if rising else None

    question = say(
        "Point card {n}, 15 thresholds ({names})", n=number, names=", ".join(map(part_name, GOALS))
    )
    expected = say("expected 15 numbers, three rising ones for each column")
    return ask_until(question, thresholds, expected)
