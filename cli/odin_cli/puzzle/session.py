"""A session with a puzzle in the terminal: clock, progress, commands; of any game."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

import click
from msgspec.structs import replace
from rich.text import Text

from odin_cli.commands import command
from odin_cli.options import PUZZLE
from odin_cli.output import stdout_console
from odin_cli.puzzle.loading import solved_puzzle
from odin_cli.session import LineSession, SessionCommand
from odin_puzzles.grading.grade import steps_for_hints
from odin_puzzles.grading.result import GradeStep
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.base import PuzzleHint, PuzzleKind
from odin_puzzles.kinds.games import GamePlay
from odin_puzzles.play import progress
from odin_puzzles.play.drawing import clock_text, row_of_stars, title_text
from odin_puzzles.play.session import Play
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.support.language import mark, say, say_number
from odin_solver.support.reading import STANDARD_INPUT
from odin_solver.support.text import shortened

AnyPlay = GamePlay | Play


@dataclass
class PuzzleSession(LineSession):
    """A player's session with a puzzle.

    Attributes
    ----------
    before
        Earlier states for `undo`, the latest last.
    hints, nudges
        Numbers of hints that gave the answer, and of those that gave a nudge only.
    record
        Progress with this puzzle; None if it cannot be kept.
    """

    puzzle: Puzzle
    play: AnyPlay = field(init=False)
    before: list[AnyPlay] = field(default_factory=list)
    hints: int = 0
    nudges: int = 0
    began: float = field(default_factory=time.monotonic)
    nudged: PuzzleHint | None = None
    record: progress.PuzzleRecord | None = field(default_factory=progress.PuzzleRecord)

    def __post_init__(self) -> None:
        self.play = self.kind.play(self.puzzle)

    @property
    def kind(self) -> PuzzleKind:
        return kind_of(self.puzzle)

    @cached_property
    def steps(self) -> tuple[GradeStep, ...]:
        return steps_for_hints(self.puzzle)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    @property
    def clock(self) -> str:
        return clock_text(self.seconds)

    def resume(self) -> None:
        try:
            self.record = progress.load_records().get(
                progress.key_of(self.puzzle), progress.PuzzleRecord()
            )
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
        begun = self.begun()
        self._keep(lambda record: replace(record, begun=begun if begun.anything else None))

    def begun(self) -> progress.BegunPuzzle:
        return progress.BegunPuzzle(
            self.play.commands, round(self.seconds, 1), self.hints, self.nudges
        )

    def _keep(self, change: Callable[[progress.PuzzleRecord], progress.PuzzleRecord]) -> None:
        if self.record is None:
            return
        try:
            self.record = progress.change_record(self.puzzle, change)
        except InputError as error:
            self._without_record(error)

    def _without_record(self, error: InputError) -> None:
        self.record = None
        click.echo(shortened(f"odin: {error} (progress is not kept)"), err=True)

    def begin(self) -> None:
        self.console.print(title_text(self.puzzle))
        if self.record and self.record.best is not None:
            best = clock_text(self.record.best)
            self.console.print(say("Solved before, best time {time}.", time=best), style="dim")
        self.console.print()
        self.show()
        how = self.kind.how(self.puzzle)
        self.console.print(say("{how}; help names the other commands.", how=how), style="dim")

    def show(self) -> None:
        self.console.print(self.play.drawing())

    def prompt(self) -> str:
        return f"[{self.clock}] {self.play.todo}> "

    def act(self, words: str) -> None:
        if not words:
            return
        command = self.called(words)
        if command is None:
            self.change(self.play.after(words))
        if not self.over and (command is None or command.changes):
            self.save()

    def change(self, after: AnyPlay) -> None:
        self.before.append(self.play)
        self.play = after
        self.nudged = None
        self.show()
        if self.play.solved:
            self.congratulate()
        elif self.play.fault:
            self.console.print(Text(say("Not yet: {fault}.", fault=self.play.fault), "yellow"))

    def congratulate(self) -> None:
        self.over = True
        begun = self.begun()
        seconds = begun.seconds
        former = self.record.best if self.record else None
        used = self.hints + self.nudges
        hints = say_number("{n} hint", "{n} hints", used) if used else say("no hints")
        text = Text(say("Solved! "), style="bold green")
        text.append(row_of_stars(begun.stars, progress.MOST_STARS), style="bold yellow")
        how = say("in {time} with {hints}", time=self.clock, hints=hints)
        text.append(f"  {how}", style="not bold")
        if former is not None:
            best = say("best {time}", time=clock_text(former))
            if seconds < former:
                best = say("the best time so far")
            text.append(f" ({best})", style="not bold")
        self.console.print(text)
        self._keep(lambda record: record.after_solving(seconds, begun.stars))

    def farewell(self) -> str:
        """Keep the unfinished game for the next session."""
        self.save()
        return say("Goodbye, after {time}.", time=self.clock)

    def undo(self) -> None:
        if not self.before:
            raise InputError.said("there is nothing to undo")
        self.play = self.before.pop()
        self.nudged = None
        self.show()

    def restart(self) -> None:
        """Take all pieces back; the clock keeps running."""
        self.change(self.kind.play(self.puzzle))

    def check(self) -> None:
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
        self.over = True
        self._keep(lambda record: replace(record, begun=None))
        self.console.print(self.kind.solution_drawing(self.puzzle, self.puzzle.solution))
        self.console.print(say("That is the solution, after {time}.", time=self.clock))

    def take(self, place: str) -> None:
        self.change(self.play.without(place))

    def examples(self) -> Iterable[tuple[str, str]]:
        return self.kind.help(self.puzzle).items()


PuzzleSession.commands = {
    "take": SessionCommand(
        PuzzleSession.take,
        mark("take back the piece on a cell, or what you entered"),
        "a1",
        changes=True,
    ),
    "undo": SessionCommand(PuzzleSession.undo, mark("go back one step"), changes=True),
    "hint": SessionCommand(
        PuzzleSession.hint, mark("where to look; again: what to do"), changes=True
    ),
    "check": SessionCommand(PuzzleSession.check, mark("do all pieces belong to the solution?")),
    "show": SessionCommand(PuzzleSession.begin, mark("show the question and what is laid")),
    "restart": SessionCommand(PuzzleSession.restart, mark("take everything back"), changes=True),
    "solution": SessionCommand(PuzzleSession.give_up, mark("give up and see it")),
    "help": SessionCommand(PuzzleSession.help, mark("show this list")),
    "quit": SessionCommand(PuzzleSession.leave, mark("end (also Ctrl-D)")),
}
"""The commands in the order of the help."""


@command("odin puzzle play puzzle.json")
def play(source: str = PUZZLE) -> None:
    """Play a puzzle in the terminal: lay tiles, ask for hints, check, undo.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or daily. Tiles
    may be laid in any order, except in puzzles of the kind order. Enter `help` for the commands;
    end with `quit`, Ctrl-D or Ctrl-C. The next `play` of the puzzle continues where you ended.
    """
    if source == STANDARD_INPUT:
        raise InputError.said("play reads moves from standard input: give a file or a share code")
    session = PuzzleSession(stdout_console(), solved_puzzle(source))
    session.resume()
    session.begin()
    session.run()
