"""Positions of Graenaland from files, with a profile."""

from pathlib import Path
from typing import Any

from odin_cli.commands import option

PROFILE = option(
    "Profile of your copy; by default that of the position, else the saved one.",
    "--profile",
    metavar="FILE",
)


def read_profiled(path: str, profile_path: str | None) -> dict[str, Any]:
    """Return the data of a position file with its profile in them."""
    from odin_solver.graenaland.files import PROFILES, graenaland_from
    from odin_solver.support.decoding import decode, read_text

    profile = None if profile_path is None else PROFILES.read(profile_path)
    name, text = read_text(path)
    data = decode(text, name)
    folder = Path(path).parent if path != "-" else Path()
    position = graenaland_from(data, name, profile=profile, folder=folder)
    assert isinstance(data, dict)
    return {**data, "profile": PROFILES.data(position.profile)}
