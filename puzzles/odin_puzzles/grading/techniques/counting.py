"""Counting: upper bounds on the cells or points that the tiles left can reach."""

from collections.abc import Sequence

from odin_puzzles.grading.state import Contradiction, Deduction, GradingState
from odin_puzzles.grading.table import covering
from odin_puzzles.grading.values import CandidateValues
from odin_solver.rules.geometry import bits
from odin_solver.support.language import mark, say


def check_counts(state: GradingState) -> None:
    """Check that the tiles left can cover the required cells and reach the required points."""
    if state.open and state.total_most < sum(state.most):
        most = sum(_largest(state, _most_cells(state), state.total_most))
        if most < state.open.bit_count():
            raise Contradiction(lambda: say("there would be too few tiles for all the cells"))
    values = state.table.values
    if values is not None and _points(state, values) < values.minimum:
        raise Contradiction(lambda: say("too few points could be reached"))


def counting(state: GradingState) -> Deduction | None:
    """A placement after which the tiles left cannot cover all the cells.

    One sees it by counting the cells that each tile can cover.
    """
    if not state.open or state.total_most >= sum(state.most):
        return None
    table = state.table
    rest = _rest_of(state, _most_cells(state))
    out = 0
    for number in bits(state.live):
        left = (state.open & ~table.cells[number]).bit_count()
        if left > rest[table.kinds[number]]:
            out |= 1 << number
    if not out:
        return None
    text = mark("{tiles} would leave more cells than the other tiles can cover")
    return Deduction("counting", None, out, table.told(text, tiles=out))


def points(state: GradingState) -> Deduction | None:
    """A placement after which, or without which, the required points are out of reach.

    One sees it by adding up the most that the tiles left can bring, for every income.
    """
    table, values = state.table, state.table.values
    if values is None:
        return None
    made = _made(state, values)
    rest = _rest_of(state, _best_gains(state, values))
    areas = _rest_of(state, [tile.area for tile in table.tiles])
    out = 0
    for number in bits(state.live):
        kind = table.kinds[number]
        income = values.income(state.room & ~table.cells[number], areas[kind])
        if made + values.gains[number] + rest[kind] + income < values.minimum:
            out |= 1 << number
    if out:
        text = mark("{tiles} cannot lead to enough points")
        return Deduction("points", None, out, table.told(text, tiles=out))
    return _indispensable(state, values)


def _indispensable(state: GradingState, values: CandidateValues) -> Deduction | None:
    """A placement, the best of its kind, without which the points are out of reach."""
    table = state.table
    for ranked in values.ranked:
        number = _best_of(state, ranked)
        if number is None:
            continue
        without = state.copy()
        without.live &= ~(1 << number)
        if _points(without, values) < values.minimum:
            text = mark("without {tile} there would be too few points")
            return Deduction("points", number, 0, table.told(text, tile=table.text(number)))
    return None


def _points(state: GradingState, values: CandidateValues) -> int:
    gains = sum(_largest(state, _best_gains(state, values), state.total_most))
    areas = _largest(state, [tile.area for tile in state.table.tiles], state.total_most)
    return _made(state, values) + gains + values.income(state.room, sum(areas))


def _made(state: GradingState, values: CandidateValues) -> int:
    return values.bonus + sum(values.gains[number] for number in state.laid)


def _most_cells(state: GradingState) -> list[int]:
    """For each kind the most required cells that one of its tiles covers."""
    cells, target = state.table.cells, state.open
    over = covering(state.table.cover, target) & state.live
    return [
        max(((cells[number] & target).bit_count() for number in bits(of_kind & over)), default=0)
        for of_kind in state.table.of_kind
    ]


def _best_gains(state: GradingState, values: CandidateValues) -> list[int]:
    """For each kind the most that one of its tiles adds; 0 if no candidate is left."""
    best = (_best_of(state, ranked) for ranked in values.ranked)
    return [0 if number is None else values.gains[number] for number in best]


def _best_of(state: GradingState, ranked: Sequence[int]) -> int | None:
    return next((number for number in ranked if state.live >> number & 1), None)


def _largest(state: GradingState, by_kind: list[int], number: int) -> list[int]:
    values = [
        value
        for value, most, of_kind in zip(by_kind, state.most, state.table.of_kind, strict=True)
        if value > 0 and of_kind & state.live
        for _ in range(most)
    ]
    return sorted(values, reverse=True)[: max(0, number)]


def _rest_of(state: GradingState, by_kind: list[int]) -> list[int]:
    """For each kind the total value of the best other tiles if one tile of it is laid."""
    best = _largest(state, by_kind, state.total_most)
    without_last = sum(best[: max(0, state.total_most - 1)])
    return [sum(best) - value if value in best else without_last for value in by_kind]
