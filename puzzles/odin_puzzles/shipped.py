"""The packs of puzzles that come with the project."""

from pathlib import Path

from odin_puzzles.files import read_puzzle
from odin_puzzles.puzzle import Puzzle


def folder() -> Path:
    """The folder of the packs: beside the modules in an installed wheel, above them in the tree."""
    here = Path(__file__).parent
    installed = here / "packs"
    return installed if installed.is_dir() else here.parent / "packs"


def packs() -> dict[str, tuple[Path, ...]]:
    """The files of every pack, by the pack's name, both in order."""
    return {
        pack.name: tuple(sorted(pack.glob("*.json")))
        for pack in sorted(folder().iterdir())
        if pack.is_dir()
    }


def pack(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a pack."""
    return tuple(read_puzzle(path) for path in packs()[name])
