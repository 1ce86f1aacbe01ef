"""Finished games as CSV: a row for each player."""

import csv
import re
from collections.abc import Iterable, Mapping
from io import StringIO
from typing import Any

from odin_solver.errors import InputError
from odin_solver.game.scores.file import CATEGORIES, FinishedGame, game_data, game_from
from odin_solver.support.language import say

OF_GAME = ("date", "length", "cards", "note")
COLUMNS = ("game", *OF_GAME, "name", "total", *CATEGORIES)
"""Columns: the rows of a game have the same `game`."""

MOST_LINES = 5000

SEPARATORS = ",;\t"

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How a cell begins that spreadsheets take for a formula; with an apostrophe more it is text."""


def csv_text(games: Iterable[FinishedGame]) -> str:
    """Return games as CSV."""
    out = StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n", restval="")
    writer.writeheader()
    for number, game in enumerate(games, 1):
        data = game_data(game)
        about = {"game": number, "date": game.date, "length": game.length}
        about |= {"cards": game.cards, "note": game.note}
        writer.writerows(_quoted(about | player) for player in data["players"])
    return out.getvalue()


def _quoted(row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell
        for key, cell in row.items()
    }


def games_from_csv(text: str, name: str) -> tuple[FinishedGame, ...]:
    """Read games from CSV, separated by commas, semicolons or tabs.

    Rows with the same `game` are one game; without this column each row is a game of its own. Only
    the column `name` is required, with a total or categories.

    Raises
    ------
    InputError
        If something is wrong; it holds all that is, with its line.
    """
    head = text.partition("\n")[0]
    reader = csv.DictReader(
        StringIO(text, newline=""), delimiter=max(SEPARATORS, key=head.count), strict=True
    )
    rows: dict[str, list[tuple[int, dict[str, str]]]] = {}
    problems: list[str] = []
    try:
        columns = [column.strip().lower() for column in reader.fieldnames or ()]
        _check_columns(columns, name)
        for cells in reader:
            line = reader.line_num
            if line > MOST_LINES:
                raise InputError.said("{name}: expected at most {n} lines", name=name, n=MOST_LINES)
            if None in cells or None in cells.values():
                problems.append(
                    say(
                        "{name}: line {n}: expected {most} entries",
                        name=name,
                        n=line,
                        most=len(columns),
                    )
                )
                continue
            texts = (_unquoted(cell.strip()) for cell in cells.values())
            row = dict(zip(columns, texts, strict=True))
            if any(row.values()):
                rows.setdefault(row.get("game") or f"line {line}", []).append((line, row))
    except csv.Error as error:
        raise InputError.said(
            "{name}: line {n}: not CSV: {reason}", name=name, n=reader.line_num, reason=error
        ) from None
    games = []
    for group in rows.values():
        try:
            games.append(_game(group, name))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(*problems)
    return tuple(games)


def _unquoted(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell, 1) else cell


def _check_columns(columns: list[str], name: str) -> None:
    for column in columns:
        if column not in COLUMNS:
            raise InputError.said(
                "{name}: column {column!r}: expected some of {names}",
                name=name,
                column=column,
                names=", ".join(COLUMNS),
            )
        if columns.count(column) > 1:
            raise InputError.said(
                "{name}: column {column!r} twice: expected each once", name=name, column=column
            )
    if "name" not in columns:
        raise InputError.said(
            "{name}: expected the column name, and total or categories", name=name
        )


def _game(group: list[tuple[int, dict[str, str]]], name: str) -> FinishedGame:
    first, about = group[0]
    for line, row in group[1:]:
        for key in OF_GAME:
            if row.get(key) != about.get(key):
                raise InputError.said(
                    "{name}: line {n}: {key}: expected {text!r} as in line {first}, got {got!r}",
                    name=name,
                    n=line,
                    key=key,
                    text=about[key],
                    first=first,
                    got=row[key],
                )
    data: dict[str, Any] = {
        {"length": "game"}.get(key, key): about[key] for key in OF_GAME if about.get(key)
    }
    data["players"] = [_player(row, say("{name}: line {n}", name=name, n=n)) for n, row in group]
    return game_from(data, say("{name}: line {n}", name=name, n=first))


def _player(row: Mapping[str, str], where: str) -> dict[str, Any]:
    player: dict[str, Any] = {"name": row["name"]}
    for key in ("total", *CATEGORIES):
        cell = row.get(key, "").replace("\N{MINUS SIGN}", "-")
        digits = cell.removeprefix("-")
        if cell and not (digits.isascii() and digits.isdecimal() and len(digits) <= 3):
            raise InputError.said(
                "{where}: {key}: expected a whole number of points, got {got!r}",
                where=where,
                key=key,
                got=cell,
            )
        if cell:
            player[key] = int(cell)
    return player
