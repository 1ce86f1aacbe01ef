"""Example positions with the made-up profile."""

from importlib.resources import files

from odin_solver.errors import InputError
from odin_solver.graenaland.files import graenaland_from
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.support.decoding import decode

ORDER = ("one-village", "market-first", "palisade", "points", "late-game")


def example_text(name: str) -> str:
    """Return the text of an example."""
    if name not in ORDER:
        raise InputError.said(
            "unknown example {name!r}: expected one of {names}", name=name, names=", ".join(ORDER)
        )
    file = files("odin_solver.graenaland.examples") / f"{name}.toml"
    return file.read_text(encoding="utf-8")


def graenaland_example(name: str) -> GraenalandPosition:
    """Return the position of an example; see `example_text`."""
    return graenaland_from(decode(example_text(name), f"{name}.toml"), f"{name}.toml")
