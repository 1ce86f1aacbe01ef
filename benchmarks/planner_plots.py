"""Pictures of the planner's report, as reproducible SVG files."""

from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from benchmarks.planner_results import CATEGORIES, PlannerRun
from odin_solver.errors import InputError

BIN = 5
"""Width of a bar, in points."""

COLOURS = {"random": "#999999", "greedy": "#e69f00", "planner": "#0072b2"}
"""Colours that colour-blind readers can distinguish."""

STYLE: dict[Any, Any] = {
    "svg.hashsalt": "odin",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": "white",
}


def distributions(groups: Mapping[str, Sequence[PlannerRun]]) -> str:
    """Draw distributions of scores: a panel per group, a histogram per run."""
    figure, panels = _panels(groups, width=4.2, height=2.8)
    scores = [game.score for runs in groups.values() for run in runs for game in run.games]
    edges = range(BIN * (min(scores) // BIN), max(scores) + BIN + 1, BIN)
    for panel, (title, runs) in zip(panels, groups.items(), strict=True):
        for run in runs:
            values = [game.score for game in run.games]
            panel.hist(
                values,
                bins=list(edges),
                weights=[100 / len(values)] * len(values),
                histtype="stepfilled",
                alpha=0.45,
                color=_colour(run),
                label=f"{run.setting.who} ({len(values)})",
            )
            panel.axvline(run.summary.mean, color=_colour(run), linewidth=1, linestyle="--")
        panel.set(title=title, xlabel="score (dashed: mean)", ylabel="% of games")
        _legend(panel, below=0.26)
    return _svg(figure)


def categories(groups: Mapping[str, Sequence[PlannerRun]]) -> str:
    """Draw mean points by category: a panel per group, a bar per run."""
    figure, panels = _panels(groups, width=4.2, height=4.6)
    for panel, (title, runs) in zip(panels, groups.items(), strict=True):
        thick = 0.8 / len(runs)
        for at, run in enumerate(runs):
            panel.barh(
                [row + (at - (len(runs) - 1) / 2) * thick for row in range(len(CATEGORIES))],
                [run.sheet[name] for name in CATEGORIES],
                height=thick,
                color=_colour(run),
                label=run.setting.who,
            )
        panel.set_yticks(range(len(CATEGORIES)), [name.replace("_", " ") for name in CATEGORIES])
        panel.invert_yaxis()
        panel.axvline(0, color="black", linewidth=0.6)
        panel.set(title=title, xlabel="points, mean")
        _legend(panel, below=0.14)
    return _svg(figure)


class Limit(NamedTuple):
    """A time limit of the planner, or a number of playouts.

    Attributes
    ----------
    words
        The limit.
    playouts
        The number of playouts; None if the time is limited.
    seeds
        Number of games.
    seconds
        Time per placement.
    mean, stderr
        Mean score and its standard error.
    """

    words: str
    playouts: int | None
    seeds: int
    seconds: float
    mean: float
    stderr: float | None


def against_limit(curves: Mapping[str, Sequence[Limit]]) -> str:
    """Draw mean scores against playouts, or against time if it is limited: a curve per title."""
    figure, (panel,) = _panels({"": ()}, width=6.0, height=3.4)
    from matplotlib.ticker import LogLocator, NullLocator

    timed = any(limit.playouts is None for limits in curves.values() for limit in limits)
    for title, limits in curves.items():
        across = [limit.seconds if timed else (limit.playouts or 0) for limit in limits]
        means = [limit.mean for limit in limits]
        errors = [limit.stderr or 0.0 for limit in limits]
        panel.errorbar(across, means, yerr=errors, marker="o", capsize=3, label=title)
        for limit, at in zip(limits, across, strict=True):
            panel.annotate(
                limit.words if timed else f"{limit.mean:.1f}",
                (at, limit.mean),
                xytext=(4, 5),
                textcoords="offset points",
                fontsize=7,
            )
    panel.set_xscale("log")
    panel.xaxis.set_major_locator(LogLocator(subs=(1, 1.5, 2, 3, 5, 7) if timed else (1,)))
    panel.xaxis.set_major_formatter("{x:g}")
    panel.xaxis.set_minor_locator(NullLocator())
    unit = "seconds per placement, measured" if timed else "playouts per placement"
    panel.set(xlabel=unit, ylabel="mean score ± standard error")
    panel.legend(frameon=False, fontsize=8)
    return _svg(figure)


def _legend(panel: Any, below: float) -> None:
    """Add a legend below a panel, by a share of its height."""
    panel.legend(
        frameon=False, fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -below), ncols=2
    )


def _panels(groups: Mapping[str, Any], width: float, height: float) -> tuple[Any, list[Any]]:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("pictures need matplotlib: pip install -e '.[bench]'") from None
    matplotlib.rcParams.update(STYLE)
    figure = Figure(figsize=(width * len(groups), height), layout="constrained")
    return figure, list(figure.subplots(1, len(groups), squeeze=False)[0])


def _svg(figure: Any) -> str:
    file = StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    # No trailing spaces, as in all text files of the project.
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"


def _colour(run: PlannerRun) -> str:
    return COLOURS[run.setting.player]
