"""What may be laid on a board as it lies, against the rules of layouts and against the text."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import TILES, Tile, board
from odin_solver.rules.board_state import BoardState, Piece, piece_on, spots
from odin_solver.rules.layout import board_violations
from tests import reference, strategies
from tests.profiles import cases
from tests.reference import put


def states() -> st.SearchStrategy[BoardState]:
    """A random board or building with some pieces that lie legally."""
    kinds = strategies.positions(max_boards=1, max_width=4, max_height=4, max_placed=3)
    return kinds.map(lambda position: position.boards[0])


@pytest.mark.slow
@settings(max_examples=cases(60), deadline=None)
@given(states(), strategies.placeable_tiles())
def test_legal_placements_are_those_of_the_rules(state: BoardState, tile: Tile) -> None:
    legal = set(state.legal_placements(tile))
    fitting = set(state.fitting_placements(tile))
    assert {frozenset(state.grid.cells(mask)) for mask in legal} == {
        cells
        for cells in reference.places(state.board, tile)
        if reference.board_is_legal(with_piece(state, Piece(tile, tuple(sorted(cells)))))
    }
    for spot in spots(state.board, tile):
        after = with_piece(state, piece_on(state.board, tile, spot.mask))
        assert (spot.mask in legal) == (not board_violations(after))
        assert (spot.mask in legal) == (state.why_not(tile, spot.mask) is None)
        later = {each.rule for each in board_violations(after)} <= {"income order"}
        assert state.fits(after.pieces[-1]) == later
        assert (spot.mask in fitting) == later


@pytest.mark.slow
@settings(max_examples=cases(40), deadline=None)
@given(st.data())
def test_reasons_are_given_where_the_rules_find_violations(data: st.DataObject) -> None:
    state = data.draw(states())
    for piece in data.draw(strategies.careless_pieces(state.board)):
        inside = all(map(state.grid.holds, piece.cells))
        if inside:
            reason = state.why_not(piece.tile, state.grid.mask(piece.cells))
            assert (reason is None) == (not board_violations(with_piece(state, piece)))
        assert inside or board_violations(with_piece(state, piece))


@pytest.mark.slow
@settings(max_examples=cases(40), deadline=None)
@given(states(), st.data())
def test_a_board_laid_step_by_step_equals_one_from_its_pieces(
    state: BoardState, data: st.DataObject
) -> None:
    again = BoardState(state.board)
    for piece in state.pieces:
        again = again.laid(piece.tile, again.grid.mask(piece.cells))
    known = (again.covered, again.colored, again.grid)
    assert (again, hash(again)) == (state, hash(state))
    assert known == (state.covered, state.colored, state.grid)
    copy = pickle.loads(pickle.dumps(again))
    assert (copy, hash(copy), copy.covered) == (state, hash(state), state.covered)


def test_slots_take_what_they_are_for_until_they_are_full() -> None:
    shed, home = BoardState(board("shed")), BoardState(board("home"))
    wood = TILES["wood"]
    for left in (2, 1, 0):
        assert shed.why_not(wood, 0) is None
        shed = shed.laid(wood, 0)
        assert shed.open_slots == {"wood": left, "stone": 3}
    assert shed.why_not(wood, 0) == home.why_not(wood, 0) == "no open slot for wood"
    assert home.why_not(wood, 1) == "no open slot for wood"
    assert shed.laid(wood, 0).open_slots["wood"] == 0


def test_reasons() -> None:
    home = board("home")
    state = BoardState(home, (put(home, "oil", "a1:b1"),))

    def reason(tile: str, cells: str) -> str | None:
        return state.why_not(TILES[tile], state.grid.mask(put(home, tile, cells).cells))

    assert reason("silver", "b1") == "a cell is covered already"
    assert reason("oil", "c1:d1") == "no two green tiles may share an edge here"
    assert str(reason("silver", "c3")).startswith("it would cover income before")
    assert reason("mead", "a2:b2") == f"{home.name} takes no red"
    assert reason("cattle", "a2:c2") == f"{home.name} takes no livestock"
    assert str(reason("oil", "a3:c3")).startswith("oil does not fit there")
    assert reason("silver", "a2") is None


def with_piece(state: BoardState, piece: Piece) -> BoardState:
    return BoardState(state.board, (*state.pieces, piece))
