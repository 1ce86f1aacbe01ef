"""Scores of many games."""

from collections.abc import Sequence
from statistics import fmean

from rich.table import Table

from odin_solver.planner.series import GameResult, Summary, mean_sheet
from odin_solver.render.terminal.tables import titled_table
from odin_solver.support.language import say, say_decimal, say_number
from odin_solver.words.game import category_name


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
