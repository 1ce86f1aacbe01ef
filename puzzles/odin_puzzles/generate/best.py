"""Candidates of the kind ``best``: a board partly filled, and tiles with one best place."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from odin_puzzles.generate.boards import board_for
from odin_puzzles.generate.clues import PATIENCE, worth
from odin_puzzles.generate.random_layout import (
    LayoutSpec,
    random_layout,
    supply_of,
    tiles_for,
)
from odin_puzzles.generate.spec import SMALL, Spec
from odin_puzzles.kinds import LAYOUT_KINDS
from odin_puzzles.kinds.layout_task import solution_pieces
from odin_puzzles.puzzle import BestGoal, Puzzle, SolutionPiece
from odin_puzzles.uniqueness import exact_cover, placement_model
from odin_solver.components import Board, tile
from odin_solver.placement.gains import gains, value
from odin_solver.placement.problem import layout
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position

MOST_LAYOUTS = 4_000
"""Layouts that the second engine is asked to look at; candidates that have more are left out."""


def candidates(spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
    """Puzzles whose solution may or may not be the only one; the value is the proven optimum."""
    board = board_for(spec, level, random)
    for _ in range(3):
        state = BoardState(board)
        if spec.board != SMALL or random.random() < 0.3:
            lying = _partly_filled(board, level, random)
            if lying is None:
                continue
            state = lying
        supply, tiles = _supply(state, level, random)
        position = Position((state,), supply, round=7)
        if not supply or position_violations(position):
            continue
        puzzle = Puzzle(spec.kind, "", position, BestGoal(1, tiles))
        task = LAYOUT_KINDS[spec.kind].task(puzzle)
        laid = placement_model.find_best(task, seconds=PATIENCE)
        if not laid or len(laid) < min(2, tiles):
            continue
        pieces = solution_pieces(task.problem, laid)
        points = worth(position, layout(task.problem, laid))
        if points >= 1:
            # Tiles allowed beyond those that the best layout needs are no clue.
            goal = BestGoal(points, len(pieces))
            yield replace(puzzle, goal=goal, solution=pieces)


def confirmed(puzzle: Puzzle) -> bool | None:
    """Whether exact cover, which knows nothing of values, finds the one solution as well.

    It lists every layout of so many tiles and counts what each is worth. None if there are more
    than `MOST_LAYOUTS`.
    """
    task = LAYOUT_KINDS[puzzle.kind].task(puzzle)
    assert task.floor is not None
    weights, floor = task.floor
    reached: list[frozenset[SolutionPiece]] = []
    listed = exact_cover.layouts(replace(task, floor=None))
    for count, laid in enumerate(listed):
        if count >= MOST_LAYOUTS:
            return None
        after = layout(task.problem, laid)
        if value(weights, gains(puzzle.position, after)) >= Fraction(floor):
            reached.append(frozenset(solution_pieces(task.problem, laid)))
    return reached == [frozenset(puzzle.solution)]


def _partly_filled(board: Board, level: int, random: Random) -> BoardState | None:
    """The board with most of a random layout on it."""
    grid = grid_of(board)
    rest = grid.coverable & ~grid.bonus_cells
    lower_left = 0
    if grid.income_cells and random.random() < 0.5:
        lower_left = random.choice(grid.income_cells[:6]).needs
    for each in grid.income_cells:
        rest &= ~each.cell
    layout = LayoutSpec(
        lower_left,
        lower_left | rest,
        kinds=24,
        alike=3,
        bulk=1.2,
        after=rest & ~lower_left,
    )
    pieces = random_layout(board, layout, random)
    if pieces is None:
        return None
    # Taking the last pieces away keeps the order of the others legal.
    gone = random.randint(2, 2 + level)
    if random.random() < 0.5 and not board.income:
        random.shuffle(pieces)
    kept = pieces[: max(0, len(pieces) - gone)]
    return BoardState(board, tuple(Piece(tile(each.tile), each.cells) for each in kept))


def _supply(state: BoardState, level: int, random: Random) -> tuple[dict[str, int], int]:
    """Tiles to choose from, and how many of them may be laid."""
    lying = {piece.tile.id for piece in state.pieces}
    fits = [
        each
        for each in tiles_for(state.board)
        if each.area <= 10 and not (each.copies and each.id in lying)
    ]
    tiles = random.randint(2, 2 + (level + 1) // 2)
    chosen = random.sample(fits, min(len(fits), tiles + random.randint(0, (level + 1) // 2)))
    supply = supply_of(SolutionPiece(0, each.id, ()) for each in chosen)
    return supply, min(tiles, len(chosen))
