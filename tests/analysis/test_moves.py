"""Moves: what is read, what is legal, and what is lost, against all layouts."""

import random

import pytest
from hypothesis import HealthCheck, given, settings

from odin_solver.analysis import assess_move, parse_move
from odin_solver.components import TILES, board
from odin_solver.errors import InputError
from odin_solver.notation.pieces import piece_text
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of, placements
from odin_solver.rules.position import Position
from tests import reference
from tests.analysis import oracle
from tests.analysis.here import analyst
from tests.placement.model import random_positions
from tests.profiles import cases


@pytest.mark.slow
@pytest.mark.usefixtures("here")
@settings(max_examples=cases(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random_positions.generators)
def test_the_loss_of_a_move(choose: random.Random) -> None:
    position, objective = oracle.small_position(choose), oracle.small_objective(choose)
    at = choose.randrange(len(position.boards))
    grid_board = position.boards[at].board
    kinds = [name for name in position.supply if reference.shapes(TILES[name])]
    moves = [
        Piece(TILES[name], grid_of(grid_board).cells(mask))
        for name in kinds
        for mask in placements(grid_board, TILES[name])
    ]
    if not moves:
        return
    piece = choose.choice(moves)
    asked = analyst(position, objective)
    found = assess_move(asked, at, piece)
    after = oracle.laid(position, at, piece)
    legal = reference.board_is_legal(after.boards[at], position.rules.simultaneous)
    assert found.legal == legal
    if not legal:
        assert found.violations
        assert found.loss is None
        return
    assert found.loss is not None
    assert found.answer is not None
    best = oracle.best_values(position, objective)
    follow = [
        oracle.values(position, each, objective) for each in oracle.layouts(after, merged=True)
    ]
    assert found.loss.levels == tuple(a - b for a, b in zip(best, max(follow), strict=True))
    assert found.loss.proven
    assert piece in found.answer.after.boards[at].pieces


TWO = Position(
    boards=(
        BoardState(board("home")),
        BoardState(board("iceland")),
        BoardState(board("stone_house")),
        BoardState(board("stone_house")),
    ),
    supply={"oil": 1, "mead": 1, "robe": 1, "silver": 2},
)


@pytest.mark.parametrize(
    ("text", "at", "piece"),
    [
        ("home: oil h5:h6", 0, "oil h5:h6"),
        ("Iceland: oil d6:d7", 1, "oil d6:d7"),
        ("stone house 2: mead a1:b1", 3, "mead a1:b1"),
        ("stone_house 1: mead a1:b1", 2, "mead a1:b1"),
        ("robe j10:l12", 0, "robe j10:l12"),
        ("place oil home h5:h6", 0, "oil h5:h6"),
        ("place Oil on Iceland at d6-d7", 1, "oil d6:d7"),
        ("place mead stone_house#2 a1,b1", 3, "mead a1:b1"),
        ("m stone house 2 a1 b1", 3, "mead a1:b1"),
        ("mead b2:b3", 2, "mead b2:b3"),
    ],
)
def test_reading_moves(text: str, at: int, piece: str) -> None:
    found, laid = parse_move(TWO, text)
    assert found == at
    assert piece_text(laid, TWO.boards[at].board) == piece


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "expected a tile"),
        ("toga a1:c3", "unknown tile 'toga'"),
        ("robe a1:a2", "expected 9 cells, got 2"),
        ("robe 1a:c3", "expected a cell"),
        ("silk a1:a4", "no silk in the supply"),
        ("shetland: oil a1:a2", "no board 'shetland'"),
        ("oil d6:d7", "ambiguous board, expected 'home' or 'iceland' before it"),
        ("silver", "expected 1 cells, got 0"),
    ],
)
def test_moves_that_are_none(text: str, part: str) -> None:
    with pytest.raises(InputError, match="move: ") as caught:
        parse_move(TWO, text)
    assert part in str(caught.value)


@pytest.mark.usefixtures("here")
def test_why_a_move_is_not_legal() -> None:
    home = board("home")
    lying = (reference.put(home, "oil", "h5:h6"),)
    position = Position((BoardState(home, lying),), {"hide": 1, "robe": 1, "silver": 1})
    asked = analyst(position, oracle.small_objective(random.Random(1)))
    for text, rule in (
        ("hide h7:h9", "green ban"),
        ("silver c3", "income order"),
        ("robe h5:j7", "overlap"),
        ("robe a15:c17", "area"),
    ):
        found = assess_move(asked, *parse_move(position, text))
        assert not found.legal
        assert rule in {each.rule for each in found.violations}
