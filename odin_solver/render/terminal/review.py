"""Review of a game in a terminal: the loss of every placement of Vikings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.planner.review import ReviewedMove, costliest
from odin_solver.words.estimates import loss_in_words
from odin_solver.words.moves import named
from odin_solver.words.names import number_of
from odin_solver.words.plan import mistake_in_words

if TYPE_CHECKING:
    from rich.console import RenderableType


def review_text(reviewed: Sequence[ReviewedMove], left: int = 0) -> "RenderableType":
    """Draw every move with its loss, then the costliest mistakes.

    Parameters
    ----------
    reviewed
        Reviewed moves.
    left
        Number of moves that were not reviewed.
    """
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", justify="right")
    table.add_column("move", overflow="fold")
    table.add_column("loss", justify="right", no_wrap=True)
    table.add_column("best found", overflow="fold")
    number = 0
    for each in reviewed:
        same = each.best == each.move
        table.add_row(
            str(each.round) if each.round != number else "",
            named(each.move),
            "-" if same else loss_in_words(each.loss, each.loss_stderr, each.scenarios),
            "the same" if same else named(each.best),
            style="bold red" if each.is_mistake else "",
        )
        number = each.round
    lines = [Text(mistake_in_words(each)) for each in costliest(reviewed)]
    none = "No certain mistake; more time per move may find some."
    missing = f"{number_of(left, 'move')} not reviewed."
    return Group(
        table,
        Text(),
        Text("Costliest mistakes" if lines else none, style="bold"),
        *(Padding(line, (0, 0, 0, 2)) for line in lines),
        *([Text(missing, style="yellow")] if left else []),
    )
