"""Score sheets of solo games, and scores of many, in a terminal."""

from collections.abc import Sequence
from itertools import zip_longest
from statistics import fmean

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.game.kernel.state import State
from odin_solver.game.scoring import COSTS, ScoreSheet, score_sheet, winners
from odin_solver.planner.series import GameResult, Summary, mean_sheet
from odin_solver.render.terminal.tables import plain_table, titled_table
from odin_solver.support.language import say, say_decimal, say_number
from odin_solver.words.game import category_name, winners_text

Entry = tuple[str, str]


def sheet_text(sheet: ScoreSheet) -> RenderableType:
    """Draw a score sheet: points at the left, costs at the right, the total below."""
    entries = {name: str(points) for name, points in msgspec.structs.asdict(sheet).items()}
    costs = [(name, entries.pop(name)) for name in COSTS]
    return _two_columns([*entries.items()], costs, str(sheet.total))


def scores_text(state: State) -> RenderableType:
    """Draw the score sheet of a game; of several players a column for each, and who leads."""
    sheets = [score_sheet(seat) for seat in state.seats]
    if len(sheets) == 1:
        return sheet_text(sheets[0])
    columns = (("right", name) for name in state.options.seats)
    table = titled_table(("left", ""), *columns, style="dim")
    for name in ScoreSheet.__struct_fields__:
        table.add_row(category_name(name), *(str(getattr(sheet, name)) for sheet in sheets))
    table.add_row(say("Total"), *(str(sheet.total) for sheet in sheets), style="bold")
    if not state.is_over:
        return Padding(table, (0, 0, 1, 0))
    return Group(table, Text(winners_text(winners(state)), style="bold"))


def _two_columns(left: Sequence[Entry], right: Sequence[Entry], total: str) -> Padding:
    table = plain_table("left", "right", "left", "right")
    for pairs in zip_longest(left, right, fillvalue=("", "")):
        table.add_row(
            *(
                part
                for name, points in pairs
                for part in (category_name(name) if name else "", points)
            )
        )
    table.add_row(Text(say("Total"), style="bold"), Text(total, style="bold"))
    return Padding(table, (0, 0, 0, 2))


def series_text(policy: str, length: str, count: int, found: Summary) -> str:
    """Return the scores in one or two lines of at most 80 characters."""
    if length == "short":
        games = say_number("{n} short game", "{n} short games", count)
    else:
        games = say_number("{n} long game", "{n} long games", count)
    if found.stderr is None:
        return say("{policy}, {games}: score {score}", policy=policy, games=games, score=found.best)
    about = say(
        "{policy}, {games}: mean {mean:.1f}, standard error {error:.1f}",
        policy=policy,
        games=games,
        mean=found.mean,
        error=found.stderr,
    )
    spread = say(
        "worst {worst}, 10 % {low:.1f}, median {median:.1f}, 90 % {high:.1f}, best {best}",
        worst=found.worst,
        low=found.p10,
        median=found.median,
        high=found.p90,
        best=found.best,
    )
    return f"{about}\n{spread}"


def seats_table(names: Sequence[str], games: Sequence[GameResult]) -> Table:
    """Return the scores of games of several seats: a row for each game, then means and wins."""
    columns = (("right", name) for name in names)
    table = titled_table(("right", say("seed")), *columns, ("left", say("wins")), style="dim")
    for game in games:
        won = ", ".join(names[seat] for seat in game.winners)
        table.add_row(str(game.seed), *(str(sheet.total) for sheet in game.sheets), won)
    seats = range(len(names))
    means = [fmean(game.sheets[seat].total for game in games) for seat in seats]
    wins = [sum(seat in game.winners for game in games) for seat in seats]
    table.add_row(say("mean"), *(say_decimal(round(mean, 1)) for mean in means), style="bold")
    table.add_row(say("wins"), *map(str, wins), style="bold")
    return table


def series_table(games: Sequence[GameResult]) -> Table:
    """Return the mean score sheet beside the best and the worst one."""
    best = max(games, key=lambda game: game.score)
    worst = min(games, key=lambda game: game.score)
    titles = (
        say("mean"),
        say("best (seed {seed})", seed=best.seed),
        say("worst (seed {seed})", seed=worst.seed),
    )
    table = titled_table(("left", ""), *(("right", title) for title in titles), style="dim")
    means = mean_sheet(game.sheet for game in games)
    for name, mean in means.items():
        points = (getattr(best.sheet, name), getattr(worst.sheet, name))
        rounded = say_decimal(round(mean, 1) + 0.0)  # never -0.0
        table.add_row(category_name(name), rounded, *map(str, points))
    total = (say_decimal(sum(means.values())), str(best.score), str(worst.score))
    table.add_row(say("Total"), *total, style="bold")
    return table
