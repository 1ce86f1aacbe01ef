"""The kind ``best``: find the layout with the most points, on a partly filled board."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import msgspec

from odin_puzzles.generate.boards import board_for, random_cells, without_income
from odin_puzzles.generate.random_layout import LayoutSpec, random_layout, supply_of, tiles_for
from odin_puzzles.generate.titles import number_word
from odin_puzzles.kinds.answers import most_tiles, pieces_laid, position_after, too_many
from odin_puzzles.kinds.layout import LayoutKind, Positive
from odin_puzzles.kinds.layout_task import LayoutTask, any_tiles, solution_pieces
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.uniqueness import exact_cover, placement_model
from odin_puzzles.uniqueness.placement_model import PATIENCE
from odin_solver.components import Board
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import preset
from odin_solver.placement.problem import compile_problem, layout
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position
from odin_solver.support.language import mark, say, say_number

MAX_LISTED = 4_000
"""Layouts that the second engine lists; candidates with more are skipped."""


class BestGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goal of ``best``: points by the preset ``final``, and how many tiles may be laid."""

    value: Positive
    tiles: Positive


class BestKind(LayoutKind):
    """Gain a number of points with a limited number of tiles."""

    name = "best"
    goal = BestGoal
    spares = True
    difficulties = range(2, 6)
    why = mark("no cell has to be covered, and points are counted for every tile, which is harder")

    def question(self, puzzle: Puzzle) -> str:
        wanted = puzzle.goal.value
        return say_number(
            "Make one point with {tiles}: negative points covered, and the income that results "
            "(silver laid costs a point each).",
            "Make {n} points with {tiles}: negative points covered, and the income that results "
            "(silver laid costs a point each).",
            wanted,
            tiles=most_tiles(puzzle.goal.tiles),
        )

    def title(self, puzzle: Puzzle, where: str) -> str:
        return say_number(
            "{word} points on {board}",
            "{word} points on {board}",
            puzzle.goal.value,
            word=number_word(puzzle.goal.value).capitalize(),
            board=where,
        )

    def task(self, puzzle: Puzzle) -> LayoutTask:
        problem = compile_problem(puzzle.position)
        (weights,) = preset("final").levels
        return LayoutTask(
            problem,
            tuple(0 for _ in problem.areas),
            tuple(area.free for area in problem.areas),
            any_tiles(problem),
            (0, puzzle.goal.tiles),
            (weights, Fraction(puzzle.goal.value)),
        )

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        points, wanted = _points(puzzle.position, after), puzzle.goal.value
        missed = (
            [say("{n} points, not {wanted}", n=points, wanted=wanted)] if points < wanted else []
        )
        return missed + too_many(puzzle, after)

    def standing(self, puzzle: Puzzle, pieces: Sequence[Placement]) -> dict[str, tuple[int, int]]:
        after = position_after(puzzle, pieces)
        return {
            "points": (int(_points(puzzle.position, after)), puzzle.goal.value),
            "tiles": (pieces_laid(puzzle, after), puzzle.goal.tiles),
        }

    def candidates(self, spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
        board = board_for(spec, level, random)
        for _ in range(3):
            state = BoardState(board)
            if spec.board != self.place or random.random() < 0.3:
                filled = _partly_filled(board, level, random)
                if filled is None:
                    continue
                state = filled
            supply, tiles = _supply(state, level, random)
            position = Position((state,), supply, round=7)
            if not supply or position_violations(position):
                continue
            puzzle = Puzzle(spec.kind, "", position, BestGoal(1, tiles))
            task = self.task(puzzle)
            laid = placement_model.find_best(task, seconds=PATIENCE)
            if not laid or len(laid) < min(2, tiles):
                continue
            pieces = solution_pieces(task.problem, laid)
            points = int(_points(position, layout(task.problem, laid)))
            if points >= 1:
                # The limit on tiles is what the best layout needs.
                goal = BestGoal(points, len(pieces))
                yield Puzzle(spec.kind, "", position, goal, pieces)

    def proven(self, puzzle: Puzzle) -> bool:
        """Whether exact cover confirms the only solution: it lists and evaluates all layouts.

        Puzzles with more than `MAX_LISTED` layouts are not proven.
        """
        task = self.task(puzzle)
        reached: list[frozenset[Placement]] = []
        for count, laid in enumerate(exact_cover.layouts(replace(task, minimum=None))):
            if count >= MAX_LISTED:
                return False
            after = layout(task.problem, laid)
            if _points(puzzle.position, after) >= puzzle.goal.value:
                reached.append(frozenset(solution_pieces(task.problem, laid)))
        return reached == [frozenset(puzzle.solution)]

    def after_clue(self, puzzle: Puzzle, piece: Placement | None, by: int) -> BestGoal | None:
        after = position_after(puzzle, puzzle.solution)
        points = int(_points(puzzle.position, after))
        return BestGoal(points, puzzle.goal.tiles + by) if points >= 1 else None

    def possible(self, board: Board) -> bool:
        return bool(board.income or board.cells_marked("-"))

    def small_board(self, level: int, random: Random) -> Board:
        return random_cells(random.randint(16, 30), random, ".-----=")


def _points(before: Position, after: Position) -> Fraction:
    (weights,) = preset("final").levels
    return value(weights, gains(before, after))


def _partly_filled(board: Board, level: int, random: Random) -> BoardState | None:
    grid = grid_of(board)
    lower_left = 0
    if grid.income_cells and random.random() < 0.5:
        lower_left = random.choice(grid.income_cells[:6]).needs
    rest = without_income(grid, grid.coverable & ~grid.bonus_cells)
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
    on_board = {piece.tile.id for piece in state.pieces}
    fits = [
        tile
        for tile in tiles_for(state.board)
        if tile.area <= 10 and not (tile.copies and tile.id in on_board)
    ]
    tiles = random.randint(2, 2 + (level + 1) // 2)
    chosen = random.sample(fits, min(len(fits), tiles + random.randint(0, (level + 1) // 2)))
    supply = supply_of([Placement(0, Piece(tile)) for tile in chosen])
    return supply, min(tiles, len(chosen))


KIND = BestKind()
