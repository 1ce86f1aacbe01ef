"""Look-ahead: candidates that lead to a contradiction, seen one or two assumptions deep."""

from collections.abc import Callable

from odin_puzzles.grading.effort import Effort
from odin_puzzles.grading.state import Contradiction, Deduction, State
from odin_puzzles.grading.table import Candidates
from odin_puzzles.grading.trial import after, follow, groups
from odin_solver.rules.geometry import bits

NARROW = 4
"""Within an assumption, people look only at places with so few candidates."""

SWEEP = 4
"""Work to look at one candidate by all easier techniques, which has been done before."""

Assume = Callable[[State, int, Effort], State]
"""Lays a candidate and says what follows, or raises a contradiction."""


def look_ahead(effort: Effort) -> Callable[[State], Deduction | None]:
    """The technique to assume a candidate and to follow what is easy to see.

    Candidates are tried where the fewest are, as people do; the first place where some of them
    fail is what it finds.
    """

    def technique(state: State) -> Deduction | None:
        effort.spend(SWEEP * state.live.bit_count())
        return _first_failing(state, "look-ahead", groups(state), after, effort)

    return technique


def deep_look_ahead(effort: Effort) -> Callable[[State], Deduction | None]:
    """The technique to look ahead within an assumption, at narrow places."""

    def technique(state: State) -> Deduction | None:
        return _first_failing(state, "deep look-ahead", groups(state), _after_deep, effort)

    return technique


def _first_failing(
    state: State, technique: str, places: list[Candidates], assume: Assume, effort: Effort
) -> Deduction | None:
    tried = 0
    for place in places:
        out = 0
        why: Contradiction | None = None
        for number in bits(place & ~tried):
            try:
                assume(state, number, effort)
            except Contradiction as found:
                out |= 1 << number
                why = why or found
        tried |= place
        if why is not None:
            return _failed(state, technique, out, why)
    return None


def _failed(state: State, technique: str, out: Candidates, why: Contradiction) -> Deduction:
    table = state.table

    def words() -> str:
        first, more = out & -out, out & (out - 1)
        also = f"; nor can {table.list_of(more)}" if more else ""
        return f"{table.list_of(first)} cannot be: in the end {why.words()}{also}"

    return Deduction(technique, None, out, words)


def _after_deep(state: State, number: int, effort: Effort) -> State:
    """The state after a candidate, with all that follows by looking ahead at narrow places.

    Raises
    ------
    Contradiction
        If it cannot be solved.
    """
    child = after(state, number, effort)
    while True:
        narrow = [place for place in groups(child) if place.bit_count() <= NARROW]
        found = _first_failing(child, "look-ahead", narrow, after, effort)
        if found is None:
            return child
        child.apply(found)
        follow(child, effort)
