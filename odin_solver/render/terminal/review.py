"""The report of a game in a terminal: what every placement has lost."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.game.kernel.moves import Move, Use
from odin_solver.planner.review import ReviewedMove, costliest
from odin_solver.render.terminal.plan import with_doubt
from odin_solver.words.plan import mistake_in_words

if TYPE_CHECKING:
    from rich.console import RenderableType


def review_text(reviewed: Sequence[ReviewedMove], left: int = 0) -> "RenderableType":
    """Every move with what it lost, then the costliest mistakes in words.

    Parameters
    ----------
    reviewed
        The moves that have been judged.
    left
        So many that have not been.
    """
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", justify="right")
    table.add_column("move", overflow="fold")
    table.add_column("loses about", justify="right", no_wrap=True)
    table.add_column("best found", overflow="fold")
    number = 0
    for each in reviewed:
        same = each.best == each.move
        table.add_row(
            str(each.round) if each.round != number else "",
            _short(each.move),
            "-" if same else with_doubt(each.loss, each.loss_stderr),
            "the same" if same else _short(each.best),
            style="bold red" if each.is_mistake else "",
        )
        number = each.round
    lines = [Text(mistake_in_words(each)) for each in costliest(reviewed)]
    none = "No mistake is certain; more time for each move may find some."
    missing = f"{left} moves have not been looked at." if left > 1 else "1 move has not been."
    return Group(
        table,
        Text(),
        Text("The costliest mistakes" if lines else none, style="bold"),
        *(Padding(line, (0, 0, 0, 2)) for line in lines),
        *([Text(missing, style="yellow")] if left else []),
    )


def _short(move: Move) -> str:
    """A move without the verb that most of them have."""
    return move.space if isinstance(move, Use) else str(move)
