"""The kinds of files: a game's log, a state of a game, a table, scores, a puzzle, a position.

This module knows a kind by its content, and who reads it: higher packages register their readers.
"""

from collections.abc import Callable
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from odin_solver.errors import InputError
from odin_solver.support.decoding import A_POSITION, decode
from odin_solver.support.language import mark, say

if TYPE_CHECKING:
    from odin_solver.rules.position import Position


class FileKind(StrEnum):
    """What a file holds."""

    LOG = mark("game")
    STATE = mark("state of a game")
    PUZZLE = mark("puzzle")
    CODE = mark("share code")
    POSITION = mark("position")
    TABLE = mark("table")
    SCORES = mark("score file")


class Recognised(NamedTuple):
    """The kind of a file, and its data if it is JSON or TOML."""

    kind: FileKind
    data: object = None


class FileReader(NamedTuple):
    """How a kind of files is read.

    Attributes
    ----------
    shown
        Returns what is drawn of a file, given its text, its data and its name.
    """

    shown: Callable[[str, Any, str], Any]
    position: Callable[[Any], "Position"] = lambda shown: shown


def _position(_: str, data: object, name: str) -> "Position":
    from odin_solver.notation.positions import position_from

    return position_from(data, name)


_READERS = {FileKind.POSITION: FileReader(_position)}
_GAMES = "odin_solver.planner.reading"
"""Registers the readers of games; it is imported for the first of them."""

_LOG = "# odin game"
_OF_TABLES = frozenset({"phase", "used", "blocked", "strips", "ships", "hand", "played", "players"})
"""Keys that only tables have."""

_CODE = "ODIN"


def recognised(text: str, name: str, what: str = A_POSITION) -> Recognised:
    """Return what a text holds; JSON that is nothing else counts as a position.

    Parameters
    ----------
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
    if isinstance(data, dict) and _is_of_scores(data):
        return Recognised(FileKind.SCORES, data)
    if not _OF_TABLES.isdisjoint(keys):
        return Recognised(FileKind.TABLE, data)
    return Recognised(FileKind.POSITION, data)


def _is_of_scores(data: dict[str, object]) -> bool:
    players = data.get("players")
    return "date" in data or (
        isinstance(players, list) and any(isinstance(p, dict) for p in players)
    )


def refuse(text: str, name: str, *, expected: FileKind) -> None:
    """Refuse text that is clearly of another kind; text of no kind passes."""
    try:
        kind, data = recognised(text, name)
    except InputError:
        return
    is_clear = kind is not FileKind.POSITION or (isinstance(data, dict) and "boards" in data)
    if is_clear and kind is not expected:
        raise _wrong(name, FileKind.LOG if expected is FileKind.STATE else expected, kind)


def _wrong(name: str, expected: FileKind, got: FileKind) -> InputError:
    return InputError.said(
        "{name}: expected a {kind}, got a {got}", name=name, kind=say(expected), got=say(got)
    )


def register(kind: FileKind, reader: FileReader) -> None:
    """Register how a kind of files is read."""
    _READERS[kind] = reader


def _contents(text: str, name: str) -> tuple[FileReader, Any]:
    kind, data = recognised(text, name)
    if kind in (FileKind.LOG, FileKind.STATE, FileKind.TABLE):
        import_module(_GAMES)
    if kind not in _READERS:
        raise _wrong(name, FileKind.POSITION, kind)
    reader = _READERS[kind]
    return reader, reader.shown(text, data, name)


def shown_in(text: str, name: str) -> Any:
    """Read what is drawn of a file: the state of a game, otherwise a position as `position_in`."""
    return _contents(text, name)[1]


def position_in(text: str, name: str) -> "Position":
    """Read the position in a file's text: of a game the one reached, of a puzzle its beginning."""
    reader, shown = _contents(text, name)
    return reader.position(shown)
