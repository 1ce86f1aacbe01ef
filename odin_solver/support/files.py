"""Atomic writing of files, and locks."""

import errno
import glob
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO

from odin_solver.errors import InputError
from odin_solver.support.language import say
from odin_solver.support.platform import is_running, replace
from odin_solver.support.text import reason_of

TEMPORARY = ".odin-tmp"
"""Ending of temporary files; before it stand the name of the target and the process."""

LOCK = ".odin-lock"
"""Ending of the lock of a file, which exists only while it is held."""

PAGE = 4096
"""Bytes of a page of memory at least."""

LOCK_TIMEOUT = 20.0
"""Seconds to wait for a lock; it is held for fractions of a second."""


def data_text(data: Mapping[str, Any], form: str, *, multiline: bool = False) -> str:
    """Return data as text: as ``json``, else as TOML, perhaps with strings of several lines."""
    if form == "json":
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    import tomli_w  # most commands write no TOML

    boards_last = dict(sorted(data.items(), key=lambda item: item[0] == "boards"))
    return tomli_w.dumps(boards_last, multiline_strings=multiline)


class CannotWrite(InputError):
    """A file or folder that cannot be written; the message names it."""


def data_folder() -> Path:
    """Return the folder of the user's data: ``ODIN_DATA_DIR``, or the one that is usual here."""
    from platformdirs import user_data_path

    named = os.environ.get("ODIN_DATA_DIR")
    return Path(named) if named else user_data_path("odin_solver", appauthor=False)


@contextmanager
def locked(path: str | os.PathLike[str], seconds: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Keep other processes that lock the same file from changing it.

    Links to the file are resolved. The lock of a killed process is free. Pipes and devices are not
    locked.

    Parameters
    ----------
    path
        The file, which need not exist.
    seconds
        How long to wait for the lock.

    Raises
    ------
    InputError
        If the lock cannot be made beside the file, or stays taken.
    """
    from filelock import FileLock, Timeout  # its import takes long

    if _is_special(path):
        yield
        return
    try:
        target = Path(os.path.realpath(path))
        if not target.parent.is_dir():  # filelock would make it
            raise FileNotFoundError(0, say("no directory {folder}", folder=target.parent))
        lock = FileLock(target.with_name(f".{target.name}{LOCK}"), timeout=seconds)
        lock.acquire()
    except Timeout:
        raise _cannot_write(path, say("another program keeps it locked")) from None
    except (OSError, ValueError) as error:
        raise _cannot_write(path, reason_of(error)) from None
    try:
        yield
    finally:
        # While it is held: filelock tries again if the file that it locked has been removed.
        with suppress(OSError):
            os.unlink(lock.lock_file)
        lock.release()


def check_new(path: str, *, force: bool) -> None:
    """Refuse a file that exists, unless it may be replaced; an empty one is no loss."""
    file = Path(path)
    if not force and file.is_file() and file.stat().st_size:
        raise InputError.said(
            "{path}: the file exists; expected another one, or --force", path=path
        )


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[None]:
    """Report a file or folder that cannot be written as bad input."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a null character
        raise _cannot_write(path, reason_of(error)) from None


def _cannot_write(path: str | os.PathLike[str], reason: str) -> InputError:
    return CannotWrite.said("cannot write {path}: {reason}", path=os.fspath(path), reason=reason)


def write_whole(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a whole file or leave the old one: to a temporary file first, then renamed.

    Behind a link the file itself is replaced. A pipe or a device, such as ``/dev/stdout``, is
    written to directly.

    Parameters
    ----------
    path
        The file. An existing one keeps its permissions.
    data
        Its content; text is written as UTF-8 with unchanged line ends.
    """
    with _opened(path) as file:
        file.write(data.encode() if isinstance(data, str) else data)


@contextmanager
def lines_into(path: str | os.PathLike[str]) -> Iterator[Callable[[str], None]]:
    """Write a whole file or leave the old one, as `write_file`, line by line.

    Yields a function that writes a line.
    """
    with ExitStack() as stack:
        with writing(path):
            file = stack.enter_context(_opened(path))

        def write(line: str) -> None:
            with writing(path):
                file.write(f"{line}\n".encode())

        yield write
        with writing(path):
            stack.pop_all().close()


def write_file(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a whole file or leave the old one, as `write_whole`.

    Raises
    ------
    InputError
        If the file cannot be written; the message names the path.
    """
    with writing(path):
        write_whole(path, data)


def extend_file(path: str | os.PathLike[str], old: str, new: str) -> None:
    """Write a whole file that holds an older text, as `write_file`.

    What comes behind the older text is appended, which is twice as fast as a new file. Appending
    within a page of memory is done whole or not at all, even if the process is killed.

    Raises
    ------
    InputError
        If the file cannot be written; the message names the path.
    """
    if not new.startswith(old) or not _appended(path, old.encode(), new.encode()):
        write_file(path, new)


def _appended(path: str | os.PathLike[str], old: bytes, new: bytes) -> bool:
    size = len(old)
    if new == old or size // PAGE != (len(new) - 1) // PAGE or _is_special(path):
        return False
    try:
        with open(path, "r+b", buffering=0) as file:
            if os.fstat(file.fileno()).st_size != size:
                return False
            file.seek(size)
            append(file, new[size:])
    except OSError:
        return False
    return True


def append(file: FileIO, content: bytes) -> None:
    """Write at the end of a file: all, or nothing where the disk is full.

    Ctrl-C on the way to the disk keeps what is written already.
    """
    size = os.fstat(file.fileno()).st_size
    try:
        if file.write(content) < len(content):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(file.fileno())
    except BaseException as error:
        if isinstance(error, OSError) or os.fstat(file.fileno()).st_size < size + len(content):
            file.truncate(size)
        raise


def _is_special(path: str | os.PathLike[str]) -> bool:
    return Path(path).exists() and not Path(path).is_file()


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(0, say("is a directory"))
    if _is_special(target):
        file, temporary = target.open("wb"), None
    else:
        target = Path(os.path.realpath(target))
        _remove_leftovers(target)
        handle, name = tempfile.mkstemp(TEMPORARY, f".{target.name}.{os.getpid()}.", target.parent)
        file, temporary = os.fdopen(handle, "wb"), Path(name)
    try:
        yield file
        file.flush()
        if temporary:
            os.fsync(file.fileno())  # otherwise a crash may leave an empty file
        file.close()
        if temporary:
            temporary.chmod(_mode(target))
            replace(temporary, target)
    except BaseException:
        with suppress(OSError):  # what could not be written
            file.close()
        if temporary:
            temporary.unlink(missing_ok=True)
        raise


def _remove_leftovers(target: Path) -> None:
    """Remove temporary files of the same target whose processes were killed."""
    for path in target.parent.glob(f".{glob.escape(target.name)}.*.*{TEMPORARY}"):
        process = path.name.removeprefix(f".{target.name}.").partition(".")[0]
        if process.isdecimal() and not is_running(int(process)):
            path.unlink(missing_ok=True)


def _mode(target: Path) -> int:
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
