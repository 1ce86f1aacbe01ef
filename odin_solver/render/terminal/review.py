"""Review of a game in a terminal: the loss of every decision."""

from collections.abc import Sequence
from itertools import pairwise

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from odin_solver.game.log import Game
from odin_solver.planner.review import ReviewedMove, costliest, totals
from odin_solver.render.terminal.tables import titled_table
from odin_solver.support.language import say, say_number
from odin_solver.words.estimates import legend, loss_in_words
from odin_solver.words.plan import decision_named, mistake_in_words, totals_in_words


def review_text(game: Game, reviewed: Sequence[ReviewedMove], left: int = 0) -> RenderableType:
    """Draw the decisions with their losses, then the sums and the costliest mistakes.

    Choices that were the best ones are only counted.
    """
    heads = (
        ("right", ""),
        ("left", say("move")),
        ("right", say("loss")),
        ("left", say("best found")),
    )
    table = titled_table(*heads, style="dim")
    number = 0
    right = [each for each in reviewed if each.kind == "choice" and each.is_best]
    losses: list[str] = []
    for each in reviewed:
        if each in right:
            continue
        if not each.is_best:
            losses.append(loss_in_words(each.loss, each.loss_stderr, each.scenarios))
        table.add_row(
            str(each.round) if each.round != number else "",
            decision_named(each.moves),
            "-" if each.is_best else losses[-1],
            say("the same") if each.is_best else decision_named(each.best),
            style="bold red" if each.is_mistake else "",
        )
        number = each.round
    lines = [Text(mistake_in_words(each)) for each in costliest(reviewed)]
    head = say("Costliest mistakes") if lines else say("No certain mistake.")
    told = legend(losses)
    missing = say_number("{n} decision not reviewed.", "{n} decisions not reviewed.", left)
    best = say_number(
        "{n} more choice with nothing better.", "{n} more choices with nothing better.", len(right)
    )
    return Group(
        *([curve_text(reviewed)] if len(reviewed) > 1 else []),
        table,
        *([Text(told, style="dim")] if told else []),
        *([Text(best, style="dim")] if right else []),
        Text(),
        Text(totals_in_words(totals(game, reviewed))),
        *([Text(head, style="bold")] if lines or not left else []),
        *(Padding(line, (0, 0, 0, 2)) for line in lines),
        *([Text(missing, style="yellow")] if left else []),
    )


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
