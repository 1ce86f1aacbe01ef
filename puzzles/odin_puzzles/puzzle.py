"""What a puzzle is: a position, a goal, and the one solution."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from odin_solver.components import Cell
from odin_solver.rules.position import Position

KindName = Literal["fill", "income", "bonus", "best", "order", "banquet"]


@dataclass(frozen=True)
class RegionGoal:
    """Cover these cells of a board exactly, with all tiles of the supply (``fill``, ``order``)."""

    board: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class IncomeGoal:
    """Reach an income on a board with all tiles of the supply (``income``)."""

    board: int
    income: int


@dataclass(frozen=True)
class BonusGoal:
    """Win the bonuses on these cells of a board with at most so many tiles (``bonus``)."""

    board: int
    bonuses: tuple[Cell, ...]
    tiles: int


@dataclass(frozen=True)
class BestGoal:
    """Gain at least so much by the preset ``final`` with at most so many tiles (``best``)."""

    value: int
    tiles: int


@dataclass(frozen=True)
class BanquetGoal:
    """Fill this many open cells of the banquet table (``banquet``)."""

    cells: int


Goal = RegionGoal | IncomeGoal | BonusGoal | BestGoal | BanquetGoal


@dataclass(frozen=True)
class SolutionPiece:
    """A piece of a solution: on which board, which tile, which cells.

    At a banquet the board is 0, the table: columns from the left, and `TABLE_ROWS` rows of which
    the last is the table's edge that every serving has to reach.
    """

    board: int
    tile: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle with its solution.

    Attributes
    ----------
    kind
        What sort of puzzle it is; see `odin_puzzles.kinds`.
    title
        A line for people.
    position
        Boards with what lies on them, and the tiles to be used.
    goal
        What is to be reached.
    solution
        The pieces to be laid, in a legal order; empty while it is not known.
    difficulty
        From 1 to 5; None if it was not graded.
    grading
        How the grade came about, for machines: see `odin_puzzles.grading`.
    seed
        What it was generated from.
    generator
        Name and version of what made it.
    """

    kind: KindName
    title: str
    position: Position
    goal: Goal
    solution: tuple[SolutionPiece, ...] = ()
    difficulty: int | None = None
    grading: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    generator: str = ""
