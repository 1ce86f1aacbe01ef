"""Boards drawn as text."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from odin_solver.components import board
from odin_solver.errors import InputError
from odin_solver.notation.drawn import drawing, drawn_pieces
from odin_solver.notation.examples import ORDER, example
from odin_solver.notation.positions import parse_position, position_from
from odin_solver.notation.writing import position_text
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests.notation.test_positions import files
from tests.profiles import cases
from tests.reference import put

HOUSE = board("stone_house")


def in_any_order(position: Position) -> Position:
    """The position with its pieces sorted."""
    boards = (
        replace(
            state, pieces=tuple(sorted(state.pieces, key=lambda each: (each.tile.id, each.cells)))
        )
        for state in position.boards
    )
    return replace(position, boards=tuple(boards))


@pytest.mark.parametrize("name", ORDER)
def test_examples_are_drawn_and_read(name: str) -> None:
    position = example(name)
    drawn = parse_position(position_text(position, "drawn"), "drawn.toml")
    assert in_any_order(drawn) == in_any_order(position)
    assert position_violations(drawn) == []


@pytest.mark.slow
@settings(max_examples=cases(40))
@given(files())
def test_any_position_is_read_as_it_was_drawn(position: Position) -> None:
    drawn = parse_position(position_text(position, "drawn"), "drawn.toml")
    assert in_any_order(drawn) == in_any_order(position)


def test_letters_signs_and_open_cells() -> None:
    rows = ["~  .  -  ~  ~", ".  Me B  s  ~", "~  Me o  o  s", "~  ~  .  .  ."]
    pieces = drawn_pieces(rows, {"o": "Oil", "s": "silver"}, HOUSE)
    assert sorted(pieces, key=str) == sorted(
        [
            put(HOUSE, "mead", "b2:b3"),
            put(HOUSE, "oil", "c2:d2"),
            put(HOUSE, "silver", "d3"),
            put(HOUSE, "silver", "e2"),
        ],
        key=str,
    )
    tight = "~..~~\n.m.s~\n~moos\n~~..."
    assert drawn_pieces(tight, {"o": "oil", "s": "silver", "m": "mead"}, HOUSE) == pieces


def test_tiles_of_one_kind_that_touch() -> None:
    pieces = (put(HOUSE, "oil", "b2:b3"), put(HOUSE, "oil", "c2:c3"))
    text = drawing(BoardState(HOUSE, pieces))
    assert text is not None
    assert "Oi OI" in text
    assert sorted(drawn_pieces(text, {}, HOUSE), key=str) == sorted(pieces, key=str)
    with pytest.raises(InputError, match=r"oil: expected 2 cells, got 4; .*such as Oi and oI"):
        drawn_pieces(text.replace("OI", "Oi"), {}, HOUSE)


def test_what_cannot_be_drawn_is_written() -> None:
    overlapping = BoardState(HOUSE, (put(HOUSE, "oil", "b2:b3"), put(HOUSE, "silver", "b2")))
    assert drawing(overlapping) is None
    text = position_text(Position((overlapping,)), "drawn")
    assert parse_position(text, "x.toml").boards == (overlapping,)


@pytest.mark.parametrize(
    ("drawn", "problem"),
    [
        (["....."], "expected 4 rows, got 1"),
        ([".....", "....", ".....", "....."], "row 2: expected 5 cells, got 4"),
        ([".....", "..X..", ".....", "....."], "row 2: expected the two letters .*got 'X'"),
        ([".....", "..m..", ".....", "....."], "mead: expected 2 cells, got 1"),
    ],
)
def test_bad_drawings(drawn: list[str], problem: str) -> None:
    entry = {"board": "stone_house", "drawn": drawn, "letters": {"m": "mead"}}
    with pytest.raises(InputError, match=rf"boards\[0\]\.drawn: {problem}"):
        position_from({"schema": 1, "boards": [entry]})
    with pytest.raises(InputError, match="unknown tile 'xyz'"):
        position_from({"schema": 1, "boards": [{**entry, "letters": {"m": "xyz"}}]})
