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
"""Version of the output of --json."""

STANDARD_INPUT = "-"

LARGEST = 10_000_000
"""Most bytes of a game."""


def load(path: str, until: int | None = None) -> Game:
    """Replay the game in a file, or on standard input for ``-``.

    Raises
    ------
    InputError
        If it cannot be read or breaks a rule; the message names the file and the line.
    """
    return parse(content_of(path), name_of(path), until)


def content_of(path: str) -> str:
    """Read the text of a file, or standard input for ``-``."""
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
    """Return the name of a file in messages."""
    return "standard input" if path == STANDARD_INPUT else path


def writable(path: str) -> str:
    """Return the path of a game to change; standard input is refused."""
    if path == STANDARD_INPUT:
        raise InputError("expected the file of a game, not -")
    return path


def save(path: str | os.PathLike[str], game: Game) -> None:
    """Write a game atomically."""
    write_file(Path(path), text(game))


def begin(options: Options, seed: int | None) -> Game:
    """Start a game, up to the first decision."""
    game = Game(options, seed)
    game.let_chance_decide()
    return game


def game_data(state: State, **more: Any) -> dict[str, Any]:
    """Return a state for --json, with its question and score."""
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
    """Return who decides next: the player, chance, or None if the game is over."""
    if state.is_over:
        return None
    return "chance" if decision(state) is None else "player"
