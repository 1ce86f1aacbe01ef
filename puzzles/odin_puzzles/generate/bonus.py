"""Candidates of the kind ``bonus``: the surroundings of some bonuses, covered by few tiles."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from odin_puzzles.generate.boards import board_for
from odin_puzzles.generate.clues import MAX_SEARCH_SIZE, search_size, sorted_supply, with_clues
from odin_puzzles.generate.random_layout import LayoutSpec, random_layout, supply_of, tiles_for
from odin_puzzles.generate.spec import Spec
from odin_puzzles.puzzle import BonusGoal, Puzzle
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Grid, GridBonus, Mask, grid_of
from odin_solver.rules.position import Position

MOST_CELLS = {1: 14, 2: 20, 3: 26, 4: 34, 5: 40}
"""The most required cells, by difficulty."""

MAX_LAYOUTS = 12
"""Layouts that one attempt tries."""


def candidates(spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
    """Yield puzzles whose solution may not be unique.

    The surroundings of the bonuses are covered at random, then the rest of the board. Tiles of the
    rest are clues.
    """
    board = board_for(spec, level, random)
    grid = grid_of(board)
    fitting = [tile for tile in tiles_for(board) if tile.area <= 12]
    for _ in range(MAX_LAYOUTS):
        won = _chosen(grid, level, random)
        must = _surround(grid, won)
        rest = grid.coverable & ~grid.bonus_cells & ~must
        for income in grid.income_cells:
            rest &= ~income.cell
        if not 3 <= must.bit_count() <= MOST_CELLS[level]:
            continue
        layout_spec = LayoutSpec(
            must,
            must | rest,
            slack=random.randint(0, 4 + level),
            kinds=random.randint(12, 30),
            alike=3,
            bulk=1.2,
            after=rest,
        )
        pieces = random_layout(board, layout_spec, random)
        if pieces is None:
            continue
        others = [piece for piece in pieces if not grid.mask(piece.cells) & must]
        if len(pieces) - len(others) < 2:
            continue
        supply = Counter(supply_of(pieces))
        for decoy in random.sample(fitting, random.randint(0, 1 + level // 2)):
            if decoy.copies is None or not supply[decoy.id]:
                supply[decoy.id] += 1
        position = Position((BoardState(board),), sorted_supply(supply), round=1)
        cells = tuple(grid.cells(bonus.cells)[0] for bonus in won)
        goal = BonusGoal(0, cells, len(pieces))
        puzzle = Puzzle(spec.kind, "", position, goal, tuple(pieces))
        with_others = with_clues(puzzle, others)
        if with_others is not None and search_size(with_others) <= MAX_SEARCH_SIZE:
            yield with_others


def _surround(grid: Grid, won: list[GridBonus]) -> Mask:
    """Return the cells to cover to win bonuses, with what their income cells require."""
    around = grid.mask(())
    for bonus in won:
        around |= bonus.surround
    for income in reversed(grid.income_cells):
        if income.cell & around:
            around |= income.needs
    for bonus in won:
        around &= ~bonus.cells
    return around & ~grid.bonus_cells


def _chosen(grid: Grid, level: int, random: Random) -> list[GridBonus]:
    count = random.randint(1, min(len(grid.bonuses), 1 + level // 2))
    first = random.choice(grid.bonuses)
    others = [bonus for bonus in grid.bonuses if bonus is not first]
    # Neighbours share cells, which makes better puzzles.
    others.sort(key=lambda bonus: _distance(grid, first, bonus))
    chosen = [first, *others[: count - 1]]
    return [bonus for bonus in grid.bonuses if bonus in chosen]


def _distance(grid: Grid, one: GridBonus, other: GridBonus) -> int:
    (x, y), (i, j) = grid.cells(one.cells)[0], grid.cells(other.cells)[0]
    return max(abs(x - i), abs(y - j))
