"""Scores of many games."""

from collections.abc import Sequence

from rich.table import Table

from odin_solver.planner.series import GameResult, Summary, mean_sheet
from odin_solver.render.terminal.tables import titled_table


def series_text(policy: str, length: str, count: int, found: Summary) -> str:
    """Return the scores in one or two lines of at most 80 characters."""
    if found.stderr is None:
        return f"{policy}, 1 {length} game: score {found.best}"
    return (
        f"{policy}, {count} {length} games: "
        f"mean {found.mean:.1f}, standard error {found.stderr:.1f}\n"
        f"worst {found.worst}, 10 % {found.p10:.1f}, median {found.median:.1f}, "
        f"90 % {found.p90:.1f}, best {found.best}"
    )


def series_table(games: Sequence[GameResult]) -> Table:
    """Return the mean score sheet beside the best and the worst one."""
    best = max(games, key=lambda game: game.score)
    worst = min(games, key=lambda game: game.score)
    titles = ("mean", f"best (seed {best.seed})", f"worst (seed {worst.seed})")
    table = titled_table(("left", ""), *(("right", title) for title in titles), style="dim")
    means = mean_sheet(game.sheet for game in games)
    for name, mean in means.items():
        points = (getattr(best.sheet, name), getattr(worst.sheet, name))
        rounded = f"{round(mean, 1) + 0.0:.1f}"  # never -0.0
        table.add_row(name.replace("_", " "), rounded, *map(str, points))
    total = (f"{sum(means.values()):.1f}", str(best.score), str(worst.score))
    table.add_row("score", *total, style="bold")
    return table
