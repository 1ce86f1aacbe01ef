"""Puzzles that are changed step by step until they are as is wanted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from odin_puzzles.generate.boards import unlike_their_image
from odin_puzzles.generate.clues import any_clue, clues_of, without_clue
from odin_puzzles.generate.random_layout import LayoutSpec, own_tiles, random_layout, supply_of
from odin_puzzles.grading.grade import grade
from odin_puzzles.kinds import feast_kind
from odin_puzzles.kinds.answers import in_placing_order
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.uniqueness.check import find_solutions, solution_faults
from odin_puzzles.uniqueness.placement_model import PATIENCE
from odin_solver.components import Cell, Tile
from odin_solver.rules.geometry import Grid

MOST_STEPS = 120
"""Changes that one search tries."""

PATIENT = 0.9
"""How often a change is dropped that leads away from what is wanted."""

CELLS = 4
"""Cells that count as much as a tile or a difficulty."""

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


def distance(puzzle: Puzzle, spec: Spec) -> float:
    """Return how far a graded puzzle is from what is wanted, 0 if it has all of it."""
    far = 0.0 if spec.difficulty is None else abs(spec.difficulty - (puzzle.difficulty or 0))
    if spec.pieces is not None:
        far += abs(spec.pieces - len(puzzle.solution))
    if spec.cells is not None:
        far += abs(spec.cells - len(_cells(puzzle))) / CELLS
    if spec.symmetric:
        far += unlike_their_image(_cells(puzzle)) / CELLS
    if spec.needs:
        far += spec.needs not in puzzle.grading["techniques"]
    return far


def _cells(puzzle: Puzzle) -> list[Cell]:
    return [cell for piece in puzzle.solution for cell in piece.cells]


def aimed(puzzle: Puzzle, spec: Spec, random: Random) -> Iterator[Puzzle]:
    """Yield a puzzle, and puzzles made of it that are nearer and nearer to what is wanted.

    Clues make it easier and smaller. Fewer clues, and other tiles in the place of some, make it
    harder and larger.

    Parameters
    ----------
    puzzle
        A graded puzzle with one solution.
    """
    yield puzzle
    nearest = far = distance(puzzle, spec)
    for _ in range(MOST_STEPS):
        if not far:
            return
        other = _step(puzzle, spec, random)
        if other is None or not is_puzzle(other):
            continue
        try:
            other = graded(other)
        except ValueError:
            continue
        farther = distance(other, spec)
        easier = _gap(puzzle, spec) > 0 and _effort(other) < _effort(puzzle)
        if (farther > far or easier) and random.random() < PATIENT:
            continue
        puzzle, far = other, farther
        if far < nearest:
            nearest = far
            yield puzzle


def _step(puzzle: Puzzle, spec: Spec, random: Random) -> Puzzle | None:
    """Return a puzzle with a clue more or less, or with other tiles; None if it is none."""
    gap, laid, cells = _gap(puzzle, spec), len(puzzle.solution), len(_cells(puzzle))
    less = gap < 0 or laid > (spec.pieces or laid) or cells > (spec.cells or cells)
    more = gap > 0 or laid < (spec.pieces or laid) or cells < (spec.cells or cells)
    clues = clues_of(puzzle)
    steps = ["clue"] * (less or not more)
    if more or not less:
        steps += ["swap", *["no clue"] * bool(clues)]
    match random.choice(steps):
        case "clue":
            return any_clue(puzzle, random)
        case "swap":
            return sole(swapped(puzzle, random, spec.tiles))
    return sole(without_clue(puzzle, *random.choice(clues)))


def _gap(puzzle: Puzzle, spec: Spec) -> int:
    now = puzzle.difficulty or 0
    return (spec.difficulty or now) - now


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
    own = own_tiles([piece.tile for piece in (*laid, *state.pieces)])
    position = replace(puzzle.position, supply=supply_of(laid), tiles=own)
    made = replace(puzzle, position=position, solution=tuple(laid))
    copies = {piece.tile.id: piece.tile.copies for piece in (*laid, *state.pieces)}
    every = used + Counter(piece.tile.id for piece in (*pieces, *state.pieces))
    if any(copies[name] and count > copies[name] for name, count in every.items()):
        return None
    return None if solution_faults(made) else made
