"""Weights that no solver can count in whole numbers, and solvers that do not run."""

import sys
from fractions import Fraction

import pytest

from odin_solver.components import board
from odin_solver.errors import InputError, OdinError
from odin_solver.notation.positions import position_data, position_from
from odin_solver.placement.solution import Limits
from odin_solver.placement.solve import solve
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import ObjectiveChoice, Position

HOUSE = Position(
    boards=(BoardState(board("stone_house")),), supply={"oil": 1, "silver": 2, "peas": 1}
)


def test_weights_without_a_common_unit_are_refused() -> None:
    denominators = {"points": 999_983, "income": 999_979, "cells": 999_961, "silver": 999_959}
    weights = {key: Fraction(1, each) for key, each in denominators.items()}
    with pytest.raises(InputError, match="common denominator"):
        solve(HOUSE, "custom", weights=weights, limits=Limits(10, 1))


def test_fractions_are_written_and_read_again() -> None:
    third = Position(objective=ObjectiveChoice("custom", {"points": Fraction(1, 3)}))
    assert position_from(position_data(third)) == third


def test_solvers_that_do_not_run_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(OdinError, match="failed to run"):
        solve(HOUSE, "final", limits=Limits(10))
