"""The kind ``bonus``: win bonuses of a board with few tiles."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import msgspec

from odin_puzzles.generate.boards import board_for, board_with_bonuses, without_income
from odin_puzzles.generate.clues import sorted_supply, with_clues
from odin_puzzles.generate.random_layout import LayoutSpec, random_layout, supply_of, tiles_for
from odin_puzzles.kinds.answers import most_tiles, pieces_laid, position_after, too_many
from odin_puzzles.kinds.base import UniquenessResult
from odin_puzzles.kinds.layout import Cells, LayoutKind, Number, Positive
from odin_puzzles.kinds.layout_task import LayoutTask, any_tiles
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.share.coder import Coder, Odds
from odin_solver.components import Board, Cell
from odin_solver.components.cells import cell_name
from odin_solver.errors import InputError
from odin_solver.names.printed import plain_name
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.geometry import Grid, GridBonus, Mask, grid_of, singles
from odin_solver.rules.position import Placement, Position
from odin_solver.support.language import say

MOST_CELLS = {1: 14, 2: 20, 3: 26, 4: 34, 5: 40}
"""The most required cells, by difficulty."""

MAX_LAYOUTS = 12
"""Layouts that one attempt tries."""

MAX_SEARCH_SIZE = 3_000_000
"""A puzzle with a larger search takes minutes to prove."""


class BonusGoal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Goal of ``bonus``: cells of the bonuses to be won, and how many tiles may be laid."""

    board: Number = 0
    bonuses: Cells
    tiles: Positive


class BonusKind(LayoutKind):
    """Surround the named bonuses with a limited number of tiles."""

    name = "bonus"
    goal = BonusGoal
    spares = True
    place = "home"

    def goal_from(self, goal: BonusGoal, position: Position) -> BonusGoal:
        super().goal_from(goal, position)
        bonuses = position.boards[goal.board].board.bonuses
        printed = {cell for bonus in bonuses for cell in bonus.cells}
        for cell in goal.bonuses:
            if cell not in printed:
                raise InputError.said("goal.bonuses: there is no bonus on {cell}", cell=list(cell))
        return goal

    def question(self, puzzle: Puzzle) -> str:
        grid: Grid = puzzle.position.boards[puzzle.goal.board].grid
        names: list[str] = [
            say("{tile} at {cells}", tile=bonus_text(each), cells=cell_name(cell, grid.height))
            for cell in puzzle.goal.bonuses
            for each in grid.bonuses
            if each.cells & grid.bit(cell)
        ]
        return say(
            "Win {bonuses} with {tiles}: cover all around, but not the bonus itself.",
            bonuses=_and(names),
            tiles=most_tiles(puzzle.goal.tiles),
        )

    def title(self, puzzle: Puzzle, where: str) -> str:
        won = say(" and ").join(bonus_text(bonus) for bonus in _wanted(puzzle))
        return say("{bonuses} on {board}", bonuses=won.capitalize(), board=where)

    def task(self, puzzle: Puzzle) -> LayoutTask:
        goal = puzzle.goal
        problem = compile_problem(puzzle.position)
        must, may = [], []
        for area in problem.areas:
            around = open_cells = 0
            for bonus in _wanted(puzzle) if area.number == goal.board else []:
                around |= bonus.surround
                open_cells |= bonus.cells
            must.append(around & ~area.covered)
            may.append(area.free & ~open_cells)
        return LayoutTask(problem, tuple(must), tuple(may), any_tiles(problem), (0, goal.tiles))

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        covered = after.boards[puzzle.goal.board].covered
        missed = [
            say("the {bonus} is not won", bonus=bonus_text(bonus))
            for bonus in _wanted(puzzle)
            if bonus.cells & covered or bonus.surround & ~covered
        ]
        return missed + too_many(puzzle, after)

    def standing(self, puzzle: Puzzle, pieces: Sequence[Placement]) -> dict[str, tuple[int, int]]:
        after = position_after(puzzle, pieces)
        state, wanted = after.boards[puzzle.goal.board], _wanted(puzzle)
        won = [each for each in bonuses_won(state.grid, state.covered) if each in wanted]
        return {
            "bonuses": (len(won), len(wanted)),
            "tiles": (pieces_laid(puzzle, after), puzzle.goal.tiles),
        }

    def marked(self, puzzle: Puzzle) -> Mapping[int, tuple[Cell, ...]]:
        board, wanted = puzzle.goal.board, set(puzzle.goal.bonuses)
        printed = puzzle.position.boards[board].board.bonuses
        won = (bonus.cells for bonus in printed if set(bonus.cells) & wanted)
        return {board: tuple(cell for cells in won for cell in cells)}

    def goal_code(self, code: Coder, position: Position, goal: BonusGoal | None) -> BonusGoal:
        board = code.choice(len(position.boards), goal.board if goal else 0)
        grid = position.boards[board].grid
        wanted = grid.mask(goal.bonuses if goal else ())
        cells = [
            grid.cells(each.cells)[0]
            for each in grid.bonuses
            if code.flag(Odds((1, 1)), bool(each.cells & wanted))
        ]
        tiles = code.amount(goal.tiles if goal else 0)
        return BonusGoal(board=board, bonuses=tuple(cells), tiles=tiles)

    def candidates(self, spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
        board = board_for(spec, level, random)
        grid = grid_of(board)
        fitting = [tile for tile in tiles_for(board) if tile.area <= 12]
        for _ in range(MAX_LAYOUTS):
            won = _chosen(grid, level, random)
            must = _surround(grid, won)
            rest = without_income(grid, grid.coverable & ~grid.bonus_cells & ~must)
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
            goal = BonusGoal(bonuses=cells, tiles=len(pieces))
            with_others = with_clues(Puzzle(spec.kind, "", position, goal, tuple(pieces)), others)
            if with_others is not None and self._ends(self.task(with_others)):
                yield with_others

    def after_clue(self, puzzle: Puzzle, piece: Placement | None, by: int) -> BonusGoal:
        goal: BonusGoal = puzzle.goal
        return msgspec.structs.replace(goal, tiles=goal.tiles + by)

    def find_soon(self, puzzle: Puzzle) -> UniquenessResult | None:
        return super().find_soon(puzzle) if self._ends(self.task(puzzle)) else None

    def _ends(self, task: LayoutTask) -> bool:
        """Whether a search for the solutions ends soon, by an estimate of its nodes."""
        options = task.options()
        cells = (cell for must in task.must for cell in singles(must))
        least = min(sum(1 for laid in options if laid.cells & cell) for cell in cells)
        return bool(least ** task.total[1] <= MAX_SEARCH_SIZE)

    def possible(self, board: Board) -> bool:
        return bool(board.bonuses)

    def small_board(self, level: int, random: Random) -> Board:
        return board_with_bonuses(level, random)


def bonus_text(bonus: GridBonus) -> str:
    """Return what a bonus gives, in words."""
    return _and(
        [plain_name(name) if n == 1 else f"{n} {plain_name(name)}" for name, n in bonus.gives]
    )


def _wanted(puzzle: Puzzle) -> list[GridBonus]:
    grid: Grid = puzzle.position.boards[puzzle.goal.board].grid
    cells = grid.mask(puzzle.goal.bonuses)
    return [bonus for bonus in grid.bonuses if bonus.cells & cells]


def _and(words: list[str]) -> str:
    if len(words) < 2:
        return words[0] if words else say("nothing")
    return say(" and ").join((", ".join(words[:-1]), words[-1]))


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
    x, y = grid.cells(first.cells)[0]

    def distance(other: GridBonus) -> int:
        i, j = grid.cells(other.cells)[0]
        return max(abs(x - i), abs(y - j))

    # Neighbours share cells, which makes better puzzles.
    others = sorted((bonus for bonus in grid.bonuses if bonus is not first), key=distance)
    chosen = [first, *others[: count - 1]]
    return [bonus for bonus in grid.bonuses if bonus in chosen]


KIND = BonusKind()
