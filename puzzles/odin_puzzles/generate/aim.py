"""Puzzles that are changed step by step until they are as is wanted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from odin_puzzles.generate.boards import unlike_their_image
from odin_puzzles.generate.clues import (
    any_clue,
    clues_of,
    decoys,
    restated,
    sorted_supply,
    without_clue,
    without_decoy,
)
from odin_puzzles.generate.random_layout import (
    LayoutSpec,
    own_tiles,
    random_layout,
    supply_of,
    tiles_for,
)
from odin_puzzles.grading.grade import grade
from odin_puzzles.kinds import feast_kind
from odin_puzzles.kinds.answers import in_placing_order
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.uniqueness.check import solution_faults
from odin_solver.components import TILES, Cell, Tile
from odin_solver.rules.geometry import Grid

MOST_STEPS = 120
"""Changes that one search tries."""

PATIENT = 0.9
"""How often a change is dropped that leads away from what is wanted."""

CELLS = 4
"""Cells that count as much as a tile or a difficulty."""

MOST_CLUES = 12
"""The most clues of a puzzle that no fewer make unique."""

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


def aimed(
    puzzle: Puzzle, spec: Spec, random: Random, most_vain: int = MOST_STEPS
) -> Iterator[Puzzle]:
    """Yield a puzzle, and puzzles made of it that are nearer and nearer to what is wanted.

    Clues make it easier and smaller. Fewer clues, and other tiles in the place of some, make it
    harder and larger.

    Parameters
    ----------
    puzzle
        A graded puzzle with one solution.
    most_vain
        Changes in succession that may bring nothing where it is one difficulty from what is wanted,
        fewer where it is farther.
    """
    yield puzzle
    nearest = far = distance(puzzle, spec)
    best = far, _miss(puzzle, spec)
    seen = {_state(puzzle)}
    vain = 0
    for _ in range(MOST_STEPS):
        if not far or vain > most_vain / max(1, abs(_gap(puzzle, spec))) ** 2:
            return
        vain += 1
        other = _step(puzzle, spec, random)
        if other is None or (state := _state(other)) in seen or not is_puzzle(other):
            continue
        seen.add(state)
        try:
            other = graded(other)
        except ValueError:
            continue
        farther = distance(other, spec)
        away = (farther, _miss(other, spec)) > (far, _miss(puzzle, spec))
        if away and random.random() < PATIENT:
            continue
        puzzle, far = other, farther
        if (now := (far, _miss(puzzle, spec))) < best:
            best, vain = now, 0
        if far < nearest:
            nearest = far
            yield puzzle


def _step(puzzle: Puzzle, spec: Spec, random: Random) -> Puzzle | None:
    """Return a puzzle with a clue more or less, or with other tiles; None if it is none."""
    gap, laid, cells = _gap(puzzle, spec), len(puzzle.solution), len(_cells(puzzle))
    less = gap < 0 or laid > (spec.pieces or laid) or cells > (spec.cells or cells)
    more = gap > 0 or laid < (spec.pieces or laid) or cells < (spec.cells or cells)
    clues = clues_of(puzzle)
    steps = ["swap", *["clue"] * (less or not more), *["tile"] * feast_kind(puzzle).spares]
    if more or not less:
        steps += ["no clue"] * bool(clues)
    match random.choice(steps):
        case "clue":
            return any_clue(puzzle, random)
        case "swap" if feast_kind(puzzle).in_order:
            return sole(_other_clues(puzzle, spec, random))
        case "tile":
            return sole(_other_supply(puzzle, random))
        case "swap":
            return sole(swapped(puzzle, random, spec.tiles))
    return sole(without_clue(puzzle, *random.choice(clues)))


def _other_supply(puzzle: Puzzle, random: Random) -> Puzzle | None:
    """Return a puzzle with one more tile that stays over, or one less; None without any."""
    left = decoys(puzzle)
    if left and random.random() < 0.5:
        return without_decoy(puzzle, random.choice(left))
    position = puzzle.position
    state = position.boards[0]
    used = Counter(position.supply) + Counter(piece.tile.id for piece in state.pieces)
    fitting = [each for each in tiles_for(state.board) if not each.copies or not used[each.id]]
    supply = Counter(position.supply) + Counter([random.choice(fitting).id])
    return replace(puzzle, position=replace(position, supply=sorted_supply(supply, TILES)))


def _other_clues(puzzle: Puzzle, spec: Spec, random: Random) -> Puzzle | None:
    """Return a puzzle with other clues, at times with other tiles; None without any."""
    bare: Puzzle | None = puzzle
    for board, number in reversed(clues_of(puzzle)):
        bare = bare and without_clue(bare, board, number)
    if bare is not None and random.random() < 0.5:
        bare = swapped(bare, random, spec.tiles)
    return bare and feast_kind(puzzle).with_clues(bare, random, MOST_CLUES)


def _state(puzzle: Puzzle) -> Any:
    """Return what tells a puzzle from others of the same search."""
    position = puzzle.position
    return position.boards, tuple(position.supply.items()), puzzle.goal


def _gap(puzzle: Puzzle, spec: Spec) -> int:
    now = puzzle.difficulty or 0
    return (spec.difficulty or now) - now


def _miss(puzzle: Puzzle, spec: Spec) -> float:
    """Return how far a puzzle is from the wanted difficulty, finer than in whole numbers."""
    if spec.difficulty is None:
        return 0
    counts = Counter(puzzle.grading["techniques"])
    hard = {2: "intersection", 3: "look-ahead"}.get(puzzle.difficulty or 0, "deep look-ahead")
    steps = min(counts[hard], 9) + (9 if puzzle.grading["method"] == "search" else 0)
    return abs(spec.difficulty - (puzzle.difficulty or 0) - steps / 20)


def is_puzzle(puzzle: Puzzle) -> bool:
    """Whether a puzzle suits its kind and is not trivial."""
    return len(puzzle.solution) >= 2 and feast_kind(puzzle).fits(puzzle)


def sole(puzzle: Puzzle | None) -> Puzzle | None:
    """Return a puzzle if its solution is the only one and a search says so soon, else None."""
    found = None if puzzle is None else feast_kind(puzzle).find_soon(puzzle)
    return puzzle if found is not None and found.unique else None


def swapped(
    puzzle: Puzzle, random: Random, tiles: Sequence[tuple[Tile, int]] = ()
) -> Puzzle | None:
    """Return a puzzle with other tiles in the place of two or three that touch; None without any.

    They cover the same cells, so that they reach the same goal.
    """
    if len(puzzle.position.boards) > 1 or (puzzle.position.tiles and not tiles):
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
    kinds = {**TILES, **own}
    supply = sorted_supply(Counter(supply_of(laid)) + Counter(decoys(puzzle)), kinds)
    position = replace(puzzle.position, supply=supply, tiles=own)
    made = restated(puzzle, position, tuple(laid), None, len(pieces) - len(gone))
    if made is None:
        return None
    copies = {piece.tile.id: piece.tile.copies for piece in (*laid, *state.pieces)}
    every = used + Counter(piece.tile.id for piece in (*pieces, *state.pieces))
    if any(copies[name] and count > copies[name] for name, count in every.items()):
        return None
    return None if solution_faults(made) else made
