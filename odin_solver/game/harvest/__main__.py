"""Renew the JSON Schema of profiles: ``python -m odin_solver.game.harvest``."""

from pathlib import Path

from odin_solver.game.harvest import SCHEMA_FILE, schema_text

Path(__file__).with_name(SCHEMA_FILE).write_text(schema_text(), encoding="utf-8", newline="\n")
