"""The table of a game in 80 columns and 24 lines: small board, supply and usable spaces."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from odin_solver.components import TILES, Cell
from odin_solver.components.cells import column_name
from odin_solver.components.signs import SIGNS, sign_of, sign_of_item
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import StripItem, strip_gain
from odin_solver.game.kernel.moves import Use
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import vikings_needed
from odin_solver.names.printed import plain_list
from odin_solver.render import palette
from odin_solver.render.terminal.canvas import bonus_signs
from odin_solver.render.terminal.drawing import Drawing, Segments, text_line
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.income import diagonal_income
from odin_solver.support.language import say, say_as, say_number
from odin_solver.words.game import bay_text
from odin_solver.words.moves import discounts

BOARD = 29
"""Characters of the small home board, and of what stands below it."""

ENTRY = 24
"""Characters of a space with its key, costs and gains."""

FRAME = 5
"""Lines of the terminal for headline, cards, other moves and prompt."""

POWERS = " ¹²³⁴⁵"
"""Numbers of Vikings beside the keys of spaces."""


def small_board(state: BoardState) -> Drawing:
    """Draw a board with two characters for each cell and one line for each row."""
    grid = state.grid
    cells = _open_cells(state)
    for piece in state.pieces:
        paint = palette.paint_of(piece.tile)
        style = Style(color=paint.ink, bgcolor=paint.fill)
        cells |= dict.fromkeys(piece.cells, (sign_of(piece.tile), style))
    lines: list[Segments] = [
        (
            Segment(f"{grid.height - y:2} ", Style(dim=True)),
            *(Segment(*cells.get((x, y), ("  ", Style()))) for x in range(grid.width)),
        )
        for y in range(grid.height)
    ]
    letters = "".join(f"{column_name(x):2}" for x in range(grid.width)).rstrip()
    return Drawing((*lines, text_line(f"   {letters}", dim=True)))


def _open_cells(state: BoardState) -> dict[Cell, tuple[str, Style]]:
    grid, covered = state.grid, state.covered
    land = Style(color=palette.LAND.ink, bgcolor=palette.LAND.fill)
    coin = Style(color=palette.COIN.ink, bgcolor=palette.COIN.fill)
    blocked = Style(bgcolor=palette.BLOCKED.fill)
    cells = dict.fromkeys(state.board.cells_marked("#"), ("░░", blocked))
    cells |= dict.fromkeys(grid.cells(grid.coverable & ~covered), ("· ", land))
    for points, mask in grid.negatives:
        text = "- " if points == 1 else f"-{points}"
        cells |= dict.fromkeys(grid.cells(mask & ~covered), (text, land))
    for diagonal in grid.diagonals:
        paid = diagonal_income(diagonal, covered)
        for each in diagonal.cells:
            if each.cell & ~covered:
                style = coin + Style(bold=each.value == paid or None)
                cells[grid.cells(each.cell)[0]] = (f"{each.value:<2}"[:2], style)
    won = bonuses_won(grid, covered)
    for bonus in grid.bonuses:
        style = Style(color="#ffffff", bgcolor=palette.WON) if bonus in won else land
        signs = bonus_signs(bonus)
        for at, cell in enumerate(grid.cells(bonus.cells & ~covered)):
            cells[cell] = (f"{signs[at % len(signs)]:2}"[:2], style + Style(bold=True))
    return cells


def turn_text(state: State, moves: Sequence[Use], width: int, height: int) -> Drawing:
    """Draw the home board and supply beside the usable spaces with their costs and gains."""
    home = small_board(state.boards[0]).lines
    below = [*_below_the_board(state)]
    if len(home) + len(below) > height - FRAME:
        below = [*_below_the_board(state, short=True)]
    left = [*home, *map(text_line, below)]
    rows = max(len(left), height - FRAME)
    columns = max(1, min(-(-len(moves) // rows), (width - BOARD - 1) // (ENTRY + 1)))
    room = (width - BOARD - 1) // columns - 1
    rows = max(len(left), -(-len(moves) // columns))
    entries = [_entry(state, move.space, room) for move in moves]
    lines: list[Segments] = []
    for row in range(rows):
        line = left[row] if row < len(left) else ()
        used = sum(len(part.text) for part in line)
        parts = [*line, Segment(" " * (BOARD + 1 - used))]
        parts += [Segment(f"{entry:{room + 1}}") for entry in entries[row::rows]]
        lines.append((*parts[:-1], Segment(parts[-1].text.rstrip(), parts[-1].style)))
    return Drawing(tuple(lines))


def _entry(state: State, name: str, room: int) -> str:
    """Return a space with its key, Vikings, costs and gains, and its name if there is room."""
    space = SPACES[name]
    begin = f"{space.key:>2}{POWERS[min(5, vikings_needed(state, name))]} "
    end = say_as("space", space.short) + "*" * bool(discounts(state, name))
    whole = f"{begin}{say_as('space', space.title)}: {end}"
    return whole if len(whole) <= room else f"{begin}{end}"[:room]


def _below_the_board(state: State, *, short: bool = False) -> Iterator[str]:
    others = len(state.boards) - 1
    income = sum(board.income for board in state.boards)
    more = [say_number("{n} more board", "{n} more boards", others)] if others else []
    yield ", ".join([say("income {n}", n=income), *more])
    order = [*(name for name in TILES if state.has(name)), *state.supply]
    supply = {name: state.has(name) for name in dict.fromkeys(order)}
    signs = " ".join(f"{count}{_sign(name)}" for name, count in supply.items())
    yield from textwrap.wrap(signs if short else plain_list(supply), BOARD)
    if state.boats or state.knarrs or state.longships:
        yield from textwrap.wrap(bay_text(state).partition(";")[0], BOARD)
    strips = list(map(_strip, state.strips))
    if short:
        numbered = (f"{number}: {strip}" for number, strip in enumerate(strips, 1))
        yield from textwrap.wrap(say("strips {strips}", strips="; ".join(numbered)), BOARD)
    else:
        yield from (
            say("strip {n}: {items}", n=n, items=items) for n, items in enumerate(strips, 1)
        )
    if state.penalties:
        yield say("Thing penalties: {n}", n=state.penalties)


def _sign(item: str) -> str:
    name = item.removeprefix("pregnant_")
    return (sign_of_item(name) if name in SIGNS else name) + "p" * (name != item)


def _strip(strip: Sequence[StripItem]) -> str:
    """Return a strip, the next items first: ``3Wd 2St 1Or 2$``."""
    parts = []
    for name, run in groupby(strip_gain(item) for item in strip):
        if name[0] == "silver":
            parts += [f"{name[1]}$" for _ in run]
        else:
            parts.append(f"{len(list(run))}{sign_of_item(name[0])}")
    return " ".join(parts)
