"""The search, for puzzles that the techniques cannot crack: depth first, with what they see."""

from dataclasses import dataclass, field

from odin_puzzles.grading.effort import Effort, OutOfEffort
from odin_puzzles.grading.state import Contradiction, State
from odin_puzzles.grading.trial import after, finished, groups, solved_as_it_is
from odin_solver.rules.geometry import bits

MOST = 64
"""So many solutions are collected at most: more than a unique puzzle has by its symmetries."""


@dataclass
class Found:
    """What a search found.

    Attributes
    ----------
    solutions
        Sets of candidates.
    depth
        The most candidates that were assumed at once.
    exhausted
        Whether the search came to its end, so that there are no other solutions.
    """

    solutions: list[frozenset[int]] = field(default_factory=list)
    depth: int = 0
    exhausted: bool = True


def search(state: State, effort: Effort) -> Found:
    """Search for the solutions of a state, as far as the effort goes."""
    found = Found()
    try:
        _below(state, 0, found, effort)
    except OutOfEffort:
        found.exhausted = False
    return found


def _below(state: State, depth: int, found: Found, effort: Effort) -> None:
    if finished(state):
        found.solutions.append(frozenset(state.laid))
        return
    if solved_as_it_is(state):
        # Everything that is asked for is there; what more could be laid makes other solutions.
        found.solutions.append(frozenset(state.laid))
    if len(found.solutions) >= MOST:
        return
    rest = state.copy()
    for number in bits(next(iter(groups(state)), 0)):
        found.depth = max(found.depth, depth + 1)
        try:
            child = after(rest, number, effort)
        except Contradiction:
            rest.live &= ~(1 << number)
            continue
        _below(child, depth + 1, found, effort)
        rest.live &= ~(1 << number)
