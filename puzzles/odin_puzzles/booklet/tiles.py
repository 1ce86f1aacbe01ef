"""Tiles in rows: beside a puzzle with their counts, and one by one to cut out."""

from collections.abc import Mapping, Sequence

from odin_puzzles.booklet.pictures import Picture, cut_line, tile_picture, wide_cells
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.boards import board_states
from odin_puzzles.kinds.games import PIECE_SIDE, GameKind
from odin_puzzles.puzzle import Puzzle
from odin_solver.components import Tile
from odin_solver.render import palette
from odin_solver.render.svg.markup import element, line_of_text
from odin_solver.render.svg.parts import CELL

SPACE = 16.0
"""Distance of tiles beside a puzzle."""

COUNT_WIDTH = 34.0
CUT_SPACE = 20.0
"""Distance of tiles to cut out."""


def usable_tiles(puzzle: Puzzle) -> dict[Tile, int]:
    """Return the tiles of a puzzle with cells, no more of a kind than its boards have room for."""
    cells = sum(state.grid.coverable.bit_count() for state in board_states(puzzle))
    kinds = puzzle.position.kinds
    return {
        kinds[name]: min(count, cells // kinds[name].area)
        for name, count in puzzle.position.supply.items()
        if kinds[name].area
    }


def tiles_picture(supply: Mapping[Tile, int], width: float) -> Picture:
    """Draw the tiles of a supply in rows up to a width, each kind once with its count."""
    tiles = [_counted(tile, count) for tile, count in supply.items() if count]
    return _stacked(_rows(tiles, width, SPACE), SPACE)


def cut_rows(puzzle: Puzzle, width: float) -> list[Picture]:
    """Draw all tiles or pieces with lines to cut along, in rows up to a width."""
    kind = kind_of(puzzle)
    if isinstance(kind, GameKind):
        scale, line = f"scale({CELL / PIECE_SIDE:.5f})", cut_line(((0, 0),))
        squares = (element("g", each, transform=scale) + line for each in kind.pieces(puzzle))
        return _rows([Picture(each, CELL, CELL) for each in squares], width, CUT_SPACE)
    tiles = []
    for tile, count in usable_tiles(puzzle).items():
        cells = wide_cells(tile)
        drawn = tile_picture(tile, cells)
        tiles += [Picture(drawn.content + cut_line(cells), drawn.width, drawn.height)] * count
    return _rows(tiles, width, CUT_SPACE)


def _counted(tile: Tile, count: int) -> Picture:
    drawn = tile_picture(tile, wide_cells(tile))
    if count == 1:
        return drawn
    label = line_of_text(drawn.width + 6, drawn.height / 2 + 8, f"×{count}", 22, palette.PAGE.ink)
    return Picture(drawn.content + label, drawn.width + COUNT_WIDTH, drawn.height)


def _rows(items: Sequence[Picture], width: float, space: float) -> list[Picture]:
    rows: list[list[Picture]] = []
    for item in sorted(items, key=lambda item: (-item.height, -item.width)):
        for row in rows:
            used = sum(each.width + space for each in row)
            if used + item.width <= width and item.height <= row[0].height:
                row.append(item)
                break
        else:
            rows.append([item])
    return [_row(row, space) for row in rows]


def _row(items: Sequence[Picture], space: float) -> Picture:
    height = max(each.height for each in items)
    parts, x = [], 0.0
    for each in items:
        parts.append(
            element("g", each.content, transform=f"translate({x:g} {height - each.height:g})")
        )
        x += each.width + space
    return Picture("".join(parts), x - space, height)


def _stacked(rows: Sequence[Picture], space: float) -> Picture:
    parts, y = [], 0.0
    for row in rows:
        parts.append(element("g", row.content, transform=f"translate(0 {y:g})"))
        y += row.height + space
    width = max((row.width for row in rows), default=0.0)
    return Picture("".join(parts), width, max(0.0, y - space))
