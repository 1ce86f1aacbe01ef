"""Positions of Graenaland from files, with a profile."""

from typing import Any

from odin_cli.commands import option

PROFILE = option(
    "Profile of your copy; by default that of the position, else the saved one.",
    "--profile",
    metavar="FILE",
)


def read_profiled(path: str, profile_path: str | None) -> dict[str, Any]:
    from odin_solver.graenaland.files import PROFILES, graenaland_data, read_graenaland

    profile = None if profile_path is None else PROFILES.read(profile_path)
    return graenaland_data(read_graenaland(path, profile))
