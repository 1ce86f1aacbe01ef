"""Answers that lay pieces on boards: the position after them, and what is left over."""

from collections.abc import Sequence

from odin_puzzles.puzzle import Puzzle
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Placement, Position
from odin_solver.support.language import say, say_number


def position_after(puzzle: Puzzle, pieces: Sequence[Placement]) -> Position:
    """Return the position with an answer's pieces on its boards, in the given order.

    Tiles that the supply lacks have negative counts in it.
    """
    position: Position = puzzle.position
    return position.laid(pieces)


def in_placing_order(state: BoardState, pieces: Sequence[Placement]) -> list[Placement]:
    """Sort pieces of a board in a legal order of placing; those without one come last."""
    order = placing_order(state.grid, state.covered, [piece.piece for piece in pieces])
    return [pieces[i] for step in (*order.steps, order.stuck) for i in step]


def unused(after: Position) -> list[str]:
    """Return a fault for every kind of tile that is left over."""
    return [
        say("{n} {tile} left over", n=count, tile=name)
        for name, count in after.supply.items()
        if count > 0
    ]


def too_many(puzzle: Puzzle, after: Position) -> list[str]:
    """Return the fault of laying more tiles than the goal allows, if any."""
    laid, most = pieces_laid(puzzle, after), puzzle.goal.tiles
    return [say("{n} tiles laid, {most} allowed", n=laid, most=most)] if laid > most else []


def pieces_laid(puzzle: Puzzle, after: Position) -> int:
    """Return the number of pieces that an answer lays."""
    return sum(len(state.pieces) for state in after.boards) - sum(
        len(state.pieces) for state in puzzle.position.boards
    )


def most_tiles(count: int) -> str:
    """Return a limit on tiles in words."""
    return say_number("one tile", "at most {n} tiles", count)
