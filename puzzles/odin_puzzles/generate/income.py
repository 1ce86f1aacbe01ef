"""Candidates of the kind ``income``: the cells of an income, covered at random."""

from collections.abc import Iterator
from random import Random

from odin_puzzles.generate.boards import board_for
from odin_puzzles.generate.clues import with_clues
from odin_puzzles.generate.random_layout import LayoutSpec, random_layout, supply_of
from odin_puzzles.generate.spec import Spec
from odin_puzzles.kinds.income import needed_for_income
from odin_puzzles.puzzle import IncomeGoal, Puzzle
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.income import income
from odin_solver.rules.position import Position

MOST_CELLS = {1: 18, 2: 26, 3: 34, 4: 44, 5: 50}
"""The most cells that the income requires, by difficulty."""

FILLED = 0.7
"""Share of easy puzzles with clues on the rest of the board; harder ones always have them."""

MAX_LAYOUTS = 12
"""Layouts that one attempt tries."""


def candidates(spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
    """Yield puzzles whose solution may not be unique."""
    board = board_for(spec, level, random)
    grid = grid_of(board)
    values = sorted(set(grid.diagonals[0].values) - {0, income(grid, 0)})
    needs = {value: needed_for_income(grid, value) & ~grid.bonus_cells for value in values}
    fitting = [v for v in values if 5 <= needs[v].bit_count() <= MOST_CELLS[level]]
    if not fitting:
        return
    # The highest incomes make the difficulty.
    goal = random.choice(fitting[-3:])
    rest = grid.coverable & ~grid.bonus_cells & ~needs[goal]
    for each in grid.income_cells:
        rest &= ~each.cell
    layout_spec = LayoutSpec(
        needs[goal],
        needs[goal] | rest,
        slack=random.randint(0, 2),
        kinds=random.randint(10, 24),
        after=rest if level > 2 or random.random() < FILLED else 0,
    )
    for _ in range(MAX_LAYOUTS):
        pieces = random_layout(board, layout_spec, random)
        if pieces is None:
            continue
        others = [piece for piece in pieces if not grid.mask(piece.cells) & needs[goal]]
        if len(pieces) - len(others) < 2:
            continue
        position = Position((BoardState(board),), supply_of(pieces), round=1)
        puzzle = Puzzle(spec.kind, "", position, IncomeGoal(0, goal), tuple(pieces))
        with_others = with_clues(puzzle, others)
        if with_others is not None:
            yield with_others
