"""Differences of a layout from a better one, in the terms of the rules."""

from collections import Counter
from collections.abc import Iterable

from odin_solver.notation.labels import board_labels
from odin_solver.placement.gains import gains, parts_of
from odin_solver.placement.objective import Objective
from odin_solver.rules.position import Position
from odin_solver.words.names import number_of, printed_list, printed_name


def differences(
    before: Position, better: Position, other: Position, objective: Objective
) -> list[str]:
    """Return what another layout has less or more of, as far as the objective values it.

    Parameters
    ----------
    before
        Position without new pieces.
    better, other
        Two layouts of it.
    objective
        Objective that is maximised.
    """
    best, gained = gains(before, better), gains(before, other)
    valued = {
        key
        for key in ("points", "income", "silver", "ore", "cells")
        if any(getattr(weights, key) for weights in objective.levels)
    }
    if any(weights.counts_income for weights in objective.levels):
        valued.add("income")
    texts: list[str] = []
    if "income" in valued and best.income != gained.income:
        incomes = zip(board_labels(before), _incomes(better), _incomes(other), strict=True)
        labels = [label for label, first, second in incomes if first != second]
        where = f" ({', '.join(labels)})" if len(before.boards) > 1 else ""
        texts.append(f"an income of {gained.income} instead of {best.income}{where}")
    lost, won = _bonus_changes(best.bonuses, gained.bonuses, objective)
    if lost:
        texts.append(f"{lost} lost as a bonus")
    if won:
        texts.append(f"{won} won as a bonus instead")
    if "points" in valued and best.points != gained.points:
        texts.append(f"{number_of(gained.points, 'point')} covered instead of {best.points}")
    if "cells" in valued and best.cells != gained.cells:
        texts.append(f"{number_of(gained.cells, 'cell')} covered instead of {best.cells}")
    if "silver" in valued and best.silver != gained.silver:
        texts.append(f"{gained.silver} silver placed instead of {best.silver}")
    if "ore" in valued and best.ore != gained.ore:
        texts.append(f"{gained.ore} ore placed instead of {best.ore}")
    for name in sorted({name for weights in objective.levels for name in weights.keep}):
        first, second = best.left.get(name, 0), gained.left.get(name, 0)
        if first != second:
            texts.append(f"{second} {printed_name(name)} kept instead of {first}")
    for weights in objective.levels:
        first, second = (parts_of(weights, each).empty or 0 for each in (best, gained))
        if first != second:
            texts.append(f"{number_of(second, 'empty space')} at the feast instead of {first}")
    return texts


def tiles_swapped(before: Position, better: Position, other: Position) -> str:
    """Return which tiles another layout places instead of which: ``Silk instead of Hide``."""
    best, placed = _placed(before, better), _placed(before, other)
    more, fewer = printed_list((placed - best).items()), printed_list((best - placed).items())
    if more and fewer:
        return f"{more} instead of {fewer}"
    if more:
        return f"also {more}"
    return f"without {fewer}" if fewer else ""


def _placed(before: Position, after: Position) -> Counter[str]:
    placed = Counter(before.supply)
    placed.subtract(after.supply)
    return Counter({name: n for name, n in placed.items() if name not in ("silver", "ore")})


def _incomes(position: Position) -> list[int]:
    return [state.income for state in position.boards]


def _bonus_changes(
    best: Iterable[tuple[tuple[str, int], ...]],
    other: Iterable[tuple[tuple[str, int], ...]],
    objective: Objective,
) -> tuple[str, str]:
    """Return the valued items that are lost as bonuses, and those that are won instead."""

    def items(bonuses: Iterable[tuple[tuple[str, int], ...]]) -> Counter[str]:
        total: Counter[str] = Counter()
        for gives in bonuses:
            if any(weights.bonus_value(gives) for weights in objective.levels):
                total.update(dict(gives))
        return total

    first, second = items(best), items(other)
    return printed_list((first - second).items()), printed_list((second - first).items())
