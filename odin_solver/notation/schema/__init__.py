"""The JSON Schema of position files, kept as a file for editors and other programs.

After a change of `odin_solver.notation.positions` renew it with ``python -m
odin_solver.notation.schema``.
"""

import json
from importlib.resources import files

from odin_solver.notation.positions import position_schema

FILE_NAME = "position.schema.json"


def schema_text() -> str:
    """What the file should hold."""
    return json.dumps(position_schema(), indent=2) + "\n"


def shipped_schema_text() -> str:
    """What the file holds."""
    return (files("odin_solver.notation.schema") / FILE_NAME).read_text(encoding="utf-8")
