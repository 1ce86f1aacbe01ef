"""Reading and writing games: the file is the log."""

import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from odin_cli.output import write_file
from odin_solver.errors import InputError
from odin_solver.game import Game, Options, decision, score_sheet
from odin_solver.game.kernel.state import State
from odin_solver.game.log import parse, text
from odin_solver.game.serial import state_data
from odin_solver.words.menu import question

SCHEMA = 1
"""Version of what the commands print with --json."""

STANDARD_INPUT = "-"

LARGEST = 10_000_000
"""Bytes; no game is nearly as long."""


def load(path: str, until: int | None = None) -> Game:
    """Replay the game of a file, or of standard input for ``-``.

    Raises
    ------
    InputError
        If it cannot be read or breaks a rule; the message names the file and the line.
    """
    return parse(content_of(path), name_of(path), until)


def content_of(path: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    name = name_of(path)
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise InputError(f"{name}: it is closed")
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(path, "rb") as file:
                raw = file.read(LARGEST + 1)
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from None
    if len(raw) > LARGEST:
        raise InputError(f"{name}: expected a game, got more than {LARGEST} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: expected UTF-8 text, got byte {error.start}") from None


def name_of(path: str) -> str:
    """Return what to call a file in messages."""
    return "standard input" if path == STANDARD_INPUT else path


def writable(path: str) -> str:
    """Refuse standard input where a game is to be changed."""
    if path == STANDARD_INPUT:
        raise InputError("a game is changed in its file: expected the name of one, not -")
    return path


def save(path: str | os.PathLike[str], game: Game) -> None:
    """Write a game; whoever reads the file sees the old or the new game, never a part."""
    write_file(Path(path), text(game))


def begin(options: Options, seed: int | None) -> Game:
    """A new game up to what the player decides first."""
    game = Game(options, seed)
    game.let_chance_decide()
    return game


def game_data(state: State, **more: Any) -> dict[str, Any]:
    """A state for --json: where the game is, what it asks, what it scores, and all of it."""
    sheet = score_sheet(state)
    return {
        "schema": SCHEMA,
        **more,
        "round": state.round,
        "phase": state.phase,
        "over": state.is_over,
        "decides": decides(state),
        "question": question(state),
        "score": sheet.total,
        "sheet": msgspec.structs.asdict(sheet),
        "state": state_data(state),
    }


def decides(state: State) -> str | None:
    """Who decides what comes next: the player, chance, or nobody when the game is over."""
    if state.is_over:
        return None
    return "chance" if decision(state) is None else "player"
