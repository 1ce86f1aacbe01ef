"""The JSON Schemas that are shipped for editors: ``python -m tests.schemas`` renews their files."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from jsonschema import Draft202012Validator

from odin_puzzles.kinds import KINDS, kind_named
from odin_puzzles.schema.structs import PieceEntries, PuzzleFile
from odin_solver.components import BOARDS, TILES
from odin_solver.game.harvest import HarvestFile
from odin_solver.game.phases import PHASES
from odin_solver.game.scores.file import ScoreFile
from odin_solver.game.tables.file import TableFile
from odin_solver.graenaland.files import GraenalandFile
from odin_solver.graenaland.profile import GraenalandProfile
from odin_solver.notation.own_tiles import NAME
from odin_solver.notation.positions import PositionFile
from odin_solver.placement.objective import BONUS_ITEMS, PLAIN_KEYS

ROOT = Path(__file__).parents[1]


def schema_of(kind: Any, **more: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type of files, which is described by the first lines of it."""
    schema = msgspec.json.schema(kind)
    for part in schema["$defs"].values():
        part["description"] = part.get("description", "").partition("\n\n")[0]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, **more}


_PRINTED: Mapping[str, Any] = {"$ref": "#/$defs/TileName"}
_PLACED: Mapping[str, Any] = {"if": {"type": "object"}, "then": {"properties": {"tile": _PRINTED}}}
_PRINTED_TILES: Mapping[str, Any] = {
    "properties": {
        "supply": {"propertyNames": _PRINTED},
        "boards": {"items": {"properties": {"placed": {"items": _PLACED}}}},
    }
}
"""What the schema demands of a file without tiles of its own."""


def position_schema() -> dict[str, Any]:
    """Return the JSON Schema of position files."""
    schema = schema_of(PositionFile, title="A position of A Feast for Odin for odin_solver")
    parts = schema["$defs"]
    parts["PositionFile"]["properties"]["supply"]["propertyNames"] = {"$ref": "#/$defs/AnyTile"}
    parts["TileName"] = {"title": "TileName", **_name_in(TILES)}
    parts["AnyTile"] = {
        "title": "AnyTile",
        "anyOf": [{"$ref": "#/$defs/TileName"}, {"pattern": NAME}],
    }
    parts["PositionFile"] |= {"if": {"required": ["tiles"]}, "else": _PRINTED_TILES}
    parts["PositionFile"]["properties"]["tiles"]["propertyNames"] = {"pattern": NAME}
    parts["BoardName"] = {"title": "BoardName", **_name_in(BOARDS)}
    keys = ["preset", *PLAIN_KEYS, *(f"bonus.{item}" for item in sorted(BONUS_ITEMS))]
    keys += [f"keep.{name}" for name in TILES]
    parts["PositionFile"]["properties"]["objective"]["propertyNames"] = _name_in(keys)
    parts["PlacedEntry"]["properties"]["tile"] = {"$ref": "#/$defs/AnyTile"}
    parts["BoardEntry"]["properties"]["board"]["anyOf"] = [
        {"$ref": "#/$defs/BoardName"},
        {"$ref": "#/$defs/CustomBoard"},
    ]
    return schema


def _name_in(names: Iterable[str]) -> dict[str, Any]:
    """Return the schema of a name: the ids, which editors propose, and other spellings of them."""
    names = list(names)
    pattern = "|".join(map(_any_spelling, names))
    return {"type": "string", "anyOf": [{"enum": names}, {"pattern": f"^({pattern})$"}]}


def _any_spelling(name: str) -> str:
    return "".join(
        f"[{char.upper()}{char}]"
        if char.isalpha()
        else "[ _-]*"
        if char == "_"
        else re.escape(char)
        for char in name
    )


def table_schema() -> dict[str, Any]:
    """Return the JSON Schema of table files."""
    schema = schema_of(TableFile, title="A table of A Feast for Odin for odin_solver")
    of_positions = position_schema()["$defs"]
    parts = schema["$defs"]
    fields = parts["TableFile"]["properties"]
    for name in ("BoardEntry", "PlacedEntry", "BoardName", "TileName"):
        parts[name] = of_positions[name]
    fields["objective"] = of_positions["PositionFile"]["properties"]["objective"]
    fields["phase"] = {"enum": list(PHASES), "default": "actions"}
    return schema


def score_schema() -> dict[str, Any]:
    """Return the JSON Schema of score files."""
    return schema_of(ScoreFile, title="A finished game of A Feast for Odin for odin_solver")


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


SCHEMAS: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "odin_solver/notation/schema/position.schema.json": position_schema,
    "odin_solver/game/harvest/profile.schema.json": lambda: schema_of(HarvestFile),
    "odin_solver/game/scores/scores.schema.json": score_schema,
    "odin_solver/game/tables/table.schema.json": table_schema,
    "odin_solver/graenaland/schema/position.schema.json": lambda: schema_of(GraenalandFile),
    "odin_solver/graenaland/schema/profile.schema.json": lambda: schema_of(GraenalandProfile),
    "puzzles/odin_puzzles/schema/puzzle.schema.json": puzzle_schema,
}
"""Files, each with what makes its content."""


def text(name: str) -> str:
    return json.dumps(SCHEMAS[name](), indent=2) + "\n"


def shipped(name: str) -> Any:
    return json.loads((ROOT / name).read_text(encoding="utf-8"))


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(shipped(name))


if __name__ == "__main__":
    for name in SCHEMAS:
        (ROOT / name).write_text(text(name), encoding="utf-8", newline="\n")
