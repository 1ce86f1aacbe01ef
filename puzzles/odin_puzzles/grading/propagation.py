"""Propagation: what is forced, contradictions that are easy to see, and look-ahead."""

from collections.abc import Callable

from odin_puzzles.grading.state import Budget, Contradiction, Deduction, GradingState
from odin_puzzles.grading.table import Candidates
from odin_puzzles.grading.techniques.counting import check_counts
from odin_puzzles.grading.techniques.forced import forced_cell, forced_tile
from odin_puzzles.grading.techniques.pockets import check_pockets
from odin_solver.rules.geometry import bits
from odin_solver.support.language import mark, say


def propagate(state: GradingState, effort: Budget) -> None:
    """Lay everything that is forced, then check pockets and counts.

    Raises
    ------
    Contradiction
        If the state has no solution.
    """
    while True:
        effort.spend(state.open.bit_count() + len(state.least))
        deduction = forced_cell(state) or forced_tile(state)
        if deduction is None:
            effort.spend(state.room.bit_count() // 2)
            check_pockets(state)
            check_counts(state)
            _check_complete(state)
            return
        state.apply(deduction)


def assume(state: GradingState, number: int, effort: Budget) -> GradingState:
    """Return a copy of a state with one candidate laid and everything that follows."""
    effort.nodes += 1
    effort.spend(10)
    child = state.copy()
    child.lay(number)
    propagate(child, effort)
    return child


def is_solution(state: GradingState) -> bool:
    """Whether a state is a solution if nothing more is laid, though more could be."""
    if not state.complete:
        return False
    alone = state.copy()
    alone.live = 0
    try:
        check_counts(alone)
        _check_complete(alone)
    except Contradiction:
        return False
    return True


def _check_complete(state: GradingState) -> None:
    if state.live:
        return
    if not state.complete:
        raise Contradiction(lambda: say("too few tiles would be laid"))
    task = state.table.task
    if not task.legal(state.table.options[number] for number in state.laid):
        raise Contradiction(lambda: say("the tiles could be placed in no order"))


NARROW = 4
"""Within an assumption, only groups with at most so many candidates are tried."""

SWEEP = 4
"""Work per candidate of all easier techniques, which ran before."""

Assume = Callable[[GradingState, int, Budget], GradingState]
"""Lays a candidate and propagates, or raises a contradiction."""


def look_ahead(effort: Budget) -> Callable[[GradingState], Deduction | None]:
    """Return the technique that assumes one candidate and propagates.

    The smallest groups are tried first, as people do; the first group with a contradiction ends
    the technique.
    """

    def technique(state: GradingState) -> Deduction | None:
        effort.spend(SWEEP * state.live.bit_count())
        return _first_failing(state, "look-ahead", state.groups(), assume, effort)

    return technique


def deep_look_ahead(effort: Budget) -> Callable[[GradingState], Deduction | None]:
    """Return the technique that looks ahead in small groups within an assumption."""

    def technique(state: GradingState) -> Deduction | None:
        return _first_failing(state, "deep look-ahead", state.groups(), _assume_deep, effort)

    return technique


def _first_failing(
    state: GradingState, technique: str, groups: list[Candidates], assumed: Assume, effort: Budget
) -> Deduction | None:
    tried = 0
    for group in groups:
        out = 0
        first: Contradiction | None = None
        for number in bits(group & ~tried):
            try:
                assumed(state, number, effort)
            except Contradiction as contradiction:
                out |= 1 << number
                first = first or contradiction
        tried |= group
        if first is not None:
            told, text = state.table.told, mark("{tiles} cannot be: in the end {reason}")
            reason = told(text, tiles=out & -out, reason=first.reason)
            if more := out & (out - 1):
                reason = told(mark("{text}; nor can {tiles}"), text=reason, tiles=more)
            return Deduction(technique, None, out, reason)
    return None


def _assume_deep(state: GradingState, number: int, effort: Budget) -> GradingState:
    """Lay a candidate, propagate, and look ahead in small groups."""
    child = assume(state, number, effort)
    while True:
        narrow = [group for group in child.groups() if group.bit_count() <= NARROW]
        deduction = _first_failing(child, "look-ahead", narrow, assume, effort)
        if deduction is None:
            return child
        child.apply(deduction)
        propagate(child, effort)
