"""What games reach of the score that a search expects: ``python -m benchmarks.calibration``.

The planner plays whole games. At the moments of each round a search says what it expects; the end
of the game says what comes of it.
"""

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import click
import msgspec
import numpy as np

from benchmarks.harness import (
    RESULTS,
    carry_out,
    errors_in_a_line,
    jobs_option,
    mean,
    seeds_of,
    start,
    table,
)
from benchmarks.planner import ALL, NONE, Setting
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import play
from odin_solver.game.scoring import score_sheet
from odin_solver.game.setup import new_game
from odin_solver.game.turn import Turn
from odin_solver.planner import calibration
from odin_solver.planner.advice import SearchLimits, advise
from odin_solver.planner.calibration import Budget, Calibration, Reached, between, rounds_left
from odin_solver.planner.candidates import Advice
from odin_solver.planner.players import PLANNER
from odin_solver.planner.policy import Planner
from odin_solver.rules.position import ROUNDS
from odin_solver.support.files import write_file

PLAYOUTS = 200
"""Playouts of the planner for a placement in these games, as in the published ones."""

SEARCH = 400
"""Playouts of the search at a moment."""

BUDGETS = (50, 200, 1600, 6400, 25600)
"""Playouts of further searches of a state."""

SELDOM = 6
"""One in so many games has further searches of a state."""

PAIR = 800
"""Playouts of the two searches at the same moment that tell how losses differ between seeds."""

MOVES = 4
"""Moves whose losses are compared between seeds."""

LEAST_LOSSES = 200
"""Losses without which what is known of their differences between seeds stays."""

LEAST_GAMES = 10
"""Games of a kind without which nothing is fitted."""

GAMES = RESULTS / "calibration.json"
"""The games by which the planner's file was written: a kind on each line."""

MOST_POINTS = 20
"""Points beyond the score that is shown, at the ends of a drawing."""


class SearchedState(msgspec.Struct, frozen=True, array_like=True):
    """What a search expects of a state: its round, the rounds left, mean and standard error."""

    round: int
    left: float
    expected: float
    stderr: float


class CalibrationGame(msgspec.Struct, frozen=True):
    """The score of a game, and what was expected on the way.

    Attributes
    ----------
    score, states
        The score, and the states in their order.
    budgets
        By the simulations of the search, what it expects at one of the states.
    excess
        Of some moves there: the variance of its loss between two seeds, less that of the samples.
    """

    score: int
    states: list[SearchedState]
    budgets: dict[int, float] = {}
    excess: list[float] = []


class KindGames(msgspec.Struct, frozen=True):
    """The games of a kind, by seed as text."""

    setting: Setting
    games: dict[str, CalibrationGame]

    @property
    def rounds(self) -> int:
        """Rounds of such a game."""
        return ROUNDS[self.setting.length]


def measured(setting: Setting, seed: int) -> CalibrationGame:
    """Play a game, and search at its moments."""
    begin, player = new_game(setting.options), Planner(SearchLimits(None, setting.playouts))
    rounds = ROUNDS[setting.length]
    several = (1 + seed % rounds, ("begin", "middle")[seed // rounds % 2])
    states: dict[tuple[int, str], SearchedState] = {}
    budgets: dict[int, float] = {}
    excess: list[float] = []
    for _, state in play(begin, player, seed):
        moment = moment_of(state)
        at = state.round, moment
        if not moment or at in states:
            continue
        best = _advice(state, SEARCH).best
        left, stderr = round(rounds_left(state), 3), round(best.raw_stderr or 0.0, 2)
        states[state.round, moment] = SearchedState(
            state.round, left, round(best.raw_expected, 2), stderr
        )
        if at == several and seed % SELDOM == 0:
            for playouts in sorted({SEARCH, *BUDGETS}):
                found = _advice(state, playouts)
                budgets[found.searched] = round(found.best.raw_expected, 2)
            excess = excess_of(_advice(state, PAIR, 1), _advice(state, PAIR, 2))
    return CalibrationGame(score_sheet(state).total, [*states.values()], budgets, excess)


def _advice(state: State, playouts: int, seed: int = 0) -> Advice:
    *_, advice = advise(state, SearchLimits(None, playouts), seed=seed)
    return advice


def moment_of(state: State) -> str:
    """Return which moment of a round it is, if any.

    They are the first turn and that with half of the Vikings placed; in the last round those with a
    quarter and with three quarters, too.
    """
    if not isinstance(current(state), Turn) or not state.vikings:
        return ""
    used = state.rounds - state.round - rounds_left(state)
    quarter = math.floor(4 * used) if state.is_last_round else 2 * math.floor(2 * used)
    return ("begin" if not used else "", "quarter", "middle", "late")[quarter]


def excess_of(one: Advice, other: Advice) -> list[float]:
    """Return of some moves the variance of their loss between two searches beyond the samples'."""
    others = {each.move: each for each in other.candidates}
    best, *moves = one.candidates[:MOVES]
    found = []
    for move in moves if best.move in others else ():
        if move.move in others:
            pairs = [(best, move), (others[best.move], others[move.move])]
            losses = [first.raw_expected - second.raw_expected for first, second in pairs]
            samples = sum((each.raw_stderr or 0.0) ** 2 for pair in pairs for each in pair)
            found.append(round(((losses[0] - losses[1]) ** 2 - samples) / 2, 3))
    return found


def settings() -> Sequence[Setting]:
    """Return the games: both lengths, without occupations and with all."""
    return [Setting(PLANNER, length, cards, PLAYOUTS) for length in ROUNDS for cards in (NONE, ALL)]


def fitted(games: Sequence[CalibrationGame], rounds: int) -> list[Reached]:
    """Fit what games reach beyond the expectation, and how much that differs.

    Both the gain and the variance are the lines through the beginnings of the rounds, the middle
    and the end of the last one that are closest to the games. The variance, less that of the
    expectations themselves, does not fall with the rounds left.
    """
    places = [-1.0, -0.5, *map(float, range(rounds))]
    left, points, stderr = np.array(
        [
            (each.left, game.score - each.expected, each.stderr)
            for game in games
            for each in game.states
        ]
    ).T
    near = np.array([np.interp(left, places, one) for one in np.eye(len(places))]).T
    gains, *_ = np.linalg.lstsq(near, points, rcond=None)
    squares = (points - near @ gains) ** 2 - stderr**2
    variances, *_ = np.linalg.lstsq(near, squares, rcond=None)
    # The gain is that of these games: they are closer to it than another one is.
    more = (len(games) + 1) / (len(games) - 1)
    deviations = [math.sqrt(more * max(0.0, each)) for each in rising(list(map(float, variances)))]
    return [
        Reached(place, round(float(gain), 2), round(deviation, 2))
        for place, gain, deviation in zip(places, gains, deviations, strict=True)
    ]


def rising(values: Sequence[float]) -> list[float]:
    """Return the closest values that never fall."""
    many = range(len(values))
    return [
        max(min(fmean(values[first : last + 1]) for last in many[at:]) for first in many[: at + 1])
        for at in many
    ]


def between_seeds(games: Iterable[CalibrationGame]) -> float:
    """Return the standard deviation of losses between seeds, beyond that of their samples."""
    excess = [each for game in games for each in game.excess]
    if len(excess) < LEAST_LOSSES:
        return calibration.calibration().between_seeds
    return round(math.sqrt(max(0.0, fmean(excess))), 2)


def budgets_of(games: Iterable[CalibrationGame]) -> list[Budget]:
    """Return what searches expect beyond that of `SEARCH` playouts, by their simulations."""
    more: dict[int, list[float]] = {}
    for game in games:
        usual = [each for each in game.budgets if each < SEARCH]
        for simulations, expected in game.budgets.items():
            more.setdefault(simulations, []).append(expected - game.budgets[max(usual)])
    return [
        Budget(round(math.log2(simulations), 2), round(fmean(found), 2))
        for simulations, found in sorted(more.items())
    ]


class Surprise(NamedTuple):
    """What a game reached beyond the score that is shown of a state, and the half of the range."""

    round: int
    left: float
    points: float
    width: float

    @property
    def within(self) -> bool:
        """Whether the game ended in the range."""
        return abs(self.points) <= self.width


def surprises(game: CalibrationGame, measured: Sequence[Reached]) -> list[Surprise]:
    """Judge what is shown of the states of a game."""
    return [
        Surprise(
            each.round, each.left, game.score - each.expected - there.gain, there.width(each.stderr)
        )
        for each in game.states
        for there in [between(measured, each.left)]
    ]


def held_out(kind: KindGames) -> list[list[Surprise]]:
    """Judge each game by a fit to all others."""
    games = [*kind.games.values()]
    return [
        surprises(game, fitted([*games[:at], *games[at + 1 :]], kind.rounds))
        for at, game in enumerate(games)
    ]


def times_of(judged: Sequence[Surprise], rounds: int) -> dict[str, list[Surprise]]:
    """Return the states of a game by its times."""
    times: dict[str, list[Surprise]] = {"start": list(judged[:1])}
    for each in judged[1:]:
        third = 3 * (each.round - 1) // (rounds - 1)
        name = ("early", "middle", "late", "last round")[third]
        times.setdefault(name, []).append(each)
    return times


def summary(judged: Mapping[Setting, Sequence[Sequence[Surprise]]]) -> str:
    """Return a table of what is shown of games, by kind and time; errors are those of games."""
    rows = []
    for setting, games in judged.items():
        by_game = [times_of(each, ROUNDS[setting.length]) for each in games]
        for time in by_game[0]:
            found = [each[time] for each in by_game if time in each]
            inside = mean(100 * fmean(each.within for each in states) for states in found)
            points = mean(fmean(each.points for each in states) for states in found)
            width = fmean(each.width for states in found for each in states)
            states = str(sum(map(len, found)))
            kind = f"{setting.length}, {setting.occupations}"
            shown = [points.text(True), f"{inside.text()} %", f"{width:.1f}"]
            rows.append([kind, time, states, *shown])
    head = ["Game", "Time", "States", "Points beyond", "In the range", "Half of it"]
    return table(head, rows, 2)


@click.command()
@click.option("--seeds", default="2001-2100", metavar="A-B", show_default=True, help="Games.")
@jobs_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=RESULTS / "calibration.jsonl",
    help="File for the games: the same command goes on there.",
)
@click.option("--any-code", is_flag=True, help="Count games of other versions of the code, too.")
@click.option("--write", is_flag=True, help="Then write the file of the planner, and the games.")
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw it as SVG.")
@errors_in_a_line()
def main(seeds: str, jobs: int, out: Path, any_code: bool, write: bool, plot: Path | None) -> None:
    """Measure what games reach of the score that a search expects."""
    if len(seeds_of(seeds)) < LEAST_GAMES:
        raise click.UsageError(f"--seeds: expected {LEAST_GAMES} games or more")
    tasks = [(setting, seed) for seed in seeds_of(seeds) for setting in settings()]
    found = carry_out(measured, tasks, CalibrationGame, out=out, jobs=jobs, any_code=any_code)
    every = [*found.rows.values()]
    kinds = [
        KindGames(
            setting, {str(seed): row for (of, seed), row in found.rows.items() if of == setting}
        )
        for setting in settings()
    ]
    fits = {each.setting: fitted([*each.games.values()], each.rounds) for each in kinds}
    judged = {each.setting: held_out(each) for each in kinds}
    without, with_all = (
        {of.length: fit for of, fit in fits.items() if of.occupations == cards}
        for cards in (NONE, ALL)
    )
    measured_now = Calibration(
        between_seeds(every), budgets_of(every), calibration.calibration().taken, without, with_all
    )
    text = msgspec.json.format(msgspec.json.encode(measured_now)).decode()
    click.echo(f"{text}\n\n{len(every)} games\n\n{summary(judged)}")
    if write:
        write_file(Path(calibration.__file__).parent / calibration.FILE, f"{text}\n")
        write_file(GAMES, b"\n".join(map(msgspec.json.encode, kinds)).decode() + "\n")
    if plot:
        write_file(plot, drawing(judged, fits))
    sys.exit(found.exit_code)


def drawing(
    judged: Mapping[Setting, Sequence[Sequence[Surprise]]],
    fits: Mapping[Setting, Sequence[Reached]],
) -> str:
    """Draw what games reached beyond what is shown, by rounds left, over the range."""
    panels = (
        f'<g transform="translate({60 + 330 * (at % 2)} {40 + 250 * (at // 2)})">'
        f"{_panel(setting, [each for game in games for each in game], fits[setting])}</g>"
        for at, (setting, games) in enumerate(judged.items())
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 530" '
        'font-family="sans-serif" font-size="12"><rect width="680" height="530" fill="#fff"/>'
        '<text x="340" y="520" text-anchor="middle">rounds left at the state</text>'
        '<text transform="translate(16 260) rotate(-90)" text-anchor="middle">'
        f"score reached − score shown</text>{''.join(panels)}</svg>\n"
    )


def _panel(setting: Setting, found: Sequence[Surprise], corners: Sequence[Reached]) -> str:
    """Draw a kind of game: points over the range, 280 wide and 200 high."""
    first = ROUNDS[setting.length] - 1

    def at(left: float, points: float) -> str:
        return f"{280 * (first - left) / (first + 1):.1f},{100 - 100 * points / MOST_POINTS:.1f}"

    upper = [at(each.left, each.width()) for each in corners]
    lower = [at(each.left, -each.width()) for each in corners]
    parts = [
        f'<text y="-8">{setting.length} game, {"all" if setting.occupations == ALL else "no"} cards'
        f'</text><polygon points="{" ".join([*upper, *lower[::-1]])}" fill="#cfe3f5"/>'
        '<path d="M0,100H280" stroke="#333"/><path d="M0,0V200" stroke="#333"/>'
    ]
    for points in range(-MOST_POINTS, MOST_POINTS + 1, 10):
        x, y = at(first, points).split(",")
        parts.append(f'<text x="-6" y="{float(y) + 4}" text-anchor="end">{points:+d}</text>')
    for left in range(first + 1):
        x, y = at(left, -MOST_POINTS).split(",")
        parts.append(f'<text x="{x}" y="{float(y) + 14}" text-anchor="middle">{left}</text>')
    for each in found:
        x, y = at(each.left, each.points).split(",")
        colour = "#1b5e9b" if each.within else "#c0392b"
        parts.append(f'<circle cx="{x}" cy="{y}" r="1.5" fill="{colour}" fill-opacity="0.4"/>')
    return "".join(parts)


if __name__ == "__main__":
    start("calibration")
