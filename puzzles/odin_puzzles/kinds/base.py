"""What every kind of puzzle has to say of itself."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Protocol

from odin_puzzles.puzzle import KindName, Puzzle, SolutionPiece
from odin_puzzles.uniqueness.task import Task
from odin_solver.components import tile
from odin_solver.rules.board_state import Piece
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.layout import position_violations
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Position


class Kind(Protocol):
    """A kind of puzzle that asks for a layout of boards."""

    name: ClassVar[KindName]

    def question(self, puzzle: Puzzle) -> str:
        """What is asked, in words of the game."""

    def task(self, puzzle: Puzzle) -> Task:
        """What is asked, for searches."""

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        """What a legal layout misses of the goal, by the plain rules; nothing if it solves it."""


def position_after(puzzle: Puzzle, pieces: Sequence[SolutionPiece]) -> Position:
    """The position with an answer's pieces on its boards, in the order given.

    More tiles than the supply has leave negative counts in it.
    """
    boards = list(puzzle.position.boards)
    supply = Counter(puzzle.position.supply)
    for each in pieces:
        piece = Piece(tile(each.tile), each.cells)
        state = boards[each.board]
        boards[each.board] = replace(state, pieces=(*state.pieces, piece))
        supply[each.tile] -= 1
    left = {name: count for name, count in supply.items() if count}
    return replace(puzzle.position, boards=tuple(boards), supply=left)


def layout_faults(kind: Kind, puzzle: Puzzle, pieces: Sequence[SolutionPiece]) -> list[str]:
    """Everything that is wrong with an answer: rules broken, tiles too many, the goal missed."""
    outside = [each for each in pieces if not 0 <= each.board < len(puzzle.position.boards)]
    if outside:
        return [f"there is no board {outside[0].board}"]
    if kind.name != "order":
        pieces = _in_some_order(puzzle, pieces)
    after = position_after(puzzle, pieces)
    found = [each.message for each in position_violations(after)]
    found += [
        f"{-count} {name} more than there are" for name, count in after.supply.items() if count < 0
    ]
    return found or kind.missed(puzzle, after)


def _in_some_order(puzzle: Puzzle, pieces: Sequence[SolutionPiece]) -> list[SolutionPiece]:
    """An answer's pieces board by board in a legal order, as far as there is one."""
    ordered = []
    for number, state in enumerate(puzzle.position.boards):
        grid = grid_of(state.board)
        here = [each for each in pieces if each.board == number]
        inside = [all(grid.holds(cell) for cell in each.cells) for each in here]
        if all(inside):
            laid = [Piece(tile(each.tile), each.cells) for each in here]
            order = placing_order(grid, state.covered, laid)
            here = [here[i] for step in (*order.steps, order.stuck) for i in step]
        ordered += here
    return ordered


def unused(after: Position) -> list[str]:
    """A complaint for every kind of tile that is left over."""
    return [f"{count} {name} left over" for name, count in after.supply.items() if count > 0]
