"""``odin graenaland profile``: what is printed on your copy of the game."""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from odin_cli.commands import argument, command, option
from odin_cli.options import JSON
from odin_cli.output import check_writable, print_json, stdout_console
from odin_solver.errors import InputError
from odin_solver.graenaland.copying import to_copy
from odin_solver.graenaland.files import own_profile_path, profile_data, profile_from, read_profile
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
    WITHOUT_BUILDINGS,
    WORKS,
)
from odin_solver.graenaland.profile import MADE_UP, GraenalandProfile, PrintedTile
from odin_solver.graenaland.words import cost_text, supply_text
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.files import write_file
from odin_solver.support.reading import read_line

Answer = TypeVar("Answer")

SKIP = "empty: not known yet"


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
    target = Path(path) if path else own_profile_path()
    if new and path == MADE_UP:
        raise InputError(f"--new: {MADE_UP} is included: name a file of your own")
    if new:
        _enter(target)
        return
    if path is None and not target.is_file():
        raise InputError(
            f"no profile is saved in {target}: odin graenaland profile --new asks for it"
        )
    shown = read_profile(path or target)
    if as_json:
        print_json(profile_data(shown))
    else:
        _print(shown)


def _print(shown: GraenalandProfile) -> None:
    console = stdout_console()
    console.print(shown.name, style="bold")
    for name, tile in shown.tiles.items():
        place = "coast" if tile.coastal else "inland"
        symbol = tile.symbol or "?"
        console.print(
            f"  {name}: {tile.terrain}, {place}; village {cost_text(tile.village)}; "
            f"yield +1 {symbol}"
        )
    for kind in BUILDINGS:
        console.print(f"  {kind}: {cost_text(shown.buildings.get(kind))}")
    for kind in WORKS:
        console.print(f"  {kind}: {cost_text(shown.works.get(kind))}")
    console.print(f"  symbol under the fort in the hills: {shown.hills_fort or '?'}")
    cards = ", ".join(map(supply_text, shown.supply_cards)) or "?"
    console.print(f"  supply cards: {cards}")
    console.print(f"  point cards: {len(shown.point_cards)}")
    left = Counter(item.where for item in to_copy(profile_data(shown)) if not item.entered)
    if left:
        parts = ", ".join(f"{part} {count}" for part, count in left.items())
        console.print(f"still to be copied: {parts} (odin graenaland profile --new goes on)")


def _enter(target: Path) -> None:
    """Ask for all that is not entered yet; every answer is written at once."""
    if target.exists():
        name, text = read_text(target)
        profile_from(data := decode(text, name, "a profile"), name)
        assert isinstance(data, dict)
        click.echo(f"Going on with {target}.", err=True)
    else:
        data = {}
    if target == own_profile_path():
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot write {target}: {error.strerror or error}") from None
    check_writable(target)
    click.echo(f"Costs such as: 2 wood, 1 ore. {SKIP.capitalize()}.", err=True)
    form = _Form(target, data)
    try:
        form.ask_all()
    except (KeyboardInterrupt, _Ended) as stop:
        click.echo("", err=True)
        kept = f"kept in {target}; the same command goes on" if target.exists() else "nothing kept"
        if isinstance(stop, _Ended):
            raise InputError(f"the form is not finished: {kept}") from None
        click.echo(f"odin: {kept}", err=True)
        raise
    click.echo(f"saved in {target}", err=True)


class _Ended(Exception):
    """The end of the input."""


class _Form:
    """Questions about what is printed, and the file with the answers; `data` is entered already."""

    def __init__(self, target: Path, data: dict[str, Any]) -> None:
        self._target = target
        self._data = data

    def ask_all(self) -> None:
        """Ask for everything that is missing."""
        data = self._data
        if not data.get("name"):
            self._keep(data, "name", _ask("Name of your copy") or "my copy")
        for table, kinds in (("buildings", BUILDINGS), ("works", tuple(WORKS))):
            for kind in kinds:
                if kind not in data.get(table, {}):
                    cost = _cost(f"Overview card: cost of a {kind}")
                    self._keep(data.setdefault(table, {}), kind, cost)
        if "hills_fort" not in data:
            question = "Overview card: symbol under the fort in the hills"
            self._keep(data, "hills_fort", _choice(question, NORMAL))
        for field, most, ask in (
            ("supply_cards", SUPPLY_CARDS, _supply_card),
            ("point_cards", POINT_CARDS, _point_card),
        ):
            cards = data.get(field, [])
            while len(cards) < most and (card := ask(len(cards) + 1)) is not None:
                cards = [*cards, card]
                self._keep(data, field, cards)
        for name, tile in data.get("tiles", {}).items():
            self._ask_tile(f"Tile {name}: ", tile)
        self._ask_tiles(data.setdefault("tiles", {}))

    def _keep(self, table: dict[str, Any], key: str, value: object) -> None:
        """Put an answer into a table and write the file; None is no answer."""
        import tomli_w

        if value is not None:
            table[key] = value
            written = {name: part for name, part in self._data.items() if part != {}}
            as_json = self._target.suffix == ".json"
            text = json.dumps(written, indent=2) if as_json else tomli_w.dumps(written)
            write_file(self._target, text)

    def _ask_tiles(self, tiles: dict[str, Any]) -> None:
        while len(tiles) < TILES:
            name = _ask(f"Tile {len(tiles) + 1}: a name for it, such as A")
            if not name:
                return
            if name in tiles or not name.isprintable() or len(name) > MAX_NAME:
                click.echo("  expected another name than before, of one short line", err=True)
                continue
            terrain = _choice("  its terrain", TERRAINS)
            place = _choice("  its place", ("coast", "inland"))
            if terrain is None or place is None:
                click.echo("  terrain and place must be known: the tile is left out", err=True)
                continue
            self._keep(tiles, name, {"terrain": terrain, "coastal": place == "coast"})
            self._ask_tile("  ", tiles[name], new=True)

    def _ask_tile(self, begin: str, tile: dict[str, Any], *, new: bool = False) -> None:
        """Ask for what is printed on a tile; on a new one also for what few tiles have."""
        printed = PrintedTile(tile["terrain"], tile["coastal"])
        size = printed.village_size
        while "village" not in tile:
            village = _cost(f"{begin}cost of a village ({size} resources)")
            if village is None or sum(village.values()) == size:
                self._keep(tile, "village", village)
                break
            click.echo(f"  expected {size} resources", err=True)
        if "symbol" not in tile:
            symbol = _choice(f"{begin}symbol of the yield improvement", RESOURCES)
            self._keep(tile, "symbol", symbol)
        if not new:
            return
        if tile["terrain"] not in WITHOUT_BUILDINGS:
            self._keep(tile, "buildings", _kinds(f"{begin}buildings with a place there"))
        own = _cost(f"{begin}cost of the yield improvement, if it is printed on the tile")
        self._keep(tile, "yield_cost", own)


def _ask(question: str) -> str:
    """Ask a question."""
    click.echo(f"{question}: ", err=True, nl=False)
    line = read_line()
    if not line:
        raise _Ended
    if not sys.stdin.isatty():
        click.echo("", err=True)
    return line.strip()


def _ask_until(question: str, read: Callable[[str], Answer | None], expected: str) -> Answer | None:
    """Ask until `read` understands the answer; None for an empty one."""
    while answer := _ask(question).lower():
        found = read(answer)
        if found is not None:
            return found
        click.echo(f"  expected {expected}", err=True)
    return None


def _choice(question: str, names: tuple[str, ...]) -> str | None:
    def named(answer: str) -> str | None:
        matching = [name for name in names if name.startswith(answer)]
        return matching[0] if len(matching) == 1 else None

    listed = ", ".join(names)
    return _ask_until(f"{question} ({listed})", named, f"one of {listed}")


def cost_from(text: str) -> dict[str, int] | None:
    """Read ``2 wood, 1 ore``; None for text that is no cost."""
    cost: dict[str, int] = {}
    for part in text.replace(",", " and ").split(" and "):
        words = part.split()
        if not words:
            continue
        count, name = (words[0], words[-1]) if len(words) == 2 else ("1", words[0])
        name = "ore" if name == "stone" else name
        if len(words) > 2 or not re.fullmatch("[0-9]{1,2}", count) or name not in RESOURCES:
            return None
        cost[name] = cost.get(name, 0) + int(count)
    return {name: count for name, count in cost.items() if count} or None


def _cost(question: str) -> dict[str, int] | None:
    return _ask_until(question, cost_from, f"a cost such as 2 wood, 1 ore ({', '.join(RESOURCES)})")


def _kinds(question: str) -> list[str] | None:
    """Ask for kinds of buildings; None stands for all."""

    def kinds(answer: str) -> list[str] | None:
        named = answer.replace(",", " ").split()
        return named if all(kind in BUILDINGS for kind in named) else None

    question = f"{question}, such as fort hall (empty: all)"
    return _ask_until(question, kinds, f"some of {', '.join(BUILDINGS)}") or None


def _supply_card(number: int) -> list[str] | None:
    def symbols(answer: str) -> list[str] | None:
        named = answer.replace("/", " ").replace(",", " ").replace("stone", "ore").split()
        return named if len(named) == 2 and all(each in RESOURCES for each in named) else None

    question = f"Supply card {number}, two symbols such as wood ore"
    return _ask_until(question, symbols, f"two of {', '.join(RESOURCES)}")


def _point_card(number: int) -> dict[str, list[int]] | None:
    def thresholds(answer: str) -> dict[str, list[int]] | None:
        words = answer.replace(",", " ").split()
        if len(words) != 15 or not all(re.fullmatch(r"[0-9]{1,2}", word) for word in words):
            return None
        triples = [list(map(int, words[at : at + 3])) for at in range(0, 15, 3)]
        rising = all(first < second < third for first, second, third in triples)
        return dict(zip(GOALS, triples, strict=True)) if rising else None

    question = f"Point card {number}, 15 thresholds ({', '.join(GOALS)})"
    return _ask_until(question, thresholds, "15 numbers, three rising ones for each column")
