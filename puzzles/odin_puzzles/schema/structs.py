"""Structs of puzzle files and the JSON Schema that follows from them."""

from typing import Annotated, Any, Literal

import msgspec

from odin_puzzles.puzzle import KindName
from odin_solver.notation.positions import MAX_CELLS, MAX_PIECES, Coordinate, position_schema

Number = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Cells = Annotated[list[tuple[Coordinate, Coordinate]], msgspec.Meta(max_length=MAX_CELLS)]

Table = Annotated[dict[str, Any], msgspec.Meta(max_length=100)]

MAX_TITLE = 200
"""The most characters of a title."""


class RegionEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Goal of ``fill`` and ``order``: the cells of a board to be covered exactly."""

    cells: Cells
    board: Number = 0


class IncomeEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Goal of ``income``: the income to be reached on a board with all tiles."""

    income: Positive
    board: Number = 0


class BonusEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Goal of ``bonus``: cells of the bonuses to be won, and how many tiles may be laid."""

    bonuses: Cells
    tiles: Positive
    board: Number = 0


class BestEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Goal of ``best``: points by the preset ``final``, and how many tiles may be laid."""

    value: Positive
    tiles: Positive


class BanquetEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Goal of ``banquet``: open cells of the table."""

    cells: Annotated[int, msgspec.Meta(ge=1, le=20)]


class PieceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of a solution: number of the board, tile, and cells as [x, y] from the top left."""

    board: Number
    tile: str
    cells: Cells


class PuzzleFile(msgspec.Struct, forbid_unknown_fields=True):
    """A puzzle as a file holds it."""

    schema: Literal[1]
    kind: KindName
    position: Table
    goal: Table
    title: Annotated[str, msgspec.Meta(max_length=MAX_TITLE)] = ""
    solution: Annotated[list[PieceEntry], msgspec.Meta(max_length=MAX_PIECES)] = []
    difficulty: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    grading: Table = {}
    seed: int | None = None
    generator: str = ""


GOALS: dict[KindName, type[msgspec.Struct]] = {
    "fill": RegionEntry,
    "order": RegionEntry,
    "income": IncomeEntry,
    "bonus": BonusEntry,
    "best": BestEntry,
    "banquet": BanquetEntry,
}
"""The goal of each kind."""


def puzzle_schema() -> dict[str, Any]:
    """Return the JSON Schema of puzzle files."""
    (schemas, parts) = msgspec.json.schema_components(
        [PuzzleFile, *dict.fromkeys(GOALS.values())], ref_template="#/$defs/{name}"
    )
    body = parts["PuzzleFile"]
    body["properties"]["position"] = {"$ref": "#/$defs/PositionFile"}
    body["allOf"] = [
        {
            "if": {"properties": {"kind": {"const": kind}}},
            "then": {"properties": {"goal": {"$ref": f"#/$defs/{entry.__name__}"}}},
        }
        for kind, entry in GOALS.items()
    ]
    parts["PieceEntry"]["properties"]["tile"] = {"$ref": "#/$defs/TileName"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzle of A Feast for Odin for odin_solver",
        "$ref": schemas[0]["$ref"],
        "$defs": parts | position_schema()["$defs"],
    }
