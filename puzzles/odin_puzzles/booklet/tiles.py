"""Tiles in rows: beside a puzzle with their numbers, and to be cut out one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from odin_puzzles.booklet.pictures import (
    Picture,
    cut_line,
    lying,
    tile_picture,
)
from odin_puzzles.kinds.boards import board_states
from odin_puzzles.puzzle import Puzzle
from odin_solver.components import TILES
from odin_solver.render import palette
from odin_solver.render.svg.markup import element
from odin_solver.render.svg.parts import line_of_text
from odin_solver.rules.geometry import grid_of

SPACE = 16.0
"""Between tiles beside a puzzle."""

COUNT_WIDTH = 34.0
CUT_SPACE = 20.0
"""Between tiles that are to be cut out."""


@dataclass(frozen=True)
class TileRow:
    """Tiles side by side, and their size."""

    content: str
    width: float
    height: float


def useful(puzzle: Puzzle) -> dict[str, int]:
    """The tiles of a puzzle that cover cells, no more of a kind than its boards have room for."""
    room = sum(grid_of(state.board).coverable.bit_count() for state in board_states(puzzle))
    return {
        name: min(count, room // TILES[name].area)
        for name, count in puzzle.position.supply.items()
        if TILES[name].area
    }


def tiles_picture(supply: Mapping[str, int], width: float) -> Picture:
    """Tiles of a supply in rows of at most a width; several of a kind are drawn once."""
    items = [_counted(name, count) for name, count in supply.items() if count]
    rows = _rows(items, width, SPACE)
    return _stacked(rows, SPACE)


def cut_rows(supply: Mapping[str, int], width: float) -> list[TileRow]:
    """All tiles of a supply with lines to cut along, in rows of at most a width."""
    items = []
    for name, count in supply.items():
        cells = lying(TILES[name])
        drawn = tile_picture(TILES[name], cells)
        items += [Picture(drawn.content + cut_line(cells), drawn.width, drawn.height)] * count
    return _rows(items, width, CUT_SPACE)


def _counted(name: str, count: int) -> Picture:
    drawn = tile_picture(TILES[name], lying(TILES[name]))
    if count == 1:
        return drawn
    label = line_of_text(drawn.width + 6, drawn.height / 2 + 8, f"×{count}", 22, palette.PAGE.ink)
    return Picture(drawn.content + label, drawn.width + COUNT_WIDTH, drawn.height)


def _rows(items: Sequence[Picture], width: float, space: float) -> list[TileRow]:
    """Pictures in rows: high ones first, so that rows are even."""
    rows: list[list[Picture]] = []
    for item in sorted(items, key=lambda each: (-each.height, -each.width)):
        for row in rows:
            used = sum(each.width + space for each in row)
            if used + item.width <= width and item.height <= row[0].height:
                row.append(item)
                break
        else:
            rows.append([item])
    return [_row(row, space) for row in rows]


def _row(items: Sequence[Picture], space: float) -> TileRow:
    height = max(each.height for each in items)
    parts, x = [], 0.0
    for each in items:
        parts.append(
            element("g", each.content, transform=f"translate({x:g} {height - each.height:g})")
        )
        x += each.width + space
    return TileRow("".join(parts), x - space, height)


def _stacked(rows: Sequence[TileRow], space: float) -> Picture:
    parts, y = [], 0.0
    for row in rows:
        parts.append(element("g", row.content, transform=f"translate(0 {y:g})"))
        y += row.height + space
    width = max((row.width for row in rows), default=0.0)
    return Picture("".join(parts), width, max(0.0, y - space))
