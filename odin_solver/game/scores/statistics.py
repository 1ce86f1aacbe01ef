"""Statistics of finished games: means and best results, by what was played and by category."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

import msgspec

from odin_solver.game.scores.file import CATEGORIES, FinishedGame, ScoredPlayer

Result = tuple[FinishedGame, ScoredPlayer]


class ResultSummary(msgspec.Struct, frozen=True):
    """Results of one kind.

    Attributes
    ----------
    results
        How many: one for each player of each game.
    mean, best
        Mean and highest total.
    name, date
        Whose the highest one is, and of which day.
    wins, contests
        Games won (a shared victory counts), and games of two or more players.
    """

    results: int
    mean: float
    best: int
    name: str
    date: str
    wins: int
    contests: int


class CategorySummary(msgspec.Struct, frozen=True):
    """Points of a category: their mean, and the most and the fewest."""

    mean: float
    most: int
    fewest: int


class ScoreStatistics(msgspec.Struct, frozen=True):
    """Statistics of finished games.

    Attributes
    ----------
    all
        All results together; None if there are none.
    by
        Results by ``length``, ``cards``, ``players`` (how many) and ``player`` (by name).
    categories
        Points by category, of the results that have them.
    by_category
        How many have them.
    """

    games: int
    all: ResultSummary | None
    by: Mapping[str, Mapping[str, ResultSummary]]
    categories: Mapping[str, CategorySummary]
    by_category: int


def score_statistics(
    games: Iterable[FinishedGame], *, length: str = "", cards: str = "", player: str = ""
) -> ScoreStatistics:
    """Return statistics of games.

    Parameters
    ----------
    length, cards
        Only games of this length, and with these decks (``none`` for no cards).
    player
        Only results of this player, in any case of letters.
    """
    chosen = [game for game in games if length in ("", game.length) and cards in ("", game.cards)]
    results = [
        (game, each)
        for game in chosen
        for each in game.players
        if not player or each.name.casefold() == player.casefold()
    ]
    sheets = [each.sheet for _, each in results if each.sheet is not None]
    points = {name: [getattr(sheet, name) for sheet in sheets] for name in CATEGORIES}
    return ScoreStatistics(
        len({id(game) for game, _ in results}),
        _summary(results) if results else None,
        {
            "length": _grouped(results, [game.length for game, _ in results]),
            "cards": _grouped(results, [game.cards for game, _ in results]),
            "players": _grouped(results, [str(len(game.players)) for game, _ in results]),
            "player": _grouped(results, [each.name for _, each in results]),
        },
        {
            name: CategorySummary(fmean(each), max(each), min(each))
            for name, each in points.items()
            if each
        },
        len(sheets),
    )


def _grouped(results: Sequence[Result], keys: Sequence[str]) -> dict[str, ResultSummary]:
    groups: dict[str, list[Result]] = {}
    for key, result in zip(keys, results, strict=True):
        groups.setdefault(key, []).append(result)
    return {key: _summary(groups[key]) for key in sorted(groups)}


def _summary(results: Sequence[Result]) -> ResultSummary:
    game, best = max(results, key=lambda result: result[1].total)
    return ResultSummary(
        len(results),
        fmean(player.total for _, player in results),
        best.total,
        best.name,
        game.date,
        sum(player.name in game.winners for game, player in results),
        sum(len(game.players) > 1 for game, _ in results),
    )
