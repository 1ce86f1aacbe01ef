"""What makes puzzles ambiguous, held against the plain rules and the second engine."""

import pytest

from odin_puzzles.files import puzzle_from
from odin_puzzles.generate.change import changed
from odin_puzzles.generate.clues import clues_of
from odin_puzzles.generate.near import near_solutions
from odin_puzzles.kinds import faults, kind_of
from odin_puzzles.kinds.layout import LayoutKind
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import find_solutions_by_model
from odin_solver.errors import InputError


def ring(rows: list[str], tiles: int) -> Puzzle:
    """Return a puzzle: cover a board with corners of three cells."""
    position = {
        "schema": 1,
        "tiles": {"S1": {"cells": ["XX", ".X"]}},
        "supply": {"S1": tiles},
        "boards": [{"board": {"map": rows}}],
    }
    return puzzle_from({"schema": 1, "kind": "fill", "position": position, "goal": {}})


def test_two_solutions_of_a_puzzle_with_several_differ_and_are_right() -> None:
    puzzle = ring(["......"] * 2, 4)
    (near,) = near_solutions(puzzle)
    assert near.clue is None
    assert not {*near.one} & {*near.other}
    cells = [{cell for piece in side for cell in piece.cells} for side in (near.one, near.other)]
    assert cells[0] == cells[1]


@pytest.mark.slow
def test_without_each_clue_that_is_named_the_second_engine_finds_another_solution() -> None:
    (puzzle,) = changed(ring([".....", ".....", "..~..", ".....", "....."], 8), "fewest-clues")
    found = list(near_solutions(puzzle))
    assert len(found) == len(clues_of(puzzle)) == 4
    for near in found:
        assert near.clue is not None
        kind = kind_of(near.puzzle)
        assert isinstance(kind, LayoutKind)
        assert len(find_solutions_by_model(kind.task(near.puzzle)).solutions) == 2
        other = {*near.puzzle.solution} - {*near.one} | {*near.other}
        assert not faults(near.puzzle, tuple(other))


def test_a_puzzle_without_a_solution_is_refused() -> None:
    with pytest.raises(InputError, match="no solution"):
        list(near_solutions(ring(["..."], 1)))
