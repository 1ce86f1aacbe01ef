"""Propagation: forced candidates, and contradictions that are easy to see."""

from odin_puzzles.grading.budget import Budget
from odin_puzzles.grading.state import Contradiction, GradingState
from odin_puzzles.grading.techniques.counting import check_counts
from odin_puzzles.grading.techniques.forced import forced_cell, forced_tile
from odin_puzzles.grading.techniques.pockets import check_pockets
from odin_solver.support.language import say


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
