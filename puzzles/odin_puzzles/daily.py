"""The puzzle of the day: the same one for everybody, easy on Mondays and hard on Sundays."""

import datetime
from itertools import count

from odin_puzzles.generate.pipeline import generate
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
"""What there is from Monday to Sunday; the weeks take turns."""


def puzzle_of(day: datetime.date) -> Puzzle:
    """The puzzle of a day."""
    spec = spec_for(day)
    return next(
        puzzle
        for attempt in count()
        if (puzzle := generate(spec, day.toordinal(), attempt)) is not None
    )


def spec_for(day: datetime.date) -> Spec:
    """What kind of puzzle a day has."""
    kinds = WEEK[day.weekday()]
    return kinds[day.toordinal() // 7 % len(kinds)]
