"""The solvers, and the modules that call them."""

from collections.abc import Mapping
from typing import Literal

SolverName = Literal["cp-sat", "highs"]

SOLVERS: Mapping[SolverName, str] = {
    "cp-sat": "odin_solver.linear.cpsat",
    "highs": "odin_solver.linear.highs",
}
"""Full names of modules that fulfil `odin_solver.linear.engine.Engine`."""
