"""The kinds of files: a game's log, a state of a game, a table, a puzzle, a position."""

from enum import StrEnum
from typing import NamedTuple

from odin_solver.errors import InputError
from odin_solver.support.decoding import decode


class FileKind(StrEnum):
    """What a file holds."""

    LOG = "game"
    STATE = "state of a game"
    PUZZLE = "puzzle"
    CODE = "share code"
    POSITION = "position"
    TABLE = "table"


class Recognised(NamedTuple):
    """The kind of a file, and its data if it is JSON or TOML."""

    kind: FileKind
    data: object = None


_LOG = "# odin game"
_OF_TABLES = frozenset({"phase", "used", "blocked", "strips", "ships", "hand", "played", "players"})
"""Keys that only tables have."""

_CODE = "ODIN"


def recognised(text: str, name: str, what: str = "a position") -> Recognised:
    """Return what a text holds; JSON that is nothing else counts as a position.

    Parameters
    ----------
    text
        The text.
    name, what
        What to call it, and what was expected, in errors.

    Raises
    ------
    InputError
        If it is neither a log nor a share code, and neither JSON nor TOML.
    """
    if text.startswith(_LOG):
        return Recognised(FileKind.LOG)
    code = text.strip().upper()
    if code.startswith(_CODE) and code.replace("-", "").replace(" ", "").isalnum():
        return Recognised(FileKind.CODE)
    data = decode(text, name, what)
    keys = data.keys() if isinstance(data, dict) else ()
    if "goal" in keys and "position" in keys:
        return Recognised(FileKind.PUZZLE, data)
    if "state" in keys or ("vikings" in keys and "stack" in keys):
        return Recognised(FileKind.STATE, data)
    if not _OF_TABLES.isdisjoint(keys):
        return Recognised(FileKind.TABLE, data)
    return Recognised(FileKind.POSITION, data)


def refuse(text: str, name: str, *, expected: FileKind) -> None:
    """Refuse text that is clearly of another kind; text of no kind passes.

    Raises
    ------
    InputError
        If it is of another kind.
    """
    try:
        kind, data = recognised(text, name)
    except InputError:
        return
    is_clear = kind is not FileKind.POSITION or (isinstance(data, dict) and "boards" in data)
    if is_clear and kind is not expected:
        wanted = FileKind.LOG if expected is FileKind.STATE else expected
        raise InputError(f"{name}: expected a {wanted}, got a {kind}")
