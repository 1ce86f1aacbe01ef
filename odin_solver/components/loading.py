"""Reading the component files that are shipped inside the package."""

import tomllib
from importlib.resources import files
from typing import Any


def component_file(name: str) -> dict[str, Any]:
    """Read one TOML file of ``odin_solver/components/data``."""
    text = (files("odin_solver.components") / "data" / name).read_text(encoding="utf-8")
    return tomllib.loads(text)
