"""The JSON Schema of position files, shipped as a file for editors and other programs.

Renew it after a change of `odin_solver.notation.positions`:
``python -m odin_solver.notation.schema``.
"""

import json
from importlib.resources import files

from odin_solver.notation.positions import position_schema

FILE_NAME = "position.schema.json"


def schema_text() -> str:
    """Return the text that the file should have."""
    return json.dumps(position_schema(), indent=2) + "\n"


def shipped_schema_text() -> str:
    """Return the text of the file."""
    return (files("odin_solver.notation.schema") / FILE_NAME).read_text(encoding="utf-8")
