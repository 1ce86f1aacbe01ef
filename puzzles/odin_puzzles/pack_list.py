"""Names and themes of the included packs."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Pack:
    """Puzzles with a theme: a line about them."""

    name: str
    theme: str


PACKS = tuple(
    Pack(**entry)
    for entry in tomllib.loads(files("odin_puzzles").joinpath("packs.toml").read_text("utf-8"))[
        "packs"
    ]
)
"""All packs, from easy to hard; those of other games are the last."""
