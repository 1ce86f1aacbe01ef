"""``odin graenaland profile``: what is printed on your copy of the game."""

import sys
from pathlib import Path
from typing import Any

import click

from odin_cli.graenaland.inputs import json_option
from odin_cli.output import check_writable, print_json, stdout_console
from odin_solver.errors import InputError
from odin_solver.graenaland.files import own_profile_path, profile_data, profile_from, read_profile
from odin_solver.graenaland.parts import (
    BUILDINGS,
    GOALS,
    NORMAL,
    RESOURCES,
    TERRAINS,
    WITHOUT_BUILDINGS,
    WORKS,
)
from odin_solver.graenaland.profile import GraenalandProfile
from odin_solver.graenaland.words import cost_text, supply_text
from odin_solver.support.files import write_file
from odin_solver.support.reading import read_line

SKIP = "empty: not known yet"


@click.command(epilog="Example: odin graenaland profile --new")
@click.argument("path", metavar="[FILE]", required=False)
@click.option("--new", is_flag=True, help="Ask item by item for what is printed, and save it.")
@json_option
def profile(path: str | None, new: bool, as_json: bool) -> None:
    """Show the profile of your copy, or enter it once.

    FILE is a profile file or made-up; by default the saved profile, which every command uses.
    Tiles, costs, supply cards and point cards are in no rulebook: --new asks for them. An answer
    may stay empty; commands name what they lack.
    """
    target = Path(path) if path else own_profile_path()
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
    for tile in shown.tiles.values():
        place = "coast" if tile.coastal else "inland"
        symbol = tile.symbol or "?"
        console.print(
            f"  {tile.id}: {tile.terrain}, {place}; village {cost_text(tile.village)}; "
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


def _enter(target: Path) -> None:
    """Ask for everything and write the file; nothing is written before the end."""
    import tomli_w

    if target.exists():
        raise InputError(f"{target} exists: move it away first, or name another file")
    if target == own_profile_path():
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot write {target}: {error.strerror or error}") from None
    check_writable(target)
    click.echo(f"Costs such as: 2 wood, 1 ore. {SKIP.capitalize()}.", err=True)
    data: dict[str, Any] = {"name": _ask("Name of your copy") or "my copy"}
    data["buildings"] = _costs("Overview card: cost of a", BUILDINGS)
    data["works"] = _costs("Overview card: cost of a", WORKS)
    symbol = _choice("Overview card: symbol under the fort in the hills", NORMAL)
    if symbol:
        data["hills_fort"] = symbol
    data["supply_cards"] = _supply_cards()
    data["point_cards"] = _point_cards()
    data["tiles"] = _tiles()
    profile_from(data, "profile")
    write_file(target, tomli_w.dumps(data))
    click.echo(f"saved in {target}", err=True)


def _ask(question: str) -> str:
    """Ask a question; the end of the input ends the form."""
    click.echo(f"{question}: ", err=True, nl=False)
    line = read_line()
    if not line:
        click.echo("", err=True)
        raise InputError("the form is not finished: nothing was written")
    if not sys.stdin.isatty():
        click.echo("", err=True)
    return line.strip()


def _choice(question: str, names: tuple[str, ...]) -> str | None:
    while True:
        answer = _ask(f"{question} ({', '.join(names)})").lower()
        matching = [name for name in names if answer and name.startswith(answer)]
        if not answer or len(matching) == 1:
            return matching[0] if matching else None
        click.echo(f"  expected one of {', '.join(names)}", err=True)


def cost_from(text: str) -> dict[str, int] | None:
    """Read ``2 wood, 1 ore``; None for text that is no cost."""
    cost: dict[str, int] = {}
    for part in text.replace(",", " and ").split(" and "):
        words = part.split()
        if not words:
            continue
        count, name = (words[0], words[-1]) if len(words) == 2 else ("1", words[0])
        name = "ore" if name == "stone" else name
        if len(words) > 2 or not count.isdecimal() or len(count) > 2 or name not in RESOURCES:
            return None
        cost[name] = cost.get(name, 0) + int(count)
    return {name: count for name, count in cost.items() if count} or None


def _cost(question: str) -> dict[str, int] | None:
    while True:
        answer = _ask(question).lower()
        if not answer:
            return None
        cost = cost_from(answer)
        if cost is not None:
            return cost
        click.echo(f"  expected a cost such as 2 wood, 1 ore ({', '.join(RESOURCES)})", err=True)


def _costs(question: str, kinds: Any) -> dict[str, dict[str, int]]:
    asked = {kind: _cost(f"{question} {kind}") for kind in kinds}
    return {kind: cost for kind, cost in asked.items() if cost is not None}


def _supply_cards() -> list[list[str]]:
    cards: list[list[str]] = []
    while True:
        answer = _ask(f"Supply card {len(cards) + 1}, two symbols such as wood ore").lower()
        if not answer:
            return cards
        symbols = answer.replace("/", " ").replace(",", " ").split()
        if len(symbols) == 2 and all(symbol in RESOURCES for symbol in symbols):
            cards.append(symbols)
        else:
            click.echo(f"  expected two of {', '.join(RESOURCES)}", err=True)


def _point_cards() -> list[dict[str, list[int]]]:
    cards: list[dict[str, list[int]]] = []
    columns = ", ".join(GOALS)
    while True:
        question = f"Point card {len(cards) + 1}, 15 thresholds ({columns})"
        answer = _ask(question).replace(",", " ").split()
        if not answer:
            return cards
        if len(answer) == 15 and all(word.isdecimal() and len(word) < 3 for word in answer):
            levels = list(map(int, answer))
            triples = [levels[at : at + 3] for at in range(0, 15, 3)]
            if all(first < second < third for first, second, third in triples):
                cards.append(dict(zip(GOALS, triples, strict=True)))
                continue
        click.echo("  expected 15 numbers, three rising ones for each column", err=True)


def _tiles() -> dict[str, dict[str, Any]]:
    tiles: dict[str, dict[str, Any]] = {}
    while True:
        name = _ask(f"Tile {len(tiles) + 1}: a name for it, such as A")
        if not name:
            if tiles:
                return tiles
            click.echo("  expected at least one tile", err=True)
            continue
        if name in tiles:
            click.echo("  expected each tile once", err=True)
            continue
        terrain = _choice("  its terrain", TERRAINS)
        place = _choice("  its place", ("coast", "inland"))
        if terrain is None or place is None:
            click.echo("  terrain and place must be known: the tile is left out", err=True)
            continue
        tile: dict[str, Any] = {"terrain": terrain, "coastal": place == "coast"}
        size = 6 if terrain in WITHOUT_BUILDINGS else 4 if place == "coast" else 5
        while (village := _cost(f"  cost of a village ({size} resources)")) is not None:
            if sum(village.values()) == size:
                tile["village"] = village
                break
            click.echo(f"  expected {size} resources", err=True)
        symbol = _choice("  symbol of the yield improvement", RESOURCES)
        if symbol:
            tile["symbol"] = symbol
        if terrain not in WITHOUT_BUILDINGS:
            answer = _ask("  buildings with a place there, such as fort hall (empty: all)")
            kinds = [kind for kind in BUILDINGS if kind in answer.lower().split()]
            if kinds:
                tile["buildings"] = kinds
        own = _cost("  cost of the yield improvement, if it is printed on the tile")
        if own:
            tile["yield_cost"] = own
        tiles[name] = tile
