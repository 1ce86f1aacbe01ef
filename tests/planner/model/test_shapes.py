"""What is said of shapes holds for every layout, and parts say all about a board that counts."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import BOARDS, TILES
from odin_solver.planner.model.open_board import open_board
from odin_solver.planner.model.shapes import shapes
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.income import income
from tests.profiles import cases

WITH_CELLS = [board.id for board in BOARDS.values() if board.rows]


def laid_at_random(name: str, rng: Random, begin: int) -> tuple[BoardState, BoardState]:
    """A board with some tiles, and the same with as many more as find room."""
    board = BoardState(BOARDS[name])
    tiles = [tile.id for tile in TILES.values() if tile.kind in ("good", "special", "filler")]
    if rng.random() < 0.5:  # as many as can be of a colour that keeps apart
        tiles = [name for name in tiles if TILES[name].color in shapes(board.id).apart]
    before, misses = board, 0
    while misses < 30:
        tile = rng.choice(tiles)
        places = board.legal_placements(TILES[tile])
        if places:
            board = board.laid(TILES[tile], rng.choice(places))
            if len(board.pieces) == begin:
                before = board
        else:
            misses += 1
    return before, board


@pytest.mark.slow
@settings(max_examples=cases(60), deadline=None)
@given(st.sampled_from(WITH_CELLS), st.randoms(use_true_random=False), st.integers(0, 8))
def test_limits_hold_for_layouts(name: str, rng: Random, begin: int) -> None:
    before, after = laid_at_random(name, rng, begin)
    area, limits = before.grid, shapes(name, before.covered)
    new = after.pieces[len(before.pieces) :]
    laid = Counter(piece.tile.id for piece in new)
    assert set(laid) <= set(limits.tiles)
    won = area.points(after.covered & ~before.covered)
    assert won <= sum(limits.points[tile] * count for tile, count in laid.items())
    for color in limits.apart:
        room = [limits.room[name] * n for name, n in laid.items() if TILES[name].color == color]
        assert sum(room) <= limits.whole


@pytest.mark.slow
@settings(max_examples=cases(60), deadline=None)
@given(st.sampled_from(WITH_CELLS), st.randoms(use_true_random=False), st.integers(0, 8))
def test_parts_say_what_a_layout_pays(name: str, rng: Random, begin: int) -> None:
    before, after = laid_at_random(name, rng, begin)
    area, open_land = before.grid, open_board(name, before.covered)
    full = [part.cells & ~after.covered == 0 for part in open_land.groups]
    touched = [bool(part.cells & after.covered) for part in open_land.groups]
    pays = open_land.income
    for steps in open_land.diagonals:
        for step in steps:
            if touched[step.own]:
                assert all(full[n] for n in step.needs)
                pays += step.adds
    assert pays == income(area, after.covered)
    won = {bonus.cells for bonus in bonuses_won(area, after.covered)}
    assert won == {
        bonus.cells
        for bonus in open_land.bonuses
        if all(full[n] for n in bonus.needs) and not any(touched[n] for n in bonus.symbol)
    }
    covered = sum(
        part.points * (part.cells & after.covered).bit_count() for part in open_land.groups
    )
    assert covered == area.points(after.covered & ~before.covered)
    assert open_land.size == (area.coverable & ~before.covered).bit_count()


def test_room_in_a_stone_house_for_flax() -> None:
    """13 cells with 18 sides at the edge; flax has 3 cells and 8 sides: there is room for 3."""
    limits = shapes("stone_house")
    assert limits.whole == 4 * 13 + 18
    assert limits.room["flax"] == 4 * 3 + 8
    assert limits.whole // limits.room["flax"] == 3
    assert "fruits" not in limits.tiles  # nowhere are there 3 by 3 cells
