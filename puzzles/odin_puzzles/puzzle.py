"""Puzzles: a position, a goal, and the only solution; and what is wanted of a generator."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from odin_solver.components import Tile
from odin_solver.rules.board_state import BoardState
from odin_solver.support.display import Brief
from odin_solver.support.text import shortened


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A puzzle with its solution.

    Attributes
    ----------
    title
        A line about the puzzle.
    position
        The position, of the game's own type.
    goal
        What an answer has to reach, of the kind's own type.
    solution
        The only answer, as its kind reads it; empty if unknown. In A Feast for Odin these are the
        pieces in a legal order of placing. At a banquet board 0 is the table: its columns from the
        left, and rows of which the last is the table's edge, which every serving reaches.
    difficulty
        From 1 to 5; None if not graded.
    grading
        Data of the grade; see `odin_puzzles.grading.result.Grade.data`.
    generator
        Name and version of the generator.
    """

    kind: str
    title: str
    position: Any
    goal: Any
    solution: Any = ()
    difficulty: int | None = None
    grading: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    generator: str = ""

    def __repr__(self) -> str:
        grade = "not graded" if self.difficulty is None else f"difficulty {self.difficulty}"
        return f"<Puzzle: {self.kind} {shortened(self.title)!r}, {grade}>"


@dataclass(frozen=True, repr=False)
class Spec(Brief):
    """Specification of puzzles to generate; see `odin_puzzles.generate.spec.spec_of`.

    Attributes
    ----------
    board
        Name of a board or building, ``home-N`` for the lower left N x N cells of the home board,
        ``small`` for a random board, ``own`` for one's own, ``table`` for a banquet, or the name
        of another game.
    difficulty
        From 1 to 5; None for any.
    minimal
        Whether to drop every clue and every unused tile without which the solution stays unique.
    tiles
        Tiles to choose from, and the most copies of each; without any, printed ones.
    start
        A board of one's own, with the pieces that lie on it.
    pieces, cells
        Tiles to be laid, and cells that these cover; None for any.
    symmetric
        Whether the cells to be covered stay the same if the board is turned or mirrored.
    needs
        A technique that the grade has to need; empty for any.
    """

    kind: str
    board: str
    difficulty: int | None = None
    minimal: bool = False
    tiles: tuple[tuple[Tile, int], ...] = ()
    start: BoardState | None = None
    pieces: int | None = None
    cells: int | None = None
    symmetric: bool = False
    needs: str = ""
