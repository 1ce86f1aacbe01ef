"""Clues: tiles of the solution that lie on the board from the start."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from random import Random

from odin_puzzles.kinds import feast_kind
from odin_puzzles.kinds.answers import in_placing_order, position_after
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import find_solutions
from odin_puzzles.uniqueness.placement_model import PATIENCE, Undecided
from odin_solver.components import TILES, Cell, Tile
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position


def with_clue(puzzle: Puzzle, piece: Placement) -> Puzzle | None:
    """Return the puzzle with a piece of its solution as a clue; None if it cannot be laid first."""
    rest = list(puzzle.solution)
    rest.remove(piece)
    position = position_after(puzzle, (piece,))
    if not rest or position_violations(position):
        return None
    return restated(puzzle, position, tuple(rest), piece, -1)


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
    position = replace(
        puzzle.position, boards=tuple(boards), supply=sorted_supply(supply, puzzle.position.kinds)
    )
    if position_violations(position):
        return None
    piece = Placement(board, taken)
    pieces = (*puzzle.solution, piece)
    rest = [
        each
        for number, state in enumerate(position.boards)
        for each in in_placing_order(state, [each for each in pieces if each.board == number])
    ]
    return restated(puzzle, position, tuple(rest), piece, 1)


def without_decoy(puzzle: Puzzle, name: str) -> Puzzle:
    """Return the puzzle with one tile less in its supply."""
    supply = Counter(puzzle.position.supply)
    supply[name] -= 1
    position = replace(puzzle.position, supply=sorted_supply(supply, puzzle.position.kinds))
    return replace(puzzle, position=position)


def decoys(puzzle: Puzzle) -> list[str]:
    """Return the tiles of the supply that the solution leaves over."""
    left = Counter(puzzle.position.supply)
    left.subtract(Counter(piece.tile.id for piece in puzzle.solution))
    return [name for name, count in left.items() for _ in range(count)]


def made_unique(puzzle: Puzzle, random: Random, most: int) -> Puzzle | None:
    """Return the puzzle with clues added until it is unique; None if `most` are not enough."""
    for spent in range(most + 1):
        found = feast_kind(puzzle).find_soon(puzzle)
        if found is None:
            raise Undecided
        solutions = found.solutions
        if found.unique:
            return replace(puzzle, solution=solutions[0])
        other = next((each for each in solutions if set(each) != set(puzzle.solution)), ())
        if not other or spent == most:
            return None
        clued = any_clue(puzzle, random, other)
        if clued is None:
            return None
        puzzle = clued
    return None


def any_clue(puzzle: Puzzle, random: Random, other: Collection[Placement] = ()) -> Puzzle | None:
    """Return the puzzle with one more clue, which another solution lacks; None without one."""
    pieces = [piece for piece in puzzle.solution if piece not in other]
    random.shuffle(pieces)
    return next(filter(None, (with_clue(puzzle, piece) for piece in pieces)), None)


def clues_of(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the pieces that lie on the boards from the start: board and number of each."""
    return [
        (board, number)
        for board, state in enumerate(puzzle.position.boards)
        for number in range(len(state.pieces))
    ]


def reduced(puzzle: Puzzle, random: Random) -> Puzzle:
    """Return the puzzle without the clues and decoys that its uniqueness does not need."""
    for name in decoys(puzzle):
        fewer = without_decoy(puzzle, name)
        if find_solutions(fewer, seconds=PATIENCE).unique:
            puzzle = fewer
    dropped = True
    while dropped:
        dropped = False
        pieces = [
            (board, puzzle.position.boards[board].pieces[number])
            for board, number in clues_of(puzzle)
        ]
        random.shuffle(pieces)
        for board, piece in pieces:
            number = puzzle.position.boards[board].pieces.index(piece)
            more = without_clue(puzzle, board, number)
            if more is None:
                continue
            found = feast_kind(more).find_soon(more)
            if found is None:
                raise Undecided  # whether the clue can be dropped is unknown
            if found.unique:
                puzzle, dropped = more, True
    return puzzle


def sorted_supply(supply: Counter[str], kinds: Mapping[str, Tile] = TILES) -> dict[str, int]:
    """Return a supply in the order of the component files, without zeros."""
    return {name: supply[name] for name in kinds if supply[name]}


def by_rows(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Sort cells row by row from the top left."""
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def restated(
    puzzle: Puzzle,
    position: Position,
    solution: tuple[Placement, ...],
    piece: Placement | None,
    by: int,
) -> Puzzle | None:
    """Return the puzzle with another position and solution, and the goal that follows."""
    made = replace(puzzle, position=position, solution=solution)
    goal = feast_kind(puzzle).after_clue(made, piece, by)
    return None if goal is None else replace(made, goal=goal)
