"""JSON Schemas of profiles and positions, shipped as files for editors and other programs.

Renew them after a change of `odin_solver.graenaland.files`:
``python -m odin_solver.graenaland.schema``.
"""

import json
from importlib.resources import files

from odin_solver.graenaland.files import GraenalandFile
from odin_solver.graenaland.profile import GraenalandProfile
from odin_solver.support.validating import schema_of

KINDS = {"profile": GraenalandProfile, "position": GraenalandFile}


def schema_text(kind: str) -> str:
    """Return the text that the file of ``profile`` or ``position`` should have."""
    return json.dumps(schema_of(KINDS[kind]), indent=2) + "\n"


def shipped_schema_text(kind: str) -> str:
    """Return the text of a file."""
    file = files("odin_solver.graenaland.schema") / f"{kind}.schema.json"
    return file.read_text(encoding="utf-8")
