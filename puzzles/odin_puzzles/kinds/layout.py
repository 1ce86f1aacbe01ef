"""The kinds that ask for a layout of boards, and what their goals have in common."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec

from odin_puzzles.grading.result import Grade
from odin_puzzles.kinds.answers import position_after
from odin_puzzles.kinds.base import UniquenessResult
from odin_puzzles.kinds.layout_task import LayoutTask, laid_from, solution_pieces
from odin_puzzles.kinds.tiles import TileKind
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness import exact_cover, placement_model
from odin_puzzles.uniqueness.check import find_by_exact_cover, find_solutions_by_model
from odin_puzzles.uniqueness.placement_model import PATIENCE
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_solver.errors import InputError
from odin_solver.notation.positions import MAX_CELLS, Coordinate
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position
from odin_solver.support.language import say, say_as

Number = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Cells = Annotated[tuple[tuple[Coordinate, Coordinate], ...], msgspec.Meta(max_length=MAX_CELLS)]


class LayoutKind(TileKind):
    """A kind of puzzle that asks for a layout of boards."""

    explained = True

    @abstractmethod
    def task(self, puzzle: Puzzle) -> LayoutTask:
        """Return the task for a search."""

    @abstractmethod
    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        """Return how a legal layout misses the goal; nothing if it reaches the goal."""

    def reached(self, puzzle: Puzzle, pieces: Sequence[Placement]) -> bool:
        return not self.missed(puzzle, position_after(puzzle, pieces))

    def goal_from(self, goal: Any, position: Position) -> Any:
        """Check that there are boards, and that of the goal if it names one."""
        if not position.boards:
            raise InputError.said("position.boards: expected at least one board")
        board = getattr(goal, "board", 0)
        InputError.unless_within("goal.board", board, 0, len(position.boards) - 1)
        return goal

    def faults(self, puzzle: Puzzle, answer: Sequence[Placement]) -> list[str]:
        """Return the faults of an answer: broken rules, missing tiles, a missed goal."""
        boards = range(len(puzzle.position.boards))
        unknown = next((piece.board for piece in answer if piece.board not in boards), None)
        if unknown is not None:
            return [say("there is no board {n}", n=unknown)]
        after = position_after(puzzle, answer)
        violations = position_violations(after, in_order=self.in_order)
        broken = [violation.message for violation in violations]
        left = after.supply.items()
        broken += [
            say("{n} {tile} more than there are", n=-count, tile=name)
            for name, count in left
            if count < 0
        ]
        return broken or self.missed(puzzle, after)

    def solutions(self, puzzle: Puzzle) -> Iterable[tuple[Placement, ...]]:
        """Return the solutions by exact cover, symmetric ones as well."""
        task = self.task(puzzle)
        return (solution_pieces(task.problem, laid) for laid in exact_cover.layouts(task))

    def find(self, puzzle: Puzzle, seconds: float) -> UniquenessResult:
        """Search for two solutions: by exact cover, or by the model if the goal is a value."""
        task = self.task(puzzle)
        if task.minimum is None:
            return find_by_exact_cover(task)
        return find_solutions_by_model(task, seconds=seconds)

    def find_soon(self, puzzle: Puzzle) -> UniquenessResult | None:
        task = self.task(puzzle)
        if not exact_cover.lays_all(task):
            return super().find_soon(puzzle)
        most = 1 + len(symmetries(task))
        search = exact_cover.soon(task, most)
        ended = search.complete or len(search.found) == most
        return find_by_exact_cover(task, search.found) if ended else None

    def proven(self, puzzle: Puzzle) -> bool:
        task = self.task(puzzle)
        known = laid_from(task.problem, puzzle.solution)
        if not placement_model.allows(task, known):
            return False
        return find_solutions_by_model(task, known, seconds=PATIENCE).unique

    def same(self, puzzle: Puzzle, one: Any, other: Any) -> bool:
        """Whether two solutions are equal up to identical tiles and symmetry."""
        task = self.task(puzzle)
        first = frozenset(laid_from(task.problem, one))
        second = laid_from(task.problem, other)
        return any(frozenset(map(image, second)) == first for image in symmetries(task))

    def images(
        self, puzzle: Puzzle, solution: tuple[Placement, ...]
    ) -> list[tuple[Placement, ...]]:
        task = self.task(puzzle)
        laid = laid_from(task.problem, solution)
        return [
            tuple(
                Placement(piece.board, task.problem.piece(image(each)))
                for piece, each in zip(solution, laid, strict=True)
            )
            for image in symmetries(task)
        ]

    def grade(self, puzzle: Puzzle) -> Grade:
        from odin_puzzles.grading.layout_solver import solve

        return solve(self.task(puzzle), puzzle.solution)


def board_name(puzzle: Puzzle) -> str:
    """Return the name of the board of the goal if there are several boards; else nothing."""
    boards = puzzle.position.boards
    return say_as("board", boards[puzzle.goal.board].board.name) if len(boards) > 1 else ""
