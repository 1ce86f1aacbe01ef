"""Which occupations gain most, as far as games that were played anyway can tell."""

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from benchmarks.planner_games import Game
from benchmarks.planner_results import Run


@dataclass(frozen=True)
class CardGain:
    """What being dealt a card has brought.

    Attributes
    ----------
    number
        The card.
    dealt, played
        Games in which it was, of those that can be compared.
    gain, stderr
        Points more than in games in which as many cards were dealt, but not this one.
    shrunk
        The same, moved towards 0 as far as so large gains come by luck alone: what to expect of
        the card in other games.
    """

    number: int
    dealt: int
    played: int
    gain: float
    stderr: float
    shrunk: float = 0.0


def card_gains(run: Run, without: Run | None = None) -> list[CardGain]:
    """What every card that was dealt has gained, the best first.

    Which cards a player is dealt is pure chance once it is known how many they are. So a game is
    compared with those in which as many were dealt, but not it; what the player made of the card,
    played it or not, is part of what it gained. Comparing games in which a card was played with
    those in which it stayed in hand would not be fair: cards are played in games that go well.

    Parameters
    ----------
    run
        Games with cards.
    without
        Games of the same player without cards: what the seed itself is good for is taken away.
    """
    base = {} if without is None else without.by_seed
    groups: dict[int, list[tuple[float, Game]]] = defaultdict(list)
    for game in run.games:
        if without is None or game.seed in base:
            points = float(game.score - (base[game.seed].score if base else 0))
            groups[len(_dealt(game))].append((points, game))
    luck = _spread_within([[points for points, _ in group] for group in groups.values()])
    if luck is None:
        return []
    found = []
    for number in sorted(
        {card for group in groups.values() for _, game in group for card in _dealt(game)}
    ):
        estimate = _gain_of(number, groups.values(), luck)
        if estimate is not None:
            found.append(estimate)
    # How much the cards really differ: what is left of the differences seen beyond those of luck.
    seen = [each.gain**2 - each.stderr**2 for each in found]
    real = max(0.0, statistics.fmean(seen)) if seen else 0.0
    shrunk = [
        replace(each, shrunk=each.gain * real / (real + each.stderr**2) if real else 0.0)
        for each in found
    ]
    return sorted(shrunk, key=lambda each: (-each.shrunk, -each.gain))


def _gain_of(
    number: int, groups: Iterable[Sequence[tuple[float, Game]]], luck: float
) -> CardGain | None:
    """What a card has gained, its games taken together from groups that can be compared."""
    total, dealt, played, variance = 0.0, 0, 0, 0.0
    for group in groups:
        having = [(points, game) for points, game in group if number in _dealt(game)]
        others = [points for points, game in group if number not in _dealt(game)]
        if having and others:
            total += sum(points for points, _ in having) - len(having) * statistics.fmean(others)
            dealt += len(having)
            played += sum(number in game.played for _, game in having)
            variance += len(having) + len(having) ** 2 / len(others)
    if not dealt:
        return None
    return CardGain(number, dealt, played, total / dealt, luck * math.sqrt(variance) / dealt)


def _spread_within(groups: Iterable[Sequence[float]]) -> float | None:
    """The standard deviation within groups; None if there are too few values to tell."""
    squares, freedom = 0.0, 0
    for group in groups:
        mean = statistics.fmean(group)
        squares += sum((value - mean) ** 2 for value in group)
        freedom += len(group) - 1
    return math.sqrt(squares / freedom) if freedom else None


def _dealt(game: Game) -> set[int]:
    return {*game.played, *game.held}
