"""``odin puzzle play``: a puzzle in the terminal, with hints, check, undo and timer."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from rich.text import Text

from odin_cli.commands import command
from odin_cli.options import FILE
from odin_cli.output import stdout_console
from odin_cli.puzzle.loading import solved_puzzle
from odin_cli.puzzle.pictures import boards_text, solution_text, stars, tiles_text, title_text
from odin_cli.puzzle.session import TerminalSession
from odin_puzzles.games.play import GamePlay
from odin_puzzles.games.puzzle import GamePuzzle
from odin_puzzles.kinds import faults
from odin_puzzles.play.session import Play, command_text, lay, replayed, take
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.render.terminal.summary import heading
from odin_solver.support.reading import STANDARD_INPUT

if TYPE_CHECKING:
    from odin_puzzles.grading.result import GradeStep
    from odin_puzzles.play.hints import PuzzleHint


@command("odin puzzle play puzzle.json")
def play(source: str = FILE) -> None:
    """Play a puzzle in the terminal: lay tiles, ask for hints, check, undo.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or daily. Tiles
    may be laid in any order, except in puzzles of the kind order. Enter `help` for the commands;
    end with `quit`, Ctrl-D or Ctrl-C. The next `play` of the puzzle continues where you ended.
    """
    if source == STANDARD_INPUT:
        raise InputError("play reads moves from standard input: give a file or a share code")
    puzzle = solved_puzzle(source)
    if isinstance(puzzle, GamePuzzle):
        GameSession(puzzle, stdout_console()).run()
    else:
        PuzzleSession(puzzle, stdout_console()).run()


class PuzzleSession(TerminalSession[Puzzle, Play]):
    """A session with a puzzle of A Feast for Odin."""

    _steps: "tuple[GradeStep, ...] | None" = None

    def beginning(self) -> Play:
        """Return the puzzle with nothing laid."""
        return Play(self.puzzle)

    def replayed(self, pieces: Sequence[str]) -> Iterable[Play]:
        """Return the plays before the first of some pieces, and after each."""
        return replayed(self.puzzle, pieces)

    def pieces(self) -> tuple[str, ...]:
        """Return the pieces laid so far as commands."""
        return tuple(command_text(self.play, piece) for piece in self.play.pieces)

    def introduce(self) -> None:
        """Show title and question."""
        self.console.print(title_text(self.puzzle))

    @property
    def how(self) -> str:
        """How to lay a tile."""
        example = "peas lengthwise" if self.play.at_table else "robe a1:c3"
        return f"Lay a tile with its name and cells ({example})"

    def left(self) -> str:
        """Return how many tiles are left."""
        return f"{sum(self.play.left.values())} left "

    def lay(self, line: str) -> Play:
        """Return the play after laying a tile."""
        return lay(self.play, line)

    def take(self, place: str) -> Play:
        """Return the play after taking back the piece on a cell."""
        return take(self.play, place)

    def solved(self) -> bool:
        """Whether the pieces solve the puzzle."""
        return self.play.solved

    def comment(self) -> None:
        """Say what is wrong once all tiles are laid, or the goal is reached."""
        reached = "All tiles are laid" if not self.play.left else "The goal is reached"
        if not self.play.left or self.play.reached:
            fault = faults(self.puzzle, self.play.pieces)[0]
            self.console.print(Text(f"{reached}, but {fault}.", "yellow"))

    def show(self) -> None:
        """Draw the boards and the tiles that are left."""
        self.console.print(boards_text(self.puzzle, self.play.pieces))
        if self.play.left:
            self.console.print(heading("Tiles left"))
            self.console.print(tiles_text(self.play.left))

    def wrong(self) -> tuple[int, int]:
        """Return how many pieces do not belong to the solution, and how many it has."""
        from odin_puzzles.play.hints import misplaced

        return len(misplaced(self.play, self.puzzle.solution)), len(self.puzzle.solution)

    def next_hint(self) -> "PuzzleHint":
        """Return what to do next."""
        from odin_puzzles.play.hints import hint

        return hint(self.play, self.puzzle.solution, self.steps())

    def steps(self) -> "tuple[GradeStep, ...]":
        """Return the steps of the puzzle's grade; none at a banquet or if grading fails."""
        if self.play.at_table:
            return ()
        if self._steps is None:
            from odin_puzzles.grading.grade import grade

            # Hints for an unsound puzzle follow its own solution.
            with suppress(ValueError):
                self._steps = tuple(grade(self.puzzle).steps)
            self._steps = self._steps or ()
        return self._steps

    def solution(self) -> None:
        """Draw the solution."""
        self.console.print(solution_text(self.puzzle, self.puzzle.solution))

    def examples(self) -> Iterable[tuple[str, str]]:
        """Return ways to lay tiles."""
        if self.play.at_table:
            yield "peas", "serve upright where the table is free; peas 5: from cell 5"
            yield "peas lengthwise", "serve with the long side along the table (or: peas l)"
            return
        yield "robe a1:c3", "lay a tile on a rectangle of cells"
        yield "helmet a1 b1 b2 ...", "lay a tile on named cells"
        if len(self.puzzle.position.boards) > 1:
            yield "2 robe a1:c3", "lay a tile on the second board"
        yield "", "names may be abbreviated, or be the two letters of the picture"


class GameSession(TerminalSession[GamePuzzle, GamePlay]):
    """A session with a puzzle of another game."""

    noun = "piece"

    def beginning(self) -> GamePlay:
        """Return the puzzle with nothing done."""
        return GamePlay(self.puzzle)

    def replayed(self, pieces: Sequence[str]) -> Iterable[GamePlay]:
        """Return the plays before the first of some steps, and after each."""
        plays = [self.beginning()]
        for step in pieces:
            plays.append(plays[-1].after(step))
        return plays

    def pieces(self) -> tuple[str, ...]:
        """Return the steps so far."""
        return self.play.steps

    def introduce(self) -> None:
        """Show title and question."""
        text = Text(self.puzzle.title or self.puzzle.kind, style="bold")
        text.append(f"  {stars(self.puzzle.difficulty)}", style="bold yellow")
        text.append(f"\n{self.play.kind.question(self.puzzle)}", style="not bold")
        self.console.print(text)

    @property
    def how(self) -> str:
        """How to enter a step."""
        return "Enter what you do, such as " + " or ".join(line for line, _ in self.examples())

    def show(self) -> None:
        """Draw the position, and list the steps."""
        self.console.print(self.play.kind.drawing(self.puzzle, self.play.answer))
        if self.play.steps:
            self.console.print(Text("So far: " + ", ".join(self.play.steps)))

    def lay(self, line: str) -> GamePlay:
        """Return the play after a step."""
        return self.play.after(line)

    def take(self, place: str) -> GamePlay:
        """Return the play without a step."""
        return self.play.without(place)

    def solved(self) -> bool:
        """Whether the steps solve the puzzle."""
        return not self.play.faults

    def comment(self) -> None:
        """Say what is wrong once there are as many steps as the solution has."""
        if len(self.play.steps) >= len(self.play.nearest):
            self.console.print(Text(f"Not yet: {self.play.faults[0]}.", "yellow"))

    def wrong(self) -> tuple[int, int]:
        """Return how many steps do not belong to the solution, and how many it has."""
        return len(self.play.misplaced), len(self.play.nearest)

    def next_hint(self) -> "PuzzleHint":
        """Return what to do next."""
        from odin_puzzles.play.hints import PuzzleHint

        return PuzzleHint(*self.play.hint())

    def solution(self) -> None:
        """Draw the solution."""
        kind, answer = self.play.kind, self.puzzle.solution or {}
        self.console.print(kind.drawing(self.puzzle, answer))
        self.console.print(", ".join(kind.steps(answer)))

    def examples(self) -> Iterable[tuple[str, str]]:
        """Return examples of steps."""
        return self.play.kind.help(self.puzzle).items()
