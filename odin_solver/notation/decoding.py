"""JSON and TOML text as plain data, with one clear error where it is invalid."""

import json
import sys
import tomllib
from pathlib import Path

from odin_solver.errors import InputError


def read_text(path: str | Path) -> tuple[str, str]:
    """Read a text file, or standard input for ``-``; return its name in messages and the text.

    Raises
    ------
    InputError
        If the file cannot be read or is not UTF-8.
    """
    name = "standard input" if str(path) == "-" else str(path)
    if str(path) == "-" and sys.stdin is None:
        raise InputError(f"{name} is closed")
    try:
        raw = sys.stdin.buffer.read() if str(path) == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from None
    try:
        return name, raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: expected UTF-8 text, got byte {error.start}") from None


def decode(text: str, name: str) -> object:
    """Decode JSON or TOML text; `name` is for error messages.

    Raises
    ------
    InputError
        If the text is neither, or an object has a duplicate key.
    """
    if not text.strip():
        raise InputError(f"{name}: expected a position, got an empty file")
    try:
        if text.lstrip().startswith(("{", "[", '"')) and not name.endswith(".toml"):
            return json.loads(text, object_pairs_hook=_unique_keys)
        return tomllib.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise InputError(f"{name}: invalid JSON: {error.msg} at {where}") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name}: neither valid JSON nor TOML: {error}") from None
    except (InputError, RecursionError, ValueError) as error:
        raise InputError(f"{name}: {error}") from None


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data: dict[str, object] = {}
    for key, item in pairs:
        if key in data:
            raise InputError(f"duplicate key {key!r}: expected each key once in an object")
        data[key] = item
    return data
