"""Solving a layout puzzle as people do, with a record of every deduction."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from odin_puzzles.grading import propagation
from odin_puzzles.grading.difficulty import layout_difficulty
from odin_puzzles.grading.result import Grade, GradeStep
from odin_puzzles.grading.state import (
    Budget,
    BudgetExhausted,
    Contradiction,
    Deduction,
    GradingState,
)
from odin_puzzles.grading.table import CandidateTable, table_of
from odin_puzzles.grading.techniques.claims import claimed_tiles, few_tiles
from odin_puzzles.grading.techniques.counting import counting, points
from odin_puzzles.grading.techniques.exclusion import colour_stranded, intersection, stranded
from odin_puzzles.grading.techniques.forced import forced_cell, forced_tile
from odin_puzzles.grading.techniques.pockets import pockets
from odin_puzzles.grading.techniques.symmetry import Turn, symmetry, turns_of
from odin_puzzles.kinds.layout_task import LayoutTask, laid_from
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_solver.rules.geometry import bits
from odin_solver.rules.position import Placement
from odin_solver.support.language import mark, say

Technique = Callable[[GradingState], Deduction | None]

FORCED: tuple[Technique, ...] = (forced_cell, forced_tile)
"""Techniques that lay tiles."""

PLAIN: tuple[Technique, ...] = (
    stranded,
    colour_stranded,
    counting,
    points,
    few_tiles,
    intersection,
    claimed_tiles,
    pockets,
)
"""Techniques that eliminate candidates without assuming any, from easy to hard."""


def deduce(
    state: GradingState, techniques: Sequence[Technique], deductions: list[Deduction]
) -> None:
    """Apply techniques until the puzzle is solved or none makes a deduction.

    Parameters
    ----------
    techniques
        From easy to hard.
    deductions
        The list to extend, so that nothing is lost if a technique runs out of effort.

    Raises
    ------
    Contradiction
        If the puzzle has no solution.
    """
    while not state.finished:
        deduction = next(filter(None, (technique(state) for technique in techniques)), None)
        if deduction is None:
            break
        state.apply(deduction)
        deductions.append(deduction)


MAX_SOLUTIONS = 64
"""Solutions after which the search ends; symmetries of a unique puzzle give fewer."""


LOGIC_WORK = 1_000_000
SEARCH_WORK = 2_000_000
"""Work limits of look-ahead and of search: a few seconds each."""


def solve(task: LayoutTask, solution: Sequence[Placement]) -> Grade:
    """Grade a layout puzzle by solving it: by techniques, and by search where they are not enough.

    Parameters
    ----------
    solution
        The solution if it is known: the result is compared with it, and it selects one of several
        symmetric solutions.

    Raises
    ------
    ValueError
        If there is no solution, a different one, or more than one was found.
    """
    table = table_of(task)
    turns = turns_of(table, symmetries(task))
    known = _known(table, solution)
    state, effort = GradingState(table), Budget(LOGIC_WORK)
    simple = (*FORCED, symmetry(turns, known), *PLAIN)
    techniques = (*simple, propagation.look_ahead(effort), propagation.deep_look_ahead(effort))
    deductions: list[Deduction] = []
    try:
        deduce(state, techniques, deductions)
        propagation.propagate(state, Budget(LOGIC_WORK))
    except BudgetExhausted:
        pass
    except Contradiction as contradiction:
        reason = contradiction.reason()
        raise ValueError(say("the puzzle has no solution: {reason}", reason=reason)) from None
    searched, trying = not state.finished, Budget(SEARCH_WORK)
    if searched:
        solutions, depth, exhausted = _search(state, trying)
        if exhausted and not solutions:
            raise ValueError(say("the puzzle has no solution"))
        for found in solutions:
            _compare(found, known, turns)
            _compare(found, solutions[0], turns)
        _replay(state, deductions, known if known in solutions else next(iter(solutions), known))
    else:
        _compare(frozenset(state.laid), known, turns)
        depths = {"look-ahead": 1, "deep look-ahead": 2}
        depth = max((depths.get(each.technique, 0) for each in deductions), default=0)
    counts = Counter(each.technique for each in deductions)
    return Grade(
        difficulty=layout_difficulty(searched, counts, depth),
        method="search" if searched else "logic",
        steps=tuple(_step(table, each) for each in deductions),
        depth=depth,
        nodes=effort.nodes + trying.nodes,
    )


def _step(table: CandidateTable, made: Deduction) -> GradeStep:
    piece = None if made.lay is None else table.piece(made.lay)
    return GradeStep(made.technique, made.reason(), piece, tuple(map(table.piece, bits(made.out))))


def _search(state: GradingState, effort: Budget) -> tuple[list[frozenset[int]], int, bool]:
    """Search for the solutions as sets of candidates.

    Return also the most candidates assumed at once, and whether there are no other solutions.
    """
    solutions: list[frozenset[int]] = []
    deepest = 0

    def search_below(state: GradingState, depth: int) -> None:
        nonlocal deepest
        if state.finished or propagation.is_solution(state):
            solutions.append(frozenset(state.laid))
        if state.finished or len(solutions) >= MAX_SOLUTIONS:
            return
        rest = state.copy()  # more tiles make other solutions
        for number in bits(next(iter(state.groups()), 0)):
            deepest = max(deepest, depth + 1)
            with suppress(Contradiction):
                search_below(propagation.assume(rest, number, effort), depth + 1)
            rest.live &= ~(1 << number)

    try:
        search_below(state, 0)
    except BudgetExhausted:
        return solutions, deepest, False
    return solutions, deepest, True


def _replay(state: GradingState, deductions: list[Deduction], solution: frozenset[int]) -> None:
    deduce(state, FORCED, deductions)
    while not state.finished:
        groups = (solution.intersection(bits(group)) for group in state.groups())
        chosen = next(filter(None, groups), None)
        if chosen is None:
            return
        number = min(chosen)
        table = state.table
        reason = table.told(mark("{tile} was found by trying"), tile=partial(table.text, number))
        deduction = Deduction("search", number, 0, reason)
        state.apply(deduction)
        deductions.append(deduction)
        deduce(state, FORCED, deductions)


def _known(table: CandidateTable, solution: Sequence[Placement]) -> frozenset[int]:
    """Return the candidates of a solution."""
    if not solution:
        return frozenset()
    numbers = {laid: number for number, laid in enumerate(table.options)}
    try:
        return frozenset(numbers[laid] for laid in laid_from(table.task.problem, solution))
    except (KeyError, IndexError):
        raise ValueError(say("the puzzle's solution lays pieces where none may lie")) from None


def _compare(solution: frozenset[int], known: frozenset[int], turns: Sequence[Turn]) -> None:
    images = [solution, *(frozenset(turn[number] for number in solution) for turn in turns)]
    if known and known not in images:
        raise ValueError(say("the puzzle has another solution"))
