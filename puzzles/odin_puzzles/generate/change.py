"""Puzzles that are made harder, easier, or unique by the fewest clues."""

import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from math import comb
from random import Random

from odin_puzzles.generate.aim import aimed, graded
from odin_puzzles.generate.clues import with_clues
from odin_puzzles.generate.pipeline import proven
from odin_puzzles.kinds import KINDS, kind_of
from odin_puzzles.kinds.base import OWN
from odin_puzzles.kinds.layout import LayoutKind
from odin_puzzles.kinds.layout_task import laid_from, solution_pieces
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.uniqueness import exact_cover
from odin_puzzles.uniqueness.check import find_solutions
from odin_solver.errors import InputError
from odin_solver.placement.problem import Laid, Problem
from odin_solver.support.children import results_of

MOST_SOLUTIONS = 20_000
"""Solutions of a puzzle beyond which no clues are searched for."""

MOST_SETS = 5_000_000
"""Sets of clues that are looked at."""


def with_fewest_clues(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with one solution by the fewest clues; what lies on its boards stays.

    No set of fewer pieces belongs to one solution only: the sets of all solutions are counted.
    Among sets of equal size those of the puzzle's own solution come first.

    Raises
    ------
    InputError
        If the kind has no clues, or there is no solution, or there are too many of them.
    """
    result = find_solutions(puzzle)
    if result.unique:
        return replace(puzzle, solution=puzzle.solution or result.solutions[0])
    kind = kind_of(puzzle)
    task = kind.task(puzzle) if isinstance(kind, LayoutKind) else None
    if task is None or task.minimum is not None:
        raise InputError.said("{kind} is made unique by no clues", kind=puzzle.kind)
    found = [*islice(exact_cover.layouts(task), MOST_SOLUTIONS + 1)]
    if not found:
        raise InputError.said("the puzzle has no solution")
    if len(found) > MOST_SOLUTIONS:
        raise InputError.said(
            "fewest clues: expected at most {most} solutions", most=MOST_SOLUTIONS
        )
    own = frozenset(laid_from(task.problem, puzzle.solution))
    solutions = sorted(({*each} != own, sorted(each)) for each in found)
    for size in range(1, max(len(laid) for _, laid in solutions)):
        if sum(comb(len(laid), size) for _, laid in solutions) > MOST_SETS:
            break
        held: Counter[tuple[Laid, ...]] = Counter()
        for _, laid in solutions:
            held.update(combinations(laid, size))
        for _, laid in solutions:
            for clues in combinations(laid, size):
                made = _with(puzzle, task.problem, laid, clues) if held[clues] == 1 else None
                if made is not None:
                    return made
    raise InputError.said("fewest clues: the sets of clues are too many")


def _with(
    puzzle: Puzzle, problem: Problem, laid: Sequence[Laid], clues: Collection[Laid]
) -> Puzzle | None:
    """Return the puzzle with some pieces of a solution as clues; None if they cannot lie there."""
    pieces = solution_pieces(problem, laid)
    bare = replace(puzzle, solution=pieces, difficulty=None, grading={})
    lying = {(at.area, at.kind, at.cells) for at in clues}
    each = zip(pieces, laid_from(problem, pieces), strict=True)
    return with_clues(bare, [piece for piece, at in each if at in lying])


CHANGES = ("harder", "easier", "fewest-clues")
"""How a puzzle can be changed."""


def changed(puzzle: Puzzle, change: str, seed: int = 0) -> Iterator[Puzzle]:
    """Yield puzzles made of another one, each nearer to what is wanted; every one is proven.

    Parameters
    ----------
    puzzle
        For a harder or easier one, a puzzle with its only solution; nothing is yielded if the
        search finds none.
    change
        One of `CHANGES`.

    Raises
    ------
    InputError
        If the puzzle is one of another game, or its kind or its number of solutions forbids it.
    """
    if puzzle.kind not in KINDS:
        raise InputError.said("only puzzles of A Feast for Odin can be changed")
    if change == "fewest-clues":
        made: Iterable[Puzzle] = [with_fewest_clues(puzzle)]
    elif not puzzle.position.boards:
        raise InputError.said("{kind} is made neither harder nor easier", kind=puzzle.kind)
    else:
        begun = _graded(puzzle)
        now = begun.difficulty or 0
        wanted = now + (1 if change == "harder" else -1)
        levels = kind_of(puzzle).difficulties
        if wanted not in levels:
            raise InputError.said(
                "it has difficulty {n} of {least} to {most} already",
                n=now,
                least=levels[0],
                most=levels[-1],
            )
        spec = Spec(puzzle.kind, OWN, wanted)
        made = islice(aimed(begun, spec, Random(f"{change} {seed}")), 1, None)
    for each in made:
        each = _graded(each)
        if proven(each):
            yield replace(each, seed=None)


def changed_until(
    puzzle: Puzzle, change: str, seed: int, cancel: threading.Event
) -> Iterator[Puzzle]:
    """Yield what `changed` yields, in a process of its own, until it is cancelled."""
    return results_of(changed, puzzle, change, seed, what="changing the puzzle", cancel=cancel)


def _graded(puzzle: Puzzle) -> Puzzle:
    try:
        return graded(puzzle)
    except ValueError as error:
        raise InputError(str(error)) from None
