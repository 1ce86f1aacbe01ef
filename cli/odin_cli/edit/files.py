"""Files of the editor: opening, saving without losing anything, rescuing."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from odin_solver.components import board
from odin_solver.errors import InputError
from odin_solver.notation.kinds import FileKind, position_in, recognised
from odin_solver.notation.writing import Form, position_text
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from odin_solver.support.files import write_file
from odin_solver.support.language import say
from odin_solver.support.platform import open_keyboard
from odin_solver.support.reading import read_text, source_name

_COMMENT = re.compile(r"^\s*#|\s#\s", re.MULTILINE)


@dataclass(frozen=True)
class Document:
    """A position and its file.

    Attributes
    ----------
    position
        The position as opened.
    path
        The file; None if it has no name yet.
    form
        JSON or TOML.
    text
        Content of the file when it was read or written last; None if there is no file.
    """

    position: Position
    path: Path | None = None
    form: Form = "json"
    text: str | None = None

    @property
    def name(self) -> str:
        return say("new position") if self.path is None else self.path.name


def opened(path: str | None) -> Document:
    empty = Position(boards=(BoardState(board("home")),))
    if path is None:
        return Document(empty)
    file = Path(path)
    if path != "-" and not file.exists() and file.parent.is_dir():
        return Document(empty, file, form_of(file))
    name, text = source_name(path), read_text(path)
    position = position_in(text, name)
    if path == "-" or recognised(text, name).kind is not FileKind.POSITION:
        return Document(position)  # a game or a puzzle is never overwritten by a position
    form: Form = "json" if text.lstrip().startswith("{") else "toml"
    return Document(position, file, form, text)


def form_of(path: Path) -> Form:
    return "toml" if path.suffix.lower() == ".toml" else "json"


def objections(document: Document, path: Path) -> list[str]:
    """Return what would be lost by saving to a file, as questions to ask before."""
    if path != document.path:
        exists = say("{file} exists. Replace it?", file=path.name)
        return [exists] * path.exists()
    questions: list[str] = []
    now = _content(path)
    if document.text is None:
        if now is not None:
            questions.append(
                say("{file} was created by another program. Replace it?", file=path.name)
            )
    elif now is not None and now != document.text:
        questions.append(say("{file} was changed by another program. Replace it?", file=path.name))
    if document.form == "toml" and document.text and _COMMENT.search(document.text):
        questions.append(say("Comments in this file are not kept. Save without them?"))
    return questions


def saved(document: Document, position: Position, path: Path) -> Document:
    """Write a position, whole or not at all."""
    form = document.form if path == document.path else form_of(path)
    text = position_text(position, form)
    write_file(path, text)
    return Document(position, path, form, text)


def rescued(document: Document, position: Position) -> Path:
    base = document.path or Path("position.json")
    number = 1
    while (path := base.with_name(f"{base.stem}.rescued-{number}{base.suffix}")).exists():
        number += 1
    saved(Document(position), position, path)
    return path


@contextmanager
def keyboard() -> Iterator[None]:
    """Let keys be read from the terminal although standard input was a file or a pipe."""
    if sys.__stdin__ is not None and sys.__stdin__.isatty():
        yield
        return
    try:
        terminal = open_keyboard()
    except OSError:
        problem = say("odin edit: expected a keyboard, got another standard input")
        raise InputError(problem) from None
    former = os.dup(0)
    os.dup2(terminal, 0)
    try:
        yield
    finally:
        os.dup2(former, 0)
        os.close(former)
        os.close(terminal)


def _content(path: Path) -> str | None:
    try:
        return read_text(path)
    except InputError:
        return None
