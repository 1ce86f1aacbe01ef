"""Changes of a position."""

from dataclasses import replace

from odin_solver.components import board, tile
from odin_solver.editing.changes import without_pieces
from odin_solver.notation.pieces import parse_pieces
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position


def laid(*lines: str) -> Position:
    home = board("home")
    pieces = [piece for line in lines for piece in parse_pieces(line, home)]
    return Position(boards=(BoardState(home, tuple(pieces)),))


def test_lifted_pieces_are_in_the_supply() -> None:
    position = laid("rune_stone a1:b1", "oil a2:b2", "silver m12")
    left, lifted = without_pieces(position, {(0, 1), (0, 2)})
    assert [piece.tile.id for piece in left.boards[0].pieces] == ["rune_stone"]
    assert left.supply == {"oil": 1, "silver": 1}
    assert [piece.tile.id for _, piece in lifted] == ["oil", "silver"]


def test_what_others_need_stays() -> None:
    """The second piece covers income, for which the first must lie: lifting it would be illegal."""
    position = laid("rune_stone a1:b1", "oil a2:b2", "silver m12")
    assert not position_violations(position)
    left, lifted = without_pieces(position, {(0, 0), (0, 2)})
    assert [piece.tile.id for piece in left.boards[0].pieces] == ["rune_stone", "oil"]
    assert [piece.tile.id for _, piece in lifted] == ["silver"]
    assert not position_violations(left)


def test_a_position_that_is_not_legal_stays_so() -> None:
    position = laid("oil a2:b2", "silver m12")
    left, _ = without_pieces(position, {(0, 1)})
    assert left == replace(position, boards=left.boards, supply={"silver": 1})
    assert tile("oil") in [piece.tile for piece in left.boards[0].pieces]
