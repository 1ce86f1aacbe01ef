"""The page about the planner's strength, from a file of results and nothing else."""

import statistics
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.planner_games import ALL, NONE, MeasuredGame
from benchmarks.planner_plots import against_time, categories, distributions
from benchmarks.planner_results import (
    CATEGORIES,
    Pair,
    PlannerResults,
    PlannerRun,
    difference,
    without_cards,
)
from odin_solver.errors import InputError
from odin_solver.planner.players import PLANNER, PLAYERS
from odin_solver.rules.position import ROUNDS
from odin_solver.support.files import write_whole

PAGE = "planner.md"

COMMITTED = range(1, 201)
"""The seeds that the aims are about."""

AIMS = {"long": (100, 120), "short": (85, 100)}
"""Mean scores: minimum and target."""

LOW_AIM = 80
"""Target for the score that nine of ten games reach."""

CARDS_AIM = 10
"""Target gain of the mean with all decks."""

TEMPLATE = """\
# How well the planner plays

`python -m benchmarks.planner --report` wrote this page from `benchmarks/results/planner.json`; \
no figure in it was typed. A game counts after its log was replayed, move by move against the \
rules and draw by draw against its seed, and scored again. All players meet the same seeds, and \
differences are taken seed by seed. *±* is one standard error. The planner sees what a player \
sees: it draws futures of its own and knows nothing of the seed. The time of a placement is the \
median of the games, since other work on the machine slows some of them down.

## What was played

{played}

{made}

## Scores

{scores}

{aims}

{distributions}

## Differences on the same seeds

{pairs}

## Where the points come from

*Best tenth* is the mean over the best tenth of the last player's games, at least one game. \
Where it is ahead, the other games leave points behind.

{categories}

What holds the planner back: what follows a move is played by the greedy policy, which hardly \
keeps animals, builds few houses and seldom takes a second exploration board, so that moves which \
lead there look worse than they are; and good moves differ by less than the luck of a few futures, \
so that many of them are needed. Within an action it follows the greedy policy, which costs next \
to nothing ([benchmarks/README.md](../benchmarks/README.md#the-planner) has what was measured).

## Thinking longer

{thinking}

## Occupations

The starting occupation is drawn, or, where it says *start chosen*, chosen by the player instead, \
as the rules (7) allow. Both are compared with the same games without cards.

{decks}

Which cards gain most: [cards.md](cards.md).
"""


def write_report(results: PlannerResults, folder: Path) -> list[Path]:
    """Write the page and its pictures; gives the files.

    Raises
    ------
    InputError
        If there are no games, or the files cannot be written.
    """
    if not results.runs:
        raise InputError("the results hold no game: nothing to report")
    text, pictures = report(results)
    written = []
    for name, content in {PAGE: text, **pictures}.items():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / name, content)
        except OSError as error:
            raise InputError(f"cannot write {folder / name}: {error.strerror or error}") from None
        written.append(folder / name)
    return written


def report(results: PlannerResults) -> tuple[str, dict[str, str]]:
    """The page, and its pictures by the name of their files."""
    main = {
        f"{length} game": runs
        for length in ROUNDS
        if (runs := _main_runs([run for run in _plain(results) if run.setting.length == length]))
    }
    curves = _curves(results)
    pictures = {}
    if main:
        pictures["planner-scores.svg"] = distributions(main)
        pictures["planner-categories.svg"] = categories(main)
    if curves:
        pictures["planner-thinking.svg"] = against_time(curves)
    text = TEMPLATE.format(
        played=_played(results),
        made=_made(results),
        scores=_scores(results),
        aims=_aims(results),
        distributions=_picture(pictures, "planner-scores.svg", "Distribution of scores"),
        pairs=_pairs(results.pairs),
        categories="\n\n".join(
            [
                *(_category_table(title, runs) for title, runs in main.items()),
                _picture(pictures, "planner-categories.svg", "Mean points by category"),
            ]
        ),
        thinking=_thinking(curves, pictures),
        decks=_decks(results),
    )
    return text.rstrip() + "\n", pictures


def _plain(results: PlannerResults) -> list[PlannerRun]:
    """The runs without cards."""
    return [run for run in results.runs if run.setting.occupations == NONE]


def _main_runs(runs: Sequence[PlannerRun]) -> list[PlannerRun]:
    """One run of every player: of the planner the one with most games, then most thinking."""
    found = []
    for player in PLAYERS:
        mine = [run for run in runs if run.setting.player == player]
        if mine:
            most = max(len(run.games) for run in mine)
            found.append([run for run in mine if len(run.games) == most][-1])
    return found


def _played(results: PlannerResults) -> str:
    rows = []
    for run in results.runs:
        rows.append(
            [
                *_names(run),
                _seeds(run.by_seed),
                f"{statistics.fmean(game.seconds for game in run.games):.2f}",
                f"{max(game.seconds for game in run.games):.2f}",
                f"{run.seconds_per_placement:.2f}",
            ]
        )
    head = ["player", "game", "cards", "seeds", "s a game", "longest", "s a placement"]
    lines = [_table(head, rows, 3)]
    if results.failures:
        lines.append(f"**{len(results.failures)} games failed and are not in any figure:**")
        lines.append(
            "\n".join(
                f"- {each.setting.words}, seed {each.failure.seed}: {each.failure.message}"
                for each in results.failures
            )
        )
    else:
        lines.append("No game failed.")
    return "\n\n".join(lines)


def _seeds(seeds: Iterable[int]) -> str:
    """Return the seeds in words; missing seeds are named."""
    known = set(seeds)
    if known == set(COMMITTED):
        return f"all {len(COMMITTED)}"
    first, last = min(known), max(known)
    of_all = f" of {len(COMMITTED)}" if known <= set(COMMITTED) else ""
    return f"{len(known)}{of_all}, from {first} to {last}"


def _made(results: PlannerResults) -> str:
    machines = dict.fromkeys(
        f"{each.machine.processor or 'unknown processor'}, {each.machine.cores} cores, "
        f"{each.machine.memory_gib:g} GiB, Python {each.machine.python}; "
        + (f"cluster {each.cluster}" if each.cluster else f"{each.jobs} games at a time")
        for each in results.sessions
    )
    codes = {game.code for run in results.runs for game in run.games}
    commits = dict.fromkeys(each.commit or "unknown" for each in results.sessions)
    days = sorted(each.date[:10] for each in results.sessions)
    lines = [f"- {each}, one process a game." for each in machines]
    if days:
        when = days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
        load = ", ".join(f"{each.load:g}" for each in results.sessions)
        lines.append(f"- {when}; commit {', '.join(commits)}; load when it began: {load}.")
    if len(codes) > 1:
        counts = ", ".join(
            f"{code}: {sum(game.code == code for run in results.runs for game in run.games)}"
            for code in sorted(codes)
        )
        lines.append(f"- **Several versions of the code played** (version: games): {counts}.")
    return "\n".join(lines)


def _scores(results: PlannerResults) -> str:
    rows = []
    for run in results.runs:
        found = run.summary
        rows.append(
            [
                *_names(run),
                str(len(run.games)),
                _mean(found.mean, found.stderr),
                *(f"{each:g}" for each in (found.worst, round(found.p10, 1), found.median)),
                *(f"{each:g}" for each in (round(found.p90, 1), found.best)),
            ]
        )
    head = ["player", "game", "cards", "games", "mean", "worst", "10 %", "median", "90 %", "best"]
    return _table(head, rows, 3)


def _aims(results: PlannerResults) -> str:
    """Return the table of targets and results."""
    lines = []
    for run in _plain(results):
        if run.setting.player != PLANNER:
            continue
        working, target = AIMS[run.setting.length]
        mean, low = run.summary.mean, run.summary.p10
        verdict = "reaches" if mean >= target else f"misses by {target - mean:.1f}"
        called = "working" if mean >= working else f"not working ({working} wanted)"
        lines.append(
            f"- {run.setting.who}, {run.setting.length} game (seeds: {_seeds(run.by_seed)}): "
            f"mean {mean:.1f} {verdict} the target of {target}, and is called {called}; "
            f"nine of ten games reach {low:.1f}, {_reached(low, LOW_AIM)}."
        )
    return "\n".join(lines) or "The planner has not played without cards."


def _reached(value: float, aim: float) -> str:
    return f"as aimed at ({aim})" if value >= aim else f"{aim - value:.1f} less than aimed at"


def _pairs(pairs: Sequence[Pair]) -> str:
    rows = [
        [
            each.setting.words,
            each.than.words,
            str(each.seeds),
            _mean(each.mean, each.stderr, sign=True),
        ]
        for each in pairs
    ]
    return _table(["", "minus", "seeds", "difference"], rows, 2) if rows else "None were played."


def _category_table(title: str, runs: Sequence[PlannerRun]) -> str:
    """Mean points by category: every player, and the gap between the last two."""
    last = runs[-1]
    best = sorted(last.games, key=lambda game: -game.score)[: max(1, len(last.games) // 10)]
    head = [title, *(run.setting.who for run in runs)]
    if len(runs) > 1:
        head.append(f"{last.setting.player} - {runs[-2].setting.player}")
    head += ["best tenth", "best tenth - mean"]
    rows = []
    for name in [*CATEGORIES, "score"]:
        value = _points(name)
        means = [statistics.fmean(map(value, run.games)) for run in runs]
        row = [name.replace("_", " "), *(f"{_zero(each):.1f}" for each in means)]
        if len(runs) > 1:
            gap = difference(last, runs[-2], value)
            row.append(_mean(gap.mean, gap.stderr, sign=True) if gap.seeds else "")
        top = statistics.fmean(map(value, best))
        row += [f"{_zero(top):.1f}", f"{_zero(top - means[-1]):+.1f}"]
        rows.append(row)
    return _table(head, rows, 1)


def _points(name: str) -> Callable[[MeasuredGame], float]:
    return (
        (lambda game: game.score)
        if name == "score"
        else (lambda game: float(getattr(game.sheet, name)))
    )


def _curves(results: PlannerResults) -> dict[str, list[tuple[str, float, float, float | None]]]:
    """Means of the planner's runs on the seeds that all of them have, by length; at least two."""
    curves = {}
    for length in ROUNDS:
        runs = [
            run
            for run in _plain(results)
            if run.setting.player == PLANNER and run.setting.length == length
        ]
        common = set.intersection(*(set(run.by_seed) for run in runs)) if runs else set()
        if len(runs) < 2 or not common:
            continue
        points = []
        for run in runs:
            games = [game for game in run.games if game.seed in common]
            scores = [game.score for game in games]
            error = statistics.stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else None
            seconds = statistics.median(game.seconds_per_placement for game in games)
            words = run.setting.thinking.words if run.setting.thinking else ""
            points.append((words, seconds, statistics.fmean(scores), error))
        points.sort(key=lambda point: point[1])
        curves[f"{length} game ({len(common)} seeds)"] = points
    return curves


def _thinking(
    curves: dict[str, list[tuple[str, float, float, float | None]]], pictures: dict[str, str]
) -> str:
    if not curves:
        return "The planner was given one amount of thinking only; there is nothing to compare."
    rows = [
        [title, words, f"{seconds:.2f}", _mean(mean, error)]
        for title, points in curves.items()
        for words, seconds, mean, error in points
    ]
    table = _table(["", "thinking", "s a placement", "mean score"], rows, 2)
    note = (
        "On the seeds that all amounts of thinking have played. The time a placement took is that "
        "of whole games, so it may be more than was allowed for a placement:"
    )
    picture = _picture(pictures, "planner-thinking.svg", "Score against time a placement")
    return f"{note}\n\n{table}\n\n{picture}"


def _decks(results: PlannerResults) -> str:
    """A row for every choice of decks, of the players that played several."""
    with_cards = [run for run in results.runs if run.setting.occupations != NONE]
    if not with_cards:
        return "No games with occupations were played."
    compared = filter(None, (without_cards(run, results.runs) for run in with_cards))
    shown = {run.setting for run in (*with_cards, *compared)}
    runs = sorted((run for run in results.runs if run.setting in shown), key=_by_player)
    rows = []
    for run in runs:
        without = without_cards(run, results.runs)
        gain = None if without is None else difference(run, without, lambda game: game.score)
        found = run.summary
        rows.append(
            [
                *_names(run),
                str(len(run.games)),
                _mean(found.mean, found.stderr),
                f"{found.p10:.1f}",
                f"{found.median:.1f}",
                f"{found.p90:.1f}",
                f"{run.seconds_per_placement:.2f}",
                "" if not (gain and gain.seeds) else _mean(gain.mean, gain.stderr, sign=True),
                f"{statistics.fmean(len(game.played) for game in run.games):.1f}",
            ]
        )
    head = ["player", "game", "cards", "games", "mean", "10 %", "median", "90 %", "s a placement"]
    table = _table([*head, "minus no cards", "cards played"], rows, 3)
    lines = []
    for run in runs:
        without = without_cards(run, results.runs)
        if run.setting.player == PLANNER and run.setting.occupations == ALL and without:
            gain = difference(run, without, lambda game: game.score)
            if gain.seeds:
                verdict = "reached" if gain.mean >= CARDS_AIM else "missed"
                lines.append(
                    f"- {run.setting.words}: the cards change the mean "
                    f"by {_mean(gain.mean, gain.stderr, sign=True)} on {gain.seeds} seeds, "
                    f"{run.seconds_per_placement:.2f} s a placement against "
                    f"{without.seconds_per_placement:.2f} s without cards "
                    f"({without.setting.who}); the aim of +{CARDS_AIM} is {verdict}."
                )
    return "\n\n".join([table, "\n".join(lines)]).rstrip()


def _by_player(run: PlannerRun) -> tuple[str, int, str]:
    setting = run.setting
    return setting.length, PLAYERS.index(setting.player), setting.who


def _names(run: PlannerRun) -> list[str]:
    setting = run.setting
    return [setting.who, setting.length, setting.cards]


def _mean(mean: float, stderr: float | None, sign: bool = False) -> str:
    number = f"{_zero(mean):+.1f}" if sign else f"{_zero(mean):.1f}"
    return number if stderr is None else f"{number} ± {stderr:.1f}"


def _zero(value: float) -> float:
    """Rounded, and never -0.0."""
    return round(value, 1) + 0.0


def _picture(pictures: dict[str, str], name: str, words: str) -> str:
    return f"![{words}]({name})" if name in pictures else ""


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> str:
    """A table whose first columns are words and whose others are numbers."""
    marks = ["---" if at < words else "---:" for at in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, marks, *rows])
