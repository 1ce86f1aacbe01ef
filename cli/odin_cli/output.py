"""Printing and writing files, for all commands."""

import os
import re
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO, cast

import click
import msgspec
from rich.console import Console

from odin_solver.errors import InputError
from odin_solver.support.reading import STANDARD_INPUT

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
        """Write whole lines without the spaces at their ends."""
        return self._stream.write(_LINE_END.sub("\n", text))


def print_json(data: Any) -> None:
    """Print one JSON object."""
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def check_writable(
    *paths: str | os.PathLike[str] | None, inputs: Iterable[str | os.PathLike[str]] = ()
) -> None:
    """Check before long work that files can be written; None stands for no file.

    Parameters
    ----------
    paths
        Files to write.
    inputs
        Files that the command reads, ``-`` for standard input.

    Raises
    ------
    InputError
        If one cannot be written, two of them are the same, or one is an input; the message names
        the path.
    """
    targets = [Path(path) for path in paths if path is not None]
    read = [status for source in inputs if (status := _status_of_input(source)) is not None]
    for target in targets:
        try:
            _try(target)
        except (OSError, ValueError) as error:  # ValueError: a null character
            raise InputError(f"cannot write {target}: {_reason(error)}") from None
        if target.is_file() and any(os.path.samestat(target.stat(), status) for status in read):
            raise InputError(f"cannot write {target}: it is the input; expected another file")
    if len({os.path.realpath(target) for target in targets}) < len(targets):
        raise InputError(f"cannot write two files to {targets[0]}: expected different paths")


def _status_of_input(source: str | os.PathLike[str]) -> os.stat_result | None:
    try:
        return os.fstat(0) if source == STANDARD_INPUT else os.stat(source)
    except (OSError, ValueError):
        return None  # no file; reading it says why


def _try(target: Path) -> None:
    if not target.name or target.is_dir():
        raise IsADirectoryError(0, "is a directory")
    if not target.exists() or target.is_file():
        folder = Path(os.path.realpath(target)).parent
        if not folder.is_dir():
            raise FileNotFoundError(0, f"no directory {folder}")
        with tempfile.TemporaryFile(dir=folder):
            pass
    elif not os.access(target, os.W_OK):
        raise PermissionError(0, "permission denied")


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
