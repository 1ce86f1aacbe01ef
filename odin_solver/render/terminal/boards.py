"""Boards in a terminal.

A cell is three characters wide and one line high. Lines between cells separate pieces from each
other and from open cells, so that no colour is needed. New pieces have heavy lines and a star.
"""

import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from odin_solver.components import Cell
from odin_solver.components.signs import sign_of, sign_of_item
from odin_solver.names.printed import printed_list, printed_name
from odin_solver.render import palette
from odin_solver.render.terminal.canvas import NEW_MARK, bonus_signs, grid_lines
from odin_solver.render.terminal.drawing import Drawing, Segments, text_line
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import board_facts
from odin_solver.support.language import say, say_as, say_number

if TYPE_CHECKING:
    from rich.console import RenderableType

MIN_WIDTH = 36
"""Minimum width at which captions and legends are wrapped."""


def position_text(position: Position, new_from: Sequence[int] | None = None) -> "RenderableType":
    """Draw the boards of a position, side by side where the terminal is wide enough.

    Parameters
    ----------
    new_from
        For each board the index of its first new piece; new pieces are marked.
    """
    from rich.columns import Columns
    from rich.console import Group

    starts = new_from if new_from is not None else [len(each.pieces) for each in position.boards]
    boards = [
        board_text(state, start) for state, start in zip(position.boards, starts, strict=True)
    ]
    title = say_as("title", position.title.strip())
    when = position.when
    heading = textwrap.wrap(f"{title} ({when})" if title else when.capitalize(), 78)
    return Group(
        Drawing((*(text_line(line, bold=True) for line in heading), ())),
        Columns([Drawing((*board.lines, ())) for board in boards], padding=(0, 3)),
    )


def board_text(
    state: BoardState,
    new_from: int | None = None,
    marked: Iterable[Cell] = (),
    shown: Collection[Cell] | None = None,
) -> Drawing:
    """Draw one board with its caption and legend.

    Parameters
    ----------
    new_from
        Index of the first new piece; new pieces are marked.
    marked
        Open cells to outline and paint differently.
    shown
        Rectangle of cells to draw; by default the whole board, with what it earns.
    """
    start = len(state.pieces) if new_from is None else new_from
    picture = grid_lines(state, start, marked, shown)
    if shown is None:
        picture += slot_lines(state, start)
    width = max(MIN_WIDTH, Drawing(tuple(picture)).width)
    caption, details = _caption(state)
    lines = [text_line(line, bold=True) for line in textwrap.wrap(caption, width)]
    if shown is None:
        lines += [text_line(line) for detail in details for line in textwrap.wrap(detail, width)]
    lines += picture
    for entry in _legend(state, start, shown):
        lines += [text_line(line, dim=True) for line in _wrap_entries(entry, width)]
    return Drawing(tuple(lines))


def grid_text(state: BoardState, new_from: int | None = None) -> Drawing:
    """Draw only the grid of a board; parameters as for `board_text`."""
    start = len(state.pieces) if new_from is None else new_from
    return Drawing(tuple(grid_lines(state, start)))


def _caption(state: BoardState) -> tuple[str, list[str]]:
    facts = board_facts(state)
    name = say_as("board", state.board.name)
    if facts.points:
        name = say_number("{board} ({n} point)", "{board} ({n} points)", facts.points, board=name)
    earned = [say("income {n}", n=facts.income)] if state.board.income else []
    earned.append(say("uncovered {n}", n=-facts.uncovered))
    bonuses = printed_list(facts.bonuses.items()) or say("none")
    return name, [
        ", ".join(earned),
        *([say("bonuses won: {items}", items=bonuses)] if state.board.bonuses else []),
    ]


def slot_lines(state: BoardState, start: int) -> list[Segments]:
    """Draw the slots for wood and stone, filled and empty."""
    lines = []
    for name, count in state.board.slots:
        pieces = [
            (number, piece) for number, piece in enumerate(state.pieces) if piece.tile.id == name
        ]
        line = [Segment(f"   {printed_name(name) + ':':6} ", Style())]
        paint = palette.paint_of_item(name)
        for number, _ in pieces:
            mark = NEW_MARK if number >= start else " "
            style = Style(color=paint.ink, bgcolor=paint.fill, bold=number >= start or None)
            line += [Segment(f"[{sign_of_item(name)}{mark}]", style), Segment(" ", Style())]
        line += [Segment("[-1 ] ", Style(dim=True))] * (count - len(pieces))
        lines.append(tuple(line))
    return lines


def _legend(
    state: BoardState, start: int, shown: Collection[Cell] | None = None
) -> list[list[str]]:
    grid = state.grid
    visible = grid.coverable if shown is None else grid.mask(shown)
    covered = state.covered
    counts = Counter(piece.tile for piece in state.pieces)
    pieces = [
        f"{sign_of(tile)} {say_as('good', tile.name)}" + (f" ×{count}" if count > 1 else "")
        for tile, count in counts.items()
    ]
    if start < len(state.pieces):
        pieces.append(" ".join((NEW_MARK, say("new"))))
    printed = [bonus for bonus in grid.bonuses if bonus.cells & visible]
    won = [bonus for bonus in bonuses_won(grid, covered) if bonus in printed]
    bonuses = []
    for bonus in printed:
        if bonus.cells & covered:
            continue
        signs = bonus_signs(bonus)
        if len(signs) == len(bonus.gives):
            bonuses += [
                f"{sign} {printed_name(item)}"
                for sign, (item, _) in zip(signs, bonus.gives, strict=True)
            ]
        else:
            names = " + ".join(printed_name(item) for item, _ in bonus.gives) or say("nothing")
            bonuses.append(f"{signs[0]} {names}")
    if won:
        bonuses.append(say("+ won"))
    if any(not bonus.cells & covered and bonus not in won for bonus in printed):
        bonuses.append(say("? not yet"))
    if any(each.cell & visible & ~covered for each in grid.income_cells):
        pieces.append(say("$ income now"))
    if bonuses:
        bonuses[0] = say("Bonuses: {first}", first=bonuses[0])
    return [pieces, list(dict.fromkeys(bonuses))]


def _wrap_entries(entries: Iterable[str], width: int) -> list[str]:
    joined = ", ".join(
        entry.replace(" ", "\0") if len(entry) < width else entry for entry in entries
    )
    return [line.replace("\0", " ") for line in textwrap.wrap(joined, width)]
