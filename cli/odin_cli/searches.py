"""Options of searches for layouts: limits, and what to maximise."""

from dataclasses import dataclass
from fractions import Fraction

from odin_cli.commands import group, number, option, seconds
from odin_cli.options import seed_option, workers_option
from odin_solver.errors import InputError
from odin_solver.placement.objective import (
    BONUS_ITEMS,
    PLAIN_KEYS,
    PRESETS,
    Objective,
    Weights,
    choose_objective,
    preset,
)
from odin_solver.placement.solution import Limits
from odin_solver.placement.weight_keys import parse_weight, weight_key
from odin_solver.rules.position import Position
from odin_solver.support.language import say

DEFAULTS = Limits()


@dataclass(frozen=True)
class LimitOptions:
    """Limits of a search."""

    time_limit: float = seconds(
        "Time limit in seconds; then the best so far is printed.", default=DEFAULTS.seconds
    )
    workers: int = workers_option("Threads of all engines together.", DEFAULTS.workers)
    seed: int = seed_option(default=DEFAULTS.seed)

    @property
    def limits(self) -> Limits:
        """The limits."""
        return Limits(self.time_limit, self.workers, self.seed)


LIMITS = group(LimitOptions)


@dataclass(frozen=True)
class ObjectiveOptions:
    """What a search maximises."""

    objective: str | None = option(
        f"What to maximise: {', '.join(PRESETS)}. By default that of the position, else score if "
        "the round is known, otherwise final.",
        metavar="NAME",
        among=PRESETS,
    )
    settings: tuple[str, ...] = option(
        "A weight of the objective, such as bonus.oil=5 or keep.robe=2; may be repeated. "
        f"Keys: {', '.join(PLAIN_KEYS)}, bonus.GOOD, keep.TILE.",
        "--set",
        metavar="KEY=VALUE",
        multiple=True,
        among=[
            f"{key}=" for key in (*PLAIN_KEYS, *(f"bonus.{each}" for each in sorted(BONUS_ITEMS)))
        ],
    )
    rounds_left: int | None = number(
        "Rounds still to be played, this one included, for the objective score. By default those "
        "of the position.",
        1,
        7,
    )

    def __post_init__(self) -> None:
        dict(map(_weight, self.settings))
        if self.objective is not None and self.objective.lower() != "score":
            preset(self.objective.lower())

    def of(self, position: Position, score: Weights | None = None) -> Objective:
        """Return the objective for a position; `score` as for `choose_objective`."""
        weights = dict(map(_weight, self.settings))
        if self.rounds_left is not None:
            score = None
        return choose_objective(position, self.objective, weights, self.rounds_left, score=score)


OBJECTIVE = group(ObjectiveOptions)


def _weight(text: str) -> tuple[str, Fraction]:
    """Read ``KEY=VALUE``."""
    key, equals, weight = text.partition("=")
    if not equals:
        raise InputError(
            say("--set: expected KEY=VALUE such as bonus.oil=5, got {got!r}", got=text)
        )
    try:
        return weight_key(key), parse_weight(key, weight.strip())
    except InputError as error:
        raise InputError(
            say("{field}: {problem}", field="--set", problem=str(error).removeprefix("objective: "))
        ) from None
