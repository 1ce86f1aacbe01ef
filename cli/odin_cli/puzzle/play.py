"""``odin puzzle play``: a puzzle in the terminal, with hints, check, undo and timer."""

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table
from rich.text import Text

from odin_cli.output import stderr_console, stdout_console
from odin_cli.puzzle.loading import solved_puzzle
from odin_cli.puzzle.pictures import (
    boards_text,
    clock_text,
    row_of_stars,
    solution_text,
    tiles_text,
    title_text,
)
from odin_puzzles.kinds import faults
from odin_puzzles.play.progress import (
    MOST_STARS,
    BegunPuzzle,
    PuzzleRecord,
    change_record,
    key_of,
    load_records,
)
from odin_puzzles.play.session import Play, Refused, command_text, lay, replayed, take
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.render.terminal.summary import heading
from odin_solver.support.reading import STANDARD_INPUT, read_line
from odin_solver.support.text import shortened
from odin_solver.words.names import number_of

if TYPE_CHECKING:
    from odin_puzzles.grading.result import GradeStep
    from odin_puzzles.play.hints import PuzzleHint


@click.command(epilog="Example: odin puzzle play puzzle.json")
@click.argument("source", metavar="FILE")
def play(source: str) -> None:
    """Play a puzzle in the terminal: lay tiles, ask for hints, check, undo.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or daily. Tiles
    may be laid in any order, except in puzzles of the kind order. Enter `help` for the commands;
    end with `quit`, Ctrl-D or Ctrl-C. The next `play` of the puzzle continues where you ended.
    """
    if source == STANDARD_INPUT:
        raise InputError("play reads moves from standard input: give a file or a share code")
    session = PuzzleSession(solved_puzzle(source), stdout_console())
    session.resume()
    session.begin()
    while not session.over:
        line = session.ask()
        if line is None:
            session.leave()
        else:
            session.obey(line)


@dataclass
class PuzzleSession:
    """A player's session with a puzzle.

    Attributes
    ----------
    puzzle, console
        The puzzle with its solution, and the console for output.
    play
        The pieces laid so far.
    before
        Earlier states for `undo`, the latest last.
    hints, nudges
        Numbers of hints that gave the answer, and of those that gave a nudge only.
    over
        Whether the session has ended.
    record
        Progress with this puzzle; None if it cannot be kept.
    """

    puzzle: Puzzle
    console: Console
    play: Play = field(init=False)
    before: list[Play] = field(default_factory=list)
    hints: int = 0
    nudges: int = 0
    over: bool = False
    began: float = field(default_factory=time.monotonic)
    nudged: "PuzzleHint | None" = None
    record: PuzzleRecord | None = field(default_factory=PuzzleRecord)
    _steps: "tuple[GradeStep, ...] | None" = None

    def __post_init__(self) -> None:
        self.play = Play(self.puzzle)

    @property
    def seconds(self) -> float:
        """Time played, in earlier sessions too."""
        return time.monotonic() - self.began

    @property
    def clock(self) -> str:
        """Time played as minutes and seconds."""
        return clock_text(self.seconds)

    def resume(self) -> None:
        """Continue an unfinished game."""
        try:
            self.record = load_records().get(key_of(self.puzzle), PuzzleRecord())
        except InputError as error:
            self._without_record(error)
            return
        begun = self.record.begun
        if begun is None:
            return
        try:
            *self.before, self.play = replayed(self.puzzle, begun.pieces)
        except Refused:
            return
        self.hints, self.nudges = begun.hints, begun.nudges
        self.began -= begun.seconds
        laid = number_of(len(begun.pieces), "tile")
        self.console.print(
            f"Continuing after {self.clock} with {laid} laid; restart takes everything back.",
            style="dim",
        )

    def save(self) -> None:
        """Keep the unfinished game."""
        begun = self.begun()
        self._keep(lambda record: replace(record, begun=begun if begun.anything else None))

    def begun(self) -> BegunPuzzle:
        """Return the unfinished game as it is kept."""
        pieces = tuple(command_text(self.play, piece) for piece in self.play.pieces)
        return BegunPuzzle(pieces, round(self.seconds, 1), self.hints, self.nudges)

    def _keep(self, change: Callable[[PuzzleRecord], PuzzleRecord]) -> None:
        """Change the record of this puzzle in the file."""
        if self.record is None:
            return
        try:
            self.record = change_record(self.puzzle, change)
        except InputError as error:
            self._without_record(error)

    def _without_record(self, error: InputError) -> None:
        self.record = None
        click.echo(shortened(f"odin: {error} (progress is not kept)"), err=True)

    def begin(self) -> None:
        """Show the puzzle and how to play."""
        self.console.print(title_text(self.puzzle))
        if self.record and self.record.best is not None:
            best = clock_text(self.record.best)
            self.console.print(f"Solved before, best time {best}.", style="dim")
        self.console.print()
        self.show()
        example = "peas lengthwise" if self.play.at_table else "robe a1:c3"
        self.console.print(
            f"Lay a tile with its name and cells ({example}); help names the other commands.",
            style="dim",
        )

    def ask(self) -> str | None:
        """Read the player's next line; None at the end of the input."""
        if sys.stdin is None or not sys.stdin.isatty():
            return read_line() or None
        with suppress(ImportError):
            import readline  # noqa: F401  (arrow keys edit the line)
        left = sum(self.play.left.values())
        prompt = f"[{self.clock}] {left} left > "
        try:
            return self.console.input(Text(prompt, style="bold"), markup=False)
        except EOFError:
            self.console.print()
            return None
        except KeyboardInterrupt:
            self.save()
            stderr_console().print(f"\nGoodbye, after {self.clock}.")
            raise

    def obey(self, line: str) -> None:
        """Execute a line: a command, or a tile to lay."""
        words = line.split()
        if not words:
            return
        command = COMMANDS.get(words[0].lower())
        try:
            if command is not None:
                command.act(self, " ".join(words[1:]))
            else:
                self.change(lay(self.play, line))
            if not self.over and (command is None or command.changes):
                self.save()
        except Refused as error:
            self.console.print(Text(f"No: {shortened(str(error))}.", style="red"), soft_wrap=True)

    def change(self, after: Play) -> None:
        """Replace the pieces, and check whether they solve the puzzle."""
        self.before.append(self.play)
        self.play = after
        self.nudged = None
        if after.solved:
            self.show()
            self.congratulate()
            return
        self.show()
        reached = "All tiles are laid" if not after.left else "The goal is reached"
        if not after.left or after.reached:
            fault = faults(self.puzzle, after.pieces)[0]
            self.console.print(Text(f"{reached}, but {fault}.", "yellow"))

    def show(self) -> None:
        """Draw the boards and the tiles that are left."""
        self.console.print(boards_text(self.puzzle, self.play.pieces))
        if self.play.left:
            self.console.print(heading("Tiles left"))
            self.console.print(tiles_text(self.play.left))

    def congratulate(self) -> None:
        """End with time, hints and stars."""
        self.over = True
        begun = self.begun()
        seconds = begun.seconds
        former = self.record.best if self.record else None
        used = self.hints + self.nudges
        hints = "no hints" if not used else "1 hint" if used == 1 else f"{used} hints"
        text = Text("Solved! ", style="bold green")
        text.append(row_of_stars(begun.stars, MOST_STARS), style="bold yellow")
        text.append(f"  in {self.clock} with {hints}", style="not bold")
        if former is not None:
            best = "the best time so far" if seconds < former else f"best {clock_text(former)}"
            text.append(f" ({best})", style="not bold")
        self.console.print(text)
        self._keep(lambda record: record.after_solving(seconds, begun.stars))

    def leave(self) -> None:
        """End without a solution; the next session continues."""
        self.over = True
        self.save()
        self.console.print(f"Goodbye, after {self.clock}.")

    def undo(self) -> None:
        """Undo the last change."""
        if not self.before:
            raise Refused("there is nothing to undo")
        self.play = self.before.pop()
        self.nudged = None
        self.show()

    def restart(self) -> None:
        """Take all pieces back; the clock keeps running."""
        self.change(Play(self.puzzle))

    def check(self) -> None:
        """Print whether the pieces so far belong to the solution."""
        from odin_puzzles.play.hints import misplaced

        wrong = misplaced(self.play, self.puzzle.solution)
        laid = len(self.play.pieces)
        if wrong:
            count = "one piece does" if len(wrong) == 1 else f"{len(wrong)} pieces do"
            self.console.print(f"Not so far: {count} not belong to the solution.", style="yellow")
        elif not laid:
            self.console.print("Nothing is laid yet.")
        else:
            total = len(self.puzzle.solution)
            self.console.print(f"All right so far: {laid} of {total} pieces.", style="green")

    def hint(self) -> None:
        """Print a nudge; the next time print the answer."""
        from odin_puzzles.play.hints import hint

        if self.nudged is None:
            self.nudged = hint(self.play, self.puzzle.solution, self.steps())
            self.nudges += 1
            self.console.print(Text(f"Hint: {self.nudged.nudge}", style="cyan"))
            self.console.print("(hint again tells what to do)", style="dim")
            return
        self.hints += 1
        self.nudges -= 1
        self.console.print(Text(f"Hint: {self.nudged.answer}", style="cyan"))
        self.console.print(Text(f"  {self.nudged.command}", style="bold cyan"))
        self.nudged = None

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

    def give_up(self) -> None:
        """Show the solution and end."""
        self.over = True
        self._keep(lambda record: replace(record, begun=None))
        self.console.print(solution_text(self.puzzle, self.puzzle.solution))
        self.console.print(f"That is the solution, after {self.clock}.")

    def help(self) -> None:
        """List all commands."""
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
        table.add_column(style="bold", no_wrap=True)
        table.add_column(overflow="fold")
        if self.play.at_table:
            table.add_row("peas", "serve upright where the table is free; peas 5: from cell 5")
            table.add_row(
                "peas lengthwise", "serve with the long side along the table (or: peas l)"
            )
        else:
            table.add_row("robe a1:c3", "lay a tile on a rectangle of cells")
            table.add_row("helmet a1 b1 b2 ...", "lay a tile on named cells")
            if len(self.puzzle.position.boards) > 1:
                table.add_row("2 robe a1:c3", "lay a tile on the second board")
            table.add_row("", "names may be abbreviated, or be the two letters of the picture")
        for name, command in COMMANDS.items():
            table.add_row(f"{name} {command.argument}".strip(), command.help)
        self.console.print(table)


@dataclass(frozen=True)
class PuzzleCommand:
    """A command besides laying tiles."""

    act: Callable[[PuzzleSession, str], None]
    help: str
    argument: str = ""
    changes: bool = False
    """Whether there is something to save afterwards."""


def _taken(session: PuzzleSession, place: str) -> None:
    session.change(take(session.play, place))


COMMANDS: Mapping[str, PuzzleCommand] = MappingProxyType(
    {
        "take": PuzzleCommand(_taken, "take back the piece on a cell", "a1", changes=True),
        "undo": PuzzleCommand(lambda session, _: session.undo(), "go back one step", changes=True),
        "hint": PuzzleCommand(
            lambda session, _: session.hint(), "where to look; again: what to lay", changes=True
        ),
        "check": PuzzleCommand(
            lambda session, _: session.check(), "do all pieces belong to the solution?"
        ),
        "show": PuzzleCommand(
            lambda session, _: session.begin(), "show the question and the boards"
        ),
        "restart": PuzzleCommand(
            lambda session, _: session.restart(), "take everything back", changes=True
        ),
        "solution": PuzzleCommand(lambda session, _: session.give_up(), "give up and see it"),
        "help": PuzzleCommand(lambda session, _: session.help(), "show this list"),
        "quit": PuzzleCommand(lambda session, _: session.leave(), "end (also Ctrl-D)"),
    }
)
"""The commands in the order of the help."""
