"""The JSON Schemas that are shipped for editors: ``python -m tests.schemas`` renews their files."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from odin_puzzles.schema.structs import puzzle_schema
from odin_solver.game.harvest import HarvestFile
from odin_solver.game.scores.file import score_schema
from odin_solver.game.tables.file import table_schema
from odin_solver.graenaland.files import GraenalandFile
from odin_solver.graenaland.profile import GraenalandProfile
from odin_solver.notation.positions import position_schema
from odin_solver.support.validating import schema_of

ROOT = Path(__file__).parents[1]

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
