"""Hint, and the sentences that hints of all levels share."""

from dataclasses import dataclass
from fractions import Fraction

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss
from odin_solver.components import Cell, Tile
from odin_solver.placement.solution import Solution, Status
from odin_solver.rules.position import Placement
from odin_solver.words.names import amount, weights_text

Cells = tuple[Cell, ...]

PATIENCE = 2.0
"""Seconds for proving what holds of every best placement, so that hints come at once. Without a
proof, a hint speaks of one best placement only."""


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
    """Return the best value and the present one, of the first objective level that differs."""
    best, before = analyst.best, analyst.values_before
    level = next(
        (at for at, each in enumerate(best.levels) if each.value != before[at]),
        len(best.levels) - 1,
    )
    values = f"{amount(best.levels[level].value)} (now {amount(before[level])})"
    goal = f"{weights_text(analyst.objective.levels[level])} = {values}."
    if best.status is Status.OPTIMAL:
        return f"Best possible: {goal}"
    return f"Best so far: {goal} {unproven(analyst)}"


def unproven(analyst: Analyst) -> str:
    """Return the sentence that the best placement is not proven, with the upper bound."""
    level = next(each for each in analyst.best.levels if not each.proven)
    bound = "" if level.bound is None else f" (upper bound {amount(level.bound)})"
    return f"This is not proven optimal{bound}{MORE_TIME}."


def at_most(analyst: Analyst, level: int, worse: Solution) -> str:
    """Return what an objective level reaches in a proven but worse solution."""
    terms = [weights_text(weights) for weights in analyst.objective.levels]
    text = f"{terms[level]} is at most {amount(worse.levels[level].value)}"
    text += f" instead of {amount(analyst.best.levels[level].value)}"
    return f"{text} with {' and '.join(terms[:level])} at its best" if level else text


def known(loss: Loss) -> Loss | None:
    """Return a loss if it is proven."""
    return loss if loss.proven else None
