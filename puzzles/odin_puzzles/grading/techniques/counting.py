"""Counting: cells or points that the few tiles still to be laid can reach at most."""

from collections.abc import Sequence
from functools import partial

from odin_puzzles.grading.state import Contradiction, Deduction, State
from odin_puzzles.grading.worth import Worth
from odin_solver.rules.geometry import bits, singles


def check_counts(state: State) -> None:
    """The tiles left can cover what must be covered, and reach the points that are asked for.

    Raises
    ------
    Contradiction
        If they cannot.
    """
    if state.open and state.total_most < sum(state.most):
        most = sum(_largest(state, _most_cells(state), state.total_most))
        if most < state.open.bit_count():
            raise Contradiction(lambda: "there would be too few tiles for all the cells")
    worth = state.table.worth
    if worth is not None and _points(state, worth) < worth.floor:
        raise Contradiction(lambda: "too few points could be reached")


def counting(state: State) -> Deduction | None:
    """Placements after which the few tiles left could not cover all the cells.

    One sees it by counting the cells that each tile may cover at most.
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
    return Deduction(
        "counting",
        None,
        out,
        lambda: f"{table.list_of(out)} would leave more cells than the other tiles can cover",
    )


def points(state: State) -> Deduction | None:
    """Placements after which the points asked for are out of reach, or without which they are.

    One sees it by adding up what the tiles left could bring at most, for every income.
    """
    table, worth = state.table, state.table.worth
    if worth is None:
        return None
    made = _made(state, worth)
    rest = _rest_of(state, _best_gains(state, worth))
    areas = _rest_of(state, [tile.area for tile in table.tiles])
    out = 0
    for number in bits(state.live):
        kind = table.kinds[number]
        income = worth.income(state.room & ~table.cells[number], areas[kind])
        if made + worth.gains[number] + rest[kind] + income < worth.floor:
            out |= 1 << number
    if out:
        return Deduction(
            "points", None, out, lambda: f"{table.list_of(out)} cannot lead to enough points"
        )
    return _indispensable(state, worth)


def _indispensable(state: State, worth: Worth) -> Deduction | None:
    """A placement without which the points are out of reach: the best one of its kind."""
    table = state.table
    for ranked in worth.ranked:
        number = _best_of(state, ranked)
        if number is None:
            continue
        without = state.copy()
        without.live &= ~(1 << number)
        if _points(without, worth) < worth.floor:
            words = partial("without {} there would be too few points".format, table.words(number))
            return Deduction("points", number, 0, words)
    return None


def _points(state: State, worth: Worth) -> int:
    """A bound on the value that can be reached; exact when no candidate is left."""
    gains = sum(_largest(state, _best_gains(state, worth), state.total_most))
    areas = _largest(state, [tile.area for tile in state.table.tiles], state.total_most)
    return _made(state, worth) + gains + worth.income(state.room, sum(areas))


def _made(state: State, worth: Worth) -> int:
    return worth.bonus + sum(worth.gains[number] for number in state.laid)


def _most_cells(state: State) -> list[int]:
    """For each kind the most cells, among those that must be covered, under one of its tiles."""
    cells, target, over = state.table.cells, state.open, 0
    for cell in singles(target):
        over |= state.table.cover[cell]
    over &= state.live
    return [
        max(((cells[number] & target).bit_count() for number in bits(of_kind & over)), default=0)
        for of_kind in state.table.of_kind
    ]


def _best_gains(state: State, worth: Worth) -> list[int]:
    """For each kind the most that one of its tiles adds, nothing if none is left."""
    best = (_best_of(state, ranked) for ranked in worth.ranked)
    return [0 if number is None else worth.gains[number] for number in best]


def _best_of(state: State, ranked: Sequence[int]) -> int | None:
    return next((number for number in ranked if state.live >> number & 1), None)


def _largest(state: State, worths: list[int], number: int) -> list[int]:
    """The largest so many worths, if every tile left that has a candidate is worth as much."""
    each = [
        worth
        for worth, most, of_kind in zip(worths, state.most, state.table.of_kind, strict=True)
        if worth > 0 and of_kind & state.live
        for _ in range(most)
    ]
    return sorted(each, reverse=True)[: max(0, number)]


def _rest_of(state: State, worths: list[int]) -> list[int]:
    """For each kind what the best other tiles are worth if one tile of it is laid."""
    best = _largest(state, worths, state.total_most)
    found = []
    for worth in worths:
        if worth in best:
            found.append(sum(best) - worth)
        else:
            found.append(sum(best[: max(0, state.total_most - 1)]))
    return found
