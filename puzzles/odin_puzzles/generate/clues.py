"""Clues: tiles of the solution that lie on the board from the start."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from odin_puzzles.kinds import BANQUET, LAYOUT_KINDS
from odin_puzzles.kinds.base import position_after
from odin_puzzles.puzzle import (
    BestGoal,
    BonusGoal,
    Goal,
    Puzzle,
    RegionGoal,
    SolutionPiece,
)
from odin_puzzles.uniqueness.check import find_solutions
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.components import TILES, Cell, tile
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import preset
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of, singles
from odin_solver.rules.layout import position_violations
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Position

PATIENCE = 600.0
"""Seconds for one search by the placement model: so many that slow machines decide the same."""

MOST_WAYS = 3_000_000
"""Beyond so many ways to choose tile after tile, a bonus puzzle takes minutes to be proven."""


def with_clue(puzzle: Puzzle, piece: SolutionPiece) -> Puzzle | None:
    """The puzzle with a piece of its solution on the board; None if it cannot go down first."""
    rest = list(puzzle.solution)
    rest.remove(piece)
    position = position_after(puzzle, (piece,))
    if not rest or position_violations(position):
        return None
    made = replace(puzzle, position=position)
    return _restated(made, tuple(rest), _moved_goal(puzzle.goal, piece, -1))


def with_clues(puzzle: Puzzle, pieces: Iterable[SolutionPiece]) -> Puzzle | None:
    """The puzzle with pieces of its solution on the board; None if they cannot go down first.

    They go down in the order of the solution.
    """
    chosen = set(pieces)
    made: Puzzle | None = puzzle
    for each in puzzle.solution:
        if each in chosen and made is not None:
            made = with_clue(made, each)
    return made


def without_clue(puzzle: Puzzle, board: int, number: int) -> Puzzle | None:
    """The puzzle with a tile that lies on a board back in the supply; None if others need it."""
    boards = list(puzzle.position.boards)
    state = boards[board]
    taken = state.pieces[number]
    boards[board] = replace(state, pieces=(*state.pieces[:number], *state.pieces[number + 1 :]))
    supply = Counter(puzzle.position.supply)
    supply[taken.tile.id] += 1
    position = replace(puzzle.position, boards=tuple(boards), supply=sorted_supply(supply))
    if position_violations(position):
        return None
    piece = SolutionPiece(board, taken.tile.id, taken.cells)
    rest = _in_order(position, (*puzzle.solution, piece))
    made = replace(puzzle, position=position)
    return _restated(made, rest, _moved_goal(puzzle.goal, piece, 1))


def without_decoy(puzzle: Puzzle, name: str) -> Puzzle:
    """The puzzle with one tile fewer of a kind in its supply."""
    supply = Counter(puzzle.position.supply)
    supply[name] -= 1
    position = replace(puzzle.position, supply=sorted_supply(supply))
    return replace(puzzle, position=position)


def decoys(puzzle: Puzzle) -> list[str]:
    """The tiles of the supply that the solution does not use, as often as they are left over."""
    left = Counter(puzzle.position.supply)
    left.subtract(Counter(each.tile for each in puzzle.solution))
    return [name for name, count in left.items() for _ in range(count)]


def made_unique(puzzle: Puzzle, random: Random, most: int) -> Puzzle | None:
    """The puzzle with as few clues as make its solution unique; None if `most` are not enough."""
    for spent in range(most + 1):
        found = find_solutions(puzzle, seconds=PATIENCE).solutions
        if len(found) == 1:
            return replace(puzzle, solution=found[0])
        other = next((each for each in found if set(each) != set(puzzle.solution)), ())
        if not other or spent == most:
            return None
        better = _clue_against(puzzle, set(other), random)
        if better is None:
            return None
        puzzle = better
    return None


def any_clue(puzzle: Puzzle, random: Random) -> Puzzle | None:
    """The puzzle with one more clue; None if there can be none."""
    return _clue_against(puzzle, set(), random)


def reduced(puzzle: Puzzle, random: Random) -> Puzzle:
    """The puzzle without all clues and decoys that its one solution does not need."""
    for name in decoys(puzzle):
        fewer = without_decoy(puzzle, name)
        if find_solutions(fewer, seconds=PATIENCE).unique:
            puzzle = fewer
    dropped = True
    while dropped and puzzle.kind != BANQUET.name:
        dropped = False
        pieces = [
            (board, piece)
            for board, state in enumerate(puzzle.position.boards)
            for piece in state.pieces
        ]
        random.shuffle(pieces)
        for board, piece in pieces:
            number = puzzle.position.boards[board].pieces.index(piece)
            more = without_clue(puzzle, board, number)
            if (
                more is not None
                and _small_enough(more)
                and find_solutions(more, seconds=PATIENCE).unique
            ):
                puzzle, dropped = more, True
    return puzzle


def ways(puzzle: Puzzle) -> int:
    """About how many ways a search for the solutions of a bonus puzzle has to look at."""
    goal = puzzle.goal
    assert isinstance(goal, BonusGoal)
    task = LAYOUT_KINDS[puzzle.kind].task(puzzle)
    options = task.options()
    must = task.must[goal.board]
    least = min(sum(1 for each in options if each.cells & cell) for cell in singles(must))
    return int(least**goal.tiles)


def _small_enough(puzzle: Puzzle) -> bool:
    """Whether a search can be expected to end soon; always true but for large bonus puzzles.

    Raises
    ------
    Undecided
        If not: nobody would know then whether the clue can be dropped.
    """
    if puzzle.kind == "bonus" and ways(puzzle) > MOST_WAYS:
        raise Undecided
    return True


def sorted_supply(supply: Counter[str]) -> dict[str, int]:
    """A supply in the order of the component files, without what there is none of."""
    return {name: supply[name] for name in TILES if supply[name]}


def worth(before: Position, after: Position) -> int:
    """What a layout gains by the preset ``final``."""
    (weights,) = preset("final", 1).levels
    return int(value(weights, gains(before, after)))


def _clue_against(puzzle: Puzzle, other: set[SolutionPiece], random: Random) -> Puzzle | None:
    pieces = [each for each in puzzle.solution if each not in other]
    random.shuffle(pieces)
    for piece in pieces:
        made = with_clue(puzzle, piece)
        if made is not None:
            return made
    return None


def _moved_goal(goal: Goal, piece: SolutionPiece, by: int) -> Goal:
    """The goal when a piece goes to the board (`by` is -1) or comes back to the supply (1)."""
    match goal:
        case RegionGoal(board, cells) if board == piece.board:
            moved = set(cells) | set(piece.cells) if by > 0 else set(cells) - set(piece.cells)
            return RegionGoal(board, in_rows(moved))
        case BonusGoal(board, bonuses, tiles):
            return BonusGoal(board, bonuses, tiles + by)
        case BestGoal(points, tiles):
            return BestGoal(points, tiles + by)
    return goal


def in_rows(cells: set[Cell]) -> tuple[Cell, ...]:
    """Cells row by row from the top left."""
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def _restated(puzzle: Puzzle, solution: tuple[SolutionPiece, ...], goal: Goal) -> Puzzle | None:
    """The puzzle with a new goal; for `best` its value is what the solution is worth now."""
    made = replace(puzzle, solution=solution, goal=goal)
    if isinstance(goal, BestGoal):
        points = worth(made.position, position_after(made, solution))
        if points < 1:
            return None
        made = replace(made, goal=BestGoal(points, goal.tiles))
    return made


def _in_order(position: Position, pieces: tuple[SolutionPiece, ...]) -> tuple[SolutionPiece, ...]:
    """Pieces board by board in a legal order."""
    ordered: list[SolutionPiece] = []
    for number, state in enumerate(position.boards):
        here = [each for each in pieces if each.board == number]
        ordered += [here[i] for i in _order(state, here)]
    return tuple(ordered)


def _order(state: BoardState, here: list[SolutionPiece]) -> list[int]:
    grid = grid_of(state.board)
    laid = [Piece(tile(each.tile), each.cells) for each in here]
    order = placing_order(grid, state.covered, laid)
    return [i for step in (*order.steps, order.stuck) for i in step]
