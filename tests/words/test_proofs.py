"""Proofs in words and on the technical line."""

from fractions import Fraction

import pytest

from odin_solver.notation.positions import position_from
from odin_solver.placement.solution import LevelResult, Limits, Solution, Status
from odin_solver.words.proofs import duration, proof_in_words, technical_text
from tests.placement.objectives import income_and_bonuses


def found(*levels: tuple[int, int | None]) -> Solution:
    """A solution with these values and upper bounds of both levels, after 60 seconds."""
    position = position_from({"schema": 1, "boards": [{"board": "shetland"}]})
    results = tuple(
        LevelResult(Fraction(value), None if bound is None else Fraction(bound))
        for value, bound in levels
    )
    status = Status.OPTIMAL if all(each.proven for each in results) else Status.FEASIBLE
    objective = income_and_bonuses(1)
    return Solution(
        status, position, position, (), objective, results, False, 60.2, "CP-SAT", "9", Limits(60.0)
    )


def test_a_proof() -> None:
    assert proof_in_words(found((5, 5), (1, 1))) == "proven best"
    wanted = "OPTIMAL: upper bound 5, gap 0.0 %, then upper bound 1, gap 0.0 %; 60.2 s, CP-SAT 9, "
    assert technical_text(found((5, 5), (1, 1))).startswith(wanted)


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        (((5, 9), (1, None)), "best found in 60 s; at most 4 from the best possible"),
        (((5, 5), (1, 4)), "best found in 60 s; at most 3 points from the best possible (level 2)"),
        (((5, 5), (1, 2)), "best found in 60 s; at most 1 point from the best possible (level 2)"),
        (((5, None), (1, 1)), "best found in 60 s; how much better is possible is not known"),
    ],
)
def test_without_a_proof(levels: tuple[tuple[int, int | None], ...], words: str) -> None:
    assert proof_in_words(found(*levels)) == words


def test_the_technical_line_has_bounds_and_gaps() -> None:
    text = technical_text(found((5, 9), (1, None)))
    assert text.startswith("FEASIBLE: upper bound 9, gap 80.0 %, then no upper bound; 60.2 s, ")


@pytest.mark.parametrize(("seconds", "text"), [(0.04, "0.0 s"), (9.94, "9.9 s"), (60.2, "60 s")])
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
