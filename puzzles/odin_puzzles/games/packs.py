"""Packs of puzzles of other games."""

from pathlib import Path

from odin_solver.errors import InputError

THEMES = {"vikings": "Islands and boatsmen of Vikings", "graenaland": "Win this turn in Graenaland"}
"""Packs with a line about each."""


def game_packs() -> dict[str, tuple[Path, ...]]:
    """Return the files of every pack by name, from easy to hard."""
    here = Path(__file__).parent.parent
    folder = here / "game_packs"
    folder = folder if folder.is_dir() else here.parent / "game_packs"
    return {name: tuple(sorted((folder / name).glob("*.json"))) for name in THEMES}


def game_puzzle_path(source: str) -> Path | None:
    """Return the file that a source such as ``vikings/3`` names; None if it names no such pack.

    Raises
    ------
    InputError
        If the pack has no such puzzle.
    """
    name, _, number = source.partition("/")
    if name not in THEMES or not number:
        return None
    files = game_packs()[name]
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:6]) <= len(files)):
        raise InputError(f"pack {name}: expected a puzzle from 1 to {len(files)}, got {number}")
    return files[int(number) - 1]
