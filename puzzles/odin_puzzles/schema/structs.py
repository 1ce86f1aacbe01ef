"""Structs of puzzle files and the JSON Schema that follows from them."""

from typing import Annotated, Any, Literal

import msgspec

from odin_puzzles.kinds import KINDS, kind_named
from odin_solver.notation.positions import MAX_CELLS, MAX_PIECES, Coordinate, position_schema

Table = Annotated[dict[str, Any], msgspec.Meta(max_length=100)]

MAX_TITLE = 200


class PieceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of a solution: number of the board, tile, and cells as [x, y] from the top left."""

    board: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    tile: str
    cells: Annotated[list[tuple[Coordinate, Coordinate]], msgspec.Meta(max_length=MAX_CELLS)]


PieceEntries = Annotated[list[PieceEntry], msgspec.Meta(max_length=MAX_PIECES)]


class PuzzleFile(msgspec.Struct, forbid_unknown_fields=True):
    """A puzzle as a file holds it; its kind knows the types of position, goal and solution."""

    schema: Literal[1]
    kind: str
    position: Table
    goal: Table
    title: Annotated[str, msgspec.Meta(max_length=MAX_TITLE)] = ""
    solution: Any = None
    difficulty: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    grading: Table = {}
    seed: int | None = None
    generator: str = ""


_PRINTED = {"$ref": "#/$defs/TileName"}
"""What the schema demands of tiles in a solution where the position has none of its own."""


def puzzle_schema() -> dict[str, Any]:
    """Return the JSON Schema of files with puzzles of A Feast for Odin."""
    goals = {kind: kind_named(kind).goal for kind in KINDS}
    (file, pieces, *_), parts = msgspec.json.schema_components(
        [PuzzleFile, PieceEntries, *dict.fromkeys(goals.values())], ref_template="#/$defs/{name}"
    )
    body = parts["PuzzleFile"]
    body["properties"]["kind"] = {"enum": sorted(KINDS)}
    body["properties"]["position"] = {"$ref": "#/$defs/PositionFile"}
    body["properties"]["solution"] = {**pieces, "default": []}
    body["allOf"] = [
        {
            "if": {"properties": {"kind": {"const": kind}}},
            "then": {"properties": {"goal": {"$ref": f"#/$defs/{goal.__name__}"}}},
        }
        for kind, goal in goals.items()
    ]
    body["allOf"].append(
        {
            "if": {"properties": {"position": {"required": ["tiles"]}}},
            "else": {"properties": {"solution": {"items": {"properties": {"tile": _PRINTED}}}}},
        }
    )
    parts["PieceEntry"]["properties"]["tile"] = {"$ref": "#/$defs/AnyTile"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzle of A Feast for Odin for odin_solver",
        "$ref": file["$ref"],
        "$defs": parts | position_schema()["$defs"],
    }
