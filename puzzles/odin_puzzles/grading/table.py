"""The table of a puzzle's candidates, and how they exclude each other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from odin_puzzles.grading.combined_grid import CombinedGrid
from odin_puzzles.grading.values import CandidateValues, values_of
from odin_puzzles.kinds.layout_task import LayoutTask
from odin_solver.components import Tile
from odin_solver.placement.problem import Laid
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.board_state import Obstacle, Piece, spots
from odin_solver.rules.geometry import Mask, bits, singles
from odin_solver.rules.position import Placement
from odin_solver.rules.violation import tile_name
from odin_solver.support.language import say

Candidates = int
"""A set of candidates, one bit each: candidate n of the table is the bit 1 << n."""

MOST_NAMED = 3
"""Candidates that a reason names."""


@dataclass(frozen=True)
class CandidateTable:
    """The candidates of a puzzle: every placement that the shapes allow.

    Attributes
    ----------
    grid
        The grid of all boards, which numbers the cells of the masks below.
    cells, kinds
        For each candidate the cells that it covers, and the index of its tile in `tiles`.
    overlap, conflict
        For each candidate those that share a cell with it, and these together with those that it
        excludes by colour; itself included.
    needs
        For each candidate the cells that its income cells require.
    cover
        For each cell the candidates that cover it.
    of_kind
        For each kind of tile its candidates.
    tiles, counts
        The kinds of tiles, and the least and most of each.
    shapes
        For each kind its area, and its difference of dark and light cells in a chessboard
        colouring.
    must, may
        Cells that must be covered, and those that may be.
    live
        Candidates that are legal before any other tile is laid.
    disordered, banned
        Candidates that the order of placing excludes, and those that touch their own colour.
    values
        Values of the candidates, if the goal is a value.
    """

    task: LayoutTask
    grid: CombinedGrid
    options: tuple[Laid, ...]
    cells: tuple[Mask, ...]
    kinds: tuple[int, ...]
    overlap: tuple[Candidates, ...]
    conflict: tuple[Candidates, ...]
    needs: tuple[Mask, ...]
    cover: Mapping[Mask, Candidates]
    of_kind: tuple[Candidates, ...]
    tiles: tuple[Tile, ...]
    counts: tuple[tuple[int, int], ...]
    shapes: tuple[tuple[int, int], ...]
    must: Mask
    may: Mask
    live: Candidates
    disordered: Candidates
    banned: Candidates
    values: CandidateValues | None

    def piece(self, number: int) -> Placement:
        """Convert a candidate to a piece of a solution."""
        laid = self.options[number]
        cells = self.task.problem.areas[laid.area].grid.cells(laid.cells)
        return Placement(laid.area, Piece(self.tiles[self.kinds[number]], cells))

    def text(self, number: int) -> str:
        """Return a candidate in words: ``a hide on a1 b1 c1``."""
        name, cells = self.a_tile(self.kinds[number]), self.grid.names(self.cells[number])
        return say("{tile} on {cells}", tile=name, cells=cells)

    def a_tile(self, kind: int) -> str:
        """Return a kind of tile in words: ``a hide``, or ``the hide`` if there is only one."""
        name = self.name(kind)
        if self.counts[kind] == (1, 1):
            return say("the {tile}", tile=name)
        return say("an {tile}", tile=name) if name[0] in "aeiou" else say("a {tile}", tile=name)

    def name(self, kind: int) -> str:
        """Return a kind of tile within a sentence: ``hide``."""
        return tile_name(self.tiles[kind])

    def list_of(self, candidates: Candidates) -> str:
        """Return candidates in words, at most a few of them by name."""
        texts = [self.text(number) for number in bits(candidates)]
        if len(texts) > MOST_NAMED + 1:
            names, rest = ", ".join(texts[:MOST_NAMED]), len(texts) - MOST_NAMED
            return say("{names} and {n} other placements", names=names, n=rest)
        if len(texts) == 1:
            return texts[0]
        return say("{names} and {last}", names=", ".join(texts[:-1]), last=texts[-1])

    def told(self, text: str, /, **parts: Any) -> Callable[[], str]:
        """Return a function that says a text: to name cells and tiles is slow, and rarely needed.

        Its parts are `cells` and candidates as `tiles`, functions that return words, and values.
        """

        def said() -> str:
            words = {name: part() if callable(part) else part for name, part in parts.items()}
            if "cells" in words:
                words["cells"] = self.grid.names(words["cells"])
            if "tiles" in words:
                words["tiles"] = self.list_of(words["tiles"])
            return say(text, **words)

        return said


def table_of(task: LayoutTask) -> CandidateTable:
    """Build the table of a task."""
    problem = task.problem
    grid = CombinedGrid(problem.areas)
    numbers = [kind for kind, (_, most) in sorted(task.counts.items()) if most]
    rows = {number: row for row, number in enumerate(numbers)}
    tiles = tuple(map(problem.tile, numbers))
    must = sum(grid.embed(n, cells) for n, cells in enumerate(task.must))
    may = sum(grid.embed(n, cells) for n, cells in enumerate(task.may))
    allowed = {laid for laid in task.options() if laid.kind in rows}
    options: list[Laid] = []
    needs: list[Mask] = []
    live = disordered = banned = 0
    for area, inside in zip(problem.areas, task.may, strict=True):
        for number, tile in zip(numbers, tiles, strict=True):
            for spot in spots(area.state.board, tile):
                if spot.mask & ~inside:
                    continue
                bit = 1 << len(options)
                laid = Laid(area.number, number, spot.mask)
                missing = spot.required & ~area.covered
                options.append(laid)
                needs.append(grid.embed(area.number, missing))
                if laid in allowed and not missing & ~inside:
                    live |= bit
                elif laid not in allowed and area.state.obstacle(spot) is Obstacle.COLOR:
                    banned |= bit
                else:
                    disordered |= bit
    cells = tuple(grid.embed(laid.area, laid.cells) for laid in options)
    kinds = tuple(rows[laid.kind] for laid in options)
    cover = dict.fromkeys(singles(may), 0)
    of_kind = [0] * len(numbers)
    for number, mask in enumerate(cells):
        bit = 1 << number
        of_kind[kinds[number]] |= bit
        while mask:
            low = mask & -mask
            cover[low] |= bit
            mask ^= low
    colors = [
        [
            sum(of_kind[k] for k, other in enumerate(tiles) if other.color == tile.color)
            if tile.color in colors_kept_apart(area.state.board)
            else 0
            for tile in tiles
        ]
        for area in problem.areas
    ]
    overlap, conflict = [], []
    for number, mask in enumerate(cells):
        shared = covering(cover, mask)
        overlap.append(shared)
        rivals = colors[options[number].area][kinds[number]]
        if rivals:
            shared |= covering(cover, grid.edge_neighbours(mask) & may) & rivals
        conflict.append(shared)
    return CandidateTable(
        task=task,
        grid=grid,
        options=tuple(options),
        cells=cells,
        kinds=kinds,
        overlap=tuple(overlap),
        conflict=tuple(conflict),
        needs=tuple(needs),
        cover=cover,
        of_kind=tuple(of_kind),
        tiles=tiles,
        counts=tuple(task.counts[kind] for kind in numbers),
        shapes=tuple(
            (each.area, abs(sum((-1) ** (x + y) for x, y in each.cells))) for each in tiles
        ),
        must=must,
        may=may,
        live=live,
        disordered=disordered,
        banned=banned,
        values=values_of(task, grid, options, kinds, len(numbers)),
    )


def covering(cover: Mapping[Mask, Candidates], mask: Mask) -> Candidates:
    """Return the candidates that cover some of the cells; `cover` has those of each cell."""
    candidates = 0
    while mask:
        low = mask & -mask
        candidates |= cover[low]
        mask ^= low
    return candidates
