"""In what two lines differ, in the words of the rules."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from odin_solver.notation.reports import board_labels
from odin_solver.placement.gains import gains
from odin_solver.placement.objective import Objective
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.income import income
from odin_solver.rules.position import Position
from odin_solver.words.names import printed_name


@dataclass(frozen=True)
class Difference:
    """One thing in which a line differs from a better one.

    Attributes
    ----------
    kind
        ``income``, ``bonus``, ``points``, ``silver``, ``ore``, ``cells`` or ``tiles``.
    text
        The same for people: what the worse line has, compared with the better one.
    """

    kind: str
    text: str


def contrast(
    before: Position, better: Position, other: Position, objective: Objective
) -> list[Difference]:
    """What another layout has less or more of than a better one; only what the objective values.

    Parameters
    ----------
    before
        The position without new pieces.
    better, other
        Two layouts of it.
    objective
        What is maximised.
    """
    one, two = gains(before, better), gains(before, other)
    valued = {
        key: any(getattr(weights, key) for weights in objective.levels)
        for key in ("points", "income", "silver", "ore", "cells")
    }
    found: list[Difference] = []
    if valued["income"] and one.income != two.income:
        places = [
            label
            for label, first, second in zip(
                board_labels(before), _incomes(better), _incomes(other), strict=True
            )
            if first != second
        ]
        where = f" ({', '.join(places)})" if len(before.boards) > 1 else ""
        found.append(
            Difference("income", f"an income of {two.income} instead of {one.income}{where}")
        )
    found += _bonuses(one.bonuses, two.bonuses, objective)
    if valued["points"] and one.points != two.points:
        found.append(Difference("points", f"{_points(two.points)} covered instead of {one.points}"))
    if valued["cells"] and one.cells != two.cells:
        found.append(Difference("cells", f"{two.cells} cells covered instead of {one.cells}"))
    for name, first, second in (
        ("silver", one.silver, two.silver),
        ("ore", one.ore, two.ore),
    ):
        if valued[name] and first != second:
            found.append(Difference(name, f"{second} {name} laid instead of {first}"))
    kept = {name for weights in objective.levels for name in weights.keep}
    for name in sorted(kept):
        first, second = one.left.get(name, 0), two.left.get(name, 0)
        if first != second:
            found.append(
                Difference("tiles", f"{second} {printed_name(name)} kept instead of {first}")
            )
    return found


def tiles_swapped(before: Position, better: Position, other: Position) -> str:
    """Which tiles another layout lays instead of which: ``Silk instead of Hide``."""
    one, two = _laid(before, better), _laid(before, other)
    more, less = two - one, one - two
    if more and less:
        return f"{_list(more)} instead of {_list(less)}"
    if more:
        return f"{_list(more)} as well"
    if less:
        return f"not {_list(less)}"
    return ""


def _laid(before: Position, after: Position) -> Counter[str]:
    laid = Counter(before.supply)
    laid.subtract(after.supply)
    return Counter({name: n for name, n in laid.items() if name not in ("silver", "ore")})


def _list(things: Counter[str]) -> str:
    return ", ".join(
        printed_name(name) if count == 1 else f"{count} {printed_name(name)}"
        for name, count in (+things).items()
    )


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"


def _incomes(position: Position) -> list[int]:
    return [income(grid_of(state.board), state.covered) for state in position.boards]


def _bonuses(
    one: Iterable[tuple[tuple[str, int], ...]],
    two: Iterable[tuple[tuple[str, int], ...]],
    objective: Objective,
) -> list[Difference]:
    def counted(bonuses: Iterable[tuple[tuple[str, int], ...]]) -> Counter[str]:
        goods: Counter[str] = Counter()
        for gives in bonuses:
            if any(weights.bonus_value(gives) for weights in objective.levels):
                goods.update(dict(gives))
        return goods

    first, second = counted(one), counted(two)
    lost, won = first - second, second - first
    found = []
    if lost:
        found.append(Difference("bonus", f"{_list(lost)} lost as a bonus"))
    if won:
        found.append(Difference("bonus", f"{_list(won)} won as a bonus instead"))
    return found
