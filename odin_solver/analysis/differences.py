"""Differences of a layout from a better one, in the terms of the rules."""

from collections import Counter
from collections.abc import Iterable

from odin_solver.names.printed import printed_list, printed_name
from odin_solver.notation.labels import board_labels
from odin_solver.placement.gains import gains, parts_of
from odin_solver.placement.objective import Objective
from odin_solver.rules.position import Position
from odin_solver.support.language import say, say_number


def differences(
    before: Position, better: Position, other: Position, objective: Objective
) -> list[str]:
    """Return what another layout has less or more of, as far as the objective values it."""
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
        states = zip(board_labels(before), better.boards, other.boards, strict=True)
        labels = [label for label, first, second in states if first.income != second.income]
        where = f" ({', '.join(labels)})" if len(before.boards) > 1 else ""
        income = say("an income of {n} instead of {best}", n=gained.income, best=best.income)
        texts.append(f"{income}{where}")
    lost, won = _bonus_changes(best.bonuses, gained.bonuses, objective)
    if lost:
        texts.append(say("{items} lost as a bonus", items=lost))
    if won:
        texts.append(say("{items} won as a bonus instead", items=won))
    if "points" in valued and best.points != gained.points:
        texts.append(
            say_number(
                "{n} point covered instead of {best}",
                "{n} points covered instead of {best}",
                gained.points,
                best=best.points,
            )
        )
    if "cells" in valued and best.cells != gained.cells:
        texts.append(
            say_number(
                "{n} cell covered instead of {best}",
                "{n} cells covered instead of {best}",
                gained.cells,
                best=best.cells,
            )
        )
    if "silver" in valued and best.silver != gained.silver:
        texts.append(say("{n} silver placed instead of {best}", n=gained.silver, best=best.silver))
    if "ore" in valued and best.ore != gained.ore:
        texts.append(say("{n} ore placed instead of {best}", n=gained.ore, best=best.ore))
    for name in sorted({name for weights in objective.levels for name in weights.keep}):
        first, second = best.left.get(name, 0), gained.left.get(name, 0)
        if first != second:
            texts.append(
                say(
                    "{n} {good} kept instead of {best}",
                    n=second,
                    good=printed_name(name),
                    best=first,
                )
            )
    for weights in objective.levels:
        first, second = (parts_of(weights, each).empty or 0 for each in (best, gained))
        if first != second:
            texts.append(
                say_number(
                    "{n} empty space at the feast instead of {best}",
                    "{n} empty spaces at the feast instead of {best}",
                    second,
                    best=first,
                )
            )
    return texts


def tiles_swapped(before: Position, better: Position, other: Position) -> str:
    """Return which tiles another layout places instead of which: ``Silk instead of Hide``."""
    best, placed = _placed(before, better), _placed(before, other)
    more, fewer = printed_list((placed - best).items()), printed_list((best - placed).items())
    if more and fewer:
        return say("{more} instead of {fewer}", more=more, fewer=fewer)
    if more:
        return say("also {items}", items=more)
    return say("without {items}", items=fewer) if fewer else ""


def _placed(before: Position, after: Position) -> Counter[str]:
    placed = Counter(before.supply)
    placed.subtract(after.supply)
    return Counter({name: n for name, n in placed.items() if name not in ("silver", "ore")})


def _bonus_changes(
    best: Iterable[tuple[tuple[str, int], ...]],
    other: Iterable[tuple[tuple[str, int], ...]],
    objective: Objective,
) -> tuple[str, str]:
    def items(bonuses: Iterable[tuple[tuple[str, int], ...]]) -> Counter[str]:
        total: Counter[str] = Counter()
        for gives in bonuses:
            if any(weights.bonus_value(gives) for weights in objective.levels):
                total.update(dict(gives))
        return total

    first, second = items(best), items(other)
    return printed_list((first - second).items()), printed_list((second - first).items())
