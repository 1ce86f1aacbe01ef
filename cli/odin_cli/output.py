"""Printing and writing files, for all commands."""

import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, cast

import click
import msgspec
from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from odin_cli.interrupts import INTERRUPTED
from odin_solver.errors import InputError
from odin_solver.support.files import PAGE, CannotWrite, write_file, writing
from odin_solver.support.language import json_bytes, say, say_number
from odin_solver.support.reading import STANDARD_INPUT, source_name
from odin_solver.support.text import LONGEST, shortened

_LINE_END = re.compile(r" +\n")


def stdout_console() -> Console:
    """Return a console on standard output.

    It honours NO_COLOR and COLUMNS, does not interpret the text (numbers, markup, emoji), and
    replaces characters that the terminal's encoding lacks.
    """
    return _console(stderr=False)


def stderr_console() -> Console:
    """Return a console on standard error, otherwise as `stdout_console`."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    file = None if stream is None or stream.isatty() else cast(TextIO, _Trimmed(stream))
    return Console(file=file, stderr=stderr, highlight=False, markup=False, emoji=False)


class _Trimmed:
    """A pipe or a file into which no spaces are written at the ends of lines."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        return self._stream.write(_LINE_END.sub("\n", text))


def print_json(data: Any) -> None:
    click.echo(msgspec.json.format(json_bytes(data), indent=2).decode())


def print_text(text: str, path: str | None) -> None:
    if path is None or path == "-":
        click.echo(text, nl=False)
    else:
        write_file(path, text)


def refuse_illegal(path: str, violations: Sequence[str]) -> None:
    """End with a list of violations if a position is not legal."""
    if violations:
        heading = say_number(
            "{name}: the position is not legal, {n} violation:",
            "{name}: the position is not legal, {n} violations:",
            len(violations),
            name=source_name(path),
        )
        click.echo(shortened(f"odin: {heading}"), err=True)
        for each in violations:
            click.echo(f"  {shortened(each, LONGEST - 2)}", err=True)
        raise click.exceptions.Exit(2)


def tell_doubts(path: str, doubts: Iterable[str]) -> None:
    """Warn on standard error of what may be wrong about a file; those without a path name it."""
    for doubt in doubts:
        warning = say("{name}: warning: {doubt}", name=source_name(path), doubt=doubt)
        click.echo(shortened(f"odin: {warning if path else doubt}"), err=True)


@contextmanager
def naming(path: str | None) -> Iterator[None]:
    """Let errors about the content of a file, if there is one, begin with its name."""
    try:
        yield
    except CannotWrite:
        raise
    except InputError as error:
        if path is None:
            raise
        name = source_name(path)
        raise InputError(
            *(p if p.startswith(name) else f"{name}: {p}" for p in error.problems), more=error.more
        ) from None


def tell_missing(letters: str) -> None:
    if letters:
        from odin_solver.render.png import lacking

        told = say("{field}: {problem}", field="odin", problem=lacking(letters))
        click.echo(shortened(told), err=True)


def tell_stopped(what: str | None = None) -> int:
    """Say that Ctrl-C ended a search, by default with the best so far; return the exit code."""
    said = say("stopped; {what}", what=what or say("this is the best so far"))
    click.echo(say("{field}: {problem}", field="odin", problem=said), err=True)
    return INTERRUPTED


def tell_if_stopped(stopped: bool, found: object) -> int:
    """Say that Ctrl-C came, and whether it came too early; return the exit code."""
    if not stopped:
        return 0
    return tell_stopped(None if found else say("nothing was known yet"))


def tell_if_illegal(count: int, command: str) -> None:
    """Say that a drawn position is not legal, and which command says why."""
    if count:
        more = say("{command} lists them", command=command)
        click.echo(
            say("odin: {not_legal} ({more})", not_legal=_not_legal(count), more=more), err=True
        )


def _not_legal(count: int) -> str:
    return say_number("not legal: {n} violation", "not legal: {n} violations", count)


def verdict_text(violations: Sequence[str]) -> Group:
    if not violations:
        return Group(Text(say("legal"), style="bold green"))
    heading = Text(_not_legal(len(violations)), style="bold red")
    return Group(heading, *(Padding(Text(each), (0, 0, 0, 2)) for each in violations))


def check_writable(
    *paths: str | os.PathLike[str] | None, inputs: Iterable[str | os.PathLike[str]] = ()
) -> None:
    """Check before long work that files can be written; None stands for no file.

    Parameters
    ----------
    inputs
        Files that the command reads, ``-`` for standard input.
    """
    targets = [Path(path) for path in paths if path is not None]
    read = [status for source in inputs if (status := _status_of_input(source)) is not None]
    for target in targets:
        with writing(target):
            _try(target)
        if target.is_file() and any(os.path.samestat(target.stat(), status) for status in read):
            raise InputError.said(
                "cannot write {path}: it is the input; expected another file", path=target
            )
    if len({os.path.realpath(target) for target in targets}) < len(targets):
        raise InputError.said(
            "cannot write two files to {path}: expected different paths", path=targets[0]
        )


def _status_of_input(source: str | os.PathLike[str]) -> os.stat_result | None:
    try:
        return os.fstat(0) if source == STANDARD_INPUT else os.stat(source)
    except (OSError, ValueError):
        return None  # no file; reading it says why


def _try(target: Path) -> None:
    if not target.name or target.is_dir():
        raise IsADirectoryError(0, say("is a directory"))
    if not target.exists() or target.is_file():
        folder = Path(os.path.realpath(target)).parent
        if not folder.is_dir():
            raise FileNotFoundError(0, say("no directory {folder}", folder=folder))
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(PAGE))  # where the disk is full, an empty file can be made
    elif not os.access(target, os.W_OK):
        raise PermissionError(0, say("permission denied"))
