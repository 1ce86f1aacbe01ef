"""The modules that call solvers."""

import importlib
from importlib.metadata import version

import pytest

from odin_solver.linear.solvers import SOLVERS, SolverName


@pytest.mark.parametrize(("name", "package"), [("cp-sat", "ortools"), ("highs", "highspy")])
def test_the_version_is_that_of_the_package(name: SolverName, package: str) -> None:
    engine = importlib.import_module(SOLVERS[name])
    assert version(package) == engine.VERSION
