"""``odin boards`` and ``odin tiles``: the printed parts of the game."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from odin_cli.commands import argument, command
from odin_cli.options import JSON, PICTURES, Pictures
from odin_cli.output import print_json, stdout_console
from odin_solver import components
from odin_solver.components import BOARDS, TILES, Board, Tile
from odin_solver.components.cells import cell_names
from odin_solver.components.signs import SIGNS
from odin_solver.errors import InputError
from odin_solver.render import palette
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from odin_solver.words.names import printed_list


@command("odin boards iceland --png iceland.png")
def boards(
    board_id: str | None = argument("[ID]", among=BOARDS),
    as_json: bool = JSON,
    pictures: Pictures = PICTURES,
) -> None:
    """List all boards and buildings, or show one of them."""
    if board_id is None:
        if pictures:
            raise InputError("--svg and --png need the ID of a board (odin boards lists them)")
        if as_json:
            print_json({"boards": [_board_data(each) for each in BOARDS.values()]})
        else:
            _print_table(_boards_table(), ("side", "open"))
        return
    board = components.board(board_id)
    pictures.check()
    pictures.draw(Position((BoardState(board),), title=board.name))
    if as_json:
        print_json(_board_data(board))
    elif not pictures:
        _print_board(board)


@command("odin tiles rune_stone")
def tiles(tile_id: str | None = argument("[ID]", among=TILES), as_json: bool = JSON) -> None:
    """List all tiles, or show one of them."""
    if tile_id is None:
        if as_json:
            print_json({"tiles": [_tile_data(each) for each in TILES.values()]})
        else:
            _print_table(_tiles_table(), ("upgrades to", "area", "notes"))
        return
    tile = components.tile(tile_id)
    if as_json:
        print_json(_tile_data(tile))
    else:
        _print_tile(tile)


def _board_data(board: Board) -> dict[str, Any]:
    return {**msgspec.to_builtins(board), "width": board.width, "height": board.height}


def _tile_data(tile: Tile) -> dict[str, Any]:
    return {**msgspec.to_builtins(tile), "area": tile.area, "sign": SIGNS[tile.id]}


def _table(*columns: str, right: Iterable[str] = (), gap: int = 2) -> Table:
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", no_wrap=True)
    return table


def _print_table(table: Table, spare: Sequence[str]) -> None:
    """Print a table; in a narrow terminal without the columns that can be spared."""
    console = stdout_console()
    for name in spare:
        if not any("…" in part.text for line in console.render_lines(table) for part in line):
            break
        table.columns = [column for column in table.columns if column.header != name]
    console.print(table)


def _boards_table() -> Table:
    table = _table("id", "side", "pts", "open", "income", "bonuses", right=("pts", "open"))
    for board in BOARDS.values():
        side = f"{board.letter} {board.side}" if board.letter else board.kind
        income = " + ".join(f"{each.values[0]}-{each.values[-1]}" for each in board.income)
        bonuses = " ".join(
            "+".join(SIGNS[item] for item, _ in bonus.gives) for bonus in board.bonuses
        )
        name = board.id if board.copies == 1 else f"{board.id} (x{board.copies})"
        negative = str(-board.printed_negative)
        table.add_row(name, side, str(board.points), negative, income or "-", bonuses or "-")
    return table


def _print_board(board: Board) -> None:
    from odin_solver.render.terminal.boards import board_text

    facts = [("id", board.id), ("kind", board.kind), ("points", str(board.points))]
    if board.copies > 1:
        facts.append(("copies", str(board.copies)))
    if board.letter:
        facts.append(("side", f"{board.letter}, {board.side}"))
    if board.expansion:
        facts.append(("expansion", board.expansion))
    if board.ships:
        facts.append(("taken by", f"{board.action} with {_words(board.ships)}"))
    for diagonal in board.income:
        *values, last = diagonal.values
        where = cell_names(diagonal.cells, board.height)
        facts += [("income", f"{' '.join(map(str, values))}, then {last}"), ("  on", where)]
    facts += [
        ("bonus", f"{cell_names(bonus.cells, board.height)}: {printed_list(bonus.gives)}")
        for bonus in board.bonuses
    ]
    if board.slots:
        facts.append(("slots", printed_list(board.slots)))
    facts.append(("uncovered", f"{-board.printed_negative} if nothing is placed"))
    console = stdout_console()
    console.print(board_text(BoardState(board)))
    console.print(_facts(facts))


def _words(names: Iterable[str]) -> str:
    return " or ".join(name.replace("_", " ") for name in names)


def _facts(facts: Iterable[tuple[str, str]]) -> Table:
    table = labelled_table()
    for fact in facts:
        table.add_row(*fact)
    return table


def _tiles_table() -> Table:
    columns = ("id", "sign", "color", "size", "area", "upgrades to", "sword", "price", "notes")
    table = _table(*columns, right=("area", "sword", "price"), gap=1)
    for tile in TILES.values():
        table.add_row(
            tile.id,
            Text(f" {SIGNS[tile.id]} ", style=_style(tile)),
            tile.color,
            _size(tile),
            str(tile.area or "-"),
            tile.upgrades_to or "-",
            _or_dash(tile.sword),
            _or_dash(tile.price),
            ", ".join(_notes(tile)),
        )
    return table


def _style(tile: Tile) -> str:
    paint = palette.paint_of(tile)
    return f"{paint.ink} on {paint.fill}"


def _size(tile: Tile) -> str:
    return f"{len(tile.shape[0])}x{len(tile.shape)}" if tile.shape else "-"


def _or_dash(value: int | None) -> str:
    return "-" if value is None else str(value)


def _notes(tile: Tile) -> list[str]:
    """Return short notes: kind, tongs, harvest."""
    notes = [tile.kind] if tile.kind not in ("good", "filler") else []
    if tile.tongs:
        notes.append("tongs")
    if tile.harvest is not None:
        notes.append(f"harvest {tile.harvest}")
    return notes


def _chain(tile: Tile) -> list[Tile]:
    """Return the whole upgrade chain of a tile."""
    before = {each.upgrades_to: each for each in TILES.values() if each.upgrades_to}
    chain = [tile]
    while chain[0].id in before:
        chain.insert(0, before[chain[0].id])
    while chain[-1].upgrades_to:
        chain.append(TILES[chain[-1].upgrades_to])
    return chain


def _print_tile(tile: Tile) -> None:
    facts = [("id", tile.id), ("sign", SIGNS[tile.id]), ("kind", tile.kind)]
    facts += [("color", str(tile.color)), ("area", str(tile.area))]
    chain = _chain(tile)
    if len(chain) > 1:
        facts.append(("upgrades", " > ".join(each.id for each in chain)))
    if tile.harvest is not None:
        facts.append(("harvest", f"from number {tile.harvest}"))
    if tile.sword is not None:
        facts.append(("sword", str(tile.sword)))
    if tile.price is not None:
        facts.append(("price", f"{tile.price} silver"))
    if tile.kind in ("good", "special"):
        facts.append(("tongs", "yes, can be forged" if tile.tongs else "no"))
    if tile.copies is not None:
        facts.append(("copies", str(tile.copies)))
    if tile.points:
        pregnant = f", pregnant {tile.pregnant_points}" if tile.pregnant_points else ""
        facts.append(("points", f"{tile.points}{pregnant}"))
    if tile.expansion:
        facts.append(("expansion", tile.expansion))
    console = stdout_console()
    console.print(Text(tile.name, style="bold"))
    for line in _shape(tile):
        console.print(line)
    console.print(_facts(facts))


def _shape(tile: Tile) -> list[Text]:
    """Draw the shape of a tile with its sign on every cell."""
    style = _style(tile)
    sign = SIGNS[tile.id]
    lines = []
    for row in tile.shape:
        line = Text("  ")
        for mark in row:
            line.append(f"[{sign}]" if mark == "#" else "    ", style if mark == "#" else "")
        lines.append(line)
    return lines
