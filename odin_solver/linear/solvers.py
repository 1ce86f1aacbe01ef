"""The solvers, the modules that call them, and which are installed."""

import importlib
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, cast

from odin_solver.errors import InputError

if TYPE_CHECKING:  # so that engines can start before all this is imported
    from odin_solver.linear.engine import Engine

SolverName = Literal["cp-sat", "highs"]

SOLVERS: Mapping[SolverName, str] = {
    "cp-sat": "odin_solver.linear.cpsat",
    "highs": "odin_solver.linear.highs",
}
"""Full names of modules that fulfil `odin_solver.linear.engine.Engine`."""

PACKAGES: Mapping[SolverName, str] = {"cp-sat": "ortools", "highs": "highspy"}
"""Packages of the solvers. OR-Tools has none for musl and for Windows on arm64."""


@cache
def has_cp_sat() -> bool:
    """Whether CP-SAT is installed; HiGHS always is."""
    return find_spec(PACKAGES["cp-sat"]) is not None


def usual_solver() -> SolverName:
    """Return the solver to use where only one is."""
    return "cp-sat" if has_cp_sat() else "highs"


def need_cp_sat(what: str) -> None:
    """Make sure that CP-SAT is installed."""
    if not has_cp_sat():
        raise InputError.said(
            "{what} needs OR-Tools, which is not installed (pip install ortools)", what=what
        )


def engine_of(solver: SolverName) -> "Engine":
    """Load the module of a solver."""
    return cast("Engine", importlib.import_module(SOLVERS[solver]))


def versions() -> dict[str, str]:
    """Return the packages of solvers that are installed, with their versions."""
    from importlib.metadata import version  # takes as long to import as many a search

    used: tuple[SolverName, ...] = ("cp-sat", "highs") if has_cp_sat() else ("highs",)
    return {PACKAGES[solver]: version(PACKAGES[solver]) for solver in used}
