"""Whether verdicts on moves hold when they are asked again: ``python -m benchmarks.verdicts``.

Ten games of three players of different strength are reviewed six times with other seeds, and with
half and double the simulations; some of them by a reference with longer searches, too.
"""

import sys
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

import click
import msgspec

from benchmarks.harness import carry_out, errors_in_a_line, jobs_option, out_option, start, table
from odin_solver.game.kernel.moves import Move, Use
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.log import Game
from odin_solver.game.playing import Policy, play
from odin_solver.game.policies import random_policy
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.duels import Effort
from odin_solver.planner.limits import SIMULATIONS
from odin_solver.planner.policy import Planner
from odin_solver.planner.review import ReviewEffort, past_decisions, review
from odin_solver.rollouts.playing import greedy
from odin_solver.rules.position import GameLength


class Played(NamedTuple):
    """A game: who plays, what, by which seed."""

    player: str
    length: GameLength
    seed: int


def careless(state: State, rng: Random) -> Move:
    """Play as greedy does, but choose some spaces at random."""
    move = greedy(state, rng)
    return random_policy(state, rng) if isinstance(move, Use) and not rng.randrange(5) else move


POLICIES: Mapping[str, Policy] = {
    "planner": Planner(SearchLimits(None, 200)),
    "greedy": greedy,
    "careless": careless,
}

GAMES = (
    Played("planner", "long", 7001),
    Played("greedy", "long", 7002),
    Played("careless", "long", 7003),
    Played("careless", "short", 7004),
    Played("greedy", "short", 7005),
    Played("planner", "short", 7006),
    Played("careless", "short", 7007),
    Played("greedy", "short", 7008),
    Played("careless", "long", 7009),
    Played("planner", "short", 7010),
)

Budget = Literal["full", "half", "double", "reference"]

SHARES: dict[Budget, float] = {"full": 1, "half": 0.5, "double": 2, "reference": 5}

LONGER = ReviewEffort(10_000, Effort((3000, 9000, 27000), 600))
"""What the reference takes at least: 25 times the search, and ten times the trees and games."""

REVIEWS = 6

WORSE = 3.0
"""Points that a reference finds lost and a review should find."""

Task = tuple[int, Budget, int]
"""Number of a game, budget, seed."""


class VerdictRow(msgspec.Struct, frozen=True):
    """A review: losses with their errors, and which decisions are mistakes, by their numbers."""

    losses: dict[int, tuple[float, float]]
    mistakes: list[int]
    decisions: int
    simulations: int
    seconds: float


@cache
def made(played: Played) -> Game:
    """Play a game; it can be repeated."""
    game = Game(Options(length=played.length), played.seed)
    for move, state in play(game.state, POLICIES[played.player], played.seed):
        game.moves.append(move)
        game.states.append(state)
    return game


def judge(number: int, budget: Budget, seed: int) -> VerdictRow:
    """Review a game."""
    game = made(GAMES[number])
    limits = SearchLimits(None, int(SIMULATIONS * SHARES[budget]))
    effort = LONGER if budget == "reference" else ReviewEffort()
    began = time.process_time()
    found = list(review(game, limits, seed=seed, effort=effort))
    return VerdictRow(
        {each.number: (each.loss, each.loss_stderr or 0.0) for each in found if not each.is_best},
        [each.number for each in found if each.is_mistake],
        len(past_decisions(game)),
        sum(each.playouts for each in found),
        time.process_time() - began,
    )


def share(count: int, of: int) -> str:
    """Return a share as text."""
    return f"{count} of {of}" + (f" ({100 * count / of:.0f} %)" if of else "")


def lines(rows: dict[Task, VerdictRow]) -> Iterable[tuple[str, ...]]:
    """Yield a line for each game, and one for all."""
    sums = [0] * 8
    for number, game in enumerate(GAMES):
        full = [row for (at, budget, _), row in rows.items() if (at, budget) == (number, "full")]
        if not full:
            continue
        always = set.intersection(*(set(row.mistakes) for row in full))
        counts = [len(always) * len(full), sum(len(row.mistakes) for row in full)]
        for budget in ("half", "double"):
            other = [row for (at, b, _), row in rows.items() if (at, b) == (number, budget)]
            counts += [
                sum(len(set(row.mistakes) & set(one.mistakes)) for one in full for row in other),
                sum(len(one.mistakes) for one in full) * len(other),
            ]
        known = [row for (at, b, _), row in rows.items() if (at, b) == (number, "reference")]
        worse = {at for row in known for at, (loss, _) in row.losses.items() if loss >= WORSE}
        counts += [sum(at in row.mistakes for row in full for at in worse), len(worse) * len(full)]
        sums = [one + two for one, two in zip(sums, counts, strict=True)]
        cost = sum(row.seconds for row in full) / sum(row.decisions for row in full)
        name = f"{game.player} {game.length} {game.seed}"
        yield name, *(share(*counts[at : at + 2]) for at in (0, 2, 4, 6)), f"{cost:.2f}"
    yield "all", *(share(*sums[at : at + 2]) for at in (0, 2, 4, 6)), ""


@click.command()
@click.option("--references", type=click.IntRange(0, 7), default=4, show_default=True)
@click.option("--reviews", type=click.IntRange(1), default=REVIEWS, show_default=True)
@jobs_option
@out_option
@errors_in_a_line()
def main(references: int, reviews: int, jobs: int, out: Path | None) -> None:
    """Review the games, and say which verdicts hold."""
    games = range(len(GAMES))
    seeds = range(1, reviews + 1)
    tasks: list[Task] = [(at, "full", seed) for seed in seeds[:3] for at in games]
    tasks += [(at, budget, 9) for budget in ("half", "double") for at in games]
    tasks += [(at, "full", seed) for seed in seeds[3:] for at in games]
    tasks += [(at, "reference", 99) for at in range(3, 3 + references)]
    found = carry_out(judge, tasks, VerdictRow, out=out, jobs=jobs)
    head = ["game", "in all", "with half", "with double", "of the reference's", "s a decision"]
    click.echo(table(head, lines(found.rows)))
    for budget in SHARES:
        mine = [row for (_, of, _), row in found.rows.items() if of == budget]
        used, decided = sum(row.simulations for row in mine), sum(row.decisions for row in mine)
        click.echo(f"{budget}: {used / max(1, decided):.0f} simulations a decision")
    widths = [
        2 * row.losses[at][1]
        for (_, budget, _), row in found.rows.items()
        if budget != "reference"
        for at in row.mistakes
    ]
    click.echo(f"half-width of flagged losses: {max(widths, default=0):.2f} at most")
    sys.exit(found.exit_code)


if __name__ == "__main__":
    start("verdicts")
