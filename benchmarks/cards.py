"""Gains of the occupations: ``python -m benchmarks.cards``; see `benchmarks/README.md`.

It plays thousands of games with all decks and compares those in which a card was dealt with those
in which it was not. It writes a page of the documentation.
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
    table,
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

BEST = 10
"""Number of cards in the first tables."""

DEALT_ENOUGH = 5
"""Games in which a card of the first tables was dealt at least."""


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


class Measured(msgspec.Struct, frozen=True):
    """Games of a length: number, mean score, and gains, best first."""

    length: GameLength
    games: int
    mean: float
    gains: list[CardGain]


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


TEMPLATE = """\
# What the occupations gain

Written by `python -m benchmarks.cards` ({date}, commit {commit}). The greedy policy played \
{games} with all decks.

The *gain* of a card is the difference in points between games in which it was dealt, played or \
not, and games in which as many cards were dealt but not this one, *±* one standard error. Which \
cards are dealt is chance, given their number (apart from the few cards that draw others). \
The largest gains are partly luck; *expected* is the gain shrunk towards 0 according to the \
standard errors, and determines the order. A gain of 0 is that of the average card, not of no \
card. Lower-case decks are those of starting occupations.

The greedy policy sees what a card does at once but does not plan ahead, so cards that need \
planning do badly here. `odin game start` ranks the starting occupations \
for a given length and decks. Where the starting occupation may be chosen, the policies `greedy` \
and `planner` keep the one with the largest expected gain on this page.

{best}

## All cards

{all}
"""


def page(results: Sequence[Measured]) -> str:
    """Return the page of the documentation."""
    return TEMPLATE.format(
        date=today(),
        commit=current_commit() or "unknown",
        games=" and ".join(
            f"{each.games} {each.length} games (mean {each.mean:.1f})" for each in results
        ),
        best="\n\n".join(map(_best, results)),
        all=_all(results),
    )


def starting(results: Sequence[Measured]) -> str:
    """Return the data of `odin_solver.game.policies.starting`."""
    gains = {
        measured.length: {
            str(each.number): round(each.expected, 1) + 0.0  # never -0.0
            for each in sorted(measured.gains, key=lambda each: each.number)
            if OCCUPATIONS[each.number].starting
        }
        for measured in results
    }
    return msgspec.json.format(msgspec.json.encode(gains), indent=1).decode() + "\n"


def _best(measured: Measured) -> str:
    gains = [each for each in measured.gains if each.dealt >= DEALT_ENOUGH][:BEST]
    title = f"## The ten that gain most: {measured.length} game"
    if not gains:
        return f"{title}\n\nNo card was dealt in {DEALT_ENOUGH} games: too few to say anything."
    lines = [] if gains[0].expected else ["**These games do not tell the cards apart.**", ""]
    rows = [
        [
            *(*_name(each.number), str(each.dealt), str(each.played)),
            *(f"{each.gain:+.1f} ± {each.stderr:.1f}", f"{each.expected:+.1f}"),
        ]
        for each in gains
    ]
    head = ["card", "deck", "dealt", "played", "gain", "expected"]
    return "\n".join([title, "", *lines, table(head, rows, 2)])


def _all(measured: Sequence[Measured]) -> str:
    known = [{each.number: each for each in of.gains} for of in measured]

    def hope(number: int) -> float:
        return -sum(each[number].expected for each in known if number in each)

    rows = []
    for number in sorted(OCCUPATIONS, key=hope):
        cells = []
        for each in known:
            found = each.get(number)
            share = f"{found.played / found.dealt:.0%}" if found else ""
            cells += [f"{found.expected:+.1f}" if found else "", share]
        rows.append([*_name(number), *cells])
    heads = [part for each in measured for part in (f"{each.length}: expected", "played")]
    return table(["card", "deck", *heads], rows, 2)


def _name(number: int) -> tuple[str, str]:
    card = OCCUPATIONS[number]
    return f"{number} {card.name}", card.deck.lower() if card.starting else card.deck


@click.command()
@click.option(
    "--games", type=click.IntRange(1), default=10_000, show_default=True, help="Games per length."
)
@click.option("--seed", type=click.IntRange(0), default=10_000_000, show_default=True)
@jobs_option
@out_option
@click.option(
    "--docs",
    type=click.Path(path_type=Path, dir_okay=False),
    default=ROOT / "docs" / "cards.md",
    help="Page to be written.",
)
@click.option(
    "--starting",
    "policy_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write the data by which the greedy policy chooses its starting occupation: "
    "odin_solver/game/policies/starting.json.",
)
@errors_in_a_line()
def main(
    games: int, jobs: int, seed: int, out: Path | None, docs: Path, policy_file: Path | None
) -> None:
    """Measure the gain of every occupation; Ctrl-C evaluates the finished games.

    Example: python -m benchmarks.cards --games 200 --docs /tmp/cards.md
    """
    check_writable(docs, policy_file)
    # Both lengths in turn, so that a stopped run has both.
    tasks = [(length, number) for number in range(seed, seed + games) for length in ROUNDS]
    found = carry_out(deal, tasks, Dealt, out=out, jobs=jobs)
    results = []
    for length in ROUNDS:
        dealt = [game for (of, _), game in found.rows.items() if of == length]
        if dealt:
            mean = statistics.fmean(game.score for game in dealt)
            results.append(Measured(length, len(dealt), mean, card_gains(dealt)))
    if results:
        write_file(docs, page(results))
        click.echo(docs)
        if policy_file:
            write_file(policy_file, starting(results))
            click.echo(policy_file)
    sys.exit(found.exit_code)


if __name__ == "__main__":
    start("cards")
