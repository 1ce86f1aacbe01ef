"""Fields of the file formats, from their JSON Schemas."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from docs.generator.markdown import table

ROOT = Path(__file__).parents[2]
SCHEMAS = {
    "odin_solver/notation/schema/position.schema.json": "A position",
    "odin_solver/game/tables/table.schema.json": "A table",
    "odin_solver/game/scores/scores.schema.json": "Scores",
    "puzzles/odin_puzzles/schema/puzzle.schema.json": "A puzzle",
    "odin_solver/graenaland/schema/position.schema.json": "A position of Graenaland",
    "odin_solver/graenaland/schema/profile.schema.json": "A profile of Graenaland",
}


def formats() -> str:
    """Return a section for each format, with a table for each kind of object in it."""
    return "\n".join(_formats())


def _formats() -> Iterator[str]:
    told: dict[str, Any] = {}
    for path, title in SCHEMAS.items():
        schema = json.loads((ROOT / path).read_text(encoding="utf-8"))
        yield f"## {title}\n\nSchema: `{path}`.\n"
        for name, object_ in schema["$defs"].items():
            if "properties" not in object_ or told.get(name) == object_:
                continue
            told[name] = object_
            yield f"### {name}\n\n{_sentence(object_.get('description', ''))}\n"
            yield table(["Field", "Value", "Default"], _rows(object_))


def _rows(object_: Mapping[str, Any]) -> Iterator[list[str]]:
    for name, value in object_["properties"].items():
        wanted = name in object_.get("required", ())
        default = "required" if wanted else f"`{json.dumps(value.get('default'))}`"
        yield [f"`{name}`", _kind(value), default]


def _kind(value: Mapping[str, Any]) -> str:
    """Describe a value in words."""
    if "$ref" in value:
        return str(value["$ref"]).rpartition("/")[2]
    if "anyOf" in value:
        return " or ".join(dict.fromkeys(map(_kind, value["anyOf"])))
    if "enum" in value:
        return ", ".join(f"`{json.dumps(each)}`" for each in value["enum"])
    kind = str(value.get("type", "any value"))
    if kind == "array":
        return f"list of: {_kind(value['items'])}" if value.get("items") else "list"
    if kind == "object":
        inner = value.get("additionalProperties")
        return f"names with: {_kind(inner)}" if isinstance(inner, Mapping) else "object"
    words = {"integer": "whole number", "string": "text", "boolean": "`true` or `false`"}
    least, most = value.get("minimum"), value.get("maximum")
    limits = f", {least} to {most}" if least is not None and most is not None else ""
    return words.get(kind, kind) + limits


def _sentence(text: str) -> str:
    return " ".join(text.replace("``", "`").split())
