"""Puzzles of all kinds with one solution each, in `tests/puzzles/data`."""

from pathlib import Path

from odin_puzzles.files import read_puzzle
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.layout import LayoutKind
from odin_puzzles.kinds.layout_task import LayoutTask
from odin_puzzles.puzzle import Puzzle

DATA = Path(__file__).with_name("data")
NAMES = ("fill", "skerry", "order", "income", "bonus", "best", "banquet")


def path(name: str) -> str:
    return str(DATA / f"{name}.json")


def sample(name: str) -> Puzzle:
    return read_puzzle(path(name))


def task_of(puzzle: Puzzle) -> LayoutTask:
    kind = kind_of(puzzle)
    assert isinstance(kind, LayoutKind)
    return kind.task(puzzle)
