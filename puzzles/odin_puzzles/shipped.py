"""The packs of puzzles that come with the project."""

from pathlib import Path

from odin_puzzles.files import read_puzzle
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError


def folder() -> Path:
    """The folder of the packs: beside the modules in an installed wheel, above them in the tree."""
    here = Path(__file__).parent
    installed = here / "packs"
    return installed if installed.is_dir() else here.parent / "packs"


def packs() -> dict[str, tuple[Path, ...]]:
    """The files of every pack, by the pack's name: packs by name, puzzles as they were made."""
    return {
        pack.name: tuple(sorted(pack.glob("*.json"), key=_made))
        for pack in sorted(folder().iterdir())
        if pack.is_dir()
    }


def puzzle_file(pack: str, number: int) -> Path:
    """The file of a puzzle of a pack; they are numbered from 1.

    Raises
    ------
    InputError
        If there is no such pack, or no such puzzle in it.
    """
    files = files_of_pack(pack)
    if not 1 <= number <= len(files):
        raise InputError(f"pack {pack}: expected a puzzle from 1 to {len(files)}, got {number}")
    return files[number - 1]


def files_of_pack(name: str) -> tuple[Path, ...]:
    """The files of one pack.

    Raises
    ------
    InputError
        If there is no such pack.
    """
    known = packs()
    if name not in known:
        raise InputError(f"no pack {name!r}: expected one of {', '.join(known)}")
    return known[name]


def pack(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a pack."""
    return tuple(read_puzzle(path) for path in files_of_pack(name))


def _made(path: Path) -> tuple[int, int]:
    """The seed and the number of the attempt, with which names of puzzle files end."""
    _, seed, attempt = path.stem.rsplit("-", 2)
    return int(seed), int(attempt)
