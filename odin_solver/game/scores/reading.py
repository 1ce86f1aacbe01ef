"""Finished games from files of any kind: the categories are counted by the rules."""

from functools import partial
from pathlib import Path

import msgspec

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.scores.file import NO_CARDS, FinishedGame, game_from
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.notation.kinds import FileKind, recognised, shown_in
from odin_solver.notation.labels import violation_line
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import GameLength, Position
from odin_solver.support.language import say
from odin_solver.support.reading import read_text

ALONE = "Player"
"""Name of the player of a file that names none."""

_GREEN_BAN = "green ban"


def finished_game(
    text: str,
    name: str,
    folder: Path | None = None,
    player: str = "",
    length: GameLength | None = None,
) -> FinishedGame:
    """Read a finished game from a score file, or count it from the file of one player.

    Parameters
    ----------
    text
        A score file, a game's log or state, a table, or a position.
    name
        What to call it in errors.
    folder
        Folder of the files that a score file names; without it they are refused.
    player
        Name of the player of any other file.
    length
        Length that the game of any other file has to have; a position fits both.
    """
    kind, data = recognised(text, name, "a finished game")
    if kind is FileKind.SCORES:
        if player:
            raise InputError.said("{name}: it names its players: expected no other name", name=name)
        count = None if folder is None else partial(_sheet_in, folder)
        return game_from(data, name, count)
    state = _end(text, name, length)
    if player and state.away:
        raise InputError.said("{name}: it names its players: expected no other name", name=name)
    return finished(state, name, player or ALONE)


def finished(state: State, name: str, player: str = ALONE) -> FinishedGame:
    """Return a game as if it ended now.

    Parameters
    ----------
    name
        What to call it in errors.
    player
        Name of the player of a game of one.
    """
    used = sorted({OCCUPATIONS[number].deck for number in state.options.cards})
    scored = [
        {"name": who, **msgspec.structs.asdict(score_sheet(seat))}
        for who, seat in zip(state.options.seats or (player,), state.seats, strict=True)
    ]
    about = {"game": state.options.length, "cards": ",".join(used) or NO_CARDS}
    return game_from({"players": scored, **about}, name)


def _sheet_in(folder: Path, name: str, length: GameLength) -> ScoreSheet:
    path = folder / name
    state = _end(read_text(path), str(path), length)
    if state.away:
        raise InputError.said("{file}: expected the game of one player", file=path)
    return score_sheet(state)


def _end(text: str, name: str, length: GameLength | None) -> State:
    """Return the end of one player's game; a position has boards, supply and their income."""
    kind, _ = recognised(text, name)
    if kind in (FileKind.PUZZLE, FileKind.CODE, FileKind.SCORES):
        raise InputError.said(
            "{name}: expected a game, a table or a position, got a {kind}",
            name=name,
            kind=say(kind),
        )
    shown: State | Position = shown_in(text, name)
    if isinstance(shown, Position):
        return _as_state(shown, name)
    if not (shown.is_over or (kind is FileKind.TABLE and shown.is_last_round)):
        raise InputError.said(
            "{name}: it is in round {round} of {last}: expected a game that is over",
            name=name,
            round=shown.round,
            last=shown.rounds,
        )
    if length not in (None, shown.options.length):
        raise InputError.said(
            "{name}: expected a game of length {length}, got {got}",
            name=name,
            length=length,
            got=shown.options.length,
        )
    return shown


def _as_state(position: Position, name: str) -> State:
    if not any(each.id == "home" for each in position.boards):
        raise InputError.said("{name}: boards: expected the home board among them", name=name)
    for violation in position_violations(position):
        if violation.rule != _GREEN_BAN:  # this one costs Thing penalties (rules, 1.9e)
            raise InputError(f"{name}: {violation_line(violation, position)}")
    return State(
        options=Options(length=position.game),
        boards=position.boards,
        supply=dict(position.supply),
        final_income=sum(each.income for each in position.boards),
    )
