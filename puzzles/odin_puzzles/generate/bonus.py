"""Candidates of the kind ``bonus``: what lies around some bonuses, covered by few tiles."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from odin_puzzles.generate.boards import board_for
from odin_puzzles.generate.clues import (
    MOST_WAYS,
    sorted_supply,
    ways,
    with_clues,
)
from odin_puzzles.generate.random_layout import (
    LayoutSpec,
    random_layout,
    supply_of,
    tiles_for,
)
from odin_puzzles.generate.spec import Spec
from odin_puzzles.puzzle import BonusGoal, Puzzle
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Grid, GridBonus, Mask, grid_of
from odin_solver.rules.position import Position

MOST_CELLS = {1: 14, 2: 20, 3: 26, 4: 34, 5: 40}
"""The most cells that have to be covered, by difficulty."""

TRIED = 12
"""Layouts that one attempt tries."""


def candidates(spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
    """Puzzles whose solution may or may not be the only one.

    What surrounds the bonuses is covered at random, and then the rest of the board; most tiles of
    the rest lie there from the start, as they do in a game.
    """
    board = board_for(spec, level, random)
    grid = grid_of(board)
    fitting = [tile for tile in tiles_for(board) if tile.area <= 12]
    for _ in range(TRIED):
        won = _chosen(grid, level, random)
        must = _surround(grid, won)
        rest = grid.coverable & ~grid.bonus_cells & ~must
        for income in grid.income_cells:
            rest &= ~income.cell
        if not 3 <= must.bit_count() <= MOST_CELLS[level]:
            continue
        layout = LayoutSpec(
            must,
            must | rest,
            slack=random.randint(0, 4 + level),
            kinds=random.randint(12, 30),
            alike=3,
            bulk=1.2,
            after=rest,
        )
        pieces = random_layout(board, layout, random)
        if pieces is None:
            continue
        others = [each for each in pieces if not grid.mask(each.cells) & must]
        if len(pieces) - len(others) < 2:
            continue
        supply = Counter(supply_of(pieces))
        for decoy in random.sample(fitting, random.randint(0, 1 + level // 2)):
            if decoy.copies is None or not supply[decoy.id]:
                supply[decoy.id] += 1
        position = Position((BoardState(board),), sorted_supply(supply))
        cells = tuple(grid.cells(each.cells)[0] for each in won)
        goal = BonusGoal(0, cells, len(pieces))
        puzzle = Puzzle(spec.kind, "", position, goal, tuple(pieces))
        lying = with_clues(puzzle, others)
        if lying is not None and ways(lying) <= MOST_WAYS:
            yield lying


def _surround(grid: Grid, won: list[GridBonus]) -> Mask:
    """What has to be covered to win bonuses, and to be allowed to."""
    around = grid.mask(())
    for each in won:
        around |= each.surround
    for income in reversed(grid.income_cells):
        if income.cell & around:
            around |= income.needs
    for each in won:
        around &= ~each.cells
    return around & ~grid.bonus_cells


def _chosen(grid: Grid, level: int, random: Random) -> list[GridBonus]:
    count = random.randint(1, min(len(grid.bonuses), 1 + level // 2))
    first = random.choice(grid.bonuses)
    others = [each for each in grid.bonuses if each is not first]
    # Neighbours have cells in common, which is where it gets interesting.
    others.sort(key=lambda each: _distance(grid, first, each))
    chosen = [first, *others[: count - 1]]
    return [each for each in grid.bonuses if each in chosen]


def _distance(grid: Grid, one: GridBonus, other: GridBonus) -> int:
    (x, y), (i, j) = grid.cells(one.cells)[0], grid.cells(other.cells)[0]
    return max(abs(x - i), abs(y - j))
