"""``odin score``: score sheets of finished games, and their archive."""

import sys
from datetime import date
from pathlib import Path
from typing import Any

import click
import msgspec

from odin_cli.commands import BAD_INPUT, argument, choice, command, number, option
from odin_cli.options import FILE, JSON, output_option
from odin_cli.output import check_writable, print_json, print_text, stdout_console, tell_doubts
from odin_solver.errors import InputError
from odin_solver.game.scores.archive import default_archive
from odin_solver.game.scores.file import ID_LENGTH, NO_CARDS, FinishedGame, decks, game_data
from odin_solver.game.scores.rows import csv_text, games_from_csv
from odin_solver.game.scores.template import score_template
from odin_solver.questions.sheets import games_report, sheet_report
from odin_solver.questions.terminal import report_drawing
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.language import say, say_number
from odin_solver.support.reading import STANDARD_INPUT, read_text, source_name

SCHEMA = 1
"""Version of the output of --json."""


def _kept(ctx: click.Context) -> list[str]:
    return [game.id for game in default_archive().read().games]


DECKS = option(
    "Decks of occupations: none, or such as A or A,B.",
    metavar="DECKS",
    parse=decks,
    default=NO_CARDS,
)
PLAYER = option("Name of the player of a file that names none.", metavar="NAME")


def _load(path: str, player: str | None) -> FinishedGame:
    from odin_solver.game.scores.reading import finished_game

    folder = Path() if path == STANDARD_INPUT else Path(path).parent
    return finished_game(read_text(path), source_name(path), folder, player or "")


def _archived(name: str) -> FinishedGame | None:
    if len(name) != ID_LENGTH or Path(name).exists():
        return None
    return next((game for game in default_archive().read().games if game.id == name), None)


def _data(game: FinishedGame) -> dict[str, Any]:
    return {**game_data(game), "id": game.id, "winners": game.winners}


@command("odin score show score.toml")
def show(
    file: str = argument("FILE", among=_kept), player: str | None = PLAYER, json: bool = JSON
) -> None:
    """Print the score sheet of a finished game, with the winner.

    FILE is a score file, or the end of one player's game: its log, a table, or a position, which
    are counted by the rules. A position has no ships and cards. Or it is the id of a game in the
    archive.
    """
    game = _archived(file) or _load(file, player)
    if json:
        print_json(_data(game))
    else:
        stdout_console().print(report_drawing(sheet_report(game)))


@command("odin score new --players 3 --length short -o score.toml")
def new(
    players: int = number("Players.", 1, 4, default=1),
    length: GameLength = choice("Seven rounds or six.", among=ROUNDS, default="long"),
    cards: str = DECKS,
    output: str | None = output_option(),
) -> None:
    """Write a score file to fill in, of today."""
    check_writable(output)
    names = [say("Player {n}", n=at) for at in range(1, players + 1)]
    print_text(score_template(date.today().isoformat(), length, cards, names), output)


@command("odin score add score.toml")
def add(
    file: str = FILE,
    player: str | None = PLAYER,
    again: bool = option("Add a game that is there already once more."),
) -> None:
    """Keep a finished game in the archive.

    FILE is as for odin score show. A game without a date is one of today.
    """
    game = _load(file, player)
    dated = msgspec.structs.replace(game, date=game.date or date.today().isoformat())
    if not default_archive().add([dated], again=again):
        raise InputError.said(
            "{name}: the archive has this game of {date} already ({id}): --again adds it once more",
            name=source_name(file),
            date=dated.date,
            id=dated.id,
        )
    click.echo(say("added {id}", id=dated.id))


@command("odin score list", "list")
def list_(json: bool = JSON) -> int:
    """List the games of the archive."""
    kept = default_archive().read()
    if json:
        print_json({"schema": SCHEMA, "games": [_data(game) for game in kept.games]})
    else:
        stdout_console().print(report_drawing(games_report(kept.games)))
    tell_doubts("", kept.problems)
    return BAD_INPUT if kept.problems else 0


@command("odin score remove 1f0c2a9b")
def remove(game: str = argument("ID", among=_kept)) -> None:
    """Remove a game from the archive; its score file is printed.

    ID is the one that odin score list shows.
    """
    archive = default_archive()
    for kept in archive.read().games:
        if kept.id == game:
            print_json(game_data(kept))
            sys.stdout.flush()  # what cannot be printed stays in the archive
            break
    archive.remove(game)


@command("odin score export -o scores.csv")
def export(output: str | None = output_option()) -> None:
    """Write the archive as CSV, a row for each player."""
    check_writable(output)
    print_text(csv_text(default_archive().read_all()), output)


@command("odin score import scores.csv", "import")
def import_(file: str = argument("CSV")) -> None:
    """Add the games of a CSV file to the archive; those that are there already are left out.

    Columns are as odin score export writes them; only name and total are needed.
    """
    games = games_from_csv(read_text(file), source_name(file))
    new = default_archive().add(games)
    known = len(games) - len(new)
    added = say_number("added {n} game", "added {n} games", len(new))
    click.echo(say("{added}, {n} there already", added=added, n=known) if known else added)
