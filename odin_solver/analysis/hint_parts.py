"""Hint, and the sentences that hints of all levels share."""

from dataclasses import dataclass
from fractions import Fraction

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss
from odin_solver.components import Cell, Tile
from odin_solver.placement.solution import Solution
from odin_solver.rules.position import Placement
from odin_solver.words.names import below_zero, signed
from odin_solver.words.values import changes_in_words, level_in_words, quantity

Cells = tuple[Cell, ...]

BEST_SHARE = 0.6
"""Share of the time for the best placement; the rest is for what holds of every best placement."""

MORE_TIME = "; allow more time with --time-limit"
"""Advice in hints that are not proven."""


@dataclass(frozen=True)
class Hint:
    """Hint about the best placement.

    Attributes
    ----------
    level
        How much it gives away, from 1 to 4.
    text
        Hint in sentences.
    proven
        Whether all of the text is proven; if not, the text says so.
    before
        Values of all objective levels if nothing more is placed.
    solution
        Best placement.
    tile
        Tile that the hint names, if any.
    placement
        Board number and piece that the hint names, from level 3 on.
    loss
        Proven loss without what the hint names; None if it is not known.
    area
        Open cells that a hint of level 1 is about, with the number of their board.
    """

    level: int
    text: str
    proven: bool
    before: tuple[Fraction, ...]
    solution: Solution
    tile: Tile | None = None
    placement: Placement | None = None
    loss: Loss | None = None
    area: tuple[tuple[int, Cells], ...] = ()


def standing(analyst: Analyst) -> str:
    """Return the present value and the best one, with their difference.

    It speaks of the first objective level that differs, and of the first one that is not proven.
    """
    best, before = analyst.best, analyst.values_before
    texts: list[str] = []
    for level, each in enumerate(best.levels):
        last = level == len(best.levels) - 1
        if each.value == before[level] and each.proven and not (last and not texts):
            continue
        if not texts or not each.proven:
            texts.append(level_in_words(analyst.objective, level, before[level], each))
        if not each.proven:
            return f"Best so far: {'; '.join(texts)}{MORE_TIME}."
    return f"Best possible: {'; '.join(texts)}."


def at_most(analyst: Analyst, level: int, worse: Solution) -> str:
    """Return what an objective level reaches in a proven but worse solution."""
    objective, best = analyst.objective, analyst.best
    now, other = best.levels[level].value, worse.levels[level].value
    units = [quantity(objective, number) for number in range(level + 1)]
    text = f"at most {below_zero(other)} {units[level]} instead of {below_zero(now)}"
    text += f" ({signed(other - now)})"
    if level:
        return f"{text} with {' and '.join(units[:level])} at its best"
    if objective.name == "score":
        return f"{text}: {changes_in_words(objective, best.before, best.after, worse.after)}"
    return text


def unexamined(what: str) -> str:
    """Return the sentence that a statement about every best placement is not proven."""
    return f"Whether every best placement {what} is not proven{MORE_TIME}."


def known(loss: Loss) -> Loss | None:
    """Return a loss if it is proven."""
    return loss if loss.proven else None
