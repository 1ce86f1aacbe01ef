"""A session with a puzzle in the terminal: clock, progress, commands; of any game."""

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from odin_cli.output import stderr_console
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.base import AnyPlay, PuzzleHint, PuzzleKind
from odin_puzzles.play.drawing import clock_text, row_of_stars, title_text
from odin_puzzles.play.progress import (
    MOST_STARS,
    BegunPuzzle,
    PuzzleRecord,
    change_record,
    key_of,
    load_records,
)
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.support.language import mark, say, say_number
from odin_solver.support.reading import read_line
from odin_solver.support.text import shortened

if TYPE_CHECKING:
    from odin_puzzles.grading.result import GradeStep


@dataclass
class PuzzleSession:
    """A player's session with a puzzle.

    Attributes
    ----------
    play
        What is laid so far.
    before
        Earlier states for `undo`, the latest last.
    hints, nudges
        Numbers of hints that gave the answer, and of those that gave a nudge only.
    record
        Progress with this puzzle; None if it cannot be kept.
    """

    puzzle: Puzzle
    console: Console
    play: AnyPlay = field(init=False)
    before: list[AnyPlay] = field(default_factory=list)
    hints: int = 0
    nudges: int = 0
    over: bool = False
    began: float = field(default_factory=time.monotonic)
    nudged: PuzzleHint | None = None
    record: PuzzleRecord | None = field(default_factory=PuzzleRecord)

    def __post_init__(self) -> None:
        self.play = self.kind.play(self.puzzle)

    @property
    def kind(self) -> PuzzleKind:
        """The puzzle's kind."""
        return kind_of(self.puzzle)

    @cached_property
    def steps(self) -> "tuple[GradeStep, ...]":
        """The steps of the puzzle's grade that explain hints."""
        from odin_puzzles.grading.grade import steps_for_hints

        return steps_for_hints(self.puzzle)

    def run(self) -> None:
        """Play until the end."""
        self.resume()
        self.begin()
        while not self.over:
            line = self.ask()
            if line is None:
                self.leave()
            else:
                self.obey(line)

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
        plays = [self.play]
        try:
            for piece in begun.pieces:
                plays.append(plays[-1].after(piece))
        except InputError:
            return
        *self.before, self.play = plays
        self.hints, self.nudges = begun.hints, begun.nudges
        self.began -= begun.seconds
        count = len(begun.pieces)
        laid = self.kind.pieces_in_words(count)
        self.console.print(
            say(
                "Continuing after {time} with {pieces} laid; restart takes everything back.",
                time=self.clock,
                pieces=laid,
            ),
            style="dim",
        )

    def save(self) -> None:
        """Keep the unfinished game."""
        begun = self.begun()
        self._keep(lambda record: replace(record, begun=begun if begun.anything else None))

    def begun(self) -> BegunPuzzle:
        """Return the unfinished game as it is kept."""
        return BegunPuzzle(self.play.commands, round(self.seconds, 1), self.hints, self.nudges)

    def _keep(self, change: Callable[[PuzzleRecord], PuzzleRecord]) -> None:
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
            self.console.print(say("Solved before, best time {time}.", time=best), style="dim")
        self.console.print()
        self.show()
        how = self.kind.how(self.puzzle)
        self.console.print(say("{how}; help names the other commands.", how=how), style="dim")

    def show(self) -> None:
        """Draw what is laid, and what is left."""
        self.console.print(self.play.drawing())

    def ask(self) -> str | None:
        """Read the player's next line; None at the end of the input."""
        if sys.stdin is None or not sys.stdin.isatty():
            return read_line() or None
        with suppress(ImportError):
            import readline  # noqa: F401  (arrow keys edit the line)
        prompt = f"[{self.clock}] {self.play.todo}> "
        try:
            return self.console.input(Text(prompt, style="bold"), markup=False)
        except EOFError:
            self.console.print()
            return None
        except KeyboardInterrupt:
            self.save()
            stderr_console().print(f"\n{self.goodbye()}")
            raise

    def goodbye(self) -> str:
        """Return the last words."""
        return say("Goodbye, after {time}.", time=self.clock)

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
                self.change(self.play.after(line))
            if not self.over and (command is None or command.changes):
                self.save()
        except InputError as error:
            refused = say("No: {reason}.", reason=shortened(str(error)))
            self.console.print(Text(refused, style="red"), soft_wrap=True)

    def change(self, after: AnyPlay) -> None:
        """Replace what is laid, and check whether it solves the puzzle."""
        self.before.append(self.play)
        self.play = after
        self.nudged = None
        self.show()
        if self.play.solved:
            self.congratulate()
        elif self.play.fault:
            self.console.print(Text(say("Not yet: {fault}.", fault=self.play.fault), "yellow"))

    def congratulate(self) -> None:
        """End with time, hints and stars."""
        self.over = True
        begun = self.begun()
        seconds = begun.seconds
        former = self.record.best if self.record else None
        used = self.hints + self.nudges
        hints = say_number("{n} hint", "{n} hints", used) if used else say("no hints")
        text = Text(say("Solved! "), style="bold green")
        text.append(row_of_stars(begun.stars, MOST_STARS), style="bold yellow")
        how = say("in {time} with {hints}", time=self.clock, hints=hints)
        text.append(f"  {how}", style="not bold")
        if former is not None:
            best = say("best {time}", time=clock_text(former))
            if seconds < former:
                best = say("the best time so far")
            text.append(f" ({best})", style="not bold")
        self.console.print(text)
        self._keep(lambda record: record.after_solving(seconds, begun.stars))

    def leave(self) -> None:
        """End without a solution; the next session continues."""
        self.over = True
        self.save()
        self.console.print(self.goodbye())

    def undo(self) -> None:
        """Undo the last change."""
        if not self.before:
            raise InputError.said("there is nothing to undo")
        self.play = self.before.pop()
        self.nudged = None
        self.show()

    def restart(self) -> None:
        """Take all pieces back; the clock keeps running."""
        self.change(self.kind.play(self.puzzle))

    def check(self) -> None:
        """Print whether all that is laid belongs to the solution."""
        wrong, laid = len(self.play.misplaced), len(self.play.commands)
        total = self.kind.size(self.puzzle)
        if wrong:
            words = say_number(
                "Not so far: one piece does not belong to the solution.",
                "Not so far: {n} pieces do not belong to the solution.",
                wrong,
            )
            self.console.print(words, style="yellow")
        elif not laid:
            self.console.print(say("Nothing is laid yet."))
        else:
            words = say("All right so far: {n} of {total} pieces.", n=laid, total=total)
            self.console.print(words, style="green")

    def hint(self) -> None:
        """Print a nudge; the next time print the answer."""
        if self.nudged is None:
            self.nudged = self.play.hint(self.steps)
            self.nudges += 1
            self.console.print(Text(say("Hint: {hint}", hint=self.nudged.nudge), style="cyan"))
            self.console.print(say("(hint again tells what to do)"), style="dim")
            return
        self.hints += 1
        self.nudges -= 1
        self.console.print(Text(say("Hint: {hint}", hint=self.nudged.answer), style="cyan"))
        self.console.print(Text(f"  {self.nudged.command}", style="bold cyan"))
        self.nudged = None

    def give_up(self) -> None:
        """Show the solution and end."""
        self.over = True
        self._keep(lambda record: replace(record, begun=None))
        self.console.print(self.kind.solution_drawing(self.puzzle, self.puzzle.solution))
        self.console.print(say("That is the solution, after {time}.", time=self.clock))

    def help(self) -> None:
        """List all commands."""
        table = labelled_table()
        for line, words in self.kind.help(self.puzzle).items():
            table.add_row(line, words)
        for name, command in COMMANDS.items():
            table.add_row(f"{name} {command.argument}".strip(), say(command.help))
        self.console.print(table)


@dataclass(frozen=True)
class PuzzleCommand:
    """A command besides laying tiles."""

    act: Callable[[Any, str], None]
    help: str
    argument: str = ""
    changes: bool = False
    """Whether there is something to save afterwards."""


def _taken(session: Any, place: str) -> None:
    session.change(session.play.without(place))


COMMANDS: Mapping[str, PuzzleCommand] = MappingProxyType(
    {
        "take": PuzzleCommand(
            _taken, mark("take back the piece on a cell, or what you entered"), "a1", changes=True
        ),
        "undo": PuzzleCommand(
            lambda session, _: session.undo(), mark("go back one step"), changes=True
        ),
        "hint": PuzzleCommand(
            lambda session, _: session.hint(),
            mark("where to look; again: what to do"),
            changes=True,
        ),
        "check": PuzzleCommand(
            lambda session, _: session.check(), mark("do all pieces belong to the solution?")
        ),
        "show": PuzzleCommand(
            lambda session, _: session.begin(), mark("show the question and what is laid")
        ),
        "restart": PuzzleCommand(
            lambda session, _: session.restart(), mark("take everything back"), changes=True
        ),
        "solution": PuzzleCommand(lambda session, _: session.give_up(), mark("give up and see it")),
        "help": PuzzleCommand(lambda session, _: session.help(), mark("show this list")),
        "quit": PuzzleCommand(lambda session, _: session.leave(), mark("end (also Ctrl-D)")),
    }
)
"""The commands in the order of the help."""
