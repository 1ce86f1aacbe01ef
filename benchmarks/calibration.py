"""What games reach of the score that a search expects: ``python -m benchmarks.calibration``.

Whole games of the planner. At the first decision of each round the searches of `SEARCHES` say what
they expect; the rest of the game says what comes of it.
"""

import math
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean, linear_regression

import click
import msgspec

from benchmarks.harness import RESULTS, carry_out, errors_in_a_line, jobs_option, seeds_of, start
from benchmarks.planner import ALL, NONE, Setting, load
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import play
from odin_solver.game.scoring import score_sheet
from odin_solver.game.setup import new_game
from odin_solver.game.turn import Turn
from odin_solver.planner import calibration
from odin_solver.planner.advice import SearchLimits, advise
from odin_solver.planner.calibration import RANGE_WIDTH, Calibration, GainLine
from odin_solver.planner.players import PLANNER
from odin_solver.planner.policy import Planner
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file

PLAYOUTS = 100
"""Playouts of the planner for a placement in these games."""

SEARCHES = ((1600, 1), (1600, 2), (200, 3))
"""Playouts and seed of each search at the beginning of a round."""

LEAST_GAMES = 3
"""Games of a kind without which nothing is fitted."""

MOVES = 4
"""Moves of which a search says what it expects."""


class Expectation(msgspec.Struct, frozen=True):
    """What a search expects.

    Attributes
    ----------
    expected, stderr
        Expected score of the best move, and its standard error.
    played
        Mean score of the playouts that are shown.
    moves
        Expected score of the first moves, and its standard error.
    """

    expected: float
    stderr: float
    played: float
    moves: dict[str, tuple[float, float]]


class CalibrationGame(msgspec.Struct, frozen=True):
    """The score of a game, and what each of `SEARCHES` expected at the beginning of each round."""

    score: int
    rounds: list[list[Expectation]]


def measured(setting: Setting, seed: int) -> CalibrationGame:
    """Play a game, and search at the beginning of each round."""
    begin, player = new_game(setting.options), Planner(SearchLimits(playouts=setting.playouts))
    rounds: list[list[Expectation]] = []
    for _, state in play(begin, player, seed):
        if state.round == len(rounds) + 1 and isinstance(decision(state), Turn):
            rounds.append([expectation(state, *search) for search in SEARCHES])
    return CalibrationGame(score_sheet(state).total, rounds)


def expectation(state: State, playouts: int, seed: int) -> Expectation:
    """Search for the best move of a state."""
    *_, advice = advise(state, SearchLimits(playouts=playouts), seed=seed)
    moves = {
        str(each.move): (round(each.expected, 3), round(each.stderr or 0.0, 3))
        for each in advice.candidates[:MOVES]
    }
    best = advice.best
    return Expectation(best.expected, best.stderr or 0.0, best.mean, moves)


def settings() -> Sequence[Setting]:
    """Return the games: both lengths, without occupations and with all."""
    return [Setting(PLANNER, length, cards, PLAYOUTS) for length in ROUNDS for cards in (NONE, ALL)]


Games = Sequence[CalibrationGame]


def gain_of(games: Games, published: float | None = None) -> GainLine:
    """Return what games of one kind reach beyond the expectation, linear in the rounds left.

    Parameters
    ----------
    games
        The games.
    published
        Mean score of many more games. What these few are better is luck, which is taken out: all of
        it at the beginning, none in the last round.
    """
    luck = 0.0 if published is None else fmean(game.score for game in games) - published
    points = [
        (left, error - luck * left / (len(game.rounds) - 1))
        for game in games
        for left, error in errors_of(game)
    ]
    slope, last = linear_regression(*zip(*points, strict=True))
    return GainLine(round(last, 2), round(slope, 2))


def errors_of(game: CalibrationGame) -> list[tuple[int, float]]:
    """Return for each round the rounds left, and what the game reached beyond the expectation."""
    return [
        (len(game.rounds) - number, game.score - found[0].expected)
        for number, found in enumerate(game.rounds, 1)
    ]


def variance_of(kinds: Iterable[Games]) -> GainLine:
    """Return the variance of results of all kinds, with that of the gains, which few games give."""
    points = []
    for games in kinds:
        many = len(games)
        for same in zip(*map(errors_of, games), strict=True):
            mean = fmean(error for _, error in same)
            points += [(left, (of - mean) ** 2 * (many + 1) / (many - 1)) for left, of in same]
    slope, last = linear_regression(*zip(*points, strict=True))
    return GainLine(round(last, 2), round(slope, 2))


def held_out(kinds: Sequence[Games]) -> float:
    """Return the share of results within the range, each game judged by the others."""
    within = []
    for at, games in enumerate(kinds):
        for game in games:
            rest = [each for each in games if each is not game]
            gain = gain_of(rest)
            variance = variance_of([*kinds[:at], rest, *kinds[at + 1 :]])
            within += [
                abs(error - gain.at(left)) <= RANGE_WIDTH * variance.at(left) ** 0.5
                for left, error in errors_of(game)
            ]
    return fmean(within)


def between_seeds(games: Iterable[CalibrationGame]) -> float:
    """Return the standard deviation of losses between seeds, beyond that of their samples."""
    excess = []
    for game in games:
        for one, other, *_ in game.rounds:
            best, *moves = one.moves
            for move in moves if best in other.moves else ():
                if move not in other.moves:
                    continue
                losses = [each.moves[best][0] - each.moves[move][0] for each in (one, other)]
                samples = sum(
                    each.moves[at][1] ** 2 for each in (one, other) for at in (best, move)
                )
                excess.append(((losses[0] - losses[1]) ** 2 - samples) / 2)
    return round(math.sqrt(max(0.0, fmean(excess))), 2)


def published_mean(setting: Setting) -> float:
    """Return the mean score of the published games of a kind, with 200 playouts."""
    wanted = msgspec.structs.replace(setting, playouts=200)
    (found,) = (each for each in load(RESULTS / "planner.json") if each.setting == wanted)
    return fmean(found.scores.values())


@click.command()
@click.option("--seeds", default="1001-1020", metavar="A-B", show_default=True)
@jobs_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=RESULTS / "calibration.jsonl",
    help="File for the games: the same command goes on there.",
)
@click.option("--any-code", is_flag=True, help="Count games of other versions of the code, too.")
@click.option("--write", is_flag=True, help="Then write the file of the planner.")
@errors_in_a_line()
def main(seeds: str, jobs: int, out: Path, any_code: bool, write: bool) -> None:
    """Measure what games reach of the score that a search expects."""
    tasks = [(setting, seed) for seed in seeds_of(seeds) for setting in settings()]
    found = carry_out(measured, tasks, CalibrationGame, out=out, jobs=jobs, any_code=any_code)
    by_kind = {
        setting: [game for (of, _), game in found.rows.items() if of == setting]
        for setting in settings()
    }
    if min(map(len, by_kind.values())) >= LEAST_GAMES:
        gains: dict[str, dict[GameLength, GainLine]] = {NONE: {}, ALL: {}}
        for setting, games in by_kind.items():
            gains[setting.occupations][setting.length] = gain_of(games, published_mean(setting))
        kinds = [*by_kind.values()]
        content = Calibration(
            len(found.rows), between_seeds(found.rows.values()), variance_of(kinds), *gains.values()
        )
        text = msgspec.json.format(msgspec.json.encode(content)).decode()
        click.echo(f"{text}\nheld out: {held_out(kinds):.0%} within the range")
        if write:
            write_file(Path(calibration.__file__).parent / calibration.FILE, f"{text}\n")
    sys.exit(found.exit_code)


if __name__ == "__main__":
    start("calibration")
