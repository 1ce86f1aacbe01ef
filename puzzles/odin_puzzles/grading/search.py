"""Depth-first search with propagation, for puzzles that the techniques cannot solve."""

from dataclasses import dataclass, field

from odin_puzzles.grading.budget import Budget, BudgetExhausted
from odin_puzzles.grading.propagation import assume, is_solution
from odin_puzzles.grading.state import Contradiction, GradingState
from odin_solver.rules.geometry import bits

MAX_SOLUTIONS = 64
"""Solutions after which the search ends; symmetries of a unique puzzle give fewer."""


@dataclass
class SearchResult:
    """Result of a search.

    Attributes
    ----------
    solutions
        Solutions as sets of candidates.
    exhausted
        Whether the search is complete, so that there are no other solutions.
    """

    solutions: list[frozenset[int]] = field(default_factory=list)
    depth: int = 0
    exhausted: bool = True


def search(state: GradingState, effort: Budget) -> SearchResult:
    """Search for the solutions of a state within the effort."""
    result = SearchResult()
    try:
        _search_below(state, 0, result, effort)
    except BudgetExhausted:
        result.exhausted = False
    return result


def _search_below(state: GradingState, depth: int, result: SearchResult, effort: Budget) -> None:
    if state.finished:
        result.solutions.append(frozenset(state.laid))
        return
    if is_solution(state):
        # More tiles make other solutions.
        result.solutions.append(frozenset(state.laid))
    if len(result.solutions) >= MAX_SOLUTIONS:
        return
    rest = state.copy()
    for number in bits(next(iter(state.groups()), 0)):
        result.depth = max(result.depth, depth + 1)
        try:
            child = assume(rest, number, effort)
        except Contradiction:
            rest.live &= ~(1 << number)
            continue
        _search_below(child, depth + 1, result, effort)
        rest.live &= ~(1 << number)
