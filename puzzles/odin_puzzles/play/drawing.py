"""Puzzles and solutions drawn for the terminal."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Group
from rich.padding import Padding
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from odin_puzzles.generate.titles import shown_title
from odin_puzzles.kinds import feast_kind, question
from odin_puzzles.kinds.boards import boards_of, command_text
from odin_puzzles.puzzle import Puzzle
from odin_solver.components import Tile
from odin_solver.components.signs import sign_of
from odin_solver.names.printed import tile_name
from odin_solver.render import palette
from odin_solver.render.terminal.boards import board_text, grid_text
from odin_solver.render.terminal.canvas import ACROSS
from odin_solver.render.terminal.drawing import Drawing
from odin_solver.render.terminal.summary import heading
from odin_solver.rules.position import Placement
from odin_solver.support.language import say

if TYPE_CHECKING:
    from rich.console import RenderableType

STARS = 5


def stars(difficulty: int | None) -> str:
    """Return a difficulty as stars; nothing if it is None."""
    return "" if difficulty is None else row_of_stars(difficulty, STARS)


def row_of_stars(full: int, of: int) -> str:
    """Return full and empty stars, in ASCII if the encoding requires it."""
    unicode = "utf" in (sys.stdout.encoding or "").lower()
    return ("★" if unicode else "*") * full + ("☆" if unicode else ".") * (of - full)


def clock_text(seconds: float) -> str:
    """Return a duration as minutes and seconds."""
    return "{:02}:{:02}".format(*divmod(int(seconds), 60))


def title_of(puzzle: Puzzle) -> str:
    """Return the title and the difficulty of a puzzle."""
    title = shown_title(puzzle) or say("A puzzle of the kind {kind}", kind=say(puzzle.kind))
    return f"{title}  {stars(puzzle.difficulty)}".rstrip()


def title_text(puzzle: Puzzle) -> Text:
    """Return title, difficulty and question of a puzzle."""
    return Text(title_of(puzzle), style="bold").append(f"\n{question(puzzle)}", "not bold")


def boards_text(puzzle: Puzzle, pieces: Sequence[Placement] = ()) -> "RenderableType":
    """Draw the boards of a puzzle, or its banquet table, with an answer's pieces.

    Of a region only its surroundings are drawn.
    """
    drawn = []
    for number, each in enumerate(boards_of(puzzle, pieces), 1):
        if feast_kind(puzzle).at_table:
            drawn.append(_table_drawing(grid_text(each.state, each.clues), each.state.board.width))
            continue
        if each.shown == ():
            continue
        drawing = board_text(each.state, each.clues, each.marked, each.shown)
        if len(puzzle.position.boards) > 1:
            label = say("Board {n}", n=number)
            drawing = Drawing(((Segment(label, Style(bold=True)),), *drawing.lines))
        drawn.append(Drawing((*drawing.lines, ())))
    return Columns(drawn, padding=(0, 3))


def solution_text(puzzle: Puzzle, pieces: Sequence[Placement]) -> "RenderableType":
    """Draw a solution: the boards, and its pieces in a legal order."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for number, piece in enumerate(pieces, 1):
        table.add_row(f"{number}.", chip(piece.tile), command_text(puzzle, piece))
    name = say("Servings") if feast_kind(puzzle).at_table else say("Placements")
    return Group(boards_text(puzzle, pieces), heading(name), Padding(table, (0, 0, 0, 2)), Text())


def tiles_text(supply: Mapping[str, int], kinds: Mapping[str, Tile]) -> "RenderableType":
    """Draw tiles side by side."""
    return Padding(
        Columns(
            [
                Drawing((*_shape_lines(kinds[name], count), ()))
                for name, count in supply.items()
                if count
            ],
            padding=(0, 3),
        ),
        (0, 0, 0, 2),
    )


def chip(tile: Tile) -> Text:
    """Return a tile's sign in its colours."""
    paint = palette.paint_of(tile)
    return Text(sign_of(tile), style=f"{paint.ink} on {paint.fill}")


def _shape_lines(tile: Tile, count: int) -> list[tuple[Segment, ...]]:
    ink = Style(color=palette.paint_of(tile).fill)
    several = f" ×{count}" if count > 1 else ""
    lines: list[tuple[Segment, ...]] = [
        (Segment(f"{sign_of(tile)} ", Style(dim=True)), Segment(tile_name(tile) + several))
    ]
    for row in tile.shape:
        lines.append(
            tuple(
                Segment("██" if mark == "#" else "  ", ink if mark == "#" else None)
                for mark in f".{row}"
            )
        )
    return lines


def _table_drawing(drawing: Drawing, cells: int) -> Drawing:
    rows = [line[1:] for line in drawing.lines[:-1]]
    numbers = "".join(f"{number:^{ACROSS}}" for number in range(1, cells + 1))
    return Drawing((*rows, (Segment(f" {numbers}".rstrip(), Style(dim=True)),), ()))
