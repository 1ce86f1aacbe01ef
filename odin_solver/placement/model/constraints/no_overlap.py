"""No two pieces overlap (rules, 1.1)."""

from odin_solver.linear.model import LinearModel
from odin_solver.placement.model.variables import Variables


def add_no_overlap(model: LinearModel, variables: Variables) -> None:
    """Every cell is covered at most once."""
    for area in variables.areas:
        for covering in area.covering.values():
            model.add_at_most_one(covering)
