"""The kinds of puzzles: what each asks for, and when an answer is right."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from odin_puzzles.kinds.banquet import Banquet
from odin_puzzles.kinds.base import Kind, layout_faults
from odin_puzzles.kinds.best import Best
from odin_puzzles.kinds.bonus import Bonus
from odin_puzzles.kinds.income import Income
from odin_puzzles.kinds.region import Fill, Order
from odin_puzzles.puzzle import KindName, Puzzle, SolutionPiece

LAYOUT_KINDS: Mapping[KindName, Kind] = MappingProxyType(
    {kind.name: kind for kind in (Fill(), Income(), Bonus(), Best(), Order())}
)
"""The kinds that ask for a layout of boards, by name."""

BANQUET = Banquet()

KINDS: tuple[KindName, ...] = (*LAYOUT_KINDS, BANQUET.name)
"""The names of all kinds."""


def question(puzzle: Puzzle) -> str:
    """What a puzzle asks, in words of the game."""
    kind = LAYOUT_KINDS.get(puzzle.kind)
    return (kind or BANQUET).question(puzzle)


def faults(puzzle: Puzzle, pieces: Sequence[SolutionPiece]) -> list[str]:
    """Everything that is wrong with an answer; nothing if it solves the puzzle.

    The plain rules decide, and nothing else: no solver takes part.
    """
    kind = LAYOUT_KINDS.get(puzzle.kind)
    return BANQUET.faults(puzzle, pieces) if kind is None else layout_faults(kind, puzzle, pieces)
