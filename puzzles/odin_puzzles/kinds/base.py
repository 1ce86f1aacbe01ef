"""The interface of the kinds that ask for a layout, and the rules they share."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Protocol

from odin_puzzles.kinds.layout_task import LayoutTask
from odin_puzzles.puzzle import KindName, Puzzle
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Placement, Position


class PuzzleKind(Protocol):
    """A kind of puzzle that asks for a layout of boards."""

    name: ClassVar[KindName]

    def question(self, puzzle: Puzzle) -> str:
        """Return the question in words of the game."""

    def task(self, puzzle: Puzzle) -> LayoutTask:
        """Return the task for a search."""

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        """Return how a legal layout misses the goal; nothing if it reaches the goal."""


def position_after(puzzle: Puzzle, pieces: Sequence[Placement]) -> Position:
    """Return the position with an answer's pieces on its boards, in the given order.

    Tiles that the supply lacks have negative counts in it.
    """
    boards = list(puzzle.position.boards)
    supply = Counter(puzzle.position.supply)
    for piece in pieces:
        state = boards[piece.board]
        boards[piece.board] = replace(state, pieces=(*state.pieces, piece.piece))
        supply[piece.tile.id] -= 1
    left = {name: count for name, count in supply.items() if count}
    return replace(puzzle.position, boards=tuple(boards), supply=left)


def layout_faults(kind: PuzzleKind, puzzle: Puzzle, pieces: Sequence[Placement]) -> list[str]:
    """Return the faults of an answer: broken rules, missing tiles, a missed goal."""
    boards = range(len(puzzle.position.boards))
    unknown = next((piece.board for piece in pieces if piece.board not in boards), None)
    if unknown is not None:
        return [f"there is no board {unknown}"]
    after = position_after(puzzle, pieces)
    violations = position_violations(after, in_order=kind.name == "order")
    broken = [violation.message for violation in violations]
    broken += [
        f"{-count} {name} more than there are" for name, count in after.supply.items() if count < 0
    ]
    return broken or kind.missed(puzzle, after)


def in_placing_order(state: BoardState, pieces: Sequence[Placement]) -> list[Placement]:
    """Sort pieces of a board in a legal order of placing; those without one come last."""
    order = placing_order(state.grid, state.covered, [piece.piece for piece in pieces])
    return [pieces[i] for step in (*order.steps, order.stuck) for i in step]


def pieces_laid(puzzle: Puzzle, after: Position) -> int:
    """Return the number of pieces that an answer lays."""
    return sum(len(state.pieces) for state in after.boards) - sum(
        len(state.pieces) for state in puzzle.position.boards
    )


def unused(after: Position) -> list[str]:
    """Return a fault for every kind of tile that is left over."""
    return [f"{count} {name} left over" for name, count in after.supply.items() if count > 0]
