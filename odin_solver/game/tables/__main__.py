"""Renew the JSON Schema of tables: ``python -m odin_solver.game.tables``."""

from pathlib import Path

from odin_solver.game.tables.file import SCHEMA_FILE, schema_text

Path(__file__).with_name(SCHEMA_FILE).write_text(schema_text(), encoding="utf-8", newline="\n")
