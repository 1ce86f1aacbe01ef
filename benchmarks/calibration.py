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
from odin_solver.planner.calibration import Calibration, GainLine, Lines, rounds_left
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

LEAST_GAMES = 6
"""Games of a kind without which nothing is fitted."""

LEAST_STARTS = 3
"""Starts of games, of which one is held out, and the others have a variance."""

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
        str(each.move): (round(each.raw_expected, 3), round(each.raw_stderr or 0.0, 3))
        for each in advice.candidates[:MOVES]
    }
    return Expectation(advice.best.raw_expected, advice.best.raw_stderr or 0.0, moves)


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
    stderr: float
    within: bool = True


def surprises(score: int, states: Iterable[SearchedState]) -> list[Surprise]:
    """Return what a game reached beyond what was expected on the way."""
    firsts = [(each, each.searches[0]) for each in states]
    return [
        Surprise(each.moment, each.left, score - first.expected, first.stderr)
        for each, first in firsts
    ]


def fitted(kinds: Mapping[Setting, Kind], before: Mapping[Setting, Lines]) -> dict[Setting, Lines]:
    """Fit what games reach beyond the expectation, and its variance, as lines in the rounds left.

    The lines begin where the published scores are: their mean less the mean expectation at the
    start, and their variance less that of the expectations. The games on the way give the value in
    the last round, by least squares: the variance is the same for all kinds. Fewer games of a kind,
    or in all, than `LEAST_GAMES` leave that of the lines before.
    """
    gains: dict[Setting, GainLine] = {}
    spreads: dict[Setting, tuple[float, float]] = {}
    squares: list[tuple[float, float, float]] = []
    for setting, kind in kinds.items():
        begins = [each.searches[0].expected for each in kind.starts.values()]
        first = next(iter(kind.starts.values())).left
        gain = fmean(kind.scores.values()) - fmean(begins)
        spread = variance(kind.scores.values()) - variance(begins)
        spreads[setting] = spread, first
        found = [surprises(game.score, game.states) for game in kind.games.values()]
        points = [each for game in found for each in game if each.left >= 0]
        last = before[setting].gain.last
        if len(kind.games) >= LEAST_GAMES:
            last = _last((gain, each.left / first, each.points) for each in points)
        line = gains[setting] = _line(gain, last, first)
        squares += [
            (spread, each.left / first, (each.points - line.at(each.left)) ** 2 - each.stderr**2)
            for each in points
        ]
    enough = sum(len(kind.games) for kind in kinds.values()) >= LEAST_GAMES
    lines = {}
    for setting, (spread, first) in spreads.items():
        last = max(0.0, _last(squares)) if enough else before[setting].variance.last
        lines[setting] = Lines(gains[setting], _line(spread, min(last, spread), first))
    return lines


def _last(points: Iterable[tuple[float, float, float]]) -> float:
    """Return the value at 0 of lines closest to points: of each the value at 1, the place, and it.

    The lines have their own values at 1, and meet at 0.
    """
    ends = [(1 - at, value - begin * at) for begin, at, value in points]
    return sum(weight * value for weight, value in ends) / sum(weight**2 for weight, _ in ends)


def _line(begin: float, last: float, first: float) -> GainLine:
    return GainLine(round(last, 2), round((begin - last) / first, 2))


def held_out(
    kinds: Mapping[Setting, Kind], before: Mapping[Setting, Lines]
) -> dict[Setting, list[Surprise]]:
    """Judge each start and each game by lines that were fitted without its seed."""
    judged: dict[Setting, list[Surprise]] = {setting: [] for setting in kinds}
    for seed in sorted({seed for kind in kinds.values() for seed in (*kind.starts, *kind.games)}):
        lines = fitted({setting: kind.without(seed) for setting, kind in kinds.items()}, before)
        for setting, kind in kinds.items():
            found: list[Surprise] = []
            if seed in kind.games:
                game = kind.games[seed]
                found = surprises(game.score, game.states)
            elif seed in kind.starts:
                found = surprises(kind.scores[seed], [kind.starts[seed]])
            for each in found:
                beyond = each.points - lines[setting].gain.at(each.left)
                within = abs(beyond) <= lines[setting].width(each.left, each.stderr)
                judged[setting].append(each._replace(points=beyond, within=within))
    return judged


def summary(judged: Mapping[Setting, Sequence[Surprise]]) -> str:
    """Return a table of surprises: at the start and later by kind, and of all by rounds left."""
    parts: dict[tuple[str, str], list[Surprise]] = {}
    for setting, found in judged.items():
        for each in found:
            start = each.left == ROUNDS[setting.length] - 1
            name = f"{setting.length}, {setting.cards}"
            parts.setdefault((name, "start" if start else "later"), []).append(each)
    every = [each for found in judged.values() for each in found]
    for each in sorted(every, key=lambda each: -each.left):
        left = f"rounds left: {math.ceil(each.left)}" if each.left >= 0 else "last round"
        parts.setdefault(("all", left), []).append(each)
    rows = [
        [
            *part,
            str(len(found)),
            mean(each.points for each in found).text(True),
            f"{fmean(each.within for each in found):.0%}",
        ]
        for part, found in parts.items()
    ]
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
    if len(seeds_of(starts)) < LEAST_STARTS:
        raise click.UsageError(f"--starts: expected {LEAST_STARTS} games or more")
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
    kinds = {
        setting: Kind(
            published_scores(setting),
            {seed: row for (of, seed), row in at_start.rows.items() if of == setting},
            {seed: row for (of, seed), row in whole.rows.items() if of == setting},
        )
        for setting in settings()
    }
    before = {
        each: calibration.lines_of(each.length, each.occupations == ALL) for each in settings()
    }
    fits, judged = fitted(kinds, before), held_out(kinds, before)
    lines: dict[str, dict[GameLength, Lines]] = {NONE: {}, ALL: {}}
    for setting, found in fits.items():
        lines[setting.occupations][setting.length] = found
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
        write_file(plot, drawing(judged, fits))
    sys.exit(max(at_start.exit_code, whole.exit_code))


def drawing(judged: Mapping[Setting, Sequence[Surprise]], lines: Mapping[Setting, Lines]) -> str:
    """Draw what games reached beyond what is shown, by rounds left, over the 80 % range."""
    panels = (
        f'<g transform="translate({60 + 330 * (at % 2)} {40 + 250 * (at // 2)})">'
        f"{_panel(setting, found, lines[setting])}</g>"
        for at, (setting, found) in enumerate(judged.items())
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 530" '
        'font-family="sans-serif" font-size="12"><rect width="680" height="530" fill="#fff"/>'
        '<text x="340" y="520" text-anchor="middle">rounds left at the state</text>'
        '<text transform="translate(16 260) rotate(-90)" text-anchor="middle">'
        f"score reached − score shown</text>{''.join(panels)}</svg>\n"
    )


def _panel(setting: Setting, found: Sequence[Surprise], lines: Lines) -> str:
    """Draw a kind of game: points over the range, 280 wide and 200 high."""
    first = ROUNDS[setting.length] - 1

    def at(left: float, points: float) -> str:
        return f"{280 * (first - left) / (first + 1):.1f},{100 - 100 * points / MOST_POINTS:.1f}"

    lefts = [first - 0.25 * step for step in range(4 * first + 5)]
    widths = list(map(lines.width, lefts))
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
