"""The kinds of puzzles: what each asks for, and when an answer is right."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from odin_puzzles.kinds.banquet import BanquetKind
from odin_puzzles.kinds.base import PuzzleKind, layout_faults
from odin_puzzles.kinds.best import BestKind
from odin_puzzles.kinds.bonus import BonusKind
from odin_puzzles.kinds.income import IncomeKind
from odin_puzzles.kinds.region import FillKind, OrderKind
from odin_puzzles.puzzle import KindName, Puzzle
from odin_solver.rules.position import Placement

LAYOUT_KINDS: Mapping[KindName, PuzzleKind] = MappingProxyType(
    {kind.name: kind for kind in (FillKind(), IncomeKind(), BonusKind(), BestKind(), OrderKind())}
)
"""The kinds that ask for a layout of boards, by name."""

BANQUET = BanquetKind()

KINDS: tuple[KindName, ...] = (*LAYOUT_KINDS, BANQUET.name)
"""The names of all kinds."""


def question(puzzle: Puzzle) -> str:
    """Return the question of a puzzle, in words of the game."""
    kind = LAYOUT_KINDS.get(puzzle.kind)
    return (kind or BANQUET).question(puzzle)


def faults(puzzle: Puzzle, pieces: Sequence[Placement]) -> list[str]:
    """Return everything that is wrong with an answer; nothing if it solves the puzzle.

    Only the plain rules decide; no solver is involved.
    """
    kind = LAYOUT_KINDS.get(puzzle.kind)
    return BANQUET.faults(puzzle, pieces) if kind is None else layout_faults(kind, puzzle, pieces)
