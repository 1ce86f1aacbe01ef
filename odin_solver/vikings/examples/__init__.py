"""Example positions of Vikings."""

from importlib.resources import files

from odin_solver.errors import InputError
from odin_solver.support.decoding import decode
from odin_solver.vikings.files import vikings_from
from odin_solver.vikings.position import VikingsPosition

ORDER = ("rulebook", "wheel", "ferry", "last-round", "expert", "empty-sea", "late-build")
"""The examples from easy to rich."""


def vikings_example_text(name: str) -> str:
    """Return the text of an example's file."""
    key = name.strip().casefold().replace(" ", "-").replace("_", "-")
    if key not in ORDER:
        raise InputError.said(
            "unknown example {name!r}: expected one of {names}", name=name, names=", ".join(ORDER)
        )
    return (files(__name__) / f"{key}.toml").read_text(encoding="utf-8")


def vikings_example(name: str) -> VikingsPosition:
    """Return the position of an example; see `vikings_example_text`."""
    text = vikings_example_text(name)
    return vikings_from(decode(text, f"{name}.toml"), f"{name}.toml")
