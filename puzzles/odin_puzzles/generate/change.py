"""Puzzles that are made harder, easier, or unique by the fewest clues."""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from odin_puzzles.generate.aim import aimed, graded
from odin_puzzles.generate.fewest import with_fewest_clues
from odin_puzzles.generate.pipeline import proven
from odin_puzzles.kinds import KINDS, kind_of
from odin_puzzles.kinds.base import OWN
from odin_puzzles.puzzle import Puzzle, Spec
from odin_solver.errors import InputError
from odin_solver.support.children import results_of

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
