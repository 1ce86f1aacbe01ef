"""Score sheets of solo games in a terminal."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from odin_solver.game.kernel.state import State
from odin_solver.game.scoring import COSTS, ScoreSheet, score_sheet, winners
from odin_solver.render.terminal.tables import plain_table, titled_table
from odin_solver.support.language import say, say_decimal
from odin_solver.words.game import category_name, winners_text

Entry = tuple[str, str]


def sheet_text(sheet: ScoreSheet) -> RenderableType:
    """Draw a score sheet: points at the left, costs at the right, the total below."""
    entries = {name: str(points) for name, points in msgspec.structs.asdict(sheet).items()}
    costs = [(name, entries.pop(name)) for name in COSTS]
    return _two_columns([*entries.items()], costs, str(sheet.total))


def scores_text(state: State) -> RenderableType:
    """Draw the score sheet of a game; of several players a column for each, and who leads."""
    sheets = [score_sheet(seat) for seat in state.seats]
    if len(sheets) == 1:
        return sheet_text(sheets[0])
    columns = (("right", name) for name in state.options.seats)
    table = titled_table(("left", ""), *columns, style="dim")
    for name in ScoreSheet.__struct_fields__:
        table.add_row(category_name(name), *(str(getattr(sheet, name)) for sheet in sheets))
    table.add_row(say("Total"), *(str(sheet.total) for sheet in sheets), style="bold")
    if not state.is_over:
        return Padding(table, (0, 0, 1, 0))
    return Group(table, Text(winners_text(winners(state)), style="bold"))


def mean_sheet_text(sheets: Iterable[ScoreSheet]) -> RenderableType:
    """Draw the mean of score sheets in two columns, entries of 0 omitted, the total below."""
    from odin_solver.planner.series import mean_sheet

    means = mean_sheet(sheets)
    # Adding 0 turns -0.0 into 0.0.
    entries = [(name, say_decimal(round(mean, 1) + 0.0)) for name, mean in means.items() if mean]
    half = (len(entries) + 1) // 2
    total = say_decimal(sum(means.values()))
    return Padding(_two_columns(entries[:half], entries[half:], total), (0, 0, 1, 0))


def _two_columns(left: Sequence[Entry], right: Sequence[Entry], total: str) -> Padding:
    table = plain_table("left", "right", "left", "right")
    for pairs in zip_longest(left, right, fillvalue=("", "")):
        table.add_row(
            *(
                part
                for name, points in pairs
                for part in (category_name(name) if name else "", points)
            )
        )
    table.add_row(Text(say("Total"), style="bold"), Text(total, style="bold"))
    return Padding(table, (0, 0, 0, 2))
