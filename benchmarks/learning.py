"""Corrections of the greedy policy's evaluation: ``python -m benchmarks.learning``.

It repeats until the time is up:

1. Play games with the present corrections; now and then make another good move (exploration).
2. For each round fit a ridge regression of the final score on the evaluation and the features of
   the state.
3. Try a part of these corrections, for one round or several, in games on other seeds. Keep them if
   the mean score rises.

Every correction that is kept is written to the file that comes with the program.
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

import odin_solver.rollouts.policies
from benchmarks.commands import errors_in_a_line
from odin_cli.output import check_writable
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game import Options, decision, new_game, score_sheet
from odin_solver.game.kernel.moves import Move, Use
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import play
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import candidate_moves
from odin_solver.planner.playout import play_out
from odin_solver.rollouts.playing import compiled, greedy_move
from odin_solver.rollouts.policies.corrections import (
    FILE,
    Corrections,
    RoundCorrections,
    corrections_in,
    kind_of,
    load,
)
from odin_solver.rollouts.policies.evaluation import MOST_CARDS, RolloutPolicy
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file
from odin_solver.support.parallel import spread

DEFAULT_OUTPUT = Path(odin_solver.rollouts.policies.__file__).parent / FILE

EXPLORATION = 0.15
"""Probability of another good move than the policy's."""

CHOICE = 10
"""Number of good moves."""

RIDGE = (1000.0, 300.0)
"""Strength of the regularisation, in turns."""

PARTS = (0.3, 0.7)
"""Parts of the corrections to be tried."""

RARE = 80
"""Least number of states of a round with a feature."""

FEW = 80
"""Games of the first trial of a correction."""

LEAST = 0.3
"""Least gain of a correction, in points."""

SIGNIFICANT = 1.5
"""Least gain of a correction, in standard errors."""

LEAST_WRITTEN = 0.05
"""Corrections below this are not written."""

Floats = NDArray[np.float64]


class Sample(NamedTuple):
    """A state of a game.

    Attributes
    ----------
    round
        Its round.
    evaluation
        Evaluation by the policy.
    features
        Counts by name.
    """

    round: int
    evaluation: float
    features: dict[str, int]


class SampledGame(NamedTuple):
    """Score of a game, and samples at the placements of Vikings."""

    score: int
    samples: tuple[Sample, ...]


def features(state: State) -> Iterator[tuple[str, int]]:
    """Yield the features of a state, by the names of the corrections; a name may repeat.

    See `odin_solver.rollouts.policies.corrections`.
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
        yield f"{whose}_income", board.income
        yield f"{whose}_open", board.grid.points(board.grid.coverable & ~board.covered)
        yield f"board_{board.id}", 1


def explore(options: Options, corrections: Corrections, seed: int) -> SampledGame:
    """Play a game with exploration."""
    policy = RolloutPolicy(corrections=corrections)
    samples: list[Sample] = []

    def choose(state: State, rng: Random) -> Move:
        move = greedy_move(state, policy)
        if not isinstance(move, Use) or not isinstance(decision(state), Turn):
            return move
        counts: dict[str, int] = {}
        for name, count in features(state):
            counts[name] = counts.get(name, 0) + count
        samples.append(Sample(state.round, compiled(policy).evaluate(state), counts))
        other = rng.random() < EXPLORATION
        return rng.choice(candidate_moves(state, policy)[:CHOICE]) if other else move

    *_, (_, end) = play(new_game(options), choose, seed)
    return SampledGame(score_sheet(end).total, tuple(samples))


def score(options: Options, corrections: Corrections, seed: int) -> int:
    """Return the score of a game of the greedy policy."""
    policy = RolloutPolicy(corrections=corrections)
    return play_out(new_game(options), policy, seed).sheet.total


def fitted(games: list[SampledGame], number: int, ridge: float) -> RoundCorrections:
    """Fit corrections of a round.

    Parameters
    ----------
    games
        Games of one length.
    number
        The round.
    ridge
        Strength of the regularisation of all but the evaluation.

    Returns
    -------
    RoundCorrections
        Corrections in points of the evaluation.
    """
    samples = [
        (sample, game.score) for game in games for sample in game.samples if sample.round == number
    ]
    counts: dict[str, int] = {}
    for sample, _ in samples:
        for name, count in sample.features.items():
            counts[name] = counts.get(name, 0) + bool(count)
    names = sorted(name for name, count in counts.items() if count > RARE)
    if not names:
        return {}
    table: Floats = np.array(
        [[each.evaluation, *(each.features.get(name, 0) for name in names)] for each, _ in samples]
    )
    scores: Floats = np.array([points for _, points in samples], dtype=float)
    deviation = np.maximum(table.std(axis=0), 1e-6)
    scaled = (table - table.mean(axis=0)) / deviation
    held = np.full(len(names) + 1, ridge)
    held[0] = 1.0
    slopes: Floats = (
        np.linalg.solve(scaled.T @ scaled + np.diag(held), scaled.T @ (scores - scores.mean()))
        / deviation
    )
    # Where the evaluation predicts little, its points are too small a unit.
    points = slopes[1:] / max(slopes[0], 0.5)
    return dict(zip(names, points.tolist(), strict=True))


def with_part(
    corrections: Corrections, options: Options, number: int, further: RoundCorrections, part: float
) -> Corrections:
    """Return corrections with a part of further corrections of a round."""
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
    """Return corrections as written: rounded, without negligible ones."""
    return {
        kind: {
            str(number): {
                name: round(points, 2)
                for name, points in learned.items()
                if abs(points) >= LEAST_WRITTEN
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
    """Learn for some minutes from the present corrections; Ctrl-C keeps what was learned."""
    check_writable(out)
    corrections = corrections_from(out)
    try:
        options = Options(length, cards=frozenset(OCCUPATIONS) if occupations else frozenset())
        learn(
            options, corrections, minutes, games=games, trials=trials, jobs=jobs, seed=seed, out=out
        )
    except KeyboardInterrupt:
        click.echo(f"stopped; corrections so far are in {out}", err=True)
        sys.exit(130)


def corrections_from(path: Path) -> Corrections:
    """Return the corrections of a file; none if there is no file.

    Raises
    ------
    InputError
        If the file is invalid.
    """
    try:
        return load(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: expected a file of corrections: {error}") from None


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
    """Learn and write corrections; the parameters are those of the command."""
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
        learned = {number: fitted(played, number, ridge) for number in rounds_of_game}
        for rounds in _groups(options.length, seed + step):
            for part in PARTS:
                if time.monotonic() >= until:
                    return
                candidate = corrections
                for number in rounds:
                    candidate = with_part(candidate, options, number, learned[number], part)
                if (scores(candidate, tried[:FEW]) - known[:FEW]).mean() < LEAST:
                    continue
                after = scores(candidate, tried)
                gain = after - known
                if gain.mean() < max(LEAST, SIGNIFICANT * gain.std() / len(gain) ** 0.5):
                    continue
                corrections, known = candidate, after
                about = ", ".join(map(str, rounds))
                console.print(f"  rounds {about}: {gain.mean():+.1f}, now {known.mean():.1f}")
                write_file(out, json.dumps(in_brief(corrections), indent=1) + "\n")


def _groups(length: GameLength, seed: int) -> list[tuple[int, ...]]:
    """Return groups of rounds to be tried together, in random order."""
    last = ROUNDS[length]
    groups: list[tuple[int, ...]] = [(number,) for number in range(1, last + 1)]
    groups += [tuple(range(1, number + 1)) for number in (2, 3, last)]
    Random(seed).shuffle(groups)
    return groups


if __name__ == "__main__":
    main()
