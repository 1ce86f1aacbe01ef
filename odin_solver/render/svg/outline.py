"""Outlines of sets of cells as paths with round corners."""

from collections.abc import Iterable

from odin_solver.components import Cell
from odin_solver.render.svg.markup import number

Point = tuple[float, float]


def loops(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Trace the borders of a set of cells as closed loops of corner points.

    The cells are to the right of the direction of travel: outer borders run clockwise on the
    screen, holes anticlockwise. Only points where the direction changes are returned. Loops stay
    apart where two cells meet only in a corner.
    """
    inside = set(cells)
    edges: dict[Cell, list[Cell]] = {}
    for x, y in sorted(inside):
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in inside:
                edges.setdefault(start, []).append(end)
    borders: list[list[Cell]] = []
    while edges:
        first = min(edges)
        at, towards = first, (0, 0)
        points: list[Cell] = []
        while not points or at != first:
            ends = edges[at]
            right = (at[0] - towards[1], at[1] + towards[0])
            after = right if right in ends else ends[0]
            ends.remove(after)
            if not ends:
                del edges[at]
            step = (after[0] - at[0], after[1] - at[1])
            if step != towards:
                points.append(at)
            at, towards = after, step
        borders.append(points)
    return borders


def rounded_path(
    cells: Iterable[Cell], size: float, inset: float = 0, radius: float = 0, at: Point = (0, 0)
) -> str:
    """Return the path data of the outline of a set of cells.

    Parameters
    ----------
    inset
        Distance from the border to the outline; negative values are outside.
    at
        Corner of cell (0, 0).
    """
    return " ".join(_rounded_loop(loop, size, inset, radius, at) for loop in loops(cells))


def _rounded_loop(loop: list[Cell], size: float, inset: float, radius: float, at: Point) -> str:
    parts: list[str] = []
    for before, here, after in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True):
        arriving, leaving = _direction(before, here), _direction(here, after)
        # The inside lies to the right of the direction of travel: turn it by 90 degrees.
        x = at[0] + here[0] * size - inset * (arriving[1] + leaving[1])
        y = at[1] + here[1] * size + inset * (arriving[0] + leaving[0])
        start = _point(x - radius * arriving[0], y - radius * arriving[1])
        if not radius:
            parts.append(f"{'L' if parts else 'M'}{start}")
            continue
        end = _point(x + radius * leaving[0], y + radius * leaving[1])
        parts.append(f"{'L' if parts else 'M'}{start}Q{_point(x, y)} {end}")
    return "".join([*parts, "Z"])


def _direction(start: Cell, end: Cell) -> Cell:
    x, y = end[0] - start[0], end[1] - start[1]
    return (x > 0) - (x < 0), (y > 0) - (y < 0)


def _point(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"
