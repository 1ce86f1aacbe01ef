"""Values of layouts: before, after and difference, and what they are made of."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from odin_solver.names.printed import below_zero, plain_list, signed, weights_text
from odin_solver.placement.gains import Gains, Parts, gains, parts_of, value
from odin_solver.placement.objective import Objective, Weights
from odin_solver.placement.solution import LevelResult, Solution
from odin_solver.rules.position import Position
from odin_solver.support.language import say, say_number


def quantity(objective: Objective, level: int) -> str:
    """Return what an objective level counts: ``points by the end of the game``."""
    if objective.name == "score" and level == 0:
        return say("points by the end of the game")
    return weights_text(objective.levels[level])


def change_in_words(before: Fraction, after: Fraction) -> str:
    """Return two values and their difference: ``−86 now, −25 after (+61)``."""
    return say(
        "{before} now, {after} after ({change})",
        before=below_zero(before),
        after=below_zero(after),
        change=signed(after - before),
    )


def values_in_words(solution: Solution) -> str:
    """Return the objective of a solution, and what each of its levels had and has."""
    objective = solution.objective
    nothing = gains(solution.before, solution.before)
    values = say(", then ").join(
        f"{quantity(objective, number)}: {change_in_words(value(weights, nothing), level.value)}"
        for number, (weights, level) in enumerate(
            zip(objective.levels, solution.levels, strict=True)
        )
    )
    return f"{say(objective.name)}: {values}"


def level_in_words(objective: Objective, level: int, before: Fraction, result: LevelResult) -> str:
    """Return what an objective level had, has and may have at most."""
    text = f"{quantity(objective, level)}: {change_in_words(before, result.value)}"
    if result.proven:
        return say("{value}, proven", value=text)
    if result.bound is None:
        return say("{value}, not proven", value=text)
    return say(
        "{value}, not proven: at most {most} is possible", value=text, most=below_zero(result.bound)
    )


def range_in_words(least: Fraction | None, most: Fraction | None) -> str:
    """Return limits of a number: ``between 2 and 5``."""
    if least is not None and most is not None:
        low, high = below_zero(least), below_zero(most)
        return low if low == high else say("between {low} and {high}", low=low, high=high)
    if least is not None:
        return say("at least {number}", number=below_zero(least))
    return say("not known") if most is None else say("at most {number}", number=below_zero(most))


def gain_in_words(objective: Objective, before: Position, after: Position) -> str:
    """Return what a layout gains at the first level, part by part."""
    weights = objective.levels[0]
    change = value(weights, gains(before, after)) - value(weights, gains(before, before))
    parts = changes_in_words(objective, before, before, after)
    return f"{quantity(objective, 0)} {signed(change)}: {parts}"


def changes_in_words(
    objective: Objective, before: Position, first: Position, second: Position, level: int = 0
) -> str:
    """Return by which parts of a level the values of two layouts of a position differ.

    The differences of the parts, in parentheses, add up to that of the values; other bonuses of the
    same value are told too.
    """
    weights = objective.levels[level]
    old, new = gains(before, first), gains(before, second)
    had, has = parts_of(weights, old), parts_of(weights, new)
    words = {
        "points": _points(new.points - old.points),
        "income": _later(objective, _income(new.income - old.income)),
        "bonuses": _later(objective, _bonuses(old, new)),
        "silver": _silver(new.silver - old.silver),
        "ore": _ore(new.ore - old.ore),
        "cells": _cells(new.cells - old.cells),
        "kept": _kept(had.kept, has.kept, weights),
        "feast": _empty((has.empty or 0) - (had.empty or 0)),
    }
    changes = {name: part - had.worth[name] for name, part in has.worth.items()}
    others = has.worth.get("bonuses") and _items(old) != _items(new)
    return "; ".join(
        f"{words[name]} ({signed(change)})"
        for name, change in changes.items()
        if change or (others and name == "bonuses")
    )


def _points(more: int) -> str:
    if more > 0:
        return say_number(
            "{n} more negative point covered", "{n} more negative points covered", more
        )
    return say_number(
        "{n} fewer negative point covered", "{n} fewer negative points covered", -more
    )


def _cells(more: int) -> str:
    if more > 0:
        return say_number("{n} more cell covered", "{n} more cells covered", more)
    return say_number("{n} fewer cell covered", "{n} fewer cells covered", -more)


def _empty(more: int) -> str:
    if more > 0:
        return say_number(
            "{n} more empty space at the feast", "{n} more empty spaces at the feast", more
        )
    return say_number(
        "{n} fewer empty space at the feast", "{n} fewer empty spaces at the feast", -more
    )


def _silver(more: int) -> str:
    if more > 0:
        return say("{n} silver more laid", n=more)
    return say("{n} silver less laid", n=-more)


def _ore(more: int) -> str:
    return say("{n} ore more laid", n=more) if more > 0 else say("{n} ore less laid", n=-more)


def _income(more: int) -> str:
    if more > 0:
        return say("{n} silver more of income", n=more)
    return say("{n} silver less of income", n=-more)


def _bonuses(old: Gains, new: Gains) -> str:
    had, has = _items(old), _items(new)
    parts = [plain_list(dict(has - had))] if has - had else []
    if had - has:
        parts.append(say("without {items}", items=plain_list(dict(had - has))))
    return say("{items} from bonuses", items=", ".join(parts) or say("other goods"))


def _later(objective: Objective, change: str) -> str:
    if objective.name != "score":
        return change
    if (later := (objective.rounds_left or 1) - 1) == 1:
        return say("{change} in the last round", change=change)
    return say("{change} in each of {n} later rounds", change=change, n=later)


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
    more, less = plain_list(dict(has - had)), plain_list(dict(had - has))
    if has - had and had - has:
        return say("{more} more and {less} less kept", more=more, less=less)
    if had - has:
        return say("{items} less kept", items=less)
    return say("{items} more kept", items=more)


def part_names(objective: Objective) -> Mapping[str, str]:
    """Return the names of the parts of a value."""
    later = objective.name == "score"
    return {
        "points": say("negative points covered"),
        "income": say("income of later rounds") if later else say("income"),
        "bonuses": say("bonuses of later rounds") if later else say("bonuses"),
        "silver": say("silver laid"),
        "ore": say("ore laid"),
        "cells": say("cells covered"),
        "kept": say("what is kept"),
        "feast": say("empty spaces at the feast"),
    }


def feast_in_words(parts: Parts) -> str:
    """Return what is eaten at the feast, the empty spaces, and what is kept."""
    return say(
        "Feast of this round: {eaten}; {empty}. Kept after it: {kept}.",
        eaten=plain_list(parts.eaten or {}),
        empty=say_number("{n} empty space", "{n} empty spaces", parts.empty)
        if parts.empty
        else say("no empty space"),
        kept=plain_list(parts.kept),
    )
