"""Candidates of the kind ``best``: a partly filled board, and tiles with one best layout."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from odin_puzzles.generate.boards import board_for
from odin_puzzles.generate.clues import PATIENCE, final_points
from odin_puzzles.generate.random_layout import LayoutSpec, random_layout, supply_of, tiles_for
from odin_puzzles.generate.spec import SMALL, Spec
from odin_puzzles.kinds import LAYOUT_KINDS
from odin_puzzles.kinds.layout_task import solution_pieces
from odin_puzzles.puzzle import BestGoal, Puzzle
from odin_puzzles.uniqueness import exact_cover, placement_model
from odin_solver.components import Board
from odin_solver.placement.gains import gains, value
from odin_solver.placement.problem import layout
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position

MAX_LISTED = 4_000
"""Layouts that the second engine lists; candidates with more are skipped."""


def candidates(spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
    """Yield puzzles whose solution may not be unique; its value is proven optimal."""
    board = board_for(spec, level, random)
    for _ in range(3):
        state = BoardState(board)
        if spec.board != SMALL or random.random() < 0.3:
            filled = _partly_filled(board, level, random)
            if filled is None:
                continue
            state = filled
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
        points = final_points(position, layout(task.problem, laid))
        if points >= 1:
            # The limit on tiles is what the best layout needs.
            goal = BestGoal(points, len(pieces))
            yield replace(puzzle, goal=goal, solution=pieces)


def confirmed(puzzle: Puzzle) -> bool | None:
    """Whether exact cover confirms the only solution: it lists and evaluates all layouts.

    None if there are more than `MAX_LISTED`.
    """
    task = LAYOUT_KINDS[puzzle.kind].task(puzzle)
    assert task.floor is not None
    weights, floor = task.floor
    reached: list[frozenset[Placement]] = []
    listed = exact_cover.layouts(replace(task, floor=None))
    for count, laid in enumerate(listed):
        if count >= MAX_LISTED:
            return None
        after = layout(task.problem, laid)
        if value(weights, gains(puzzle.position, after)) >= Fraction(floor):
            reached.append(frozenset(solution_pieces(task.problem, laid)))
    return reached == [frozenset(puzzle.solution)]


def _partly_filled(board: Board, level: int, random: Random) -> BoardState | None:
    """Return the board with most of a random layout on it."""
    grid = grid_of(board)
    rest = grid.coverable & ~grid.bonus_cells
    lower_left = 0
    if grid.income_cells and random.random() < 0.5:
        lower_left = random.choice(grid.income_cells[:6]).needs
    for each in grid.income_cells:
        rest &= ~each.cell
    layout_spec = LayoutSpec(
        lower_left, lower_left | rest, kinds=24, alike=3, bulk=1.2, after=rest & ~lower_left
    )
    pieces = random_layout(board, layout_spec, random)
    if pieces is None:
        return None
    # Removing the last pieces keeps the order of the others legal.
    removed = random.randint(2, 2 + level)
    if random.random() < 0.5 and not board.income:
        random.shuffle(pieces)
    kept = pieces[: max(0, len(pieces) - removed)]
    return BoardState(board, tuple(piece.piece for piece in kept))


def _supply(state: BoardState, level: int, random: Random) -> tuple[dict[str, int], int]:
    """Return the supply, and the most tiles of it that may be laid."""
    on_board = {piece.tile.id for piece in state.pieces}
    fits = [
        tile
        for tile in tiles_for(state.board)
        if tile.area <= 10 and not (tile.copies and tile.id in on_board)
    ]
    tiles = random.randint(2, 2 + (level + 1) // 2)
    chosen = random.sample(fits, min(len(fits), tiles + random.randint(0, (level + 1) // 2)))
    supply = supply_of(Placement(0, Piece(tile)) for tile in chosen)
    return supply, min(tiles, len(chosen))
