"""Values of layouts: before, after and difference, and what they are made of."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from odin_solver.placement.gains import Gains, Parts, gains, parts_of, value
from odin_solver.placement.objective import Objective, Weights
from odin_solver.placement.solution import LevelResult, Solution
from odin_solver.rules.position import Position
from odin_solver.words.names import below_zero, number_of, plain_list, signed, weights_text


def quantity(objective: Objective, level: int) -> str:
    """Return what an objective level counts: ``points by the end of the game``."""
    if objective.name == "score" and level == 0:
        return "points by the end of the game"
    return weights_text(objective.levels[level])


def change_in_words(before: Fraction, after: Fraction) -> str:
    """Return two values and their difference: ``−86 now, −25 after (+61)``."""
    return f"{below_zero(before)} now, {below_zero(after)} after ({signed(after - before)})"


def values_in_words(solution: Solution) -> str:
    """Return the objective of a solution, and what each of its levels had and has."""
    objective = solution.objective
    nothing = gains(solution.before, solution.before)
    values = ", then ".join(
        f"{quantity(objective, number)}: {change_in_words(value(weights, nothing), level.value)}"
        for number, (weights, level) in enumerate(
            zip(objective.levels, solution.levels, strict=True)
        )
    )
    return f"{objective.name}: {values}"


def level_in_words(objective: Objective, level: int, before: Fraction, result: LevelResult) -> str:
    """Return what an objective level had, has and may have at most."""
    text = f"{quantity(objective, level)}: {change_in_words(before, result.value)}"
    if result.proven:
        return f"{text}, proven"
    if result.bound is None:
        return f"{text}, not proven"
    return f"{text}, not proven: at most {below_zero(result.bound)} is possible"


def range_in_words(least: Fraction | None, most: Fraction | None) -> str:
    """Return limits of a number: ``between 2 and 5``."""
    if least is not None and most is not None:
        low, high = below_zero(least), below_zero(most)
        return low if low == high else f"between {low} and {high}"
    if least is not None:
        return f"at least {below_zero(least)}"
    return "not known" if most is None else f"at most {below_zero(most)}"


def gain_in_words(objective: Objective, before: Position, after: Position) -> str:
    """Return what a layout gains at the first level, part by part."""
    weights = objective.levels[0]
    change = value(weights, gains(before, after)) - value(weights, gains(before, before))
    parts = changes_in_words(objective, before, before, after)
    return f"{signed(change)} {quantity(objective, 0)}: {parts}"


def changes_in_words(
    objective: Objective, before: Position, first: Position, second: Position
) -> str:
    """Return by which parts of the first level the values of two layouts of a position differ.

    The differences of the parts, in parentheses, add up to that of the values.
    """
    weights = objective.levels[0]
    old, new = gains(before, first), gains(before, second)
    had, has = parts_of(weights, old), parts_of(weights, new)
    words = {
        "points": _more(new.points - old.points, "negative point") + " covered",
        "income": _income(objective, new.income - old.income),
        "bonuses": _bonuses(objective, old, new),
        "silver": f"{_more_silver(new.silver - old.silver)} laid",
        "ore": f"{_more_silver(new.ore - old.ore, 'ore')} laid",
        "cells": _more(new.cells - old.cells, "cell") + " covered",
        "kept": _kept(had.kept, has.kept, weights),
        "feast": _more((has.empty or 0) - (had.empty or 0), "empty space") + " at the feast",
    }
    changes = {name: part - had.worth[name] for name, part in has.worth.items()}
    return "; ".join(
        f"{words[name]} ({signed(change)})" for name, change in changes.items() if change
    )


def _more(change: int, noun: str) -> str:
    number = abs(change)
    return f"{number} {'more' if change > 0 else 'fewer'} {noun}{'s' if number > 1 else ''}"


def _more_silver(change: int, noun: str = "silver") -> str:
    return f"{abs(change)} {noun} {'more' if change > 0 else 'less'}"


def _income(objective: Objective, change: int) -> str:
    text = f"{_more_silver(change)} of income"
    later = (objective.rounds_left or 1) - 1
    return f"{text} in {_rounds(later)}" if objective.name == "score" else text


def _bonuses(objective: Objective, old: Gains, new: Gains) -> str:
    had, has = _items(old), _items(new)
    parts = [plain_list(dict(has - had))] if has - had else []
    if had - has:
        parts.append(f"without {plain_list(dict(had - has))}")
    text = f"{', '.join(parts) or 'other goods'} from bonuses"
    later = (objective.rounds_left or 1) - 1
    return f"{text} in {_rounds(later)}" if objective.name == "score" else text


def _rounds(later: int) -> str:
    return "the last round" if later == 1 else f"each of {later} later rounds"


def _items(gained: Gains) -> Counter[str]:
    items: Counter[str] = Counter()
    for gives in gained.bonuses:
        items.update(dict(gives))
    return items


def _kept(first: Mapping[str, int], second: Mapping[str, int], weights: Weights) -> str:
    had, has = (
        Counter({name: n for name, n in kept.items() if name in weights.keep})
        for kept in (first, second)
    )
    texts = [f"{plain_list(dict(has - had))} more"] if has - had else []
    if had - has:
        texts.append(f"{plain_list(dict(had - has))} less")
    return f"{' and '.join(texts)} kept"


def part_names(objective: Objective) -> Mapping[str, str]:
    """Return the names of the parts of a value."""
    later = "of later rounds" if objective.name == "score" else ""
    return {
        "points": "negative points covered",
        "income": f"income {later}".rstrip(),
        "bonuses": f"bonuses {later}".rstrip(),
        "silver": "silver laid",
        "ore": "ore laid",
        "cells": "cells covered",
        "kept": "what is kept",
        "feast": "empty spaces at the feast",
    }


def feast_in_words(parts: Parts) -> str:
    """Return what is eaten at the feast, the empty spaces, and what is kept."""
    kept, eaten = plain_list(parts.kept), plain_list(parts.eaten or {})
    empty = number_of(parts.empty, "empty space") if parts.empty else "no empty space"
    return f"Feast of this round: {eaten}; {empty}. Kept after it: {kept}."
