"""Puzzles of the player's own: made or opened, and kept as files in the user's data folder."""

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from odin_puzzles.files import file_of, read_puzzle
from odin_puzzles.kinds import GAME_OF
from odin_puzzles.play.progress import default_file, key_of
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.support.files import write_whole, writing

MOST = 500
"""The most puzzles that are kept."""


def folder() -> Path:
    """Return the folder of these puzzles, beside the progress."""
    return default_file().parent / "puzzles"


def kept_puzzles() -> dict[str, Path]:
    """Return the files of all puzzles by key, the newest first; links to nothing are left out."""
    files = [path for path in folder().glob("*.json") if _is_key(path.stem) and path.is_file()]
    return {path.stem: path for path in sorted(files, key=_age)}


@lru_cache(maxsize=MOST)
def kept_puzzle(key: str) -> Puzzle:
    """Read a puzzle."""
    path = folder() / f"{key}.json"
    if not _is_key(key) or not path.is_file():
        raise InputError.said("this puzzle is not kept any more")
    return read_puzzle(path, GAME_OF)


def keep(puzzle: Puzzle) -> str:
    """Keep a puzzle with its solution; return its key.

    Raises
    ------
    InputError
        If there are too many puzzles, or the file cannot be written.
    """
    key = key_of(puzzle)
    known = kept_puzzles()
    if key in known:
        return key
    if len(known) >= MOST:
        raise InputError.said("{most} puzzles are kept already: remove some of them", most=MOST)
    with writing(folder()):
        folder().mkdir(parents=True, exist_ok=True)
        write_whole(folder() / f"{key}.json", file_of(puzzle))
    return key


def rename(key: str, title: str) -> None:
    """Give a puzzle another title."""
    renamed = replace(kept_puzzle(key), title=title)
    with writing(folder()):
        write_whole(folder() / f"{key}.json", file_of(renamed))
    kept_puzzle.cache_clear()


def forget(key: str) -> None:
    """Remove a puzzle; its progress stays."""
    if _is_key(key):
        with writing(folder()):
            (folder() / f"{key}.json").unlink(missing_ok=True)
        kept_puzzle.cache_clear()


def _is_key(text: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{16}", text) is not None


def _age(path: Path) -> tuple[int, str]:
    try:
        return -path.stat().st_mtime_ns, path.stem
    except OSError:  # it is gone meanwhile
        return 0, path.stem
