"""Pieces that are not locked are lifted and laid anew."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import board, tile
from odin_solver.editing.locking import Unlocked, unlocked
from odin_solver.notation.pieces import parse_pieces
from odin_solver.placement.solution import Limits
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position
from tests.placement.asking import ask


def laid(*lines: str, **supply: int) -> Position:
    home = board("home")
    pieces = [piece for line in lines for piece in parse_pieces(line, home)]
    return Position(boards=(BoardState(home, tuple(pieces)),), supply=supply)


def names(placements: tuple[Placement, ...]) -> list[str]:
    return [piece.tile.id for _, piece in placements]


def left(loose: Unlocked) -> list[str]:
    return [piece.tile.id for piece in loose.position.boards[0].pieces]


def test_lifted_pieces_are_in_the_supply() -> None:
    loose = unlocked(laid("rune_stone a1:b1", "oil a2:b2", "silver m12"), {(0, 1), (0, 2)})
    assert left(loose) == ["rune_stone"]
    assert loose.position.supply == {"oil": 1, "silver": 1}
    assert names(loose.lifted) == ["oil", "silver"]
    assert loose.start.supply == {}


def test_a_locked_piece_that_cannot_lie_alone_is_pinned() -> None:
    """Oil covers income, for which the rune stone must lie: lifting that alone is illegal."""
    position = laid("rune_stone a1:b1", "oil a2:b2", "silver m12")
    assert not position_violations(position)
    loose = unlocked(position, {(0, 0), (0, 2)})
    assert left(loose) == []
    assert names(loose.lifted) == ["rune_stone", "silver"]
    assert names(loose.pinned) == ["oil"]
    assert {piece.tile.id for _, piece in loose.forbidden} == {"oil"}
    assert not set(loose.forbidden) & set(loose.pinned)


def test_what_it_needs_stays_if_there_are_other_copies() -> None:
    position = laid("rune_stone a1:b1", "oil a2:b2", "silver m12", oil=1)
    loose = unlocked(position, {(0, 0), (0, 2)})
    assert left(loose) == ["rune_stone", "oil"]
    assert names(loose.lifted) == ["silver"]
    assert not position_violations(loose.position)


def test_a_position_that_is_not_legal_stays_so() -> None:
    position = laid("oil a2:b2", "silver m12")
    loose = unlocked(position, {(0, 1)})
    assert loose.position == replace(position, boards=loose.position.boards, supply={"silver": 1})
    assert tile("oil") in [piece.tile for piece in loose.position.boards[0].pieces]


FULL = laid(
    "rune_stone a1:b1", "oil a2:b2", "silverware c1:c3", "hide d1:d3", "silver a3", "ore b3",
    silver=2, silk=1,
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=3, deadline=None)
@given(locked=st.sets(st.integers(0, 5), min_size=1, max_size=3))
def test_locked_pieces_lie_where_they_were(locked: set[int]) -> None:
    assert not position_violations(FULL)
    pieces = FULL.boards[0].pieces
    loose = unlocked(FULL, {(0, number) for number in range(len(pieces)) if number not in locked})
    solution = ask(
        loose.position,
        "final",
        limits=Limits(2, 2),
        start=loose.start,
        forbidden=loose.forbidden,
        conditions=loose.conditions,
    )
    assert {pieces[number] for number in locked} <= set(solution.after.boards[0].pieces)
    assert not position_violations(solution.after)
