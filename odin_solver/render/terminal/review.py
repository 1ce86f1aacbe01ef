"""Graph of a review in a terminal."""

from collections.abc import Sequence
from itertools import pairwise

from rich.text import Text

from odin_solver.planner.review import ReviewedMove
from odin_solver.support.language import say

CURVE_HEIGHT, CURVE_WIDTH = 10, 54
"""Lines and columns of the graph at most; a column of several decisions shows the last one."""

CURVE_STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Points from one line of the graph to the next."""


def curve_text(reviewed: Sequence[ReviewedMove]) -> Text:
    """Draw the expected score after each decision; mistakes are question marks."""
    every = -(-len(reviewed) // CURVE_WIDTH) or 1
    columns = [reviewed[at : at + every] for at in range(0, len(reviewed), every)]
    points = [column[-1].expected for column in columns]
    low, high = min(points, default=0.0), max(points, default=0.0)
    step = next(
        (each for each in CURVE_STEPS if round(high / each) - round(low / each) < CURVE_HEIGHT),
        CURVE_STEPS[-1],
    )
    levels = [round(point / step) for point in points]
    found = Text(say("Expected score after each decision (? is a mistake)"), style="bold")
    for level in range(round(high / step), round(low / step) - 1, -1):
        found.append(f"\n{level * step:5} ", style="not bold dim")
        for column, mine in zip(columns, levels, strict=True):
            wrong = any(each.is_mistake for each in column)
            sign = ("?" if wrong else "·") if mine == level else " "
            found.append(sign, style="red" if wrong else "not bold")
    rounds = [column[-1].round for column in columns]
    begins = [True, *(one != other for one, other in pairwise(rounds))]
    marks = "".join(
        str(each % 10) if new else " " for each, new in zip(rounds, begins, strict=False)
    )
    head = say("round")
    found.append(f"\n{head:>5.5} {marks}\n", style="not bold dim")
    return found
