"""Results of the planner benchmark: runs, statistics, paired comparisons."""

import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.planner_games import ALL, NONE, MeasuredGame, Setting, Thinking
from benchmarks.planner_store import Broken, Kept, PlannerSession
from odin_solver.errors import InputError
from odin_solver.game.scoring import ScoreSheet
from odin_solver.planner.players import PLAYERS
from odin_solver.planner.series import Summary, mean_sheet, summary
from odin_solver.support.files import write_whole

SCHEMA = 1

CATEGORIES = ScoreSheet.__struct_fields__


class PlannerRun(msgspec.Struct, frozen=True):
    """All games of a setting.

    Attributes
    ----------
    games
        Games, by seed.
    summary, sheet
        Statistics of the scores, and means by category.
    seconds_per_placement
        Median over the games, which is robust against other work on the machine.
    """

    setting: Setting
    games: list[MeasuredGame]
    summary: Summary
    sheet: dict[str, float]
    seconds_per_placement: float

    @property
    def by_seed(self) -> dict[int, MeasuredGame]:
        return {game.seed: game for game in self.games}


class Pair(msgspec.Struct, frozen=True):
    """Difference of two settings on their common seeds.

    Attributes
    ----------
    seeds
        Number of common seeds.
    mean, stderr
        Mean of the differences and its standard error; None for one seed.
    """

    setting: Setting
    than: Setting
    seeds: int
    mean: float
    stderr: float | None


class PlannerResults(msgspec.Struct, frozen=True):
    """The file of results; `failures` are games that broke a rule or raised an error."""

    schema: int
    sessions: list[PlannerSession]
    runs: list[PlannerRun]
    pairs: list[Pair]
    failures: list[Broken]


def results_of(
    entries: Iterable[PlannerSession | Kept | Broken], code: str | None
) -> PlannerResults:
    """Return the results of entries.

    Parameters
    ----------
    entries
        Entries, oldest first. Of several games of a setting and seed the last one counts; a failure
        counts until a game of the seed succeeds.
    code
        Version of the code whose games count; None for any.
    """
    games: dict[Setting, dict[int, MeasuredGame]] = defaultdict(dict)
    failures: dict[tuple[Setting, int], Broken] = {}
    sessions = []
    for entry in entries:
        if isinstance(entry, PlannerSession):
            sessions.append(entry)
        elif isinstance(entry, Kept) and code in (None, entry.game.code):
            games[entry.setting][entry.game.seed] = entry.game
            failures.pop((entry.setting, entry.game.seed), None)
        elif isinstance(entry, Broken) and code in (None, entry.failure.code):
            failures[entry.setting, entry.failure.seed] = entry
    runs = [
        _run(setting, [games[setting][seed] for seed in sorted(games[setting])])
        for setting in sorted(games, key=_order)
    ]
    counted = {game.code for run in runs for game in run.games}
    return PlannerResults(
        SCHEMA,
        [each for each in sessions if each.code in counted],
        runs,
        list(_pairs(runs)),
        list(failures.values()),
    )


def _order(setting: Setting) -> tuple[Any, ...]:
    thinking = setting.thinking or Thinking()
    amount = (thinking.seconds or math.inf, thinking.playouts or math.inf)
    decks = setting.occupations
    known = PLAYERS.index(setting.player)
    return setting.length, decks != NONE, decks == ALL, decks, setting.starting, known, amount


def _run(setting: Setting, games: list[MeasuredGame]) -> PlannerRun:
    return PlannerRun(
        setting,
        games,
        summary([game.score for game in games]),
        mean_sheet(game.sheet for game in games),
        statistics.median(game.seconds_per_placement for game in games),
    )


def _pairs(runs: Sequence[PlannerRun]) -> Iterator[Pair]:
    """Yield each run against the next weaker one, and each choice of cards against none."""
    for run in runs:
        for other in runs:
            if _comparable(run.setting, other.setting) or other is without_cards(run, runs):
                gap = difference(run, other, lambda game: game.score)
                if gap.seeds:
                    yield Pair(run.setting, other.setting, gap.seeds, gap.mean, gap.stderr)


def _comparable(one: Setting, other: Setting) -> bool:
    if (one.length, one.occupations) != (other.length, other.occupations):
        return False
    if one.starting != other.starting:
        return (one.player, one.thinking) == (other.player, other.thinking) and (
            one.starting == "choose"
        )
    better = PLAYERS.index(one.player) - PLAYERS.index(other.player)
    return better == 1 or (better == 0 and _order(one) > _order(other))


def without_cards(run: PlannerRun, runs: Sequence[PlannerRun]) -> PlannerRun | None:
    """Return the run of the same player without cards.

    Of several, the one with most seeds in common, then the one closest in time per placement: with
    cards a playout takes longer.
    """
    mine = run.setting
    candidates = [
        each
        for each in runs
        if (each.setting.player, each.setting.length) == (mine.player, mine.length)
        and each.setting.occupations == NONE != mine.occupations
    ]

    seeds = {game.seed for game in run.games}

    def distance(other: PlannerRun) -> tuple[int, float]:
        both = run.seconds_per_placement, other.seconds_per_placement
        common = sum(game.seed in seeds for game in other.games)
        return -common, max(both) / max(min(both), 1e-9)

    return min(candidates, key=distance, default=None)


@dataclass(frozen=True)
class Difference:
    """The mean of paired differences, and its standard error."""

    seeds: int
    mean: float
    stderr: float | None


def difference(
    run: PlannerRun, other: PlannerRun, value: Callable[[MeasuredGame], float]
) -> Difference:
    """Return the difference of a value between two runs on their common seeds."""
    mine, yours = run.by_seed, other.by_seed
    gaps = [value(mine[seed]) - value(yours[seed]) for seed in mine.keys() & yours.keys()]
    if not gaps:
        return Difference(0, 0.0, None)
    error = statistics.stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else None
    return Difference(len(gaps), statistics.fmean(gaps), error)


def save(results: PlannerResults, path: Path) -> None:
    """Write a file of results atomically, with a line per game."""
    encode = msgspec.json.encode
    runs = [
        # The games come last, after the statistics.
        encode(
            {name: getattr(run, name) for name in PlannerRun.__struct_fields__ if name != "games"}
        )[:-1]
        + b',"games":%s}' % _lines(map(encode, run.games))
        for run in results.runs
    ]
    parts = {
        "schema": encode(results.schema),
        "sessions": _lines(map(encode, results.sessions)),
        "runs": _lines(runs),
        "pairs": _lines(map(encode, results.pairs)),
        "failures": _lines(map(encode, results.failures)),
    }
    text = b",\n".join(b'"%s":%s' % (name.encode(), part) for name, part in parts.items())
    try:
        write_whole(path, f"{{{text.decode()}}}\n")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def _lines(parts: Iterable[bytes]) -> bytes:
    return b"[\n" + b",\n".join(parts) + b"\n]"


def load(path: Path) -> PlannerResults:
    """Read a file of results.

    Raises
    ------
    InputError
        If it is invalid.
    """
    try:
        results = msgspec.json.decode(path.read_bytes(), type=PlannerResults)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}") from None
    if results.schema != SCHEMA:
        raise InputError(f"{path}: schema: expected {SCHEMA}, got {results.schema}")
    for run in results.runs:
        for game in run.games:
            if game.score != game.sheet.total:
                raise InputError(
                    f"{path}: {run.setting.words}: seed {game.seed}: score: expected "
                    f"{game.sheet.total}, the sum of its sheet, got {game.score}"
                )
    return results
