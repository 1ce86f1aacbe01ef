"""What is said of finished games: the sheet of one, a list of them, their statistics."""

from collections.abc import Iterable, Iterator, Sequence

from odin_solver.game.scores.file import CATEGORIES, NO_CARDS, FinishedGame
from odin_solver.game.scores.statistics import ScoreStatistics
from odin_solver.game.scoring import ScoreSheet
from odin_solver.questions.report import Column, Fold, Line, Part, Signs, Style, Table
from odin_solver.support.language import say, say_as, say_decimal, say_number
from odin_solver.support.text import printable
from odin_solver.words.game import category_name, length_name, winners_text


def statistics_report(shown: ScoreStatistics) -> Iterator[Part]:
    """Yield results by what was played, then points by category."""
    if shown.all is None:
        yield Line(say("no games"))
        return
    rows = [(str(say("all")), shown.all, "")]
    rows += [(length_name(key), each, "") for key, each in shown.by["length"].items()]
    rows += [(cards_text(key), each, "") for key, each in shown.by["cards"].items()]
    for key, each in shown.by["players"].items():
        rows.append((say_number("{n} player", "{n} players", int(key)), each, ""))
    for name, each in shown.by["player"].items():
        wins = say("{n} of {of}", n=each.wins, of=each.contests) if each.contests else ""
        rows.append((printable(name), each, wins))
    heads = ["", say("results"), say("mean"), say("best"), "", say("wins")]
    kinds: list[Column] = ["left", "right", "right", "right", "left", "whole"]
    cells = [
        [
            name,
            str(each.results),
            say_decimal(each.mean),
            str(each.best),
            ", ".join(filter(None, (printable(each.name), each.date))),
            wins,
        ]
        for name, each, wins in rows
    ]
    yield Table(heads, kinds, cells)
    if shown.categories:
        points = [
            [category_name(name), say_decimal(each.mean + 0.0), str(each.most), str(each.fewest)]
            for name, each in shown.categories.items()
        ]
        heads = [say("category"), say("mean"), say("most"), say("fewest")]
        table = Table(heads, ["left", "right", "right", "right"], points)
        yield Fold(say("by category"), [table])


def sheet_report(game: FinishedGame) -> Iterator[Part]:
    """Yield the score sheet of a finished game: a column for each player, the winner below."""
    about = [game.date, length_name(game.length), cards_text(game.cards), printable(game.note)]
    yield Line(", ".join(filter(None, about)))
    names = [printable(player.name) for player in game.players]
    sheets = [player.sheet for player in game.players]
    yield sheets_table(names, sheets, [str(player.total) for player in game.players])
    if game.winners:
        yield Line(winners_text(game.winners))


def sheets_table(
    names: Iterable[str],
    sheets: Sequence[ScoreSheet | None],
    totals: Iterable[str | Signs],
    *,
    total_first: bool = False,
) -> Table:
    """Return score sheets, a column for each player; without any only the totals."""
    rows: list[list[str | Signs]] = [
        [category_name(name), *(str(getattr(sheet, name)) if sheet else "" for sheet in sheets)]
        for name in (CATEGORIES if any(sheets) else ())
    ]
    at = 0 if total_first else len(rows)
    rows.insert(at, [say("Total"), *totals])
    styles: list[Style] = [""] * len(rows)
    styles[at] = "strong"
    kinds: list[Column] = ["right"] * (1 + len(sheets))
    kinds[0] = "whole"
    return Table(["", *names], kinds, rows, styles)


def games_report(games: Iterable[FinishedGame]) -> Iterator[Part]:
    """Yield a list of games, a line for each."""
    heads = ["id", say("date"), say("game"), say("cards"), say("players")]
    rows = [
        [
            game.id,
            game.date,
            say_as("length", game.length),
            game.cards,
            ", ".join(
                f"{printable(player.name)} {player.total}"
                for player in sorted(game.players, key=lambda player: -player.total)
            ),
        ]
        for game in games
    ]
    if rows:
        yield Table(heads, ["whole", "whole", "whole", "whole", "left"], rows)
    else:
        yield Line(say("no games yet"))


def cards_text(cards: str) -> str:
    """Return the decks of a game in words."""
    if cards == NO_CARDS:
        return say("no cards")
    letters = cards.split(",")
    return say_number("deck {decks}", "decks {decks}", len(letters), decks=", ".join(letters))
