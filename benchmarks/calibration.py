"""What games reach of the score that a search expects: ``python -m benchmarks.calibration``.

Whole games of the planner. At the first decision of each round the searches of `SEARCHES` say what
they expect; the rest of the game says what comes of it.
"""

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean, variance
from typing import Any, Literal, NamedTuple

import click
import msgspec

from benchmarks.harness import (
    RESULTS,
    Row,
    carry_out,
    errors_in_a_line,
    jobs_option,
    mean,
    seeds_of,
    start,
    table,
)
from benchmarks.planner import ALL, NONE, Setting, load
from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import play
from odin_solver.game.scoring import score_sheet
from odin_solver.game.setup import new_game
from odin_solver.game.turn import Turn
from odin_solver.planner import calibration
from odin_solver.planner.advice import SearchLimits, advise
from odin_solver.planner.calibration import RANGE_WIDTH, Calibration, GainLine, Lines, rounds_left
from odin_solver.planner.players import PLANNER
from odin_solver.planner.policy import Planner
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file

PLAYOUTS = 200
"""Playouts of the planner for a placement in these games, as in the published ones."""

Moment = Literal["begin", "middle", "layout", "feast"]
"""When a search is made: at the first turn of a round, at the first one with half of the Vikings
placed, when nothing is left but to lay tiles, at the feast."""

SEARCHES: Mapping[Moment, Sequence[tuple[int, int]]] = {
    "begin": ((800, 1), (800, 2)),
    "middle": ((400, 1),),
    "layout": ((200, 1),),
    "feast": ((400, 1),),
}
"""Playouts and seed of each search."""

LEAST_GAMES = 3
"""Games of a kind without which nothing is fitted."""

MOST_POINTS = 20
"""Points beyond the score that is shown, at the ends of a drawing."""

MOVES = 4
"""Moves of which a search says what it expects."""


class Expectation(msgspec.Struct, frozen=True):
    """What a search expects.

    Attributes
    ----------
    expected, stderr
        Expected score of the best move, and its standard error.
    moves
        Expected score of the first moves, and its standard error.
    """

    expected: float
    stderr: float
    moves: dict[str, tuple[float, float]]


class SearchedState(msgspec.Struct, frozen=True):
    """A state of a game, with the rounds left, and what its searches expect."""

    moment: Moment
    round: int
    left: float
    searches: list[Expectation]


class CalibrationGame(msgspec.Struct, frozen=True):
    """The score of a game, and what was expected on the way."""

    score: int
    states: list[SearchedState]


def measured(setting: Setting, seed: int) -> CalibrationGame:
    """Play a game, and search at its moments."""
    begin, player = new_game(setting.options), Planner(SearchLimits(playouts=setting.playouts))
    states: dict[tuple[int, Moment], SearchedState] = {}
    for _, state in play(begin, player, seed):
        moment = moment_of(state)
        if moment and (state.round, moment) not in states:
            states[state.round, moment] = searched(state, moment)
    return CalibrationGame(score_sheet(state).total, [*states.values()])


def measured_start(setting: Setting, seed: int) -> SearchedState:
    """Search at the first turn of a game."""
    begin, player = new_game(setting.options), Planner(SearchLimits(playouts=setting.playouts))
    states = (state for _, state in play(begin, player, seed))
    return searched(next(state for state in states if moment_of(state)), "begin")


def moment_of(state: State) -> Moment | None:
    """Return which moment of a round it is, if any."""
    node = current(state)
    if isinstance(node, ServeFeast):
        return None if state.is_last_round else "feast"
    if not isinstance(node, Turn):
        return None
    if not state.vikings:
        return None if state.is_last_round else "layout"
    used = state.rounds - state.round - rounds_left(state)
    if not used:
        return "begin"
    return "middle" if used >= 1 / 2 else None


def searched(state: State, moment: Moment) -> SearchedState:
    """Make the searches of a moment."""
    searches = [expectation(state, *search) for search in SEARCHES[moment]]
    return SearchedState(moment, state.round, round(rounds_left(state), 3), searches)


def expectation(state: State, playouts: int, seed: int) -> Expectation:
    """Search for the best move of a state."""
    *_, advice = advise(state, SearchLimits(playouts=playouts), seed=seed)
    moves = {
        str(each.move): (round(each.expected, 3), round(each.stderr or 0.0, 3))
        for each in advice.candidates[:MOVES]
    }
    return Expectation(advice.best.expected, advice.best.stderr or 0.0, moves)


def settings() -> Sequence[Setting]:
    """Return the games: both lengths, without occupations and with all."""
    return [Setting(PLANNER, length, cards, PLAYOUTS) for length in ROUNDS for cards in (NONE, ALL)]


class Kind(NamedTuple):
    """What is known of games of a kind, by seed: published scores, searches at the start, games."""

    scores: Mapping[int, int]
    starts: Mapping[int, SearchedState]
    games: Mapping[int, CalibrationGame]

    def without(self, seed: int) -> "Kind":
        """Return what is known without a seed."""

        def rest(of: Mapping[int, Row]) -> dict[int, Row]:
            return {each: row for each, row in of.items() if each != seed}

        return Kind(rest(self.scores), rest(self.starts), rest(self.games))


class Surprise(NamedTuple):
    """What a game reached beyond the expectation at a moment, or beyond lines of other games."""

    moment: Moment
    left: float
    points: float
    within: bool = True


def surprises(score: int, states: Iterable[SearchedState]) -> list[Surprise]:
    """Return what a game reached beyond what was expected on the way."""
    return [Surprise(each.moment, each.left, score - each.searches[0].expected) for each in states]


def fitted(kind: Kind, before: Lines) -> Lines:
    """Fit what games reach beyond the expectation, and its variance, as lines in the rounds left.

    The lines begin where the published scores are: their mean less the mean expectation at the
    start, and their variance less that of the expectations. The games on the way give the value in
    the last round, by least squares; fewer than `LEAST_GAMES` leave that of the lines before.
    """
    begins = [each.searches[0].expected for each in kind.starts.values()]
    first = next(iter(kind.starts.values())).left
    gain = fmean(kind.scores.values()) - fmean(begins)
    spread = variance(kind.scores.values()) - variance(begins)
    if len(kind.games) < LEAST_GAMES:
        lasts = before.gain.last, before.variance.last
        return Lines(_line(gain, lasts[0], first), _line(spread, lasts[1], first))
    found = [surprises(game.score, game.states) for game in kind.games.values()]
    points = [each for game in found for each in game if each.left >= 0]
    line = _line(gain, _last(gain, [(each.left / first, each.points) for each in points]), first)
    squares = [(each.left / first, (each.points - line.at(each.left)) ** 2) for each in points]
    return Lines(line, _line(spread, max(0.0, _last(spread, squares)), first))


def _last(begin: float, points: Iterable[tuple[float, float]]) -> float:
    """Return the value at 0 of the line closest to points that has a given value at 1."""
    ends = [(1 - at, value - begin * at) for at, value in points]
    return sum(weight * value for weight, value in ends) / sum(weight**2 for weight, _ in ends)


def _line(begin: float, last: float, first: float) -> GainLine:
    return GainLine(round(last, 2), round((begin - last) / first, 2))


def held_out(kind: Kind, before: Lines) -> list[Surprise]:
    """Judge each start and each game by lines that were fitted without its seed."""
    found = [
        (seed, each)
        for seed, start in kind.starts.items()
        if seed not in kind.games
        for each in surprises(kind.scores[seed], [start])
    ]
    for seed, game in kind.games.items():
        found += [(seed, each) for each in surprises(game.score, game.states)]
    judged = []
    for seed, each in found:
        lines = fitted(kind.without(seed), before)
        beyond = each.points - lines.gain.at(each.left)
        within = abs(beyond) <= RANGE_WIDTH * lines.variance.at(each.left) ** 0.5
        judged.append(each._replace(points=beyond, within=within))
    return judged


def summary(judged: Mapping[Setting, Sequence[Surprise]]) -> str:
    """Return a table of surprises by kind and part of the game."""
    rows = []
    for setting, found in judged.items():
        first = ROUNDS[setting.length] - 1
        parts = {"start": (first, first), "first half": (first / 2, first - 0.01)}
        parts["second half"] = (-1.0, first / 2 - 0.01)
        for name, (low, high) in parts.items():
            here = [each for each in found if low <= each.left <= high]
            if here:
                within = f"{fmean(each.within for each in here):.0%}"
                points = mean(each.points for each in here)
                kind = f"{setting.length}, {setting.cards}"
                rows.append([kind, name, str(len(here)), points.text(True), within])
    return table(["Game", "States", "Number", "Points beyond", "In the 80 % range"], rows, 2)


def between_seeds(games: Iterable[CalibrationGame]) -> float:
    """Return the standard deviation of losses between seeds, beyond that of their samples."""
    excess = []
    pairs = [each.searches for game in games for each in game.states if each.moment == "begin"]
    for one, other in pairs:
        best, *moves = one.moves
        for move in moves if best in other.moves else ():
            if move not in other.moves:
                continue
            losses = [each.moves[best][0] - each.moves[move][0] for each in (one, other)]
            samples = sum(each.moves[at][1] ** 2 for each in (one, other) for at in (best, move))
            excess.append(((losses[0] - losses[1]) ** 2 - samples) / 2)
    return round(math.sqrt(max(0.0, fmean(excess))), 2)


def published_scores(setting: Setting) -> dict[int, int]:
    """Return the published scores of a kind by seed."""
    (found,) = (each for each in load(RESULTS / "planner.json") if each.setting == setting)
    return {int(seed): score for seed, score in found.scores.items()}


@click.command()
@click.option("--seeds", default="1-20", metavar="A-B", show_default=True, help="Games.")
@click.option(
    "--starts", default="1-200", metavar="A-B", show_default=True, help="Starts of games."
)
@jobs_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=RESULTS,
    help="Folder for what is measured: the same command goes on there.",
)
@click.option("--any-code", is_flag=True, help="Count games of other versions of the code, too.")
@click.option("--write", is_flag=True, help="Then write the file of the planner.")
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw it as SVG.")
@errors_in_a_line()
def main(
    seeds: str, starts: str, jobs: int, out: Path, any_code: bool, write: bool, plot: Path | None
) -> None:
    """Measure what games reach of the score that a search expects."""
    begun, played = (
        [(setting, seed) for seed in seeds_of(numbers) for setting in settings()]
        for numbers in (starts, seeds)
    )
    keep: dict[str, Any] = {"jobs": jobs, "any_code": any_code}
    at_start = carry_out(
        measured_start, begun, SearchedState, out=out / "calibration-starts.jsonl", **keep
    )
    whole = carry_out(
        measured, played, CalibrationGame, out=out / "calibration-games.jsonl", **keep
    )
    judged = {}
    lines: dict[str, dict[GameLength, Lines]] = {NONE: {}, ALL: {}}
    for setting in settings():
        kind = Kind(
            published_scores(setting),
            {seed: row for (of, seed), row in at_start.rows.items() if of == setting},
            {seed: row for (of, seed), row in whole.rows.items() if of == setting},
        )
        before = calibration.lines_of(setting.length, setting.occupations == ALL)
        lines[setting.occupations][setting.length] = fitted(kind, before)
        judged[setting] = held_out(kind, before)
    known = calibration.calibration()
    enough = len(whole.rows) >= LEAST_GAMES * len(judged)
    spread = between_seeds(whole.rows.values()) if enough else known.between_seeds
    text = msgspec.json.format(
        msgspec.json.encode(Calibration(spread, lines[NONE], lines[ALL]))
    ).decode()
    click.echo(
        f"{text}\n\n{len(at_start.rows)} starts, {len(whole.rows)} games\n\n{summary(judged)}"
    )
    if write:
        write_file(Path(calibration.__file__).parent / calibration.FILE, f"{text}\n")
    if plot:
        fits = {each: lines[each.occupations][each.length] for each in judged}
        write_file(plot, drawing(judged, fits))
    sys.exit(max(at_start.exit_code, whole.exit_code))


def drawing(judged: Mapping[Setting, Sequence[Surprise]], lines: Mapping[Setting, Lines]) -> str:
    """Draw what games reached beyond what is shown, by rounds left, over the 80 % range."""
    panels = (
        f'<g transform="translate({60 + 330 * (at % 2)} {40 + 250 * (at // 2)})">'
        f"{_panel(setting, found, lines[setting].variance)}</g>"
        for at, (setting, found) in enumerate(judged.items())
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 530" '
        'font-family="sans-serif" font-size="12"><rect width="680" height="530" fill="#fff"/>'
        '<text x="340" y="520" text-anchor="middle">rounds left at the state</text>'
        '<text transform="translate(16 260) rotate(-90)" text-anchor="middle">'
        f"score reached − score shown</text>{''.join(panels)}</svg>\n"
    )


def _panel(setting: Setting, found: Sequence[Surprise], variance: GainLine) -> str:
    """Draw a kind of game: points over the range, 280 wide and 200 high."""
    first = ROUNDS[setting.length] - 1

    def at(left: float, points: float) -> str:
        return f"{280 * (first - left) / (first + 1):.1f},{100 - 100 * points / MOST_POINTS:.1f}"

    lefts = [first - 0.25 * step for step in range(4 * first + 5)]
    widths = [RANGE_WIDTH * variance.at(left) ** 0.5 for left in lefts]
    upper = [at(left, width) for left, width in zip(lefts, widths, strict=True)]
    lower = [at(left, -width) for left, width in zip(lefts, widths, strict=True)]
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
        parts.append(f'<circle cx="{x}" cy="{y}" r="2.5" fill="{colour}" fill-opacity="0.55"/>')
    return "".join(parts)


if __name__ == "__main__":
    start("calibration")
