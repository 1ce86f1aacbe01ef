"""Renew the JSON Schema files: ``python -m odin_solver.graenaland.schema``."""

from pathlib import Path

from odin_solver.graenaland.schema import KINDS, schema_text

for kind in KINDS:
    file = Path(__file__).with_name(f"{kind}.schema.json")
    file.write_text(schema_text(kind), encoding="utf-8", newline="\n")
