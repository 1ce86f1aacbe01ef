"""JSON Schemas of profiles and positions, shipped as files for editors and other programs.

Renew them after a change of `odin_solver.graenaland.files`:
``python -m odin_solver.graenaland.schema``.
"""

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import msgspec

from odin_solver.graenaland.files import SCHEMA, GraenalandFile, ProfileFile
from odin_solver.graenaland.parts import (
    BUILDINGS,
    GOALS,
    HEROES,
    NORMAL,
    PLAYERS,
    RESOURCES,
    SUPPLY_CARDS,
    TERRAINS,
    THRESHOLDS,
    WORKS,
)
from odin_solver.graenaland.voting import UNKNOWN

KINDS = {"profile": ProfileFile, "position": GraenalandFile}
STONE = "stone"
"""Another name of ore."""

Part = dict[str, Any]


def schema_text(kind: str) -> str:
    """Return the text that the file of ``profile`` or ``position`` should have."""
    schema = msgspec.json.schema(KINDS[kind])
    structs: Part = schema["$defs"]
    _refine_profile(structs)
    if kind == "position":
        _refine_position(structs)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    return json.dumps(schema, indent=2) + "\n"


def shipped_schema_text(kind: str) -> str:
    """Return the text of a file."""
    file = files("odin_solver.graenaland.schema") / f"{kind}.schema.json"
    return file.read_text(encoding="utf-8")


def _one_of(names: Iterable[str], *more: str | None) -> Part:
    return {"enum": [*names, *more]}


_CARD = _one_of(RESOURCES, STONE)
_COUNT: Part = {"type": "integer", "minimum": 0, "maximum": 99}
_PAIR: Part = {"type": "array", "items": _CARD, "minItems": 2, "maxItems": 2}
_LEVELS: Part = {"type": "array", "items": _COUNT, "minItems": THRESHOLDS, "maxItems": THRESHOLDS}


def _by(names: Iterable[str], value: Part) -> Part:
    return {"type": "object", "propertyNames": _one_of(names), "additionalProperties": value}


_CARDS = _by((*RESOURCES, STONE), _COUNT)
_COST: Part = {**_CARDS, "minProperties": 1}
_POINT_CARD: Part = {**_by(GOALS, _LEVELS), "required": list(GOALS)}


def _put(struct: Part, **fields: Part) -> None:
    """Replace the schemas of fields; defaults stay."""
    for name, schema in fields.items():
        old = struct["properties"][name]
        struct["properties"][name] = {
            **schema,
            **({"default": old["default"]} if "default" in old else {}),
        }


def _maybe(schema: Part) -> Part:
    return {"anyOf": [schema, {"type": "null"}]}


def _refine_profile(structs: Part) -> None:
    _put(
        structs["ProfileFile"],
        schema={"const": SCHEMA},
        buildings=_by(BUILDINGS, _COST),
        works=_by(WORKS, _COST),
        hills_fort=_one_of(NORMAL, STONE, None),
        supply_cards={"type": "array", "items": _PAIR, "maxItems": SUPPLY_CARDS},
        point_cards={"type": "array", "items": _POINT_CARD},
    )
    _put(
        structs["PrintedTileEntry"],
        terrain=_one_of(TERRAINS),
        village=_maybe(_COST),
        symbol=_one_of(RESOURCES, STONE, None),
        buildings=_maybe({"type": "array", "items": _one_of(BUILDINGS)}),
        yield_cost=_maybe(_COST),
    )


def _refine_position(structs: Part) -> None:
    fewest, most = PLAYERS
    name: Part = {"type": "string"}
    _put(
        structs["GraenalandFile"],
        schema={"const": SCHEMA},
        players={"type": "array", "items": name, "minItems": fewest, "maxItems": most},
        card={"anyOf": [{"type": "integer", "minimum": 1}, _POINT_CARD, {"type": "null"}]},
        hand=_CARDS,
        supply={"type": "array", "items": _PAIR},
        offered={"type": "array", "items": _PAIR},
        income={"type": "array", "items": _CARDS},
        discards=_by(TERRAINS, _CARDS),
    )
    structs["GraenalandFile"]["properties"]["tiles"]["minItems"] = 1
    _put(
        structs["TileEntry"],
        buildings=_by(BUILDINGS, name),
        works={"type": "array", "items": _one_of(WORKS), "uniqueItems": True},
        heroes={"type": "object", "additionalProperties": _one_of(HEROES)},
        stock={"type": "array", "items": _one_of(RESOURCES, STONE, UNKNOWN, None)},
    )
    _put(structs["JointEntry"], kind=_one_of(WORKS), cards=_CARDS)
