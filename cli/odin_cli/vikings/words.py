"""Sentences about ferrying and values."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from odin_solver.vikings.model.objective import Aim
from odin_solver.vikings.parts import FIGURES, ROWS, Cell, cell_name
from odin_solver.vikings.rules.ferrying import FerryPlan


def value_text(aim: Aim, values: Sequence[Fraction]) -> str:
    """Return a value in words."""
    if aim == "final":
        return f"{values[0]} VP at the end, {values[1]} gold left"
    return f"{float(values[0]):g} VP in this scoring, gold weighted"


def plan_text(plan: FerryPlan) -> str:
    """Return what boatsmen do."""
    parts = [f"all {FIGURES[ROWS[row]].plural}" for row in plan.whole]
    if plan.rounds_of_one:
        times = f"{plan.rounds_of_one} × " if plan.rounds_of_one > 1 else ""
        parts.append(f"{times}one of each colour")
    parts += [
        f"{count} {FIGURES[ROWS[row]].name if count == 1 else FIGURES[ROWS[row]].plural}"
        for row, count in enumerate(plan.singles)
        if count
    ]
    return f"{plan.boatsmen}: {'; '.join(parts)}" if parts else "none"


def cells_text(cells: Iterable[Cell]) -> str:
    """Return the names of cells."""
    return " ".join(map(cell_name, sorted(cells))) or "-"
