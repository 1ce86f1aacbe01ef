"""Puzzles: a position, a goal, and the only solution."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from odin_solver.components import Cell
from odin_solver.rules.position import Placement, Position

KindName = Literal["fill", "income", "bonus", "best", "order", "banquet"]


@dataclass(frozen=True)
class RegionGoal:
    """Cover cells of a board exactly with all tiles of the supply (``fill``, ``order``)."""

    board: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class IncomeGoal:
    """Reach an income on a board with all tiles of the supply (``income``)."""

    board: int
    income: int


@dataclass(frozen=True)
class BonusGoal:
    """Win the bonuses on cells of a board with at most `tiles` tiles (``bonus``)."""

    board: int
    bonuses: tuple[Cell, ...]
    tiles: int


@dataclass(frozen=True)
class BestGoal:
    """Gain at least `value` by the preset ``final`` with at most `tiles` tiles (``best``)."""

    value: int
    tiles: int


@dataclass(frozen=True)
class BanquetGoal:
    """Fill all open cells of the banquet table (``banquet``)."""

    cells: int


Goal = RegionGoal | IncomeGoal | BonusGoal | BestGoal | BanquetGoal


@dataclass(frozen=True)
class Puzzle:
    """A puzzle with its solution.

    Attributes
    ----------
    kind
        The kind of puzzle; see `odin_puzzles.kinds`.
    title
        A line about the puzzle.
    position
        Boards with their clues, and the supply.
    goal
        What an answer has to reach.
    solution
        The pieces in a legal order of placing; empty if unknown. At a banquet board 0 is the
        table: its columns from the left, and rows of which the last is the table's edge, which
        every serving reaches.
    difficulty
        From 1 to 5; None if not graded.
    grading
        Data of the grade; see `odin_puzzles.grading.result.Grade.data`.
    seed
        Seed of the generator.
    generator
        Name and version of the generator.
    """

    kind: KindName
    title: str
    position: Position
    goal: Goal
    solution: tuple[Placement, ...] = ()
    difficulty: int | None = None
    grading: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    generator: str = ""
