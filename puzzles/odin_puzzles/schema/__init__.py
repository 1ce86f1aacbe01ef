"""The JSON Schema of puzzle files, also as a file for editors and other programs.

After a change of `odin_puzzles.schema.structs` renew it with ``python -m odin_puzzles.schema``.
"""

import json
from importlib.resources import files

from odin_puzzles.schema.structs import puzzle_schema

FILE_NAME = "puzzle.schema.json"


def schema_text() -> str:
    """Return the JSON Schema as the text of a file."""
    return json.dumps(puzzle_schema(), indent=2) + "\n"


def shipped_schema_text() -> str:
    """Return the text of the shipped file."""
    return (files("odin_puzzles.schema") / FILE_NAME).read_text(encoding="utf-8")
