"""The JSON Schema of position files, kept as a file for editors and other programs.

After a change of `odin_solver.reading` renew it with ``python -m odin_solver.schema``.
"""

import json
from importlib.resources import files

from odin_solver.reading import position_schema

FILE_NAME = "position.schema.json"


def schema_text() -> str:
    """What the file should hold."""
    return json.dumps(position_schema(), indent=2) + "\n"


def shipped_schema_text() -> str:
    """What the file holds."""
    return (files("odin_solver.schema") / FILE_NAME).read_text(encoding="utf-8")
