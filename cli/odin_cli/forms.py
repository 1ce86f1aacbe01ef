"""Forms in the terminal: questions, whose answers are written to a file one by one."""

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import click

from odin_solver.support.files import data_text, write_file
from odin_solver.support.language import say
from odin_solver.support.reading import read_line

Answer = TypeVar("Answer")


class FormEndedError(Exception):
    """The end of the input."""


class Form:
    """Questions, and the file with the answers; it begins with what has been entered already."""

    begins: ClassVar[str]

    def __init__(self, target: Path, data: dict[str, Any]) -> None:
        self._target = target
        self.data = data

    def ask_all(self) -> None:
        raise NotImplementedError

    def keep(self, table: dict[str, Any], key: str, value: object) -> None:
        """Put an answer into a table and write the file; None is no answer."""
        if value is not None:
            table[key] = value
            written = {name: part for name, part in self.data.items() if part != {}}
            form = "json" if self._target.suffix == ".json" else "toml"
            write_file(self._target, data_text(written, form))


def can_begin() -> bool:
    """Whether answers that have been begun can be edited: in a terminal with readline."""
    return sys.stdin is not None and sys.stdin.isatty() and find_spec("readline") is not None


def ask(question: str, begun: str = "") -> str:
    """Ask a question; where that is possible, what has been begun of the answer is edited."""
    if can_begin():
        import readline

        readline.set_startup_hook(lambda: readline.insert_text(begun))
        try:
            return input(f"{question}: ").strip()
        except EOFError:
            raise FormEndedError from None
        finally:
            readline.set_startup_hook()
    click.echo(f"{question}: ", err=True, nl=False)
    line = read_line()
    if not line:
        raise FormEndedError
    if not sys.stdin.isatty():
        click.echo("", err=True)
    return line.strip()


def tell(text: str) -> None:
    click.echo(f"  {text}", err=True)


def ask_until(question: str, read: Callable[[str], Answer | None], expected: str) -> Answer | None:
    """Ask until `read` understands the answer; None for an empty one."""
    while answer := ask(question).lower():
        found = read(answer)
        if found is not None:
            return found
        tell(expected)
    return None


def choice(question: str, names: tuple[str, ...]) -> str | None:
    """Ask for one of some names, or the beginning of one; None for an empty answer."""

    def named(answer: str) -> str | None:
        matching = [name for name in names if name.startswith(answer)]
        return matching[0] if len(matching) == 1 else None

    listed = ", ".join(names)
    expected = say("expected one of {names}", names=listed)
    return ask_until(f"{question} ({listed})", named, expected)
