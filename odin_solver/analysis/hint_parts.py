"""Hint, and the sentences that hints of all levels share."""

from dataclasses import dataclass
from fractions import Fraction

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss
from odin_solver.components import Cell, Tile
from odin_solver.names.printed import below_zero, signed
from odin_solver.names.values import changes_in_words, level_in_words, quantity
from odin_solver.placement.solution import Solution
from odin_solver.rules.position import Placement
from odin_solver.support.display import Brief
from odin_solver.support.language import Message, mark, say

Cells = tuple[Cell, ...]

BEST_SHARE = 0.6
"""Share of the time for the best placement; the rest is for what holds of every best placement."""

MORE_TIME = mark("; allow more time")
"""Advice in hints that are not proven."""


@dataclass(frozen=True, repr=False)
class Hint(Brief):
    """Hint about the best placement.

    Attributes
    ----------
    level
        How much it gives away, from 1 to 4.
    short, why
        Sentences that say what to do, and those that prove it.
    proven
        Whether all of the text is proven; if not, the text says so.
    before
        Values of all objective levels if nothing more is placed.
    placement
        Board number and piece that the hint names, from level 3 on.
    loss
        Proven loss without what the hint names; None if it is not known.
    area
        Open cells that a hint of level 1 is about, with the number of their board.
    """

    level: int
    short: tuple[str, ...]
    why: tuple[str, ...]
    proven: bool
    before: tuple[Fraction, ...]
    solution: Solution
    tile: Tile | None = None
    placement: Placement | None = None
    loss: Loss | None = None
    area: tuple[tuple[int, Cells], ...] = ()

    @property
    def text(self) -> str:
        """The hint in sentences."""
        sentences = self.short + self.why
        return together(*sentences) if len(sentences) > 1 else sentences[0]


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
            return say(
                "Best so far: {values}{advice}.", values="; ".join(texts), advice=say(MORE_TIME)
            )
    return say("Best possible: {values}.", values="; ".join(texts))


def at_most(analyst: Analyst, level: int, worse: Solution) -> str:
    """Return what an objective level reaches in a proven but worse solution."""
    objective, best = analyst.objective, analyst.best
    now, other = best.levels[level].value, worse.levels[level].value
    units = [quantity(objective, number) for number in range(level + 1)]
    text = say(
        "{unit}: at most {most} instead of {best} ({change})",
        most=below_zero(other),
        unit=units[level],
        best=below_zero(now),
        change=signed(other - now),
    )
    if level:
        units_before = say(" and ").join(units[:level])
        return say("{loss} with {units} at its best", loss=text, units=units_before)
    if objective.name == "score":
        return f"{text}: {changes_in_words(objective, best.before, best.after, worse.after)}"
    return text


def together(*sentences: str) -> Message:
    """Return sentences as one message, whose arguments they are."""
    return Message(
        " ".join(sentences),
        " ".join(f"{{{number}}}" for number in range(len(sentences))),
        {str(number): each for number, each in enumerate(sentences)},
    )


def known(loss: Loss) -> Loss | None:
    """Return a loss if it is proven."""
    return loss if loss.proven else None
