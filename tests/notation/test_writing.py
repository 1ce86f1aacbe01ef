"""Positions as text of files: read back equal, and readable."""

import tomllib

import pytest
from hypothesis import given, settings

from odin_solver.components import board
from odin_solver.notation.positions import parse_position
from odin_solver.notation.writing import Form, position_text
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests.notation.test_positions import files
from tests.profiles import cases
from tests.reference import put

FORMS: tuple[Form, ...] = ("json", "toml")


@pytest.mark.slow
@settings(max_examples=cases(60))
@given(files())
def test_texts_are_read_back_equal(position: Position) -> None:
    for form in FORMS:
        assert parse_position(position_text(position, form), f"x.{form}") == position


def test_pieces_are_in_the_short_notation() -> None:
    home = board("home")
    state = BoardState(home, (put(home, "wool", "a1:b2"), put(home, "silver", "p40")))
    position = Position(boards=(state,), supply={"silver": 2, "oil": 1})
    text = position_text(position)
    assert '"wool a1:b2"' in text
    assert text.index('"oil"') < text.index('"silver"')
    written = tomllib.loads(position_text(position, "toml"))
    assert written["boards"][0]["placed"] == ["wool a1:b2", "silver p40"]


def test_cells_without_a_name_are_numbers() -> None:
    far = put(board("home"), "silver", "a1")
    outside = BoardState(board("home"), (type(far)(far.tile, ((3, 30),)),))
    position = Position(boards=(outside,))
    for form in FORMS:
        text = position_text(position, form)
        assert "30" in text
        assert parse_position(text, f"x.{form}") == position
