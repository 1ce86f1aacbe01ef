"""Reading of text that somebody else wrote: of limited size, in UTF-8."""

import codecs
import gzip
import io
import os
import sys
import time
import zlib
from pathlib import Path

from odin_solver.errors import InputError
from odin_solver.support.language import say
from odin_solver.support.text import reason_of

LARGEST = 10_000_000
"""Most bytes of a file."""

LONGEST_LINE = 10_000
"""Most characters of a line that is typed."""

PIPE_SECONDS = 5.0
"""Seconds in which somebody has to begin to write to a named pipe."""

STANDARD_INPUT = "-"

_GZIP = b"\x1f\x8b"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def source_name(path: str | Path) -> str:
    """Return the name of a file in messages; ``-`` is standard input."""
    return say("standard input") if str(path) == STANDARD_INPUT else str(path)


def read_text(path: str | Path) -> str:
    """Read a text file, or standard input for ``-``; one that gzip packed is unpacked.

    Raises
    ------
    InputError
        If it cannot be read, is too large, or is not UTF-8; the message names the file.
    """
    name = source_name(path)
    raw = _read(path, name)
    if raw.startswith(_GZIP):
        try:
            with gzip.open(io.BytesIO(raw)) as packed:
                raw = packed.read(LARGEST + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"{name}: {error}") from None
    return decoded(raw, name)


def _read(path: str | Path, name: str) -> bytes:
    try:
        if str(path) != STANDARD_INPUT:
            if Path(path).is_fifo():
                return _read_pipe(path)
            with open(path, "rb") as file:
                return file.read(LARGEST + 1)
        if sys.stdin is None:
            raise InputError.said("{name} is closed", name=name)
        return sys.stdin.buffer.read(LARGEST + 1)
    except OSError as error:
        raise InputError(f"{name}: {reason_of(error)}") from None
    except ValueError as error:  # a NUL in the path
        raise InputError(f"{name}: {error}") from None


def _read_pipe(path: str | Path) -> bytes:
    """Read a named pipe to which somebody writes, or begins to soon."""
    until = time.monotonic() + PIPE_SECONDS
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", 0) as pipe:
        while (first := pipe.read(1)) == b"":  # it is None if there is a writer, but no data
            if time.monotonic() > until:
                raise OSError(0, say("nobody writes to this pipe"))
            time.sleep(PIPE_SECONDS / 100)
        os.set_blocking(pipe.fileno(), True)
        with open(pipe.fileno(), "rb", closefd=False) as rest:
            return (first or b"") + rest.read(LARGEST)


def read_line() -> str:
    """Return the next line of standard input; empty at its end."""
    if sys.stdin is None:
        return ""
    try:
        line = sys.stdin.readline(LONGEST_LINE + 1)
    except UnicodeDecodeError:
        raise InputError.said("standard input: expected UTF-8 text") from None
    if len(line) > LONGEST_LINE:
        raise InputError.said(
            "standard input: expected lines of at most {most} characters", most=LONGEST_LINE
        )
    return line


def decoded(raw: bytes, name: str) -> str:
    """Return the text of bytes; `name` is for error messages.

    Raises
    ------
    InputError
        If they are too many or not UTF-8.
    """
    if len(raw) > LARGEST:
        raise InputError.said(
            "{name}: expected at most {most} MB", name=name, most=LARGEST // 1_000_000
        )
    if raw.startswith(_UTF_16):
        raise InputError.said(
            "{name}: expected UTF-8 text, got UTF-16: save it as UTF-8", name=name
        )
    zero = raw.find(b"\0")
    if zero >= 0:
        raise InputError.said(
            "{name}: expected text, got binary data (byte {at} is 0)", name=name, at=zero
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError.said(
            "{name}: line {line}: expected UTF-8 text, got byte {byte:#04x}",
            name=name,
            line=line,
            byte=raw[error.start],
        ) from None
