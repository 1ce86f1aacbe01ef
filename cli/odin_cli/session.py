"""What sessions in the terminal share: they read lines, obey commands, and say what is wrong."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from rich.console import Console, RenderableType
from rich.text import Text

from odin_cli.output import stderr_console
from odin_solver.errors import InputError, OdinError
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.support.files import write_file
from odin_solver.support.language import mark, say
from odin_solver.support.reading import read_line
from odin_solver.support.text import printable, shortened


@dataclass(frozen=True)
class SessionCommand:
    """A command of a session: a method, which is given the rest of the line if it takes one."""

    act: Callable[..., None]
    help: str
    argument: str = ""
    changes: bool = False
    """Whether there is something to save afterwards."""


@dataclass
class LineSession(ABC):
    commands: ClassVar[Mapping[str, SessionCommand]]
    aliases: ClassVar[Mapping[str, str]] = {}
    over = False

    console: Console

    @abstractmethod
    def prompt(self) -> str:
        """Return what stands before the line."""

    @abstractmethod
    def act(self, words: str) -> None:
        """Act on a line."""

    @abstractmethod
    def farewell(self) -> str:
        """Save; return the last words."""

    @abstractmethod
    def examples(self) -> Iterable[tuple[str, str]]:
        """Return lines that are no commands, and what they do."""

    def run(self) -> None:
        while not self.over:
            line = self._ask()
            if line is None:
                self.leave()
            else:
                self.obey(line)

    def _ask(self) -> str | None:
        if sys.stdin is None or not sys.stdin.isatty():
            return read_line() or None
        with suppress(ImportError):
            import readline  # noqa: F401  (arrow keys edit the line)
        try:
            return input(self.prompt())  # not by the console: readline has to know the prompt
        except EOFError:
            self.console.print()
            return None
        except KeyboardInterrupt:
            self.say_farewell()
            raise

    def say_farewell(self) -> None:
        stderr_console().print(f"\n{self.farewell()}", soft_wrap=True)

    def obey(self, line: str) -> None:
        try:
            self.act(line.strip())
        except OdinError as error:
            self.write(Text(say("No: {reason}.", reason=shortened(str(error))), style="red"))
        except KeyboardInterrupt:
            self.say_farewell()
            raise

    def called(self, words: str) -> SessionCommand | None:
        """Obey a command; None if the line is none."""
        name, _, rest = words.partition(" ")
        command = self.commands.get(self.aliases.get(name.lower(), name.lower()))
        if command is not None:
            command.act(self, *([rest.strip()] if command.argument else []))
        return command

    def write(self, what: RenderableType, style: str = "") -> None:
        self.console.print(what, style=style or None)

    def help(self) -> None:
        table = labelled_table()
        for example, text in self.examples():
            table.add_row(example, text)
        for name, each in self.commands.items():
            wanted = say(each.argument) if each.argument else ""
            table.add_row(f"{name} {wanted}".strip(), say(each.help))
        self.write(table)

    def leave(self) -> None:
        self.over = True
        self.console.print(self.farewell(), soft_wrap=True)


@dataclass
class KeptSession(LineSession):
    """A session about something that is kept in the file of `path`, if it is set.

    Attributes
    ----------
    goes_on
        Last words, with the path.
    """

    goes_on: ClassVar[str]

    path: str | None

    @abstractmethod
    def text(self) -> str:
        """Return the content of the file."""

    def keep(self) -> None:
        if self.path:
            write_file(self.path, self.text())

    def save(self, path: str) -> None:
        """Keep it in another file from now on."""
        if not path:
            raise InputError.said("expected a file")
        own = self.path is not None and Path(path).resolve() == Path(self.path).resolve()
        if not own and Path(path).exists():
            raise InputError.said("{path}: the file exists; expected another one", path=path)
        write_file(path, self.text())
        self.path = path
        saved = say("The game is saved in {file}.", file=printable(path))
        self.console.print(saved, soft_wrap=True)

    def farewell(self) -> str:
        return say(self.goes_on, path=self.path) if self.path else say("Goodbye.")

    saves: ClassVar = SessionCommand(
        save, mark("keep the game in a file from now on"), mark("FILE")
    )
