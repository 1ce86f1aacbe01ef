"""Puzzles that are changed step by step until they have a difficulty."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from odin_puzzles.generate.clues import PATIENCE, any_clue, clues_of, without_clue
from odin_puzzles.generate.random_layout import LayoutSpec, random_layout, supply_of
from odin_puzzles.grading.grade import grade
from odin_puzzles.kinds import feast_kind
from odin_puzzles.kinds.answers import in_placing_order
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import find_solutions, solution_faults
from odin_solver.components import Tile
from odin_solver.rules.geometry import Grid

MOST_STEPS = 120
"""Changes that one search tries."""

PATIENT = 0.9
"""How often a change that is meant to make a puzzle harder is dropped if it makes it easier."""

MOST_KINDS = 20
"""Kinds of tiles to choose from when some are swapped."""


def graded(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its grade.

    Raises
    ------
    ValueError
        If it has several solutions or none.
    """
    grading = grade(puzzle)
    return replace(puzzle, difficulty=grading.difficulty, grading=grading.data())


def aimed(
    puzzle: Puzzle, difficulty: int, random: Random, tiles: Sequence[tuple[Tile, int]] = ()
) -> Iterator[Puzzle]:
    """Yield a puzzle, and puzzles made of it that are nearer and nearer to a difficulty.

    Clues make it easier. Fewer clues, and other tiles in the place of some, make it harder.

    Parameters
    ----------
    puzzle
        A graded puzzle with one solution.
    tiles
        Tiles of one's own to choose from, and the most copies of each.
    """
    yield puzzle
    nearest = puzzle.difficulty or 0
    for _ in range(MOST_STEPS):
        gap = difficulty - (puzzle.difficulty or 0)
        if not gap:
            return
        other = any_clue(puzzle, random) if gap < 0 else _harder(puzzle, random, tiles)
        if other is None or not is_puzzle(other):
            if gap < 0 and other is None:
                return
            continue
        try:
            other = graded(other)
        except ValueError:
            continue
        if (difficulty - (other.difficulty or 0)) * gap < 0:
            continue  # beyond the aim
        if gap > 0 and _effort(other) < _effort(puzzle) and random.random() < PATIENT:
            continue
        puzzle = other
        if abs(difficulty - (puzzle.difficulty or 0)) < abs(difficulty - nearest):
            nearest = puzzle.difficulty or 0
            yield puzzle


def _effort(puzzle: Puzzle) -> tuple[int, int, int]:
    """Return how hard a puzzle is, finer than its difficulty."""
    found = puzzle.grading
    return puzzle.difficulty or 0, found.get("depth", 0), found.get("nodes", 0) + found["steps"]


def is_puzzle(puzzle: Puzzle) -> bool:
    """Whether a puzzle suits its kind and is not trivial."""
    return len(puzzle.solution) >= 2 and feast_kind(puzzle).fits(puzzle)


def sole(puzzle: Puzzle | None) -> Puzzle | None:
    """Return a puzzle if its solution is the only one and a search says so soon, else None."""
    if puzzle is None or not feast_kind(puzzle).search_ends(puzzle):
        return None
    return puzzle if find_solutions(puzzle, seconds=PATIENCE).unique else None


def _harder(
    puzzle: Puzzle, random: Random, tiles: Sequence[tuple[Tile, int]] = ()
) -> Puzzle | None:
    """Return a puzzle with a clue less, or with other tiles; None if it is none any more."""
    clues = clues_of(puzzle)
    if clues and random.random() < 0.5:
        return sole(without_clue(puzzle, *random.choice(clues)))
    return sole(swapped(puzzle, random, tiles))


def swapped(
    puzzle: Puzzle, random: Random, tiles: Sequence[tuple[Tile, int]] = ()
) -> Puzzle | None:
    """Return a puzzle with other tiles in the place of two or three that touch; None without any.

    Only the tiles of a region can be swapped: of others, the value of the goal depends.
    """
    region = feast_kind(puzzle).region(puzzle)
    if region is None or region[0] or (puzzle.position.tiles and not tiles):
        return None
    state = puzzle.position.boards[0]
    grid: Grid = state.grid
    first = random.choice(puzzle.solution)
    ring = grid.edge_neighbours(grid.mask(first.cells))
    near = [piece for piece in puzzle.solution if grid.mask(piece.cells) & ring and piece != first]
    gone = [first, *random.sample(near, min(len(near), random.randint(1, 2)))]
    kept = [piece for piece in puzzle.solution if piece not in gone]
    cells = grid.mask(cell for piece in gone for cell in piece.cells)
    used = Counter(piece.tile.id for piece in kept)
    spec = LayoutSpec(
        cells,
        cells,
        kinds=MOST_KINDS,
        bulk=random.uniform(0.4, 1.2),
        own=tuple((tile, most - used[tile.id]) for tile, most in tiles),
        laid=(*state.pieces, *(piece.piece for piece in kept)),
    )
    pieces = random_layout(state.board, spec, random)
    if pieces is None:
        return None
    laid = in_placing_order(state, [*kept, *pieces])
    position = replace(puzzle.position, supply=supply_of(laid))
    made = replace(puzzle, position=position, solution=tuple(laid))
    copies = {piece.tile.id: piece.tile.copies for piece in (*laid, *state.pieces)}
    every = used + Counter(piece.tile.id for piece in (*pieces, *state.pieces))
    if any(copies[name] and count > copies[name] for name, count in every.items()):
        return None
    return None if solution_faults(made) else made
