"""The oracle itself: the enumeration of layouts against counting by hand and plainer code."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import TILES, Board, board, tile
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position, RuleOptions
from odin_solver.rules.scoring import board_facts, score
from tests import reference, strategies
from tests.profiles import cases
from tests.reference import TooManyLayouts, put, reachable_layouts, small_board

Layout = tuple[frozenset[tuple[object, ...]], ...]


def on(*boards: Board, **supply: int) -> Position:
    return Position(boards=tuple(BoardState(each) for each in boards), supply=supply)


def key(position: Position) -> Layout:
    """What lies where, whatever the order; wood and stone are counted."""
    return tuple(
        frozenset(
            Counter((piece.tile.id, frozenset(piece.cells)) for piece in state.pieces).items()
        )
        for state in position.boards
    )


# --- by hand -------------------------------------------------------------------------------------


def test_empty_supply_has_one_layout() -> None:
    position = on(board("home"))
    assert list(reachable_layouts(position)) == [position]


def test_silver_on_plain_cells() -> None:
    layouts = list(reachable_layouts(on(small_board(["...."]), silver=2)))
    assert len(layouts) == 1 + 4 + 6
    assert Counter(each.supply.get("silver", 0) for each in layouts) == {2: 1, 1: 4, 0: 6}


def test_silver_on_an_income_diagonal() -> None:
    # a1 is income 0, b2 is income 1 and needs a1, a2 and b1
    position = on(small_board([".I", "I."]), silver=4)
    assert len(list(reachable_layouts(position))) == 2**3 + 1
    assert len(list(reachable_layouts(position, simultaneous=True))) == 2**3 + 1


def test_colors_and_boards_share_the_supply() -> None:
    line, house = small_board([".."]), small_board([".."], "building", board_id="house")
    assert len(list(reachable_layouts(on(line, house, oil=1)))) == 3
    assert len(list(reachable_layouts(on(line, house, oil=2)))) == 4
    assert len(list(reachable_layouts(on(line, house, peas=2)))) == 2
    assert len(list(reachable_layouts(on(line, house, ore=1)))) == 3
    assert len(list(reachable_layouts(on(line, house, wood=1)))) == 1


def test_green_ban() -> None:
    line = small_board(["....."])
    layouts = list(reachable_layouts(on(line, oil=2)))
    assert len(layouts) == 1 + 4 + 1
    assert len(list(reachable_layouts(on(line, rune_stone=2)))) == 1 + 4 + 3
    house = small_board(["....."], "building")
    assert len(list(reachable_layouts(on(house, oil=2)))) == 1 + 4 + 3
    assert len(list(reachable_layouts(on(house, peas=1, flax=1)))) == 1 + 4 + 3


def test_slots() -> None:
    assert len(list(reachable_layouts(on(board("shed"), wood=2, stone=4)))) == 3 * 4
    assert len(list(reachable_layouts(on(board("shed"), board("stone_house"), wood=2)))) == 5


def test_tiles_that_need_each_other_are_reached_together_only() -> None:
    corner = small_board(["..I.", ".I..", "I..."])
    cells = (((0, 0), (1, 0), (2, 0), (3, 0), (0, 1)), ((1, 1), (2, 1), (1, 2), (2, 2)))
    cloakpin, wool = (Piece(tile(n), c) for n, c in zip(("cloakpin", "wool"), cells, strict=True))
    start = on(corner, cloakpin=1, wool=1, silver=1)
    wanted = key(
        Position(boards=(BoardState(corner, (cloakpin, wool, put(corner, "silver", "a1"))),))
    )
    assert wanted not in {key(each) for each in reachable_layouts(start)}
    assert wanted in {key(each) for each in reachable_layouts(start, simultaneous=True)}


def test_pieces_that_lie_already_stay() -> None:
    line = small_board(["....."])
    start = Position(
        boards=(BoardState(line, (put(line, "oil", "a1:b1"),)),), supply={"oil": 1, "silver": 1}
    )
    layouts = list(reachable_layouts(start))
    assert layouts[0] == start
    assert all(each.boards[0].pieces[:1] == start.boards[0].pieces for each in layouts)
    assert len(layouts) == (1 + 3) + (1 + 1)


def test_merged_layouts() -> None:
    square = small_board(["..", ".."])
    plain = list(reachable_layouts(on(square, rune_stone=2)))
    merged = list(reachable_layouts(on(square, rune_stone=2), merged=True))
    assert len(plain) == 1 + 4 + 2
    assert len(merged) == 1 + 4 + 1


def test_guard() -> None:
    with pytest.raises(TooManyLayouts):
        list(reachable_layouts(on(board("home"), silver=2), limit=1000))


def test_a_board_of_four_by_four_with_four_tiles_is_quick() -> None:
    square = small_board(["..-I", ".BI-", ".I.-", "I..="])
    start = on(square, oil=1, hide=1, chest=1, helmet=1, silver=1)
    assert len(list(reachable_layouts(start, merged=True))) > 1000


# --- random positions ----------------------------------------------------------------------------


def all_layouts(position: Position, simultaneous: bool) -> Iterator[Layout]:
    """All layouts, plainly: every choice of pieces, kept if some order of all of them is legal."""
    tiles = [TILES[name] for name, count in position.supply.items() for _ in range(count)]
    done: set[Layout] = set()

    def choose(number: int, states: tuple[BoardState, ...]) -> Iterator[Position]:
        if number == len(tiles):
            yield Position(boards=states)
            return
        yield from choose(number + 1, states)
        for i, state in enumerate(states):
            places = [reference.Cells()]
            if tiles[number].area:
                places = list(reference.places(state.board, tiles[number]))
            for cells in places:
                pieces = (*state.pieces, Piece(tiles[number], tuple(sorted(cells))))
                if reference.pieces_fit(state.board, pieces):
                    after = BoardState(state.board, pieces)
                    yield from choose(number + 1, (*states[:i], after, *states[i + 1 :]))

    for layout in choose(0, position.boards):
        name = key(layout)
        if name in done:
            continue
        done.add(name)
        if all(
            reference.together_is_legal(new.board, (), [piece.cells for piece in new.pieces])
            if simultaneous
            else any(
                reference.order_is_legal(
                    new.board, reference.covered_by(old.pieces), [piece.cells for piece in order]
                )
                for order in permutations(new.pieces[len(old.pieces) :])
            )
            for old, new in zip(position.boards, layout.boards, strict=True)
        ):
            yield name


tiny = strategies.positions(2, 3, 3, max_tiles=2, max_fillers=1, max_resources=1)


@pytest.mark.slow
@settings(max_examples=cases(25))
@given(position=tiny)
def test_enumeration_equals_plain_search(position: Position) -> None:
    for simultaneous in (False, True):
        found = [key(each) for each in reachable_layouts(position, simultaneous)]
        assert len(set(found)) == len(found)
        assert set(found) == set(all_layouts(position, simultaneous))


small = strategies.positions(2, 3, 3, max_tiles=3, max_fillers=2, max_resources=1)


@pytest.mark.slow
@settings(max_examples=cases(25))
@given(position=small)
def test_all_layouts_are_legal_and_score_as_the_text_says(position: Position) -> None:
    together = position.rules.simultaneous
    for number, layout in enumerate(reachable_layouts(position, together, merged=True)):
        if number == 300:
            break
        assert position_violations(layout) == []
        assert score(layout) == reference.score_of(layout)
        placed = Counter(piece.tile.id for state in layout.boards for piece in state.pieces)
        before = Counter(piece.tile.id for state in position.boards for piece in state.pieces)
        assert placed - before + Counter(layout.supply) == Counter(position.supply)


@pytest.mark.slow
@settings(max_examples=cases(20))
@given(position=small)
def test_merging_keeps_scores_and_facts(position: Position) -> None:
    def facts(layout: Position) -> tuple[object, ...]:
        boards = [board_facts(state) for state in layout.boards]
        earned = [(f.income, sorted(f.bonuses.items()), f.uncovered) for f in boards]
        return (reference.score_of(layout), str(earned), tuple(sorted(layout.supply.items())))

    try:
        plain = {facts(each) for each in reachable_layouts(position, limit=3000)}
    except TooManyLayouts:
        return
    assert {facts(each) for each in reachable_layouts(position, merged=True)} == plain


@pytest.mark.slow
@settings(max_examples=cases(20))
@given(position=small)
def test_more_is_reached_together(position: Position) -> None:
    single = {key(each) for each in reachable_layouts(position)}
    assert single <= {key(each) for each in reachable_layouts(position, simultaneous=True)}


@pytest.mark.slow
@given(data=st.data())
def test_random_positions_are_legal(data: st.DataObject) -> None:
    position = data.draw(strategies.positions(max_width=4, max_height=4, max_placed=4))
    assert position_violations(position) == []
    assert position.rules in (RuleOptions(), RuleOptions(simultaneous=True))
