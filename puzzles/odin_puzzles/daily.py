"""The puzzle of the day: the same for everybody, easy on Mondays and difficult on Sundays."""

import datetime

from odin_puzzles.generate.pipeline import generate_puzzle
from odin_puzzles.generate.spec import Spec, spec_of
from odin_puzzles.puzzle import Puzzle

WEEK: tuple[tuple[Spec, ...], ...] = (
    (spec_of("fill", "small", 1), spec_of("banquet", None, 1)),
    (spec_of("bonus", "small", 2), spec_of("fill", "small", 2)),
    (spec_of("best", "small", 2), spec_of("order", "small", 2)),
    (spec_of("income", "iceland", 3), spec_of("bonus", "small", 3)),
    (spec_of("best", "small", 3), spec_of("banquet", None, 3)),
    (spec_of("fill", "home-7", 3), spec_of("best", "iceland", 3)),
    (spec_of("fill", "home-7", 4), spec_of("fill", "home-8", 4)),
)
"""Specifications from Monday to Sunday; weeks alternate."""


def puzzle_of(day: datetime.date) -> Puzzle:
    """Return the puzzle of a day."""
    return generate_puzzle(spec_for(day), day.toordinal())


def spec_for(day: datetime.date) -> Spec:
    """Return the specification of a day's puzzle."""
    kinds = WEEK[day.weekday()]
    return kinds[day.toordinal() // 7 % len(kinds)]
