"""Generation: candidates are made unique, reduced, graded, and verified by a second engine."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random

from odin_puzzles.generate.aim import MOST_CLUES, aimed, distance, graded, is_puzzle
from odin_puzzles.generate.boards import level_of
from odin_puzzles.generate.clues import made_unique, reduced
from odin_puzzles.generate.spec import ATTEMPTS
from odin_puzzles.generate.titles import title_of
from odin_puzzles.kinds import feast_kind, feast_kind_named, kind_named
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.uniqueness.check import solution_faults
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.version import __version__

MAX_CANDIDATES = 8
"""Candidates of one attempt; the first unique one is taken."""

MOST_VAIN = 16
"""Changes in succession that may bring nothing; then another beginning is better."""

MAX_CLUES = 4
"""The most clues of a candidate, unless none is unique with so few: see `MOST_CLUES`."""


def generate_puzzle(spec: Spec, seed: int = 0) -> Puzzle:
    """Generate a puzzle: the first attempt of a seed that succeeds."""
    attempts = (generate_attempt(spec, seed, attempt) for attempt in count())
    return next(puzzle for puzzle in attempts if puzzle is not None)


def generate_attempt(spec: Spec, seed: int, attempt: int = 0) -> Puzzle | None:
    """Make one attempt at a puzzle; the same arguments give the same puzzle.

    Returns
    -------
    Puzzle or None
        A puzzle of the specified difficulty with one solution, which is proven; None if the
        attempt fails.
    """
    puzzle = nearest_attempt(spec, seed, attempt)
    return None if puzzle is None or distance(puzzle, spec) else puzzle


def nearest_attempt(spec: Spec, seed: int, attempt: int) -> Puzzle | None:
    """Make one attempt; its puzzle may miss what is wanted, and then the proof is left out."""
    return kind_named(spec.kind).attempt(spec, seed * ATTEMPTS + attempt)


def nearing_attempt(spec: Spec, seed: int, attempt: int) -> Iterator[Puzzle]:
    """Make one attempt; yield its puzzles, each nearer to what is wanted."""
    return kind_named(spec.kind).nearing(spec, seed * ATTEMPTS + attempt)


def generated(spec: Spec, number: int) -> Iterator[Puzzle]:
    """Make one attempt at a puzzle of A Feast for Odin; yield puzzles nearer and nearer to it.

    Two engines prove the solution of one that is as is wanted; of others the second is not asked.
    """
    random = Random(_sown(spec, number))
    try:
        puzzle = _unique(spec, random)
        if puzzle is None:
            return
        puzzle = graded(reduced(puzzle, random) if spec.minimal else puzzle)
        fixed = spec.minimal or not puzzle.position.boards
        for each in [puzzle] if fixed else aimed(puzzle, spec, random, MOST_VAIN):
            if is_puzzle(each) and (distance(each, spec) or proven(each)):
                made_by = f"odin_solver {__version__}"
                yield replace(each, title=title_of(each), seed=number, generator=made_by)
    except (Undecided, ValueError):
        # The grader raises ValueError if it finds several solutions or none.
        return


def _sown(spec: Spec, number: int) -> str:
    """Return what decides all random choices."""
    aims = (spec.pieces, spec.cells, spec.symmetric, spec.needs)
    words = (spec.kind, spec.board, spec.difficulty, spec.minimal, *(each for each in aims if each))
    return " ".join(map(str, (*words, number)))


def proven(puzzle: Puzzle) -> bool:
    """Whether a second engine confirms the puzzle's solution as legal and unique."""
    return not solution_faults(puzzle) and feast_kind(puzzle).proven(puzzle)


def _unique(spec: Spec, random: Random) -> Puzzle | None:
    level = level_of(spec.cells) or spec.difficulty or random.randint(1, 5)
    kind = feast_kind_named(spec.kind)
    first = None
    for candidate in islice(kind.candidates(spec, level, random), MAX_CANDIDATES):
        first = first or candidate
        puzzle = kind.with_clues(candidate, random, MAX_CLUES)
        result = None if puzzle is None else kind.find_soon(puzzle)
        if puzzle is not None and result is not None and result.unique:
            # The pieces of an order keep theirs.
            return puzzle if kind.in_order else replace(puzzle, solution=result.solutions[0])
    if first is None or kind.at_table or kind.in_order:
        return None
    return made_unique(first, random, min(MOST_CLUES, len(first.solution) - 2))
