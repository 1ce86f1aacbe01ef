"""Gains of the occupations: ``python -m benchmarks.cards``; see `benchmarks/README.md`.

It plays thousands of games with all decks and compares those in which a card was dealt with those
in which it was not.
"""

import math
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import click
import msgspec

from benchmarks.harness import (
    ROOT,
    carry_out,
    current_commit,
    errors_in_a_line,
    jobs_option,
    out_option,
    start,
    today,
)
from odin_cli.output import check_writable
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, new_game, score_sheet
from odin_solver.game.playing import play
from odin_solver.rollouts.playing import greedy
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file

DECKS = frozenset(OCCUPATIONS)

RESULTS = ROOT / "benchmarks" / "results" / "cards.json"
"""Published gains, which the documentation shows."""


class Dealt(NamedTuple):
    """Score of a game, cards in play and cards in hand at the end."""

    score: int
    played: tuple[int, ...]
    held: tuple[int, ...]

    @property
    def cards(self) -> frozenset[int]:
        """Cards that were dealt."""
        return frozenset((*self.played, *self.held))


class CardGain(msgspec.Struct, frozen=True):
    """Gain of being dealt a card.

    Attributes
    ----------
    number
        Number of the card.
    dealt, played
        Comparable games in which it was dealt, and played.
    gain, stderr
        Difference to games with as many cards dealt but not this one, and its standard error.
    expected
        Gain shrunk towards 0 by its standard error: estimate for other games.
    """

    number: int
    dealt: int
    played: int
    gain: float
    stderr: float
    expected: float = 0.0


class PublishedGain(msgspec.Struct, frozen=True):
    """Expected gain of a card in points, and in which share of its games it was played."""

    number: int
    expected: float
    played: float


class Measured(msgspec.Struct, frozen=True):
    """Games of a length: when and by what they were played, number, mean score, and gains."""

    length: GameLength
    date: str
    commit: str | None
    games: int
    mean: float
    gains: list[PublishedGain]


def deal(length: GameLength, seed: int) -> Dealt:
    """Let the greedy policy play a game with all decks."""
    *_, (_, end) = play(new_game(Options(length, cards=DECKS)), greedy, seed)
    return Dealt(score_sheet(end).total, end.played, end.hand)


def card_gains(games: Sequence[Dealt]) -> list[CardGain]:
    """Return the gain of every card dealt, best first.

    Given the number of cards, it is chance which ones are dealt. So a game is compared with those
    in which as many were dealt, but not this card. Comparing cards played with cards held would be
    biased: cards are played in games that go well.
    """
    groups: dict[int, list[Dealt]] = defaultdict(list)
    for game in games:
        groups[len(game.cards)].append(game)
    luck = _spread_within([[game.score for game in group] for group in groups.values()])
    if luck is None:
        return []
    cards = sorted({card for game in games for card in game.cards})
    gains = [gain for card in cards if (gain := _gain_of(card, groups.values(), luck))]
    # Variance between the cards: observed variance less that of chance.
    excess = [each.gain**2 - each.stderr**2 for each in gains]
    real = max(0.0, statistics.fmean(excess)) if excess else 0.0
    shrunk = [
        msgspec.structs.replace(
            each, expected=each.gain * real / (real + each.stderr**2) if real else 0.0
        )
        for each in gains
    ]
    return sorted(shrunk, key=lambda each: (-each.expected, -each.gain))


def _gain_of(number: int, groups: Iterable[Sequence[Dealt]], luck: float) -> CardGain | None:
    """Return the gain of a card, pooled over groups of comparable games."""
    total, dealt, played, variance = 0.0, 0, 0, 0.0
    for group in groups:
        having = [game for game in group if number in game.cards]
        others = [game.score for game in group if number not in game.cards]
        if having and others:
            scores = [game.score for game in having]
            total += sum(scores) - len(having) * statistics.fmean(others)
            dealt += len(having)
            played += sum(number in game.played for game in having)
            variance += len(having) + len(having) ** 2 / len(others)
    if not dealt:
        return None
    return CardGain(number, dealt, played, total / dealt, luck * math.sqrt(variance) / dealt)


def _spread_within(groups: Iterable[Sequence[int]]) -> float | None:
    """Return the standard deviation within groups; None if there are too few values."""
    squares, freedom = 0.0, 0
    for group in groups:
        mean = statistics.fmean(group)
        squares += sum((value - mean) ** 2 for value in group)
        freedom += len(group) - 1
    return math.sqrt(squares / freedom) if freedom else None


def measured(length: GameLength, games: Sequence[Dealt]) -> Measured:
    """Sum up games of a length, the cards by their numbers."""
    gains = [
        PublishedGain(
            each.number,
            round(each.expected, 1) + 0.0,  # never -0.0
            round(each.played / each.dealt, 2),
        )
        for each in sorted(card_gains(games), key=lambda each: each.number)
    ]
    mean = round(statistics.fmean(game.score for game in games), 1)
    return Measured(length, today(), current_commit(), len(games), mean, gains)


def load() -> list[Measured]:
    """Read the published gains."""
    return msgspec.json.decode(RESULTS.read_bytes(), type=list[Measured])


def starting(results: Sequence[Measured]) -> str:
    """Return the data of `odin_solver.rollouts.policies.starting`."""
    gains = {
        of.length: {
            str(each.number): each.expected
            for each in of.gains
            if OCCUPATIONS[each.number].starting
        }
        for of in results
    }
    return msgspec.json.format(msgspec.json.encode(gains), indent=1).decode() + "\n"


@click.command()
@click.option(
    "--games", type=click.IntRange(1), default=10_000, show_default=True, help="Games per length."
)
@click.option("--seed", type=click.IntRange(0), default=10_000_000, show_default=True)
@jobs_option
@out_option
@click.option(
    "--results",
    type=click.Path(path_type=Path, dir_okay=False),
    default=RESULTS,
    help="Published gains, to be replaced.",
)
@click.option(
    "--starting",
    "policy_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write the data by which the greedy policy chooses its starting occupation: "
    "odin_solver/rollouts/policies/starting.json.",
)
@errors_in_a_line()
def main(
    games: int, jobs: int, seed: int, out: Path | None, results: Path, policy_file: Path | None
) -> None:
    """Measure the gain of every occupation; Ctrl-C evaluates the finished games.

    Example: python -m benchmarks.cards --games 200 --results /tmp/cards.json
    """
    check_writable(results, policy_file)
    # Both lengths in turn, so that a stopped run has both.
    tasks = [(length, number) for number in range(seed, seed + games) for length in ROUNDS]
    found = carry_out(deal, tasks, Dealt, out=out, jobs=jobs)
    dealt = {
        length: [game for (of, _), game in found.rows.items() if of == length] for length in ROUNDS
    }
    published = [measured(length, games) for length, games in dealt.items() if games]
    if published:
        write_file(results, msgspec.json.format(msgspec.json.encode(published), indent=1) + b"\n")
        click.echo(results)
        if policy_file:
            write_file(policy_file, starting(published))
            click.echo(policy_file)
    sys.exit(found.exit_code)


if __name__ == "__main__":
    start("cards")
