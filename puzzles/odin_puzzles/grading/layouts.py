"""Grading puzzles that ask for a layout of boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from odin_puzzles.grading.effort import Effort, OutOfEffort
from odin_puzzles.grading.logic import FORCED, PLAIN, deduce
from odin_puzzles.grading.lookahead import deep_look_ahead, look_ahead
from odin_puzzles.grading.search import Found, search
from odin_puzzles.grading.state import Contradiction, Deduction, State
from odin_puzzles.grading.table import Table, table_of
from odin_puzzles.grading.techniques.mirror import Turn, symmetry, turns_of
from odin_puzzles.grading.trial import finished, follow, groups
from odin_puzzles.puzzle import SolutionPiece
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_puzzles.uniqueness.task import Task, laid_from
from odin_solver.rules.geometry import bits

LOGIC_WORK = 1_000_000
SEARCH_WORK = 2_000_000
"""Work that look-ahead and search may do, in cells and tiles looked at: some seconds."""


@dataclass(frozen=True)
class Solved:
    """How a layout puzzle was solved.

    Attributes
    ----------
    table
        Its candidates.
    deductions
        What was found, in this order; pieces found by search are named so.
    depth
        How many candidates had to be assumed at once.
    nodes
        How many candidates were tried out.
    searched
        Whether the techniques were not enough.
    """

    table: Table
    deductions: tuple[Deduction, ...]
    depth: int
    nodes: int
    searched: bool


def solve(task: Task, solution: Sequence[SolutionPiece]) -> Solved:
    """Solve a layout puzzle as people do, or by search where that does not work.

    Parameters
    ----------
    task
        What is asked.
    solution
        The solution as far as it is known: it decides which of several symmetric solutions is
        found, and what is found is compared with it.

    Raises
    ------
    ValueError
        If there is no solution, another one, or more than one, as far as can be seen.
    """
    table = table_of(task)
    turns = turns_of(table, symmetries(task))
    known = _known(table, solution)
    state, effort = State(table), Effort(LOGIC_WORK)
    light = (*FORCED, symmetry(turns, known), *PLAIN)
    ladder = (*light, look_ahead(effort), deep_look_ahead(effort))
    deductions: list[Deduction] = []
    try:
        deduce(state, ladder, deductions)
        follow(state, Effort(LOGIC_WORK))
    except OutOfEffort:
        pass
    except Contradiction as found:
        raise ValueError(f"the puzzle has no solution: {found.words()}") from None
    if finished(state):
        _compare(frozenset(state.laid), known, turns)
        depth = {"look-ahead": 1, "deep look-ahead": 2}
        used = max((depth.get(each.technique, 0) for each in deductions), default=0)
        return Solved(table, tuple(deductions), used, effort.nodes, False)
    return _searched(table, state, deductions, turns, known, effort.nodes)


def _searched(
    table: Table,
    state: State,
    deductions: list[Deduction],
    turns: Sequence[Turn],
    known: frozenset[int],
    nodes: int,
) -> Solved:
    """Go on by search where the techniques found nothing more."""
    effort = Effort(SEARCH_WORK)
    found = search(state, effort)
    _judge(found, known, turns)
    wanted = next((each for each in found.solutions if each == known), None)
    if wanted is None:
        wanted = found.solutions[0] if found.solutions else known
    _replay(state, deductions, wanted)
    return Solved(table, tuple(deductions), found.depth, nodes + effort.nodes, True)


def _judge(found: Found, known: frozenset[int], turns: Sequence[Turn]) -> None:
    if found.exhausted and not found.solutions:
        raise ValueError("the puzzle has no solution")
    for each in found.solutions:
        _compare(each, known, turns)
        _compare(each, found.solutions[0], turns)


def _replay(state: State, deductions: list[Deduction], wanted: frozenset[int]) -> None:
    """Tell the rest of a solution: what is found by search, and what follows by itself."""
    deduce(state, FORCED, deductions)
    while not finished(state):
        left = next((each for each in map(wanted.__and__, _members(state)) if each), None)
        if left is None:
            return
        number = min(left)
        words = partial("{} was found by trying".format, state.table.words(number))
        deduction = Deduction("search", number, 0, words)
        state.apply(deduction)
        deductions.append(deduction)
        deduce(state, FORCED, deductions)


def _members(state: State) -> list[frozenset[int]]:
    return [frozenset(bits(group)) for group in groups(state)]


def _known(table: Table, solution: Sequence[SolutionPiece]) -> frozenset[int]:
    """The candidates of a solution.

    Raises
    ------
    ValueError
        If a piece of it lies where none may.
    """
    if not solution:
        return frozenset()
    numbers = {each: number for number, each in enumerate(table.options)}
    try:
        return frozenset(numbers[each] for each in laid_from(table.task.problem, solution))
    except (KeyError, IndexError):
        raise ValueError("the puzzle's solution lays pieces where none may lie") from None


def _compare(found: frozenset[int], known: frozenset[int], turns: Sequence[Turn]) -> None:
    """Two solutions are one, up to turning the board; nothing is compared if none is known.

    Raises
    ------
    ValueError
        If they are not.
    """
    images = [found, *(frozenset(turn[number] for number in found) for turn in turns)]
    if known and known not in images:
        raise ValueError("the puzzle has another solution")
