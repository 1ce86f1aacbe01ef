"""The kind ``fill``: cover a region or a whole board exactly with all tiles of the supply."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import msgspec

from odin_puzzles.generate.boards import AREAS, MOST_WHOLE, random_cells, region_for
from odin_puzzles.generate.clues import by_rows
from odin_puzzles.generate.random_layout import LayoutSpec, own_tiles, random_layout, supply_of
from odin_puzzles.generate.titles import number_word
from odin_puzzles.kinds.answers import unused
from odin_puzzles.kinds.layout import Cells, LayoutKind, Number, board_name
from odin_puzzles.kinds.layout_task import LayoutTask, all_tiles, solution_pieces
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.share.coder import Coder, Odds
from odin_puzzles.uniqueness import exact_cover
from odin_solver.components import Board, Cell
from odin_solver.components.cells import cell_names
from odin_solver.errors import InputError
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Grid, Mask, singles
from odin_solver.rules.position import Placement, Position
from odin_solver.support.language import mark, say, say_as, say_number

BULK = {1: 1.3, 2: 1.1, 3: 0.9, 4: 0.8, 5: 0.7}
"""How strongly large tiles are preferred, by difficulty."""

MOST_FREE = 4
"""The most cells of a board of one's own that a layout of all tiles leaves free."""

FREE_TRIES, MOST_LAYOUTS = 16, 20
"""Choices of free cells in one attempt, and layouts among which one is chosen."""


class RegionGoal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Goal of ``fill`` and ``order``: the cells to be covered exactly, by default all open ones."""

    board: Number = 0
    cells: Cells = ()


class FillKind(LayoutKind):
    """Cover a region or a whole board exactly."""

    name = "fill"
    goal = RegionGoal
    place = "home-7"
    corners = True

    def goal_from(self, goal: RegionGoal, position: Position) -> RegionGoal:
        super().goal_from(goal, position)
        grid = position.boards[goal.board].grid
        cells = by_rows(goal.cells) or grid.cells(_free(position, goal.board))
        if not goal.cells and cells_to_spare(position, goal.board):
            raise InputError.said(
                "goal.cells: expected the cells to cover: {why}",
                why=cells_said(position, goal.board),
            )
        for cell in cells:
            if not grid.holds(cell) or not grid.bit(cell) & grid.coverable:
                raise InputError.said(
                    "goal.cells: {cell} cannot be covered on that board", cell=list(cell)
                )
        return RegionGoal(board=goal.board, cells=cells)

    def question(self, puzzle: Puzzle) -> str:
        return say("Cover {region} exactly, with all the tiles.", region=self.region_text(puzzle))

    def region_text(self, puzzle: Puzzle) -> str:
        board = board_name(puzzle)
        if _is_whole(puzzle):
            return (
                say("every open cell of {board}", board=board) if board else say("every open cell")
            )
        return say("the marked cells of {board}", board=board) if board else say("the marked cells")

    def title(self, puzzle: Puzzle, where: str) -> str:
        return say_number(
            "{word} tile on {board}",
            "{word} tiles on {board}",
            len(puzzle.solution),
            word=number_word(len(puzzle.solution)).capitalize(),
            board=where,
        )

    def task(self, puzzle: Puzzle) -> LayoutTask:
        problem = compile_problem(puzzle.position)
        region = tuple(
            area.grid.mask(puzzle.goal.cells) if area.number == puzzle.goal.board else 0
            for area in problem.areas
        )
        # A tile without any placement counts too: then there is no solution.
        total = sum(puzzle.position.supply.values())
        return LayoutTask(problem, region, region, all_tiles(problem), (total, total))

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        goal, boards = puzzle.goal, puzzle.position.boards
        grid, region = _region(puzzle)
        laid = after.boards[goal.board].covered & ~boards[goal.board].covered
        missed: list[str] = [
            say(what, cells=cell_names(grid.cells(cells), grid.height))
            for cells, what in (
                (region & ~laid, mark("{cells} is open")),
                (laid & ~region, mark("{cells} is not to be covered")),
            )
            if cells
        ]
        missed += [
            say("pieces on {board}, where none belong", board=say_as("board", state.board.name))
            for number, state in enumerate(after.boards)
            if number != goal.board and state != boards[number]
        ]
        return missed + unused(after)

    def standing(self, puzzle: Puzzle, pieces: Sequence[Placement]) -> dict[str, tuple[int, int]]:
        return {"cells": (sum(len(each.cells) for each in pieces), len(puzzle.goal.cells))}

    def marked(self, puzzle: Puzzle) -> Mapping[int, tuple[Cell, ...]]:
        """Return the region, unless it is every open cell."""
        return {} if _is_whole(puzzle) else {puzzle.goal.board: puzzle.goal.cells}

    def region(self, puzzle: Puzzle) -> tuple[int, tuple[Cell, ...]]:
        return puzzle.goal.board, puzzle.goal.cells

    def goal_code(self, code: Coder, position: Position, goal: RegionGoal | None) -> RegionGoal:
        board = code.choice(len(position.boards), goal.board if goal else 0)
        grid, free = position.boards[board].grid, _free(position, board)
        wanted = grid.mask(goal.cells) if goal else free
        if wanted & ~free:
            raise InputError.said("share: the region is partly covered already")
        region = free
        if not code.flag(Odds((3, 1)), wanted == free):
            odds, region = [Odds((1, 1)) for _ in range(4)], 0
            for cell in singles(free):
                if code.flag(odds[_context(grid, cell, region)], bool(cell & wanted)):
                    region |= cell
        return RegionGoal(board=board, cells=grid.cells(region))

    def candidates(self, spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
        board, region, loose = region_for(spec, level, random)
        layout_spec = LayoutSpec(
            region,
            region,
            loose or bool(spec.tiles),
            kinds=random.randint(8, 20),
            alike=random.choice((1, 2, 2, 3)),
            bulk=BULK[level],
            own=spec.tiles,
            laid=spec.start.pieces if spec.start else (),
        )
        state = spec.start or BoardState(board)
        while True:
            pieces = self._of_all_tiles(spec, random) or random_layout(board, layout_spec, random)
            if pieces is None or len(pieces) < 3:
                return
            goal = RegionGoal(cells=by_rows({cell for piece in pieces for cell in piece.cells}))
            laid = [each.piece for each in pieces]
            tiles = own_tiles(each.tile for each in (*laid, *state.pieces))
            position = Position((state,), supply_of(pieces), round=1, tiles=tiles)
            yield Puzzle(spec.kind, "", position, goal, tuple(pieces))

    def _of_all_tiles(self, spec: Spec, random: Random) -> Sequence[Placement] | None:
        """Return a layout of all tiles on a board of one's own with a few random cells free."""
        if spec.start is None or self.in_order:
            return None
        cells = list(singles(spec.start.grid.coverable & ~spec.start.covered))
        size = sum(tile.area * count for tile, count in spec.tiles)
        if len(cells) > MOST_WHOLE or not 0 <= len(cells) - size <= MOST_FREE:
            return None
        supply = {tile.id: count for tile, count in spec.tiles}
        own = [*(tile for tile, _ in spec.tiles), *(piece.tile for piece in spec.start.pieces)]
        position = Position((spec.start,), supply, round=1, tiles=own_tiles(own))
        for _ in range(FREE_TRIES):
            chosen = by_rows(spec.start.grid.cells(sum(random.sample(cells, size))))
            task = self.task(Puzzle(spec.kind, "", position, RegionGoal(cells=chosen)))
            layouts = exact_cover.soon(task, MOST_LAYOUTS).found
            if layouts:
                return solution_pieces(task.problem, random.choice(layouts))
        return None

    def after_clue(self, puzzle: Puzzle, piece: Placement | None, by: int) -> RegionGoal:
        goal: RegionGoal = puzzle.goal
        if piece is None or goal.board != piece.board:
            return goal
        cells, moved = set(goal.cells), set(piece.cells)
        return RegionGoal(
            board=goal.board, cells=by_rows(cells | moved if by > 0 else cells - moved)
        )

    def small_board(self, level: int, random: Random) -> Board:
        """Return a small random board: all cells with a value of -1, some of them holes."""
        area = random.randint(*AREAS[level])
        return random_cells(area, random, houses=True)


def fill_of(position: Position) -> Puzzle:
    """Return the puzzle to cover the board of a position with all its tiles."""
    if cells_to_spare(position):
        raise InputError(cells_said(position))
    return Puzzle(KIND.name, "", position, KIND.goal_from(RegionGoal(), position))


def _region(puzzle: Puzzle) -> tuple[Grid, Mask]:
    grid = puzzle.position.boards[puzzle.goal.board].grid
    return grid, grid.mask(puzzle.goal.cells)


def cells_to_spare(position: Position, board: int = 0) -> int:
    """Return how many more cells are open on a board than the tiles have."""
    return _free(position, board).bit_count() - _area(position)


def cells_said(position: Position, board: int = 0) -> str:
    """Return why the tiles cannot cover a board: how many cells they have."""
    free = _free(position, board).bit_count()
    return say("the tiles have {n} cells, and {free} are open", n=_area(position), free=free)


def _area(position: Position) -> int:
    return sum(position.kinds[name].area * n for name, n in position.supply.items())


def _free(position: Position, board: int) -> Mask:
    state = position.boards[board]
    return state.grid.coverable & ~state.covered


def _is_whole(puzzle: Puzzle) -> bool:
    return _region(puzzle)[1] == _free(puzzle.position, puzzle.goal.board)


def _context(grid: Grid, cell: Mask, region: Mask) -> int:
    """Return which of the two neighbours before a cell belong to the region."""
    return bool(cell >> 1 & region) + 2 * bool(cell >> grid.stride & region)


KIND = FillKind()
