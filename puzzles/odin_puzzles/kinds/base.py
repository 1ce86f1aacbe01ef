"""The interface of the kinds of puzzles."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec

from odin_puzzles.grading.result import Grade
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.share.coder import Coder
from odin_solver.components import BOARDS, Board, Cell
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Placement, Position
from odin_solver.support.display import Brief
from odin_solver.support.language import say_number

if TYPE_CHECKING:
    from rich.console import RenderableType

ODIN = "odin"
"""The game A Feast for Odin."""

SOLO = "solo"
"""Its solo game, whose puzzles are played as games."""

SMALL = "small"
"""Name of a small random board."""

OWN = "own"
"""Name of a board of one's own."""

CORNERS = tuple(f"home-{side}" for side in range(4, 9))
"""Squares in the lower left of the home board."""


@dataclass(frozen=True, repr=False)
class UniquenessResult(Brief):
    """Result of a search for the solutions of a puzzle.

    Attributes
    ----------
    solutions
        None, one or two solutions that differ in more than identical tiles, symmetry of the
        board, or the order along the banquet table.
    symmetric
        Number of ways to turn or mirror the board without changing the puzzle.
    """

    solutions: tuple[Any, ...]
    symmetric: int = 1
    engine: str = "enumeration"

    @property
    def unique(self) -> bool:
        return len(self.solutions) == 1


class PuzzleHint(NamedTuple):
    """A hint in two stages: where to look, then what follows and why, with command and piece."""

    nudge: str
    answer: str
    command: str
    piece: Placement | None = None


class PuzzleKind(ABC):
    """A kind of puzzle.

    Attributes
    ----------
    goal, solution
        The types of its goals and of its solutions in files.
    place, hardest_place
        Name of the default board, and if it is another one that of difficulty 5; see
        `odin_puzzles.puzzle.Spec`.
    explained
        Whether steps of the grade lay pieces one after the other.
    difficulties, why
        The difficulties that its puzzles can have, and why they can have no others.
    """

    name: ClassVar[str]
    game: ClassVar[str]
    goal: ClassVar[type[msgspec.Struct]]
    solution: ClassVar[Any]
    place: ClassVar[str]
    hardest_place: ClassVar[str] = ""
    explained: ClassVar[bool] = False
    difficulties: ClassVar[range] = range(1, 6)
    why: ClassVar[str] = ""

    @abstractmethod
    def position_from(self, data: object, name: str) -> Any:
        """Read a position; errors begin with `name`."""

    @abstractmethod
    def position_data(self, position: Any) -> Mapping[str, Any]:
        """Return a position as plain data."""

    def goal_from(self, goal: Any, position: Any) -> Any:
        """Check a goal against its position; return it in the order of the board."""
        return goal

    @abstractmethod
    def solution_from(self, solution: Any, position: Any) -> Any:
        """Convert a solution of a file; raise InputError if it is none."""

    @abstractmethod
    def answer_from(self, data: object, name: str, position: Any) -> Any:
        """Read an answer from plain data: a solution, or an object with one as its ``solution``."""

    @abstractmethod
    def solution_data(self, solution: Any) -> Any:
        """Return an answer as plain data."""

    @abstractmethod
    def identity(self, puzzle: Puzzle) -> list[Any]:
        """Return what tells a puzzle from others, as plain data."""

    @abstractmethod
    def question(self, puzzle: Puzzle) -> str:
        """Return the question in words of the game."""

    @abstractmethod
    def faults(self, puzzle: Puzzle, answer: Any) -> list[str]:
        """Return everything that is wrong with an answer, by the plain rules."""

    @abstractmethod
    def solutions(self, puzzle: Puzzle) -> Iterable[Any]:
        """Return the answers by a complete search."""

    def find(self, puzzle: Puzzle, seconds: float) -> UniquenessResult:
        """Search for two solutions; `seconds` limits each search by a model."""
        return UniquenessResult(tuple(islice(self.solutions(puzzle), 2)))

    def same(self, puzzle: Puzzle, one: Any, other: Any) -> bool:
        """Whether two solutions count as one."""
        return bool(one == other)

    @abstractmethod
    def grade(self, puzzle: Puzzle) -> Grade:
        """Return the grade; raise ValueError if the solution is not unique."""

    @abstractmethod
    def boards(self) -> tuple[str, ...]:
        """Return the names of boards on which puzzles can be made."""

    @abstractmethod
    def attempt(self, spec: Spec, number: int) -> Puzzle | None:
        """Make one attempt at a puzzle with one solution; None if it fails."""

    def nearing(self, spec: Spec, number: int) -> Iterator[Puzzle]:
        """Make an attempt; yield its puzzles, each nearer to what is wanted."""
        made = self.attempt(spec, number)
        if made is not None:
            yield made

    @abstractmethod
    def traits(self, puzzle: Puzzle, spec: Spec) -> Iterable[tuple[str, object, object]]:
        """Return fields, values, and values that the generator would have given."""

    @abstractmethod
    def play(self, puzzle: Puzzle) -> Any:
        """Return the puzzle with nothing laid, with the methods of `GamePlay` and `Play`."""

    def pieces_in_words(self, count: int) -> str:
        """Return how many pieces a player has laid."""
        return say_number("{n} piece", "{n} pieces", count)

    @abstractmethod
    def how(self, puzzle: Puzzle) -> str:
        """Return how to lay something, as a sentence without its stop."""

    @abstractmethod
    def size(self, puzzle: Puzzle) -> int:
        """Return how many pieces the solution has."""

    @abstractmethod
    def help(self, puzzle: Puzzle) -> Mapping[str, str]:
        """Return examples of commands with what they do."""

    @abstractmethod
    def drawing(self, puzzle: Puzzle, answer: Any = None) -> "RenderableType":
        """Draw the position, or an answer, be it complete or not, for a terminal."""

    @abstractmethod
    def solution_drawing(self, puzzle: Puzzle, answer: Any) -> "RenderableType":
        """Draw an answer, and name its parts."""


class FeastKind(PuzzleKind):
    """A kind of puzzle of A Feast for Odin: tiles are laid on boards, or on the banquet table."""

    game = ODIN
    place = SMALL
    corners: ClassVar[bool] = False
    """Whether it can be made on a corner of the home board."""

    at_table: ClassVar[bool] = False
    """Whether tiles are laid on the banquet table."""

    in_order: ClassVar[bool] = False
    """Whether an answer names the order of laying."""

    spares: ClassVar[bool] = False
    """Whether tiles of the supply may stay over."""

    def reached(self, puzzle: Puzzle, pieces: Sequence[Placement]) -> bool:
        """Whether the goal is reached, be the layout legal or not."""
        return False

    @abstractmethod
    def title(self, puzzle: Puzzle, where: str) -> str:
        """Return what a puzzle asks for in a few words; `where` names its board."""

    @abstractmethod
    def standing(self, puzzle: Puzzle, pieces: Sequence[Placement]) -> dict[str, tuple[int, int]]:
        """Return what counts for the goal: how much there is, and how much is wanted."""

    def goal_code(self, code: Coder, position: Position, goal: Any) -> Any:
        """Code a goal, None if it is to be read, in a share code: by default its numbers."""
        given = {name: getattr(goal, name, 0) for name in self.goal.__struct_fields__}
        boards = len(position.boards)
        return self.goal(
            **{
                name: code.choice(boards, number) if name == "board" else code.amount(number)
                for name, number in given.items()
            }
        )

    @abstractmethod
    def candidates(self, spec: Spec, level: int, random: Random) -> Iterable[Puzzle]:
        """Yield puzzles whose solution may not be unique, of about a difficulty."""

    @abstractmethod
    def proven(self, puzzle: Puzzle) -> bool:
        """Whether a second engine confirms the solution."""

    def with_clues(self, puzzle: Puzzle, random: Random, most: int) -> Puzzle | None:
        """Return a candidate with the clues that its kind needs; None if `most` are not enough."""
        return puzzle

    def fits(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle suits its kind."""
        return True

    def after_clue(self, puzzle: Puzzle, piece: Placement | None, by: int) -> Any:
        """Return the goal after a piece becomes a clue (`by` is -1) or goes back (1).

        Without a piece, other tiles take the place of some, and there are so many more of them.
        The puzzle has its new position and solution already. None if no goal is left.
        """
        return puzzle.goal

    def find_soon(self, puzzle: Puzzle) -> UniquenessResult | None:
        """Search for two solutions; None if the search does not end soon."""
        return self.find(puzzle, math.inf)

    def empty_boards(self, puzzle: Puzzle) -> list[BoardState]:
        """Return the boards at the beginning."""
        return list(puzzle.position.boards)

    def images(
        self, puzzle: Puzzle, solution: tuple[Placement, ...]
    ) -> list[tuple[Placement, ...]]:
        """Return a solution as it is, and turned or mirrored if the puzzle stays the same."""
        return [solution]

    def marked(self, puzzle: Puzzle) -> Mapping[int, tuple[Cell, ...]]:
        """Return the cells of the goal that are marked, by the numbers of their boards."""
        return {}

    def region(self, puzzle: Puzzle) -> tuple[int, tuple[Cell, ...]] | None:
        """Return the board and the cells outside of which nothing is laid, if there are such."""
        return None

    def possible(self, board: Board) -> bool:
        """Whether there can be a puzzle on a printed board."""
        return True

    def small_board(self, level: int, random: Random) -> Board:
        """Return a small random board for a difficulty."""
        raise NotImplementedError

    def boards(self) -> tuple[str, ...]:
        printed = [name for name, board in BOARDS.items() if board.rows and self.possible(board)]
        corners = CORNERS if self.corners else ()
        return (SMALL, *corners, *printed)
