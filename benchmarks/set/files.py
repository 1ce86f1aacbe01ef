"""The files of the packing set: positions, parts, and the best known layouts."""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.set.make import SetPosition
from odin_solver.components import BOARDS, TILES
from odin_solver.errors import InputError
from odin_solver.notation.custom_boards import CUSTOM, board_data
from odin_solver.notation.own_tiles import own_tiles_data
from odin_solver.notation.positions import position_data, position_from
from odin_solver.placement.objective import Weights, choose_objective
from odin_solver.rules.position import Position
from odin_solver.support.decoding import read_text
from odin_solver.support.files import write_file

FOLDER = Path(__file__).parent
POSITIONS, BEST, PARTS = "positions.jsonl", "best.jsonl", "parts.json"


class SetLine(msgspec.Struct):
    """A line of the file of positions."""

    name: str
    family: str
    position: dict[str, Any]


class BestKnown(msgspec.Struct):
    """What is known of a position.

    Attributes
    ----------
    name
        The position.
    value, bound
        Value of the layout, and the least upper bound that is proven.
    found_by
        Who found the layout first.
    proved_by
        Who proved that there is none better; empty while nobody has.
    layout
        The pieces in the order of laying: number of the board, tile, cells.
    """

    name: str
    value: int
    bound: int
    found_by: str
    proved_by: list[str]
    layout: list[tuple[int, str, list[tuple[int, int]]]]


def write_positions(folder: Path, positions: Iterable[SetPosition]) -> int:
    """Write positions and the parts that they name; return the number of positions."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = (SetLine(name, family, position_data(position)) for name, family, position in positions)
    lines = [_line(msgspec.to_builtins(row)) for row in rows]
    write_file(folder / POSITIONS, "".join(lines))
    write_file(folder / PARTS, _line(_parts()))
    return len(lines)


def read_positions(folder: Path) -> dict[str, Position]:
    """Return the positions of a folder by name."""
    name, text = read_text(folder / POSITIONS)
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            row = msgspec.json.decode(line, type=SetLine)
        except msgspec.DecodeError as error:
            raise InputError(f"{name}: line {number}: {error}") from None
        found[row.name] = position_from(row.position, f"{name}: {row.name}")
    return found


def read_best(folder: Path) -> dict[str, BestKnown]:
    """Return the best known layouts of a folder by name; none if there is no file."""
    path = folder / BEST
    if not path.exists():
        return {}
    rows = [
        msgspec.json.decode(line, type=BestKnown) for line in path.read_text("utf-8").splitlines()
    ]
    return {row.name: row for row in rows}


def write_best(folder: Path, best: Mapping[str, BestKnown]) -> None:
    """Write the best known layouts."""
    rows = (msgspec.to_builtins(best[name]) for name in sorted(best))
    write_file(folder / BEST, "".join(map(_line, rows)))


def weights_of(position: Position) -> Weights:
    """Return the weights of a position of the set: it has one level."""
    (weights,) = choose_objective(position).levels
    return weights


def whole(number: Fraction) -> int:
    """Return a bound as the largest whole number that it allows: all weights are whole."""
    return number.numerator // number.denominator


def _line(data: Any) -> str:
    return json.dumps(data, separators=(",", ":")) + "\n"


def _parts() -> dict[str, Any]:
    boards = {}
    for name, board in BOARDS.items():
        data = board_data(msgspec.structs.replace(board, id=CUSTOM))
        assert isinstance(data, dict)
        boards[name] = data | ({"slots": dict(board.slots)} if board.slots else {})
    tiles = own_tiles_data(TILES)
    for name, tile in TILES.items():
        if tile.kind == "animal":
            tiles[name]["animal"] = True
    return {"boards": boards, "tiles": tiles}
