"""No two pieces overlap (rules, 1.1)."""

from odin_solver.placement.model.statement import Statement
from odin_solver.placement.model.variables import Variables


def state_packing(statement: Statement, variables: Variables) -> None:
    """Every cell is covered at most once."""
    for area in variables.areas:
        for over in area.over.values():
            statement.at_most_one(over)
