"""What can be asked of the planner about a game; commands and pages add which game."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from odin_solver.components import TILES
from odin_solver.errors import InputError
from odin_solver.placement.objective import PRESETS
from odin_solver.planner import limits as defaults
from odin_solver.questions.fields import option
from odin_solver.questions.question import MAX_SECONDS, MAX_WORKERS, Seconds, Seed, Workers
from odin_solver.support.language import mark

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State
    from odin_solver.placement.solution import Progress
    from odin_solver.planner.advice import SearchLimits
    from odin_solver.planner.laying import Laying

MAX_PLAYOUTS = 1_000_000_000

Threads = Annotated[int, option(mark("Threads."), ge=1, le=MAX_WORKERS)]
Playouts = Annotated[
    int,
    option(
        mark(
            "Number of playouts instead of a time limit; the answer then depends on --seed and "
            "--workers alone."
        ),
        option="--games/--playouts",
        ge=1,
        le=MAX_PLAYOUTS,
    ),
]


class Thinking(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How long to think; with `playouts` instead of the time the answer is always the same."""

    seconds: (
        Annotated[
            float,
            option(
                f"Time limit in seconds. [default: {defaults.SECONDS:g}]",
                option="--time",
                gt=0,
                le=MAX_SECONDS,
            ),
        ]
        | None
    ) = None
    playouts: Playouts | None = None
    workers: Threads = defaults.WORKERS

    def limits(self) -> "SearchLimits":
        return search_limits("--time", self.seconds, self.playouts, self.workers)


class Reviewing(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How long to review a game: by simulations, unless seconds for each move are asked for."""

    seconds: (
        Annotated[
            float,
            option(
                mark("Seconds for each decision in the mean, instead of a number of playouts."),
                option="--time-per-move",
                gt=0,
                le=MAX_SECONDS,
            ),
        ]
        | None
    ) = None
    playouts: (
        Annotated[
            int,
            option(
                f"Simulations that judge one decision at most, {defaults.SIMULATIONS} by default; "
                "the report then depends on --seed alone.",
                ge=4,
                le=MAX_PLAYOUTS,
            ),
        ]
        | None
    ) = None
    workers: Annotated[int, option(mark("Processes."), ge=1, le=MAX_WORKERS)] = defaults.WORKERS

    def limits(self) -> "SearchLimits":
        asked = "--time-per-move", self.seconds, self.playouts, self.workers
        return search_limits(*asked, playouts_by_default=defaults.SIMULATIONS)


class Filling(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What to lay of the supply: what to maximise, what to keep, and how long to search."""

    objective: Annotated[
        str | None,
        option(
            mark(
                "What to maximise, as for odin solve. By default the score at the end of the game; "
                "then playouts choose among the best layouts."
            ),
            metavar="NAME",
            begins=PRESETS,
        ),
    ] = None
    silver: Annotated[int, option(mark("Place at most N silver."), ge=0)] | None = None
    ore: Annotated[int, option(mark("Place at most N ore."), ge=0)] | None = None
    keep: Annotated[
        str, option(mark("Tiles to keep in the supply."), metavar="TILE,...", begins=[*TILES])
    ] = ""
    seconds: Seconds = 10.0
    workers: Workers = 2
    seed: Seed = 0

    def laying(
        self,
        state: "State",
        cancel: threading.Event,
        on_progress: "Callable[[Progress], None] | None" = None,
    ) -> "Laying":
        """Return what to lay; the parameters are as of `odin_solver.planner.laying.lay`."""
        from odin_solver.game.seats import alone
        from odin_solver.placement.solution import Limits
        from odin_solver.planner.laying import lay

        most = {name: n for name in ("silver", "ore") if (n := getattr(self, name)) is not None}
        return lay(
            alone(state),
            self.objective,
            most=most,
            keep=[each.strip() for each in self.keep.split(",") if each.strip()],
            limits=Limits(self.seconds, self.workers, self.seed),
            cancel=cancel,
            on_progress=on_progress,
        )


def search_limits(
    option: str,
    seconds: float | None,
    playouts: int | None,
    workers: int = 1,
    usual: float = defaults.SECONDS,
    playouts_by_default: int | None = None,
) -> "SearchLimits":
    """Return the limits of a search: an option's time, or playouts, or what is usual."""
    from odin_solver.planner.advice import SearchLimits

    if seconds is not None and playouts is not None:
        raise InputError.said("expected either {option} or --playouts, not both", option=option)
    if seconds is None and playouts is None:
        playouts = playouts_by_default
    usual_seconds: Any = usual if seconds is None and playouts is None else seconds
    return SearchLimits(usual_seconds, playouts, workers)
