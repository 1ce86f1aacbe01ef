"""Whether a puzzle has exactly one solution, proven by a complete search."""

from collections.abc import Sequence
from dataclasses import dataclass

from odin_puzzles.kinds import BANQUET, LAYOUT_KINDS, faults
from odin_puzzles.kinds.banquet import arranged, banquet_pieces, menu_of, menus
from odin_puzzles.kinds.layout_task import LayoutTask, laid_from, solution_pieces
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness import exact_cover, placement_model
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_solver.placement.problem import Laid
from odin_solver.rules.position import Placement


@dataclass(frozen=True)
class UniquenessResult:
    """Result of a search for the solutions of a puzzle.

    Attributes
    ----------
    solutions
        None, one or two solutions that differ in more than identical tiles, symmetry of the
        board, or the order along the banquet table.
    symmetric
        Number of ways to turn or mirror the board without changing the puzzle.
    engine
        The search that was used.
    """

    solutions: tuple[tuple[Placement, ...], ...]
    symmetric: int
    engine: str

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution."""
        return len(self.solutions) == 1


def find_solutions(puzzle: Puzzle, *, seconds: float = 60.0) -> UniquenessResult:
    """Search for two solutions: by exact cover, or by the model if the goal is a value.

    Parameters
    ----------
    puzzle
        The puzzle; its own solution is ignored.
    seconds
        Time limit of each search by the placement model.

    Raises
    ------
    odin_puzzles.uniqueness.placement_model.Undecided
        If the placement model has no proof within the time limit.
    """
    if puzzle.kind == BANQUET.name:
        return _banquet_solutions(puzzle)
    task = LAYOUT_KINDS[puzzle.kind].task(puzzle)
    if task.floor is None:
        return _by_exact_cover(task)
    return find_solutions_by_model(task, seconds=seconds)


def find_solutions_by_model(task: LayoutTask, *, seconds: float = 60.0) -> UniquenessResult:
    """Search with the placement model alone, which also verifies the exact cover search."""
    images = symmetries(task)
    layouts: list[tuple[Laid, ...]] = []
    forbidden: list[tuple[Laid, ...]] = []
    while len(layouts) < 2:
        layout = placement_model.find_another(task, forbidden, seconds=seconds)
        if layout is None:
            break
        forbidden += [tuple(map(image, layout)) for image in images]
        # With several diagonals the model is not exact about the order; the rules decide.
        if task.legal(layout):
            layouts.append(layout)
    return _result(task, layouts, len(images), "placement model")


def solution_faults(puzzle: Puzzle) -> list[str]:
    """Return what is wrong with the puzzle's own solution, by the plain rules."""
    return faults(puzzle, puzzle.solution) if puzzle.solution else ["the puzzle has no solution"]


def same_solution(puzzle: Puzzle, one: Sequence[Placement], other: Sequence[Placement]) -> bool:
    """Whether two solutions are equal up to identical tiles, symmetry, order at the table."""
    if puzzle.kind == BANQUET.name:
        return menu_of(one) == menu_of(other)
    task = LAYOUT_KINDS[puzzle.kind].task(puzzle)
    first = frozenset(laid_from(task.problem, one))
    second = laid_from(task.problem, other)
    return any(frozenset(map(image, second)) == first for image in symmetries(task))


def _by_exact_cover(task: LayoutTask) -> UniquenessResult:
    images = symmetries(task)
    layouts: list[frozenset[Laid]] = []
    for layout in exact_cover.layouts(task):
        orbit = {frozenset(map(image, layout)) for image in images}
        if not orbit & set(layouts):
            layouts.append(frozenset(layout))
        if len(layouts) == 2:
            break
    return _result(task, [sorted(layout) for layout in layouts], len(images), "exact cover")


def _result(
    task: LayoutTask, layouts: Sequence[Sequence[Laid]], symmetric: int, engine: str
) -> UniquenessResult:
    solutions = tuple(solution_pieces(task.problem, layout) for layout in layouts)
    return UniquenessResult(solutions, symmetric, engine)


def _banquet_solutions(puzzle: Puzzle) -> UniquenessResult:
    solutions = []
    for menu in menus(puzzle):
        servings = arranged(menu)
        assert servings is not None
        solutions.append(banquet_pieces(servings))
        if len(solutions) == 2:
            break
    return UniquenessResult(tuple(solutions), 1, "enumeration")
