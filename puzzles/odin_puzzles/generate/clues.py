"""Clues: tiles of the solution that lie on the board from the start."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from odin_puzzles.kinds import BANQUET, LAYOUT_KINDS
from odin_puzzles.kinds.base import in_placing_order, position_after
from odin_puzzles.puzzle import BestGoal, BonusGoal, Goal, Puzzle, RegionGoal
from odin_puzzles.uniqueness.check import find_solutions
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.components import TILES, Cell
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import preset
from odin_solver.rules.geometry import singles
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position

PATIENCE = 600.0
"""Time limit of the placement model: so long that slow machines get the same result."""

MAX_SEARCH_SIZE = 3_000_000
"""A bonus puzzle with a larger search takes minutes to prove."""


def with_clue(puzzle: Puzzle, piece: Placement) -> Puzzle | None:
    """Return the puzzle with a piece of its solution as a clue; None if it cannot be laid first."""
    rest = list(puzzle.solution)
    rest.remove(piece)
    position = position_after(puzzle, (piece,))
    if not rest or position_violations(position):
        return None
    made = replace(puzzle, position=position)
    return _restated(made, tuple(rest), _moved_goal(puzzle.goal, piece, -1))


def with_clues(puzzle: Puzzle, pieces: Iterable[Placement]) -> Puzzle | None:
    """Return the puzzle with pieces of its solution as clues, laid in the solution's order.

    None if they cannot be laid first.
    """
    chosen = set(pieces)
    made: Puzzle | None = puzzle
    for piece in puzzle.solution:
        if piece in chosen and made is not None:
            made = with_clue(made, piece)
    return made


def without_clue(puzzle: Puzzle, board: int, number: int) -> Puzzle | None:
    """Return the puzzle with a clue back in the supply; None if other clues need it."""
    boards = list(puzzle.position.boards)
    state = boards[board]
    taken = state.pieces[number]
    boards[board] = replace(state, pieces=(*state.pieces[:number], *state.pieces[number + 1 :]))
    supply = Counter(puzzle.position.supply)
    supply[taken.tile.id] += 1
    position = replace(puzzle.position, boards=tuple(boards), supply=sorted_supply(supply))
    if position_violations(position):
        return None
    piece = Placement(board, taken)
    rest = _in_order(position, (*puzzle.solution, piece))
    made = replace(puzzle, position=position)
    return _restated(made, rest, _moved_goal(puzzle.goal, piece, 1))


def without_decoy(puzzle: Puzzle, name: str) -> Puzzle:
    """Return the puzzle with one tile less in its supply."""
    supply = Counter(puzzle.position.supply)
    supply[name] -= 1
    position = replace(puzzle.position, supply=sorted_supply(supply))
    return replace(puzzle, position=position)


def decoys(puzzle: Puzzle) -> list[str]:
    """Return the tiles of the supply that the solution leaves over."""
    left = Counter(puzzle.position.supply)
    left.subtract(Counter(piece.tile.id for piece in puzzle.solution))
    return [name for name, count in left.items() for _ in range(count)]


def made_unique(puzzle: Puzzle, random: Random, most: int) -> Puzzle | None:
    """Return the puzzle with clues added until it is unique; None if `most` are not enough."""
    for spent in range(most + 1):
        solutions = find_solutions(puzzle, seconds=PATIENCE).solutions
        if len(solutions) == 1:
            return replace(puzzle, solution=solutions[0])
        other = next((each for each in solutions if set(each) != set(puzzle.solution)), ())
        if not other or spent == most:
            return None
        clued = _clue_against(puzzle, set(other), random)
        if clued is None:
            return None
        puzzle = clued
    return None


def any_clue(puzzle: Puzzle, random: Random) -> Puzzle | None:
    """Return the puzzle with one more clue; None if none is possible."""
    return _clue_against(puzzle, set(), random)


def reduced(puzzle: Puzzle, random: Random) -> Puzzle:
    """Return the puzzle without the clues and decoys that its uniqueness does not need."""
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


def search_size(puzzle: Puzzle) -> int:
    """Estimate the number of nodes of a search for the solutions of a bonus puzzle."""
    goal = puzzle.goal
    assert isinstance(goal, BonusGoal)
    task = LAYOUT_KINDS[puzzle.kind].task(puzzle)
    options = task.options()
    must = task.must[goal.board]
    least = min(sum(1 for laid in options if laid.cells & cell) for cell in singles(must))
    return int(least**goal.tiles)


def _small_enough(puzzle: Puzzle) -> bool:
    """Whether a search ends soon; always True except for large bonus puzzles.

    Raises
    ------
    Undecided
        If not: then it is unknown whether the clue can be dropped.
    """
    if puzzle.kind == "bonus" and search_size(puzzle) > MAX_SEARCH_SIZE:
        raise Undecided
    return True


def sorted_supply(supply: Counter[str]) -> dict[str, int]:
    """Return a supply in the order of the component files, without zeros."""
    return {name: supply[name] for name in TILES if supply[name]}


def final_points(before: Position, after: Position) -> int:
    """Return what a layout gains by the preset ``final``."""
    (weights,) = preset("final").levels
    return int(value(weights, gains(before, after)))


def _clue_against(puzzle: Puzzle, other: set[Placement], random: Random) -> Puzzle | None:
    pieces = [piece for piece in puzzle.solution if piece not in other]
    random.shuffle(pieces)
    for piece in pieces:
        made = with_clue(puzzle, piece)
        if made is not None:
            return made
    return None


def _moved_goal(goal: Goal, piece: Placement, by: int) -> Goal:
    """Return the goal after a piece becomes a clue (`by` is -1) or goes back (1)."""
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
    """Sort cells row by row from the top left."""
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def _restated(puzzle: Puzzle, solution: tuple[Placement, ...], goal: Goal) -> Puzzle | None:
    """Return the puzzle with a new goal; for `best` with the value of the solution now."""
    made = replace(puzzle, solution=solution, goal=goal)
    if isinstance(goal, BestGoal):
        points = final_points(made.position, position_after(made, solution))
        if points < 1:
            return None
        made = replace(made, goal=BestGoal(points, goal.tiles))
    return made


def _in_order(position: Position, pieces: tuple[Placement, ...]) -> tuple[Placement, ...]:
    """Sort pieces by board in a legal order of placing."""
    ordered: list[Placement] = []
    for number, state in enumerate(position.boards):
        ordered += in_placing_order(state, [piece for piece in pieces if piece.board == number])
    return tuple(ordered)
