"""A problem as plain numbers, as `search.c` reads them."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from odin_solver.placement.objective import Weights
from odin_solver.placement.precision import range_in_units, unit_of
from odin_solver.placement.problem import Area, Problem
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.geometry import Mask

MOST_BOARDS = 64
MOST_CELLS = 2048
MOST_AREA = 144
MOST_LOSS = 1 << 56

FINENESS = 64
"""Smallest difference of the objective, so that guidance can be weaker than that."""

Fold = Callable[[Callable[[Weights], Fraction]], int]
"""Gives what something is worth in all levels together, given what it is worth in one."""


class SearchKind(NamedTuple):
    """Copies of a kind as the search counts them: those that have to be laid are apart."""

    kind: int
    copies: int
    kept: int


def required_level(problem: Problem) -> list[Weights]:
    """Return the level before all others, if tiles have to be laid: each that is left is lost."""
    lost = (Fraction(-1),)
    return [Weights(keep={problem.tile(kind).id: lost for kind in problem.least})] * bool(
        problem.least
    )


def search_kinds(problem: Problem, fold: Fold, required: Sequence[Weights]) -> list[SearchKind]:
    """Return the kinds of tiles, and once more those that have to be laid."""

    def kept(kind: int, without: Sequence[Weights]) -> int:
        name = problem.tile(kind).id
        return fold(lambda level: Fraction(0) if level in without else level.kept(name))

    return [
        *(
            SearchKind(kind, max(0, stock.count - stock.least), kept(kind, required))
            for kind, stock in enumerate(problem.stock)
        ),
        *(SearchKind(kind, least, kept(kind, ())) for kind, least in problem.least.items()),
    ]


def folded(problem: Problem, levels: Sequence[Weights]) -> Fold | None:
    """Fold levels into whole numbers so that no level outweighs an earlier one.

    Levels for which there is no room are left out; None if there is none for the first.
    """
    units = [(unit_of(weights), range_in_units(problem, weights) + 1) for weights in levels]
    room, kept = FINENESS, 0
    for _, size in units:
        if room * size > MOST_LOSS:
            break
        room *= size
        kept += 1
    if not kept:
        return None
    scales = []
    scale = Fraction(FINENESS)
    for weights, (unit, size) in reversed(list(zip(levels[:kept], units, strict=False))):
        if unit:
            scales.append((weights, scale / unit))
        scale *= size
    return lambda worth: int(sum(scale * worth(weights) for weights, scale in scales))


def describe(
    problem: Problem,
    fold: Fold,
    kinds: Sequence[SearchKind],
    forbidden: Callable[[int, int, Mask], bool] | None,
    level: int,
    mask_bytes: int,
) -> tuple["array[int]", bytes]:
    """Return the numbers and the masks that `search_new` reads, in its order.

    Parameters
    ----------
    fold
        What to maximise.
    forbidden
        Whether a placement is forbidden: board, kind and cells. None if none is.
    level
        The level to improve.
    """

    def words(mask: Mask) -> "array[int]":
        return array("q", mask.to_bytes(mask_bytes, "little"))

    points = fold(lambda weights: weights.points)
    numbers = [len(problem.areas), len(kinds), abs(points) or FINENESS, level == 0]

    def kept(name: str) -> int:
        return fold(lambda weights: weights.kept(name))

    numbers += [problem.silver, kept("silver") - fold(lambda weights: weights.silver)]
    numbers += [problem.ore, kept("ore") - fold(lambda weights: weights.ore)]
    for each in kinds:
        numbers += [each.copies, problem.tile(each.kind).area, each.kept]
    masks: list[bytes | bytearray] = []
    for area in problem.areas:
        numbers += _board(problem, area, fold, words)
        apart = sorted(colors_kept_apart(area.state.board))
        for kind, *_ in kinds:
            shapes: dict[Mask, bytearray] = {}  # and where their lowest cells may lie
            for mask in area.placements[kind]:
                if forbidden is None or not forbidden(area.number, kind, mask):
                    low = (mask & -mask).bit_length() - 1
                    places = shapes.setdefault(mask >> low, bytearray(mask_bytes))
                    places[low >> 3] |= 1 << (low & 7)
            color = problem.tile(kind).color
            numbers += [apart.index(color) if color in apart else -1, len(shapes)]
            for shape, places in shapes.items():
                masks += (shape.to_bytes(mask_bytes, "little"), places)
    return array("q", numbers), b"".join(masks)


def _board(
    problem: Problem, area: Area, fold: Fold, words: Callable[[Mask], "array[int]"]
) -> Iterator[int]:
    grid, free = area.grid, area.free
    several = len(grid.diagonals) > 1 and not problem.position.rules.simultaneous
    yield from (grid.stride, area.takes_silver, area.takes_ore, several)
    yield from words(free)
    yield from words(area.must)
    points = fold(lambda weights: weights.points)
    yield 1 + len(grid.negatives)
    yield from (*words(free), fold(lambda weights: weights.cells))
    for number, cells in grid.negatives:
        yield from (*words(cells & free), number * points)
    income_cells = []
    features: list[tuple[int, int, Mask, Mask]] = []
    for number, diagonal in enumerate(grid.diagonals):
        income = fold(lambda weights: weights.income)
        for each, below, above in zip(
            diagonal.cells, diagonal.values, diagonal.values[1:], strict=False
        ):
            if not each.cell & area.covered:
                features.append((income * (above - below), number, each.needs & free, 0))
                income_cells.append((each.cell.bit_length() - 1, each.needs & free))
    for bonus in grid.bonuses:
        if not bonus.cells & area.covered:
            value = _bonus_value(fold, bonus.gives)
            features.append((value, -1, bonus.surround & free, bonus.cells))
    yield len(features)
    for value, diagonal_number, needs, symbol in features:
        yield from (value, diagonal_number, *words(needs), *words(symbol))
    yield len(income_cells)
    for bit, needs in income_cells:
        yield from (bit, *words(needs))


def _bonus_value(fold: Fold, gives: tuple[tuple[str, int], ...]) -> int:
    return fold(lambda weights: weights.bonus_value(gives))
