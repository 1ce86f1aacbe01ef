"""Score sheets of several players, the archive of games and its statistics in a terminal."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from odin_solver.game.scores.file import CATEGORIES, NO_CARDS, FinishedGame
from odin_solver.game.scores.statistics import ResultSummary, ScoreStatistics
from odin_solver.render.terminal.tables import titled_table
from odin_solver.support.language import say, say_as, say_number
from odin_solver.support.text import printable
from odin_solver.words.game import category_name, length_name

if TYPE_CHECKING:
    from rich.console import RenderableType


def game_sheet_text(game: FinishedGame) -> "RenderableType":
    """Draw the score sheet of a finished game: a column for each player, the winner below."""
    about = [game.date, length_name(game.length), cards_text(game.cards), printable(game.note)]
    table = titled_table(
        ("left", ""), *(("right", printable(player.name)) for player in game.players)
    )
    if any(player.sheet for player in game.players):
        sheets = [player.sheet for player in game.players]
        for name in CATEGORIES:
            table.add_row(
                category_name(name), *(str(getattr(s, name)) if s else "" for s in sheets)
            )
    total = (say("Total"), *(str(player.total) for player in game.players))
    table.add_row(*(Text(cell, style="bold") for cell in total))
    parts: list[RenderableType] = [Text(", ".join(filter(None, about))), Text(), table]
    if game.winners:
        parts += [Text(), Text(winners_text(game))]
    return Group(*parts)


def cards_text(cards: str) -> str:
    """Return the decks of a game in words."""
    if cards == NO_CARDS:
        return say("no cards")
    decks = cards.split(",")
    return say_number("deck {decks}", "decks {decks}", len(decks), decks=", ".join(decks))


def winners_text(game: FinishedGame) -> str:
    """Return who has won."""
    names = say(" and ").join(map(printable, game.winners))
    return say_number("{names} wins", "{names} share the victory", len(game.winners), names=names)


def games_text(games: Iterable[FinishedGame]) -> "RenderableType":
    """Draw a list of games, a line for each."""
    titles = ("id", say("date"), say("game"), say("cards"), say("players"))
    table = titled_table(*(("whole", title) for title in titles[:-1]), ("left", titles[-1]))
    for game in games:
        players = sorted(game.players, key=lambda player: -player.total)
        told = ", ".join(f"{printable(player.name)} {player.total}" for player in players)
        table.add_row(game.id, game.date, say_as("length", game.length), game.cards, told)
    return table


def statistics_text(statistics: ScoreStatistics) -> "RenderableType":
    """Draw statistics: results by what was played, then points by category."""
    kinds = ("", say("results"), say("mean"), say("best"), "", say("wins"))
    table = titled_table(
        *(("right" if 0 < at < 4 else "left", kind) for at, kind in enumerate(kinds))
    )
    if statistics.all is not None:
        _add(table, {say("all"): statistics.all})
    for length, summary in statistics.by["length"].items():
        _add(table, {length_name(length): summary})
    for cards, summary in statistics.by["cards"].items():
        _add(table, {cards_text(cards): summary})
    for count, summary in statistics.by["players"].items():
        _add(table, {say_number("{n} player", "{n} players", int(count)): summary})
    _add(table, statistics.by["player"])
    parts: list[RenderableType] = [table]
    if statistics.categories:
        points = titled_table(
            ("left", say("category")),
            ("right", say("mean")),
            ("right", say("most")),
            ("right", say("fewest")),
        )
        for name, each in statistics.categories.items():
            row = (f"{each.mean + 0.0:.1f}", str(each.most), str(each.fewest))
            points.add_row(category_name(name), *row)
        parts += [Text(), points]
    return Group(*parts)


def _add(table: Table, rows: Mapping[str, ResultSummary]) -> None:
    for key, each in rows.items():
        is_player = key == each.name and each.contests
        wins = say("{n} of {of}", n=each.wins, of=each.contests) if is_player else ""
        whose = ", ".join(filter(None, (printable(each.name), each.date)))
        table.add_row(
            printable(key), str(each.results), f"{each.mean:.1f}", str(each.best), whose, wins
        )
