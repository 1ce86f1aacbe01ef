"""Renew the JSON Schema file: ``python -m odin_solver.notation.schema``."""

from pathlib import Path

from odin_solver.notation.schema import FILE_NAME, schema_text

Path(__file__).with_name(FILE_NAME).write_text(schema_text(), encoding="utf-8", newline="\n")
