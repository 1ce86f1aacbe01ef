"""The kind ``income``: reach an income on one board with every tile of the supply."""

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from odin_puzzles.generate.boards import board_for, board_with_diagonal, without_income
from odin_puzzles.generate.clues import with_clues
from odin_puzzles.generate.random_layout import LayoutSpec, random_layout, supply_of
from odin_puzzles.kinds.answers import position_after, unused
from odin_puzzles.kinds.layout import LayoutKind, Number, Positive, board_name
from odin_puzzles.kinds.layout_task import LayoutTask, all_tiles
from odin_puzzles.puzzle import Puzzle, Spec
from odin_solver.components import Board
from odin_solver.errors import InputError
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Grid, Mask, grid_of
from odin_solver.rules.income import income
from odin_solver.rules.position import Placement, Position
from odin_solver.support.language import say

MOST_CELLS = {1: 18, 2: 26, 3: 34, 4: 44, 5: 50}
"""The most cells that the income requires, by difficulty."""

FILLED = 0.7
"""Share of easy puzzles with clues on the rest of the board; harder ones always have them."""

MAX_LAYOUTS = 12
"""Layouts that one attempt tries."""


class IncomeGoal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Goal of ``income``: the income to be reached on a board with all tiles."""

    board: Number = 0
    income: Positive


class IncomeKind(LayoutKind):
    """Reach an income with all tiles."""

    name = "income"
    goal = IncomeGoal
    place = "home"

    def goal_from(self, goal: IncomeGoal, position: Position) -> IncomeGoal:
        super().goal_from(goal, position)
        diagonals = position.boards[goal.board].board.income
        if len(diagonals) != 1:
            raise InputError.said("goal.board: expected a board with one income diagonal")
        most = max(diagonals[0].values)
        if goal.income > most:
            raise InputError.said(
                "goal.income: expected at most {most} on that board, got {got}",
                most=most,
                got=goal.income,
            )
        return goal

    def question(self, puzzle: Puzzle) -> str:
        board, income = board_name(puzzle), puzzle.goal.income
        if not board:
            return say("Lay all the tiles so that the income is {n} or more.", n=income)
        return say(
            "Lay all the tiles so that the income on {board} is {n} or more.", board=board, n=income
        )

    def title(self, puzzle: Puzzle, where: str) -> str:
        return say("Income {n} on {board}", n=puzzle.goal.income, board=where)

    def task(self, puzzle: Puzzle) -> LayoutTask:
        goal = puzzle.goal
        problem = compile_problem(puzzle.position)
        must = tuple(
            needed_for_income(area.grid, goal.income) & ~area.covered
            if area.number == goal.board
            else 0
            for area in problem.areas
        )
        # A tile without any placement counts too: then there is no solution.
        total = sum(puzzle.position.supply.values())
        may = tuple(area.free for area in problem.areas)
        return LayoutTask(problem, must, may, all_tiles(problem), (total, total))

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        wanted, reached = puzzle.goal.income, after.boards[puzzle.goal.board].income
        short = say("the income is {n}, not {wanted}", n=reached, wanted=wanted)
        return [short] * (reached < wanted) + unused(after)

    def standing(self, puzzle: Puzzle, pieces: Sequence[Placement]) -> dict[str, tuple[int, int]]:
        reached = position_after(puzzle, pieces).boards[puzzle.goal.board].income
        total = sum(puzzle.position.supply.values())
        return {"income": (reached, puzzle.goal.income), "tiles": (len(pieces), total)}

    def candidates(self, spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
        board = board_for(spec, level, random)
        grid = grid_of(board)
        values = sorted(set(grid.diagonals[0].values) - {0, income(grid, 0)})
        needs = {value: needed_for_income(grid, value) & ~grid.bonus_cells for value in values}
        fitting = [v for v in values if 5 <= needs[v].bit_count() <= MOST_CELLS[level]]
        if not fitting:
            return
        # The highest incomes make the difficulty.
        wanted = random.choice(fitting[-2 if level == 5 else -3 :])
        must = needs[wanted]
        rest = without_income(grid, grid.coverable & ~grid.bonus_cells & ~must)
        layout_spec = LayoutSpec(
            must,
            must | rest,
            slack=random.randint(0, 2),
            kinds=random.randint(10, 24),
            after=rest if level > 2 or random.random() < FILLED else 0,
        )
        for _ in range(MAX_LAYOUTS):
            pieces = random_layout(board, layout_spec, random)
            if pieces is None:
                continue
            others = [piece for piece in pieces if not grid.mask(piece.cells) & must]
            if len(pieces) - len(others) < 2:
                continue
            position = Position((BoardState(board),), supply_of(pieces), round=1)
            puzzle = Puzzle(spec.kind, "", position, IncomeGoal(income=wanted), tuple(pieces))
            with_others = with_clues(puzzle, others)
            if with_others is not None:
                yield with_others

    def possible(self, board: Board) -> bool:
        return len(board.income) == 1

    def small_board(self, level: int, random: Random) -> Board:
        return board_with_diagonal(level, random)


def needed_for_income(grid: Grid, wanted: int) -> Mask:
    """Return the cells to cover for an income, on a board with one diagonal.

    Raises
    ------
    ValueError
        If the board has not exactly one diagonal, or never earns that income.
    """
    if len(grid.diagonals) != 1:
        raise ValueError("expected a board with one income diagonal")
    (diagonal,) = grid.diagonals
    below = 0
    for each, earned in zip((None, *diagonal.cells), diagonal.values, strict=True):
        if each is not None:
            below |= each.needs
        if earned >= wanted:
            return below
    raise ValueError(f"the board never earns {wanted}")


KIND = IncomeKind()
