"""Positions in code."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from odin_solver import InputError, Limits, Position, example, parse_position, solve
from odin_solver.notation.pieces import piece_text
from odin_solver.placement.solution import IllegalPosition, Status
from odin_solver.rules.position import ObjectiveChoice, PositionBuilder
from tests.timing import HANGING

BUILT = Position.build().board("home").place("robe", "a1:c3").supply(oil=2, silver=4)


def test_it_is_the_position_of_the_file() -> None:
    text = """
        schema = 1
        supply = {oil = 2, silver = 4}
        boards = [{board = "home", placed = ["robe a1:c3"]}]
    """
    assert BUILT.position() == parse_position(text)
    assert repr(BUILT) == f"PositionBuilder({BUILT.position()!r})"


@pytest.mark.parametrize("name", ["buildings", "late-home", "knot", "empire"])
def test_every_position_can_be_built(name: str) -> None:
    position = replace(example(name), rules=Position().rules, objective=ObjectiveChoice())
    built: PositionBuilder = Position.build(
        game=position.game, round=position.round, banquet=position.banquet, title=position.title
    )
    for state in position.boards:
        built = built.board(state.board.id)
        for piece in state.pieces:
            built = built.place(piece.tile.id, piece_text(piece, state.board).partition(" ")[2])
    assert built.supply(**position.supply).position() == position


def test_a_builder_stays_as_it_is() -> None:
    before = BUILT.position()
    more = BUILT.supply(oil=0, Mead=1).board("shed").place("stone").place("silver", "a1, b1")
    assert BUILT.position() == before
    assert more.position().supply == {"mead": 1, "silver": 4}


@pytest.mark.slow
def test_solve_takes_a_builder_and_numbers_as_weights() -> None:
    built = Position.build().board("shetland").supply(oil=1, silver=2)
    limits = Limits(HANGING, 1)
    plain, weighted = (
        solve(built, "final", weights=weights, limits=limits)
        for weights in (None, {"silver": -0.5, "Keep.oil": 10})
    )
    assert plain.status == weighted.status == Status.OPTIMAL
    assert any(placed.tile.id == "oil" for placed in plain.placements)
    assert not any(placed.tile.id == "oil" for placed in weighted.placements)


Wrong = Callable[[], Any]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: solve("file.json"), "solve: expected a Position, got 'file.json'"),  # type: ignore[arg-type]
        (lambda: solve("file.json"), 'read_position("FILE")'),  # type: ignore[arg-type]
        (lambda: solve(BUILT, weights={"pts": 1}), "unknown key 'pts': expected one of points"),
        (lambda: solve(BUILT, weights={"points": True}), "points: expected a number, got True"),
        (lambda: Position.build(round=8), "round: expected 1 to 7, got 8"),
        (lambda: Position.build(game="short", round=7), "round: expected 1 to 6, got 7"),
        (lambda: Position.build(banquet=-1), "banquet: expected 0 to"),
        (lambda: Position.build(game="brief"), "game: expected one of long, short, got 'brief'"),  # type: ignore[arg-type]
        (lambda: Position.build().place("robe", "a1:c3"), "place: expected a board first"),
        (lambda: Position.build().board("homer"), "unknown board 'homer'"),
        (lambda: BUILT.place("robe", "a1:a2"), "robe: expected 9 cells, got 2"),
        (lambda: BUILT.place("silver", "z"), "silver|cell"),
        (lambda: BUILT.supply(gold=1), "unknown tile 'gold'"),
        (lambda: BUILT.supply(oil=-1), "supply: oil: expected a whole number from 0, got -1"),
        (lambda: BUILT.supply(oil=1.5), "got 1.5"),  # type: ignore[arg-type]
    ],
)
def test_what_is_wrong_is_told(wrong: Wrong, message: str) -> None:
    with pytest.raises(InputError) as refused:
        wrong()
    assert any(part in str(refused.value) for part in message.split("|"))


def test_illegal_placements_are_refused_with_the_others() -> None:
    with pytest.raises(IllegalPosition):
        solve(BUILT.place("oil", "c3:d3"))
