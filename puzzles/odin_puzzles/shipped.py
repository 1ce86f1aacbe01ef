"""The packs of puzzles that are shipped."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from odin_puzzles.files import read_puzzle
from odin_puzzles.kinds import GAME_OF
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.support.validating import decoded


def folder(name: str = "packs") -> Path:
    """Return a folder of packs: beside the modules in a wheel, above them in the tree.

    Those of other games are in ``game_packs``.
    """
    here = Path(__file__).parent
    installed = here / name
    return installed if installed.is_dir() else here.parent / name


def packs() -> dict[str, tuple[Path, ...]]:
    """Return the files of every pack by name, in the order in which they were made."""
    return _packs(folder(), _seed_and_attempt)


def all_packs() -> dict[str, tuple[Path, ...]]:
    """Return the files of every pack like `packs`, those of other games too, from easy to hard."""
    return {**packs(), **_packs(folder("game_packs"), lambda path: path.stem)}


def _packs(within: Path, key: Callable[[Path], Any]) -> dict[str, tuple[Path, ...]]:
    return {
        pack.name: tuple(sorted(pack.glob("*.json"), key=key))
        for pack in sorted(within.iterdir())
        if pack.is_dir()
    }


def puzzle_file(pack: str, number: int) -> Path:
    """Return the file of a puzzle of a pack; they are numbered from 1."""
    files = files_of_pack(pack)
    if not 1 <= number <= len(files):
        raise InputError.said(
            "pack {pack}: expected a puzzle from 1 to {n}, got {number}",
            pack=pack,
            n=len(files),
            number=number,
        )
    return files[number - 1]


def files_of_pack(name: str) -> tuple[Path, ...]:
    """Return the files of one pack."""
    known = all_packs()
    if name not in known:
        raise InputError.said(
            "no pack {name!r}: expected one of {names}", name=name, names=", ".join(known)
        )
    return known[name]


class PuzzleHead(msgspec.Struct):
    """What a list shows of a shipped puzzle, of whichever game."""

    kind: str
    title: str = ""
    difficulty: int | None = None


def heads(paths: Iterable[Path]) -> list[PuzzleHead]:
    """Read what a list shows of shipped puzzles; their positions are passed over."""
    return [decoded(path.read_bytes(), PuzzleHead) for path in paths]


@cache
def pack(name: str) -> tuple[Puzzle, ...]:
    """Read the puzzles of a pack."""
    return tuple(read_puzzle(path, GAME_OF) for path in files_of_pack(name))


def _seed_and_attempt(path: Path) -> tuple[int, int]:
    _, seed, attempt = path.stem.rsplit("-", 2)
    return int(seed), int(attempt)
