"""Forms in the terminal: questions, whose answers are written to a file one by one."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import click

from odin_cli.output import check_writable
from odin_solver.errors import InputError
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.files import write_file
from odin_solver.support.language import mark, say
from odin_solver.support.reading import read_line
from odin_solver.support.text import reason_of

Answer = TypeVar("Answer")


class FormEndedError(Exception):
    """The end of the input."""


class Form:
    """Questions, and the file with the answers.

    Attributes
    ----------
    begins
        What is said before the first question.
    data
        What has been entered already.
    """

    begins: ClassVar[str]

    def __init__(self, target: Path, data: dict[str, Any]) -> None:
        self._target = target
        self.data = data

    def ask_all(self) -> None:
        """Ask for everything that is missing."""
        raise NotImplementedError

    def keep(self, table: dict[str, Any], key: str, value: object) -> None:
        """Put an answer into a table and write the file; None is no answer."""
        import tomli_w

        if value is not None:
            table[key] = value
            written = {name: part for name, part in self.data.items() if part != {}}
            as_json = self._target.suffix == ".json"
            text = json.dumps(written, indent=2) if as_json else tomli_w.dumps(written)
            write_file(self._target, text)


def fill_in(
    form: type[Form], target: Path, own: Path, check: Callable[[object, str], object]
) -> None:
    """Ask for all that is not entered yet; every answer is written at once.

    Parameters
    ----------
    form
        The questions.
    target, own
        The file, and that of the user's own copy, whose folder is made.
    check
        Refuses data of a file that is wrong.
    """
    data: dict[str, Any] = {}
    if target.exists():
        name, text = read_text(target)
        read = decode(text, name, mark("a profile"))
        check(read, name)
        assert isinstance(read, dict)
        data = read
        click.echo(say("Going on with {path}.", path=target), err=True)
    if target == own:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                say("cannot write {path}: {reason}", path=target, reason=reason_of(error))
            ) from None
    check_writable(target)
    click.echo(say(form.begins), err=True)
    try:
        form(target, data).ask_all()
    except (KeyboardInterrupt, FormEndedError) as stop:
        click.echo("", err=True)
        if target.exists():
            kept = say("kept in {path}; the same command goes on", path=target)
        else:
            kept = say("nothing kept")
        if isinstance(stop, FormEndedError):
            raise InputError(say("the form is not finished: {kept}", kept=kept)) from None
        click.echo(f"odin: {kept}", err=True)
        raise
    click.echo(say("saved in {path}", path=target), err=True)


def ask(question: str) -> str:
    """Ask a question."""
    click.echo(f"{question}: ", err=True, nl=False)
    line = read_line()
    if not line:
        raise FormEndedError
    if not sys.stdin.isatty():
        click.echo("", err=True)
    return line.strip()


def tell(text: str) -> None:
    """Say what is wrong with an answer."""
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
