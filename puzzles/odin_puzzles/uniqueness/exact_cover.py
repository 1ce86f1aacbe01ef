"""The search by exact cover: every cell that must be covered once, every tile as often as asked.

Knuth's Algorithm M does it, in the library miniexact: items with bounds on how often they are
covered. Tiles of one kind are one item, so that swapping them makes no new solution.
"""

from collections.abc import Iterator
from itertools import islice

import miniexact

from odin_puzzles.uniqueness.task import Task
from odin_solver.placement.problem import Laid
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.geometry import singles

FOUND = 10
"""What miniexact says when it has found one more solution."""


def layouts(task: Task) -> Iterator[tuple[Laid, ...]]:
    """Every layout that solves a task, each once; nothing is said about their order.

    Parameters
    ----------
    task
        What to look for; its floor, if it has one, is not looked at.
    """
    search = miniexact.miniexacts_m()
    options = task.options()
    wanted = {kind for kind, (_, most) in task.counts.items() if most}
    items = _Items(search, task)
    used = [each for each in options if each.kind in wanted]
    for each in used:
        search.add(items.of(each))
    while used and search.solve() == FOUND:
        laid = tuple(used[number - 1] for number in search.selected_options())
        if task.legal(laid):
            yield laid


def first_layouts(task: Task, limit: int) -> list[tuple[Laid, ...]]:
    """At most so many layouts that solve a task."""
    return list(islice(layouts(task), limit))


class _Items:
    """The items of the cover: what a placement takes up."""

    def __init__(self, search: "miniexact.miniexacts_m", task: Task) -> None:
        self._task = task
        # All primary items have to be named before the first secondary one.
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
            here = self._cells[area.number]
            for cell in singles(may & ~task.must[area.number]):
                here[cell] = search.secondary(f"{area.number} {cell}")
        # A colour that must not touch itself: at most one tile of it at every edge of a cell.
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
        """The items that a placement takes up."""
        found = [self._kinds[laid.kind], self._total]
        found += [self._cells[laid.area][cell] for cell in singles(laid.cells)]
        if laid.kind < 0:
            return found
        color = str(self._task.problem.stock[laid.kind].tile.color)
        stride = self._task.problem.areas[laid.area].grid.stride
        for cell in singles(laid.cells):
            for shift in (1, stride):
                for first in (cell, cell >> shift):
                    edge = self._edges.get((laid.area, color, first, shift))
                    other = first if first != cell else cell << shift
                    if edge is not None and not other & laid.cells:
                        found.append(edge)
        return found
