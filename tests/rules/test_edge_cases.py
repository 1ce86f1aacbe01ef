"""Cases at the edge of the rules: bad counts, misleading advice, cells far outside, full slots."""

from odin_solver.components import board, tile
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.layout import board_violations, component_violations, piece_violations
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import uncovered_points
from tests.reference import put

HOME = board("home")


def test_special_tile_twice_in_the_supply() -> None:
    (found,) = component_violations(Position(supply={"belt": 2}))
    assert found.rule == "components"


def test_advice_does_not_promise_an_order_of_single_pieces() -> None:
    # silver on d4 needs the cloakpin and the wool, and those need each other
    pieces = [put(HOME, "silver", name) for name in ("a1", "d1", "d2", "a4", "b4", "c4", "d4")]
    pieces += [put(HOME, "cloakpin", "a2 a3 b3 c3 d3"), put(HOME, "wool", "b1:c2")]
    found = board_violations(BoardState(HOME, tuple(pieces)))
    assert found
    assert not any("another order of these pieces is legal" in each.message for each in found)


def test_cells_far_outside_are_violations_and_no_crash() -> None:
    for cell in ((-98, 0), (1_200_000, 0)):
        (found,) = piece_violations(HOME, Piece(tile("silver"), (cell,)))
        assert found.rule == "area"


def test_overfilled_slots_earn_nothing() -> None:
    shed = board("shed")
    state = BoardState(shed, tuple(put(shed, "wood") for _ in range(5)))
    assert uncovered_points(state) == 3
