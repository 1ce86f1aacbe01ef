"""Generation: candidates are made unique, reduced, graded, and verified by a second engine."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count, islice
from random import Random
from types import MappingProxyType

from odin_puzzles.generate import banquet, best, bonus, income, region
from odin_puzzles.generate.clues import PATIENCE, any_clue, made_unique, reduced
from odin_puzzles.generate.spec import Spec
from odin_puzzles.generate.titles import title_of
from odin_puzzles.grading.grade import grade
from odin_puzzles.kinds import BANQUET, LAYOUT_KINDS
from odin_puzzles.puzzle import KindName, Puzzle
from odin_puzzles.uniqueness.check import (
    find_solutions,
    find_solutions_by_model,
    same_solution,
    solution_faults,
)
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.version import __version__

Maker = Callable[[Spec, int, Random], Iterator[Puzzle]]

MAKERS: Mapping[KindName, Maker] = MappingProxyType(
    {
        "fill": region.candidates,
        "order": region.candidates,
        "income": income.candidates,
        "bonus": bonus.candidates,
        "best": best.candidates,
        "banquet": banquet.candidates,
    }
)
"""Generators of the candidates of each kind."""

MAX_CANDIDATES = 8
"""Candidates of one attempt; the first unique one is taken."""

MAX_CLUES = 4
"""The most clues to make a candidate unique, and the most to make it easier."""

ATTEMPTS = 1_000_000
"""Attempts of one seed: they are numbered from seed * ATTEMPTS."""


def generate_puzzle(spec: Spec, seed: int = 0) -> Puzzle:
    """Generate a puzzle: the first attempt of a seed that succeeds.

    Parameters
    ----------
    spec
        Specification of the puzzle; see `odin_puzzles.generate.spec.spec_of`.
    seed
        Seed of all random choices.
    """
    attempts = (generate_attempt(spec, seed, attempt) for attempt in count())
    return next(puzzle for puzzle in attempts if puzzle is not None)


def generate_attempt(spec: Spec, seed: int, attempt: int = 0) -> Puzzle | None:
    """Make one attempt at a puzzle; the same arguments give the same puzzle.

    Parameters
    ----------
    spec
        Specification of the puzzle; see `odin_puzzles.generate.spec.spec_of`.
    seed
        Seed of all random choices.
    attempt
        Number of the attempt, from 0.

    Returns
    -------
    Puzzle or None
        A puzzle of the specified difficulty with one solution, proven twice; None if the attempt
        fails.
    """
    number = seed * ATTEMPTS + attempt
    random = Random(f"{spec.kind} {spec.board} {spec.difficulty} {spec.minimal} {number}")
    try:
        puzzle = _unique(spec, random)
        if puzzle is None:
            return None
        puzzle = _graded(reduced(puzzle, random) if spec.minimal else puzzle, spec, random)
        if puzzle is None or not fits(puzzle) or not proven(puzzle):
            return None
    except (Undecided, ValueError):
        # The grader raises ValueError if it finds several solutions or none.
        return None
    return replace(
        puzzle, title=title_of(puzzle), seed=number, generator=f"odin_solver {__version__}"
    )


def proven(puzzle: Puzzle) -> bool:
    """Whether a second engine confirms the puzzle's solution as legal and unique.

    Exact cover makes the puzzles and the placement model verifies them; for ``best`` it is the
    other way round. Menus of a banquet are few: listing them by the plain rules is the proof.
    """
    if solution_faults(puzzle):
        return False
    if puzzle.kind == BANQUET.name:
        return find_solutions(puzzle, seconds=PATIENCE).unique
    if puzzle.kind == "best":
        return best.confirmed(puzzle) is True
    result = find_solutions_by_model(LAYOUT_KINDS[puzzle.kind].task(puzzle), seconds=PATIENCE)
    return result.unique and same_solution(puzzle, result.solutions[0], puzzle.solution)


def fits(puzzle: Puzzle) -> bool:
    """Whether a puzzle suits its kind and is not trivial."""
    if len(puzzle.solution) < 2:
        return False
    return puzzle.kind != "order" or region.misleading(puzzle)


def _unique(spec: Spec, random: Random) -> Puzzle | None:
    """Return a puzzle with one solution: a candidate as it is, or the first one with clues."""
    level = spec.difficulty or random.randint(1, 5)
    candidates = list(islice(MAKERS[spec.kind](spec, level, random), MAX_CANDIDATES))
    for puzzle in candidates:
        if spec.kind == "order":
            made = region.with_clues_for_order(puzzle, random, MAX_CLUES)
            if made is not None and find_solutions(made, seconds=PATIENCE).unique:
                return made
        else:
            result = find_solutions(puzzle, seconds=PATIENCE)
            if result.unique:
                return replace(puzzle, solution=result.solutions[0])
    if not candidates or spec.kind in ("banquet", "order"):
        return None
    return made_unique(candidates[0], random, MAX_CLUES)


def _graded(puzzle: Puzzle, spec: Spec, random: Random) -> Puzzle | None:
    """Return the puzzle with its grade, made easier by clues if it is too difficult."""
    for _ in range(MAX_CLUES + 1):
        grading = grade(puzzle)
        if spec.difficulty in (None, grading.difficulty):
            return replace(puzzle, difficulty=grading.difficulty, grading=grading.data())
        if grading.difficulty < spec.difficulty or spec.minimal or spec.kind == BANQUET.name:
            return None
        easier = any_clue(puzzle, random)
        if easier is None:
            return None
        puzzle = easier
    return None
