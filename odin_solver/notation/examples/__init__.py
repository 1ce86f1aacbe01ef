"""Example positions and tables shipped with the package."""

from importlib.resources import files
from typing import NamedTuple

from odin_solver.components.heard import Names
from odin_solver.errors import InputError
from odin_solver.notation.positions import parse_position
from odin_solver.rules.position import Position
from odin_solver.support.language import mark

POSITIONS = (
    "opening",
    "mid-home",
    "late-home",
    "iceland",
    "buildings",
    "empire",
    "knot",
    "harvest",
)
"""Positions of the game, from easy to rich."""

TILINGS = (
    "pentominoes-6x10",
    "pentominoes-5x12",
    "pentominoes-4x15",
    "pentominoes-3x20",
    "pentominoes-8x8",
    "seven-blockers",
    "dominoes-8x8",
)
"""Boards that tiles of one's own just fill."""

ORDER = (*POSITIONS, *TILINGS)

TABLES = ("table-round-2", "table-round-4", "table-three-players")
"""The tables (`odin_solver.game.tables`)."""


class ExampleFile(NamedTuple):
    """A shipped example: the name of its file and the text in it."""

    file_name: str
    text: str


def example_file(name: str) -> ExampleFile:
    """Read the text of an example.

    Parameters
    ----------
    name
        One of `ORDER` or `TABLES`, in any case and spacing, or the beginning of one.
    """
    known = (*ORDER, *TABLES)
    expected = mark("expected one of {names}")
    key = Names(dict.fromkeys(known, ()), mark("unknown example {name!r}"), where=expected).one(
        name
    )
    folder = files("odin_solver.notation.examples")
    for ending in ("json", "toml"):
        file = folder / f"{key}.{ending}"
        if file.is_file():
            return ExampleFile(file.name, file.read_text(encoding="utf-8"))
    raise InputError.said(
        "example {name}: its file is missing; is the installation complete?", name=key
    )


def example(name: str) -> Position:
    """Return the position of an example; see `example_file`."""
    file = example_file(name)
    return parse_position(file.text, file.file_name)
