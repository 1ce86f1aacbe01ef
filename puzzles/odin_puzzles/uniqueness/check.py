"""Whether a puzzle has one solution, proven by a search that ends without a second one."""

from collections.abc import Sequence
from dataclasses import dataclass

from odin_puzzles.kinds import BANQUET, LAYOUT_KINDS, faults
from odin_puzzles.kinds.banquet import arranged, banquet_pieces, menu_of, menus
from odin_puzzles.puzzle import Puzzle, SolutionPiece
from odin_puzzles.uniqueness import exact_cover as cover
from odin_puzzles.uniqueness import placement_model as model
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_puzzles.uniqueness.task import Task, laid_from, solution_pieces
from odin_solver.placement.problem import Laid


@dataclass(frozen=True)
class Solutions:
    """What a search for the solutions of a puzzle found.

    Attributes
    ----------
    found
        Solutions that differ in more than identical tiles, symmetry of the board, or the order
        along the banquet table: none, one or two.
    symmetric
        In how many ways the board can be turned or mirrored without changing the puzzle.
    engine
        What searched.
    """

    found: tuple[tuple[SolutionPiece, ...], ...]
    symmetric: int
    engine: str

    @property
    def unique(self) -> bool:
        """Whether there is one solution, and no other."""
        return len(self.found) == 1


def solutions(puzzle: Puzzle, *, seconds: float = 60.0) -> Solutions:
    """Search for a solution and a second one, by exact cover where the goal has no value.

    Parameters
    ----------
    puzzle
        The puzzle; its own solution is not looked at.
    seconds
        Limit of each search by the placement model.

    Raises
    ------
    odin_puzzles.uniqueness.placement_model.Undecided
        If the placement model came to no proof within the limit.
    """
    if puzzle.kind == BANQUET.name:
        return _banquet_solutions(puzzle)
    task = LAYOUT_KINDS[puzzle.kind].task(puzzle)
    if task.floor is None:
        return _by_cover(task)
    return by_model(task, seconds=seconds)


def by_model(task: Task, *, seconds: float = 60.0) -> Solutions:
    """Search with the placement model alone, for kinds with a value and to verify all others."""
    images = symmetries(task)
    found: list[tuple[Laid, ...]] = []
    known: list[tuple[Laid, ...]] = []
    while len(found) < 2:
        laid = model.another(task, known, seconds=seconds)
        if laid is None:
            break
        orbit = [tuple(move(each) for each in laid) for move in images]
        known += orbit
        # On several diagonals the model says all about the order; the rules have the last word.
        if task.legal(laid):
            found.append(laid)
    return Solutions(_pieces(task, found), len(images), "placement model")


def wrong(puzzle: Puzzle) -> list[str]:
    """What is wrong with the puzzle's own solution, by the plain rules."""
    return faults(puzzle, puzzle.solution) if puzzle.solution else ["the puzzle has no solution"]


def same_solution(
    puzzle: Puzzle, one: Sequence[SolutionPiece], other: Sequence[SolutionPiece]
) -> bool:
    """Whether two solutions count as one: up to identical tiles, symmetry, order at the table."""
    if puzzle.kind == BANQUET.name:
        return menu_of(one) == menu_of(other)
    task = LAYOUT_KINDS[puzzle.kind].task(puzzle)
    first = frozenset(laid_from(task.problem, one))
    second = laid_from(task.problem, other)
    return any(frozenset(map(move, second)) == first for move in symmetries(task))


def _by_cover(task: Task) -> Solutions:
    images = symmetries(task)
    found: list[frozenset[Laid]] = []
    for laid in cover.layouts(task):
        orbit = {frozenset(move(each) for each in laid) for move in images}
        if not orbit & set(found):
            found.append(frozenset(laid))
        if len(found) == 2:
            break
    ordered = [tuple(sorted(each)) for each in found]
    return Solutions(_pieces(task, ordered), len(images), "exact cover")


def _pieces(task: Task, found: Sequence[tuple[Laid, ...]]) -> tuple[tuple[SolutionPiece, ...], ...]:
    return tuple(solution_pieces(task.problem, laid) for laid in found)


def _banquet_solutions(puzzle: Puzzle) -> Solutions:
    found = []
    for served in menus(puzzle):
        servings = arranged(served)
        assert servings is not None
        found.append(banquet_pieces(servings))
        if len(found) == 2:
            break
    return Solutions(tuple(found), 1, "enumeration")
