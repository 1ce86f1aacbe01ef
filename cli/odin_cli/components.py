"""``odin boards`` and ``odin tiles``: the printed parts of the game."""

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.table import Table

from odin_cli.commands import argument, command
from odin_cli.options import JSON, PICTURES, Pictures
from odin_cli.output import print_json, stdout_console
from odin_solver import components
from odin_solver.components import BOARDS, TILES, Board, Tile
from odin_solver.components.signs import SIGNS
from odin_solver.errors import InputError
from odin_solver.render.terminal.components import (
    board_details,
    boards_table,
    tile_details,
    tiles_table,
)
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from odin_solver.support.language import say, say_as


@command("odin boards iceland --png iceland.png")
def boards(
    board_id: str | None = argument("[ID]", among=BOARDS),
    as_json: bool = JSON,
    pictures: Pictures = PICTURES,
) -> None:
    """List all boards and buildings, or show one of them."""
    if board_id is None:
        if pictures:
            raise InputError.said("--svg and --png need the ID of a board (odin boards lists them)")
        if as_json:
            print_json({"boards": [_board_data(each) for each in BOARDS.values()]})
        else:
            _print_table(boards_table(), (say("side"), say("open")))
        return
    board = components.board(board_id)
    pictures.check()
    pictures.draw(Position((BoardState(board),), title=say_as("board", board.name)))
    if as_json:
        print_json(_board_data(board))
    elif not pictures:
        stdout_console().print(board_details(board))


@command("odin tiles rune_stone")
def tiles(tile_id: str | None = argument("[ID]", among=TILES), as_json: bool = JSON) -> None:
    """List all tiles, or show one of them."""
    if tile_id is None:
        if as_json:
            print_json({"tiles": [_tile_data(each) for each in TILES.values()]})
        else:
            _print_table(tiles_table(), (say("upgrades to"), say("area"), say("notes")))
        return
    tile = components.tile(tile_id)
    if as_json:
        print_json(_tile_data(tile))
    else:
        stdout_console().print(tile_details(tile))


def _board_data(board: Board) -> dict[str, Any]:
    return {**msgspec.to_builtins(board), "width": board.width, "height": board.height}


def _tile_data(tile: Tile) -> dict[str, Any]:
    return {**msgspec.to_builtins(tile), "area": tile.area, "sign": SIGNS[tile.id]}


def _print_table(table: Table, spare: Sequence[str]) -> None:
    console = stdout_console()
    for name in spare:
        if not any("…" in part.text for line in console.render_lines(table) for part in line):
            break
        table.columns = [column for column in table.columns if column.header != name]
    console.print(table)
