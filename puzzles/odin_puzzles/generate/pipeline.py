"""From a layout to a puzzle: candidates, repaired, reduced, graded, and proven once more."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from types import MappingProxyType

from odin_puzzles.generate import (
    banquet,
    best,
    bonus,
    income,
    region,
)
from odin_puzzles.generate.clues import (
    PATIENCE,
    any_clue,
    made_unique,
    reduced,
)
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
"""What makes the candidates of each kind."""

TRIED = 8
"""Candidates of one attempt of which the first that is unique as it is is taken."""

CLUES = 4
"""The most clues that a candidate gets to make it unique, and to make it easier."""

ATTEMPTS = 1_000_000
"""Attempts that one seed has room for: they are numbered from seed * ATTEMPTS."""


def generate(spec: Spec, seed: int, attempt: int = 0) -> Puzzle | None:
    """Make one attempt at a puzzle; the same arguments give the same puzzle.

    Parameters
    ----------
    spec
        What is wanted; see `odin_puzzles.generate.spec_of`.
    seed
        Source of all random choices.
    attempt
        Number of the attempt, from 0.

    Returns
    -------
    Puzzle or None
        A puzzle with one solution, proven twice, of the difficulty asked for; None if this attempt
        did not come to one.
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
        # The grader raises ValueError if it sees several solutions, or none.
        return None
    return replace(
        puzzle, title=title_of(puzzle), seed=number, generator=f"odin_solver {__version__}"
    )


def proven(puzzle: Puzzle) -> bool:
    """Whether an independent engine finds the puzzle's solution, right by the rules, and no other.

    Exact cover makes the puzzles, the placement model verifies them; for ``best`` it is the other
    way round. Menus of a banquet are few and listed by plain rules, so that the listing is the
    proof.
    """
    if solution_faults(puzzle):
        return False
    if puzzle.kind == BANQUET.name:
        return find_solutions(puzzle, seconds=PATIENCE).unique
    if puzzle.kind == "best":
        return best.confirmed(puzzle) is True
    found = find_solutions_by_model(LAYOUT_KINDS[puzzle.kind].task(puzzle), seconds=PATIENCE)
    return found.unique and same_solution(puzzle, found.solutions[0], puzzle.solution)


def fits(puzzle: Puzzle) -> bool:
    """Whether a puzzle is what its kind is about, and leaves something to think about."""
    if len(puzzle.solution) < 2:
        return False
    return puzzle.kind != "order" or region.misleading(puzzle)


def _unique(spec: Spec, random: Random) -> Puzzle | None:
    """A puzzle with one solution: as it came, or else with clues."""
    level = spec.difficulty or random.randint(1, 5)
    tried = list(islice(MAKERS[spec.kind](spec, level, random), TRIED))
    for puzzle in tried:
        if spec.kind == "order":
            made = region.with_clues_for_order(puzzle, random, CLUES)
            if made is not None and find_solutions(made, seconds=PATIENCE).unique:
                return made
        else:
            found = find_solutions(puzzle, seconds=PATIENCE)
            if found.unique:
                return replace(puzzle, solution=found.solutions[0])
    if not tried or spec.kind in ("banquet", "order"):
        return None
    return made_unique(tried[0], random, CLUES)


def _graded(puzzle: Puzzle, spec: Spec, random: Random) -> Puzzle | None:
    """The puzzle with its grade; clues make it easier if it is too hard."""
    for _ in range(CLUES + 1):
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
