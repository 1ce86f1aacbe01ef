"""Solutions by exact cover: every required cell once, every tile as often as the task asks.

Where every tile is laid, the search is that of `odin_solver.placement.cover`. Elsewhere it is
Knuth's Algorithm M of the library miniexact: items with bounds on how often they are covered. Tiles
of one kind are one item, so that swapping them gives no new solution.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import miniexact

from odin_puzzles.kinds.layout_task import LayoutTask
from odin_solver.placement.cover.problem import HOLE, Cover, CoverPlace, cover_of
from odin_solver.placement.cover.search import DONE, PAUSED, CoverSearch
from odin_solver.placement.problem import Laid
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.geometry import singles

TURNS, NODES, MOST_COVERS = 4, 5_000, 800
"""The most turns without a cover of a short search, nodes of each, and the most covers."""

SATISFIABLE = 10
"""Result of miniexact if there is one more solution."""


def lays_all(task: LayoutTask) -> bool:
    """Whether every tile is laid, so that the number of cells that stay open is known."""
    return all(least == most for least, most in task.counts.values())


def layouts(task: LayoutTask) -> Iterator[tuple[Laid, ...]]:
    """Yield every layout that solves a task, each once and in no particular order of placing."""
    if lays_all(task):
        yield from filter(task.legal, _covers(task))
    else:
        yield from layouts_by_miniexact(task)


class SomeLayouts(NamedTuple):
    """Layouts that a short search found, and whether they are all."""

    found: list[tuple[Laid, ...]]
    complete: bool


def soon(task: LayoutTask, most: int) -> SomeLayouts:
    """Return up to `most` layouts of a task that lays every tile, by a search of some turns."""
    cover = _cover(task)
    search, found, turns = CoverSearch(cover, "find"), list[tuple[Laid, ...]](), 0.0
    result = PAUSED if cover.possible else DONE
    while result != DONE and turns < TURNS and len(found) < most:
        result, places = search.turn(NODES)
        turns += 1 if places is None else TURNS / MOST_COVERS
        laid = None if places is None else _laid(task, places)
        if laid and task.legal(laid):
            found.append(laid)
    return SomeLayouts(found, result == DONE)


def layouts_by_miniexact(task: LayoutTask) -> Iterator[tuple[Laid, ...]]:
    """Yield the same layouts as `layouts`, by miniexact alone."""
    search = miniexact.miniexacts_m()
    used = added(search, task)
    while used and search.solve() == SATISFIABLE:
        layout = tuple(used[number - 1] for number in search.selected_options())
        if task.legal(layout):
            yield layout


def added(search: "miniexact.miniexacts_m", task: LayoutTask) -> list[Laid]:
    """Give miniexact the placements of a task; return them."""
    wanted = {kind: most for kind, (_, most) in task.counts.items() if most}
    areas = [task.problem.tile(kind).area for kind, most in wanted.items() for _ in range(most)]
    spare = sum(sorted(areas)[-task.total[1] :]) - sum(mask.bit_count() for mask in task.must)
    items = _Items(search, task)
    used = [
        laid
        for laid in task.options()
        # No layout has room for a piece that leaves too little for the cells to be covered.
        if laid.kind in wanted and (laid.cells & ~task.must[laid.area]).bit_count() <= spare
    ]
    for laid in used:
        search.add(items.of(laid))
    return used


def _cover(task: LayoutTask) -> Cover:
    room = sum(mask.bit_count() for mask in task.may)
    area = sum(task.problem.tile(kind).area * most for kind, (_, most) in task.counts.items())
    return cover_of(task.problem, max(0, room - area), task.may, task.must)


def _covers(task: LayoutTask) -> Iterator[tuple[Laid, ...]]:
    cover = _cover(task)
    search = CoverSearch(cover, "find")
    found = search.covers(lambda: False) if cover.possible else ()
    yield from filter(None, (_laid(task, places) for places in found))


def _laid(task: LayoutTask, places: Iterable[CoverPlace]) -> tuple[Laid, ...] | None:
    """Return the layout of a cover; None if it has not the tiles that a task asks for."""
    laid = tuple(each for place in places for each in place.laid if each.kind != HOLE)
    used = Counter(each.kind for each in laid)
    least, most = task.total
    bounds = (
        (used[kind], task.counts.get(kind, (0, 0))) for kind in task.counts.keys() | used.keys()
    )
    wanted = all(low <= n <= high for n, (low, high) in bounds)
    return laid if least <= len(laid) <= most and wanted else None


class _Items:
    """The items of the cover: kinds of tiles, cells, and edges between cells."""

    def __init__(self, search: "miniexact.miniexacts_m", task: LayoutTask) -> None:
        self._task = task
        # miniexact expects all primary items before the first secondary one.
        self._kinds = {
            kind: search.primary(f"kind {kind}", least, most)
            for kind, (least, most) in task.counts.items()
            if most
        }
        self._total = search.primary("total", *task.total)
        self._cells: list[dict[int, int]] = []
        for area, must in zip(task.problem.areas, task.must, strict=True):
            self._cells.append(
                {cell: search.primary(f"{area.number} {cell}", 1, 1) for cell in singles(must)}
            )
        for area, may in zip(task.problem.areas, task.may, strict=True):
            for cell in singles(may & ~task.must[area.number]):
                self._cells[area.number][cell] = search.secondary(f"{area.number} {cell}")
        # A colour that must not touch itself has at most one tile at every edge between cells.
        self._edges: dict[tuple[int, str, int, int], int] = {}
        for area, may in zip(task.problem.areas, task.may, strict=True):
            for color in sorted(colors_kept_apart(area.state.board)):
                for cell in singles(may):
                    for shift in (1, area.grid.stride):
                        if may & cell << shift:
                            name = f"{area.number} {color} {cell} {shift}"
                            key = (area.number, str(color), cell, shift)
                            self._edges[key] = search.secondary(name)

    def of(self, laid: Laid) -> list[int]:
        """Return the items that a placement covers."""
        items = [self._kinds[laid.kind], self._total]
        items += [self._cells[laid.area][cell] for cell in singles(laid.cells)]
        if laid.kind < 0:
            return items
        color = str(self._task.problem.stock[laid.kind].tile.color)
        stride = self._task.problem.areas[laid.area].grid.stride
        for cell in singles(laid.cells):
            for shift in (1, stride):
                for first in (cell, cell >> shift):
                    edge = self._edges.get((laid.area, color, first, shift))
                    other = first if first != cell else cell << shift
                    if edge is not None and not other & laid.cells:
                        items.append(edge)
        return items
