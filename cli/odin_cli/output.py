"""Printing and writing files, the same way for all commands."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console

from odin_solver.errors import InputError


def stdout_console() -> Console:
    """A console on standard output.

    It honours NO_COLOR and COLUMNS, guesses nothing from the text itself (numbers, markup,
    emoji), and writes a replacement for what the terminal's encoding lacks instead of failing.
    """
    return _console(stderr=False)


def stderr_console() -> Console:
    """A console on standard error, otherwise as `stdout_console`."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def print_json(data: Any) -> None:
    """Print one JSON object."""
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def check_writable(*paths: str | os.PathLike[str] | None) -> None:
    """Make sure before long work that files can be written; None stands for no file.

    Raises
    ------
    InputError
        If one cannot, or if two of them are the same; the message names the path.
    """
    targets = [Path(path) for path in paths if path is not None]
    for target in targets:
        try:
            _try(target)
        except OSError as error:
            raise InputError(f"cannot write {target}: {error.strerror or error}") from error
    if len({os.path.realpath(target) for target in targets}) < len(targets):
        raise InputError(f"cannot write two things to the same file {targets[0]}")


def _try(target: Path) -> None:
    if not target.name or target.is_dir():
        raise IsADirectoryError(0, "is a directory")
    if not target.exists() or target.is_file():
        folder = Path(os.path.realpath(target)).parent
        if not folder.is_dir():
            raise FileNotFoundError(0, f"there is no directory {folder}")
        with tempfile.TemporaryFile(dir=folder):
            pass
    elif not os.access(target, os.W_OK):
        raise PermissionError(0, "permission denied")


def write_file(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a whole file or leave what was there: to a temporary file first, then renamed.

    Parameters
    ----------
    path
        The file.
    data
        Its content; text is written as UTF-8 with its line ends as they are.

    Raises
    ------
    InputError
        If the file cannot be written; the message names the path.
    """
    target = Path(path)
    content = data.encode() if isinstance(data, str) else data
    try:
        if target.is_dir():
            raise IsADirectoryError(0, "is a directory")
        _write(target, content)
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror or error}") from error


def _write(target: Path, content: bytes) -> None:
    if target.exists() and not target.is_file():
        # A pipe or a device, such as /dev/stdout, cannot be replaced.
        target.write_bytes(content)
    else:
        # Behind a link the file itself is replaced, not the link.
        _replace(Path(os.path.realpath(target)), content)


def _replace(target: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    temporary = Path(name)
    try:
        with open(handle, "wb") as file:
            file.write(content)
        temporary.chmod(_mode(target))
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """Permissions of the file that is replaced, or those of any new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
