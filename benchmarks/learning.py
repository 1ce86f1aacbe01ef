"""Learning of the greedy policy from its own games: ``python -m benchmarks.learning``.

Again and again, for as long as there is time:

1. Games are played with the corrections so far. Now and then one of the other good moves is made,
   so that it is seen what comes of that.
2. For every round a ridge regression says what the final scores owe to what there was in it
   (`traits`), beyond what the policy took the game to be worth.
3. For one round or several, part of these corrections is tried in whole games on seeds of their
   own, and kept if the games score more.

The result is written to the file that comes with the program after every correction that is kept.
"""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

import click
import msgspec
import numpy as np
from numpy.typing import NDArray
from rich.console import Console

import odin_solver.game.policies
from benchmarks.commands import errors_in_a_line
from odin_cli.output import check_writable, write_file
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game import Options, decision, new_game, score_sheet
from odin_solver.game.kernel.moves import Move, Use
from odin_solver.game.kernel.state import State
from odin_solver.game.policies import play
from odin_solver.game.policies.corrections import (
    FILE,
    Corrections,
    RoundCorrections,
    corrections_in,
    kind_of,
    load,
)
from odin_solver.game.policies.evaluation import MOST_CARDS, Evaluator, board_value
from odin_solver.game.policies.greedy import Greedy
from odin_solver.game.policies.lazy import LazyGreedy
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import candidate_moves
from odin_solver.planner.playout import play_out
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.parallel import spread

DEFAULT_OUTPUT = Path(odin_solver.game.policies.__file__).parent / FILE

EXPLORING = 0.15
"""Probability of a good move other than the policy's own."""

CHOICE = 10
"""Number of moves that count as good."""

RIDGE = (1000.0, 300.0)
"""Regularisation of corrections, in turns."""

PARTS = (0.3, 0.7)
"""Fractions of a correction that are tried."""

RARE = 80
"""Fewest states of a round with an item to learn from."""

FEW = 80
"""Games that decide whether a correction is tried in all others."""

LEAST = 0.3
"""Least gain in points of a correction that is kept."""

SURE = 1.5
"""Least gain in standard errors of a correction that is kept."""

WORTH_READING = 0.05
"""Corrections below this are left out."""

Floats = NDArray[np.float64]


class Seen(NamedTuple):
    """A moment in a game.

    Attributes
    ----------
    round
        When it was.
    worth
        What the policy took the game to be worth.
    traits
        What there was.
    """

    round: int
    worth: float
    traits: dict[str, int]


class Played(NamedTuple):
    """A game: its final score, and the moments in which Vikings were placed."""

    score: int
    seen: tuple[Seen, ...]


def traits(state: State) -> Iterator[tuple[str, int]]:
    """Return the counts that corrections refer to, by the names of the corrections.

    See `odin_solver.game.policies.corrections`. A name may come more than once.
    """
    yield "vikings", state.vikings
    yield "hand", min(len(state.hand), MOST_CARDS)
    yield "played", len(state.played)
    yield "whaling_boats", len(state.boats)
    yield "knarrs", state.knarrs
    yield "longships", len(state.longships)
    yield "ore_aboard", sum(state.boats) + sum(state.longships)
    for ship in state.emigrated:
        yield f"emigrated_{ship}", 1
    yield from state.supply.items()
    for board in state.boards:
        whose = "home" if board.id == "home" else "other"
        _, missing, income = board_value(board, 0, 0)
        yield f"{whose}_income", income
        yield f"{whose}_open", missing
        yield f"board_{board.id}", 1


def explore(options: Options, corrections: Corrections, seed: int) -> Played:
    """Play a game with some other good moves."""
    policy = Greedy(Evaluator(corrections=corrections))
    player = LazyGreedy(policy)
    seen: list[Seen] = []

    def choose(state: State, rng: Random) -> Move:
        move = player(state, rng)
        if not isinstance(move, Use) or not isinstance(decision(state), Turn):
            return move
        counts: dict[str, int] = {}
        for name, count in traits(state):
            counts[name] = counts.get(name, 0) + count
        seen.append(Seen(state.round, policy.evaluator.evaluate(state), counts))
        other = rng.random() < EXPLORING
        return rng.choice(candidate_moves(state, policy)[:CHOICE]) if other else move

    *_, (_, end) = play(new_game(options), choose, seed)
    return Played(score_sheet(end).total, tuple(seen))


def score(options: Options, corrections: Corrections, seed: int) -> int:
    """The final score of a game."""
    policy = Greedy(Evaluator(corrections=corrections))
    return play_out(new_game(options), policy, seed).sheet.total


def learned_from(games: list[Played], number: int, ridge: float) -> RoundCorrections:
    """Fit corrections of a round to games.

    Parameters
    ----------
    games
        Games of one length.
    number
        The round.
    ridge
        How much corrections are held back; the worth itself is not.

    Returns
    -------
    RoundCorrections
        What is to be added to the worth, in its own points.
    """
    found = [(each, game.score) for game in games for each in game.seen if each.round == number]
    counts: dict[str, int] = {}
    for moment, _ in found:
        for name, count in moment.traits.items():
            counts[name] = counts.get(name, 0) + bool(count)
    names = sorted(name for name, count in counts.items() if count > RARE)
    if not names:
        return {}
    table: Floats = np.array(
        [[moment.worth, *(moment.traits.get(name, 0) for name in names)] for moment, _ in found]
    )
    scores: Floats = np.array([points for _, points in found], dtype=float)
    deviation = np.maximum(table.std(axis=0), 1e-6)
    scaled = (table - table.mean(axis=0)) / deviation
    held = np.full(len(names) + 1, ridge)
    held[0] = 1.0
    slopes: Floats = (
        np.linalg.solve(scaled.T @ scaled + np.diag(held), scaled.T @ (scores - scores.mean()))
        / deviation
    )
    # Where worth tells little of the end, corrections in its points would be boundless.
    points = slopes[1:] / max(slopes[0], 0.5)
    return dict(zip(names, points.tolist(), strict=True))


def with_part(
    corrections: Corrections, options: Options, number: int, further: RoundCorrections, part: float
) -> Corrections:
    """Corrections with a part of further corrections about a round."""
    length, occupations = options.length, bool(options.cards)
    kind = kind_of(length, occupations)
    old = corrections_in(corrections, length, occupations, number)
    new = {
        name: old.get(name, 0.0) + part * further.get(name, 0.0)
        for name in sorted(old.keys() | further.keys())
    }
    rounds = {**corrections.get(kind, {}), number: new}
    return cast(Corrections, {**corrections, kind: dict(sorted(rounds.items()))})


def in_brief(corrections: Corrections) -> dict[str, dict[str, dict[str, float]]]:
    """Return corrections as they are written: rounded, without very small ones."""
    return {
        kind: {
            str(number): {
                name: round(points, 2)
                for name, points in learned.items()
                if abs(points) >= WORTH_READING
            }
            for number, learned in rounds.items()
        }
        for kind, rounds in corrections.items()
    }


@click.command(help=__doc__)
@click.option("--length", type=click.Choice(["long", "short"]), required=True)
@click.option("--occupations", is_flag=True, help="Games with all decks.")
@click.option("--minutes", type=click.FloatRange(min=0, min_open=True), default=20.0)
@click.option("--games", type=click.IntRange(min=1), default=900, help="Games to learn from.")
@click.option("--trials", type=click.IntRange(min=2), default=300, help="Games for a correction.")
@click.option("--jobs", type=click.IntRange(min=1), default=2)
@click.option("--seed", type=click.IntRange(min=0), default=1_000_000)
@click.option("--out", type=click.Path(path_type=Path), default=DEFAULT_OUTPUT)
@errors_in_a_line()
def main(
    length: GameLength,
    occupations: bool,
    minutes: float,
    games: int,
    trials: int,
    jobs: int,
    seed: int,
    out: Path,
) -> None:
    """Learn for some minutes, starting from the file; Ctrl-C keeps the result so far."""
    check_writable(out)
    corrections = corrections_from(out)
    try:
        options = Options(length, cards=frozenset(OCCUPATIONS) if occupations else frozenset())
        learn(
            options, corrections, minutes, games=games, trials=trials, jobs=jobs, seed=seed, out=out
        )
    except KeyboardInterrupt:
        click.echo(f"stopped; what was learned is in {out}", err=True)
        sys.exit(130)


def corrections_from(path: Path) -> Corrections:
    """The corrections in a file; none if there is no file.

    Raises
    ------
    InputError
        If the file holds something else.
    """
    try:
        return load(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: expected what this command writes: {error}") from None


def learn(
    options: Options,
    corrections: Corrections,
    minutes: float,
    *,
    games: int,
    trials: int,
    jobs: int,
    seed: int,
    out: Path,
) -> None:
    """Learn and write what is kept; the parameters are those of the command."""
    console = Console(stderr=True)
    until = time.monotonic() + 60 * minutes

    def scores(of: Corrections, seeds: range) -> Floats:
        tasks = ((options, of, each) for each in seeds)
        return np.array(list(spread(score, tasks, jobs=jobs, in_order=True)), dtype=float)

    step = 0
    while time.monotonic() < until:
        seeds = range(seed + step * (games + trials), seed + (step + 1) * (games + trials))
        ridge = RIDGE[step % len(RIDGE)]
        step += 1
        tasks = ((options, corrections, each) for each in seeds[:games])
        played = list(spread(explore, tasks, jobs=jobs, in_order=True))
        tried = seeds[games:]
        known = scores(corrections, tried)
        console.print(f"step {step}: {known.mean():.1f} points")
        rounds_of_game = range(1, ROUNDS[options.length] + 1)
        found = {number: learned_from(played, number, ridge) for number in rounds_of_game}
        for rounds in _groups(options.length, seed + step):
            for part in PARTS:
                if time.monotonic() >= until:
                    return
                candidate = corrections
                for number in rounds:
                    candidate = with_part(candidate, options, number, found[number], part)
                if (scores(candidate, tried[:FEW]) - known[:FEW]).mean() < LEAST:
                    continue
                after = scores(candidate, tried)
                gain = after - known
                if gain.mean() < max(LEAST, SURE * gain.std() / len(gain) ** 0.5):
                    continue
                corrections, known = candidate, after
                about = ", ".join(map(str, rounds))
                console.print(f"  rounds {about}: {gain.mean():+.1f}, now {known.mean():.1f}")
                write_file(out, json.dumps(in_brief(corrections), indent=1) + "\n")


def _groups(length: GameLength, seed: int) -> list[tuple[int, ...]]:
    """Rounds whose corrections are tried together, in random order; early ones need each other."""
    last = ROUNDS[length]
    groups: list[tuple[int, ...]] = [(number,) for number in range(1, last + 1)]
    groups += [tuple(range(1, number + 1)) for number in (2, 3, last)]
    Random(seed).shuffle(groups)
    return groups


if __name__ == "__main__":
    main()
