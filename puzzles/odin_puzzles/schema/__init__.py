"""The JSON Schema of puzzle files, kept as a file for editors and other programs.

After a change of `odin_puzzles.files` renew it with ``python -m odin_puzzles.schema``.
"""

import json
from importlib.resources import files

from odin_puzzles.files import puzzle_schema

FILE_NAME = "puzzle.schema.json"


def schema_text() -> str:
    """What the file should hold."""
    return json.dumps(puzzle_schema(), indent=2) + "\n"


def shipped_schema_text() -> str:
    """What the file holds."""
    return (files("odin_puzzles.schema") / FILE_NAME).read_text(encoding="utf-8")
