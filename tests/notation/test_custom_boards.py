"""Boards that a file describes."""

from typing import Any

import jsonschema
import pytest

from odin_solver import solve
from odin_solver.errors import InputError
from odin_solver.notation.positions import position_data, position_from, position_schema
from odin_solver.rules.geometry import grid_of

CORNER = {
    "name": "Corner",
    "map": ["....", "..B.", "--.", "I..."],
    "income": [{"cells": "a1", "values": [0, 3]}],
    "bonuses": [{"cells": "c3", "gives": {"ore": 1}}],
}


def position_with(board: Any, **supply: int) -> dict[str, Any]:
    return {"schema": 1, "supply": supply, "boards": [{"board": board}]}


def test_a_custom_board_is_read_as_drawn() -> None:
    position = position_from(position_with(CORNER))
    board = position.boards[0].board
    assert (board.name, board.kind, board.printed_negative) == ("Corner", "exploration", 2)
    grid = grid_of(board)
    assert grid.coverable.bit_count() == 15
    assert [each.values for each in grid.diagonals] == [(0, 3)]
    assert board.bonuses[0].cells == ((2, 1),)


def test_it_is_written_as_it_was_read() -> None:
    data = position_with(CORNER, oil=1)
    position = position_from(data)
    again = position_data(position)
    assert position_from(again) == position
    jsonschema.validate(again, position_schema())
    jsonschema.validate(data, position_schema())


@pytest.mark.slow
def test_it_is_solved_like_a_printed_one() -> None:
    solution = solve(position_from(position_with(CORNER, oil=1, rune_stone=1)))
    # Two negative cells, and the income of 3 for the corner.
    assert (str(solution.status), int(solution.value)) == ("OPTIMAL", 5)


@pytest.mark.slow
def test_buildings_obey_the_rules_of_buildings() -> None:
    board = {"kind": "building", "map": ["----"]}
    solution = solve(position_from(position_with(board, peas=2, ore=4)))
    assert solution.value == 2  # orange beside orange is banned, and ore is no filler here


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ({"map": ["..x"]}, "map: expected only"),
        ({"map": ["." * 27]}, "map: expected rows of 1 to 26 cells, got 27"),
        ({"map": [""]}, "map: expected rows of 1 to 26 cells, got 0"),
        ({"map": []}, "boards[0].board.map: expected a list of length >= 1"),
        ({"map": ["I."]}, "income: expected each cell marked I"),
        ({"map": ["B."]}, "bonuses: expected each cell marked B"),
        ({"map": [".."], "income": [{"cells": "a1", "values": [1]}]}, "income[0]: expected 2"),
        (
            {"map": ["I.", ".I"], "income": [{"cells": "a2 b1", "values": [1, 2, 3]}]},
            "income[0]: expected cells from the lower left upwards",
        ),
        (
            {"map": ["I=-"], "income": [{"cells": "a1", "values": [9, 2]}]},
            "income[0]: expected values that never fall",
        ),
        (
            {"map": ["B"], "bonuses": [{"cells": "a1", "gives": {"luck": 1}}]},
            "bonuses[0].gives: no printed bonus gives 'luck'",
        ),
        ({"map": ["."], "sea": 1}, "unknown key 'sea'"),
        (5, "text or an object"),
    ],
)
def test_what_does_not_fit_together_is_named(board: Any, expected: str) -> None:
    with pytest.raises(InputError) as error:
        position_from(position_with(board))
    assert "boards[0].board" in str(error.value)
    assert expected in str(error.value)
