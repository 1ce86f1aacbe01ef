"""Options that commands share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from odin_cli.commands import OptionGroup, argument, number, option
from odin_cli.output import check_writable, tell_missing
from odin_solver.questions.question import LARGEST_SEED
from odin_solver.rules.position import Position
from odin_solver.support.files import write_file

POSITION = argument("POSITION")
FILE = argument("FILE")
PROFILE = option(
    "Profile of your copy; by default that of the position, else the saved one.",
    "--profile",
    metavar="FILE",
)


def _puzzles(ctx: click.Context) -> Iterable[str]:
    from odin_puzzles.sources import known_names

    return known_names()


PUZZLE = argument("FILE", among=_puzzles)
JSON = option("Print one JSON object instead.", "--json")
QUIET = option("Show no progress.")
CLUSTER = option("Use the workers of a Dask scheduler instead.", metavar="ADDRESS")


def seed_option(help: str = "Seed of all random choices.", default: int | None = 0) -> Any:
    return number(help, 0, LARGEST_SEED, default=default)


def output_option(help: str = "Write to a file.", metavar: str = "FILE", **settings: Any) -> Any:
    return option(help, "-o", "--output", metavar=metavar, **settings)


@dataclass(frozen=True)
class Pictures:
    svg: str | None = None
    png: str | None = None

    def __bool__(self) -> bool:
        return bool(self.svg or self.png)

    def check(self, source: str | None = None, *others: str | None) -> None:
        """Check that the files and others can be written, and that none is the input."""
        check_writable(self.svg, self.png, *others, inputs=[] if source is None else [source])

    def write(self, svg: str) -> None:
        if self.svg:
            write_file(self.svg, svg)
        if self.png:
            from odin_solver.render.png import missing_letters, png_from

            write_file(self.png, png_from(svg))
            tell_missing(missing_letters(svg))

    def draw(self, position: Position, new_from: Sequence[int] | None = None) -> None:
        if self:
            from odin_solver.render.svg.position import position_svg

            self.write(position_svg(position, new_from))


PICTURES: Any = OptionGroup(
    Pictures,
    {
        "svg": option("Draw into an SVG file instead.", metavar="FILE"),
        "png": option("Draw into a PNG file instead.", metavar="FILE"),
    },
)
MORE_PICTURES: Any = OptionGroup(
    Pictures,
    {
        "svg": option("Also draw into an SVG file.", metavar="FILE"),
        "png": option("Also draw into a PNG file.", metavar="FILE"),
    },
)
