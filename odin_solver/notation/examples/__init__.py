"""Example positions shipped with the package."""

from difflib import get_close_matches
from importlib.resources import files
from typing import NamedTuple

from odin_solver.errors import InputError
from odin_solver.notation.positions import parse_position
from odin_solver.rules.position import Position

ORDER = ("opening", "mid-home", "late-home", "iceland", "buildings", "empire", "knot", "harvest")
"""The examples from easy to rich."""


class ExampleFile(NamedTuple):
    """A shipped position: the name of its file and the text in it."""

    file_name: str
    text: str


def example_file(name: str) -> ExampleFile:
    """Read the text of an example.

    Parameters
    ----------
    name
        One of `ORDER`; case and the choice of ``-`` or ``_`` do not matter.

    Raises
    ------
    InputError
        If the example is unknown.
    """
    key = name.strip().lower().replace("_", "-")
    if key not in ORDER:
        close = get_close_matches(key, ORDER, n=3, cutoff=0.5)
        advice = f"did you mean {' or '.join(close)}? " if close else ""
        raise InputError(f"unknown example {name!r}: {advice}expected one of {', '.join(ORDER)}")
    folder = files("odin_solver.notation.examples")
    for ending in ("json", "toml"):
        file = folder / f"{key}.{ending}"
        if file.is_file():
            return ExampleFile(file.name, file.read_text(encoding="utf-8"))
    raise InputError(f"example {key}: its file is missing; is the installation complete?")


def example(name: str) -> Position:
    """Return the position of an example; see `example_file`."""
    file = example_file(name)
    return parse_position(file.text, file.file_name)
