"""Options that commands share."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from odin_cli.commands import argument, group, number, option, seconds
from odin_cli.output import check_writable, tell_missing
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
from odin_solver.support.files import write_file

DEFAULTS = Limits()
LARGEST_SEED = 2**31 - 1

POSITION = argument("POSITION")
FILE = argument("FILE")
JSON = option("Print one JSON object instead.", "--json")
QUIET = option("Show no progress.")
VERBOSE = option(
    "Also show the technical line: status, bound, gap, solver; of a solution also the parts of its "
    "value."
)
CLUSTER = option("Use the workers of a Dask scheduler instead.", metavar="ADDRESS")


def seed_option(help: str = "Seed of all random choices.", default: int | None = 0) -> Any:
    """Return the option ``--seed``."""
    return number(help, 0, LARGEST_SEED, default=default)


def workers_option(help: str, default: int = 1) -> Any:
    """Return the option ``--workers``."""
    return number(help, 1, 256, default=default)


def output_option(help: str = "Write to a file.", metavar: str = "FILE", **settings: Any) -> Any:
    """Return the option ``--output``."""
    return option(help, "-o", "--output", metavar=metavar, **settings)


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
        raise InputError.said(
            "--set: expected KEY=VALUE such as bonus.oil=5, got {got!r}", got=text
        )
    try:
        return weight_key(key), parse_weight(key, weight.strip())
    except InputError as error:
        raise InputError.said(
            "{field}: {problem}", field="--set", problem=str(error).removeprefix("objective: ")
        ) from None


@dataclass(frozen=True)
class Pictures:
    """Files of a picture."""

    svg: str | None = option("Draw into an SVG file instead.", metavar="FILE")
    png: str | None = option("Draw into a PNG file instead.", metavar="FILE")

    def __bool__(self) -> bool:
        return bool(self.svg or self.png)

    def check(self, source: str | None = None, *others: str | None) -> None:
        """Check that the files and others can be written, and that none is the input."""
        check_writable(self.svg, self.png, *others, inputs=[] if source is None else [source])

    def write(self, svg: str) -> None:
        """Write a picture."""
        if self.svg:
            write_file(self.svg, svg)
        if self.png:
            from odin_solver.render.png import missing_letters, png_from

            write_file(self.png, png_from(svg))
            tell_missing(missing_letters(svg))

    def draw(self, position: Position, new_from: Sequence[int] | None = None) -> None:
        """Draw boards; `new_from` as for `position_svg`."""
        if self:
            from odin_solver.render.svg.position import position_svg

            self.write(position_svg(position, new_from))


PICTURES = group(Pictures)


MORE_PICTURES = group(
    Pictures,
    svg={"help": "Also draw into an SVG file."},
    png={"help": "Also draw into a PNG file."},
)
