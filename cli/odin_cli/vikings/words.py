"""Sentences about ferrying and values."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from odin_solver.support.language import say
from odin_solver.vikings.model.objective import Aim
from odin_solver.vikings.parts import ROWS, Cell, cell_name
from odin_solver.vikings.rules.ferrying import FerryPlan
from odin_solver.vikings.words import all_of_row, figures_text


def value_text(aim: Aim, values: Sequence[Fraction]) -> str:
    """Return a value in words."""
    if aim == "final":
        return say("{vp} VP at the end, {gold} gold left", vp=values[0], gold=values[1])
    return say("{vp:g} VP in this scoring, gold weighted", vp=float(values[0]))


def plan_text(plan: FerryPlan) -> str:
    """Return what boatsmen do."""
    parts = [str(all_of_row(row)) for row in plan.whole]
    if plan.rounds_of_one:
        times = f"{plan.rounds_of_one} × " if plan.rounds_of_one > 1 else ""
        parts.append(times + say("one of each colour"))
    parts += [figures_text(ROWS[row], count) for row, count in enumerate(plan.singles) if count]
    return f"{plan.boatsmen}: {'; '.join(parts)}" if parts else say("none")


def cells_text(cells: Iterable[Cell]) -> str:
    """Return the names of cells."""
    return " ".join(map(cell_name, sorted(cells))) or "-"
