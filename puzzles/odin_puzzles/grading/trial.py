"""Trying candidates out: what follows at once, and the places to look at first."""

from odin_puzzles.grading.effort import Effort
from odin_puzzles.grading.state import Contradiction, State
from odin_puzzles.grading.table import Candidates
from odin_puzzles.grading.techniques.counting import check_counts
from odin_puzzles.grading.techniques.forced import forced_cell, forced_tile
from odin_puzzles.grading.techniques.pocket import check_pockets
from odin_solver.rules.geometry import singles


def follow(state: State, effort: Effort) -> None:
    """Lay all that is forced, and look for what contradicts itself.

    Only what is easy to see is used: forced cells and tiles with the bans of colour that they
    bring about, pockets, and counts.

    Raises
    ------
    Contradiction
        If the state cannot be solved.
    """
    while True:
        effort.spend(state.open.bit_count() + len(state.least))
        found = forced_cell(state) or forced_tile(state)
        if found is None:
            effort.spend(state.room.bit_count() // 2)
            check_pockets(state)
            check_counts(state)
            _check_complete(state)
            return
        state.apply(found)


def after(state: State, number: int, effort: Effort) -> State:
    """The state after a candidate was laid, with all that follows.

    Raises
    ------
    Contradiction
        If it cannot be solved.
    """
    effort.nodes += 1
    effort.spend(10)
    child = state.copy()
    child.lay(number)
    follow(child, effort)
    return child


def groups(state: State) -> list[Candidates]:
    """The candidates of every open cell and of every tile that is needed, the smallest first.

    One of each group is part of the solution. Where nothing is needed any more, the only group
    holds all candidates, and none of them need be part of it.
    """
    table, live = state.table, state.live
    found = {table.cover[cell] & live: None for cell in singles(state.open)}
    for kind, need in enumerate(state.least):
        if need:
            found[table.of_kind[kind] & live] = None
    if not found and live:
        return [live]
    return sorted(found, key=lambda group: (group.bit_count(), group))


def finished(state: State) -> bool:
    """Whether nothing is left to be decided."""
    return state.complete and not state.live


def solved_as_it_is(state: State) -> bool:
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


def _check_complete(state: State) -> None:
    """A state without candidates is solved, and its pieces can be laid in some order."""
    if state.live:
        return
    if not state.complete:
        raise Contradiction(lambda: "too few tiles would be laid")
    task = state.table.task
    if not task.legal(state.table.options[number] for number in state.laid):
        raise Contradiction(lambda: "the tiles could be placed in no order")
