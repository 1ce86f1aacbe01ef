"""Points of boards, buildings and what lies on them (rules, 1.8, 1.9e and 6)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import BOARDS, board
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import board_facts, score, uncovered_points
from odin_solver.rules.touching import thing_penalties
from tests import reference, strategies
from tests.profiles import cases
from tests.reference import put, small_board

HOME = board("home")
EMPTY = {  # points + first income - printed negative points
    "home": 0 + 0 - 86,
    "shetland": 6 + 0 - 24,
    "faroe_islands": 4 + 0 - 16,
    "iceland": 16 + 1 - 24,
    "greenland": 12 + 0 + 0 - 20,
    "bear_island": 12 + 1 - 22,
    "baffin_island": 12 + 0 - 24,
    "labrador": 36 - 40,
    "newfoundland": 38 - 40,
    "lofoten": 4 + 0 - 17,
    "orkney": 12 + 0 - 25,
    "mull": 9 + 0 - 24,
    "caithness": 24 + 0 - 30,
    "shed": 8 - 6,
    "stone_house": 10 - 9,
    "long_house": 17 - 15,
}


def owned(*states: BoardState, **supply: int) -> Position:
    return Position(boards=states, supply=supply)


@pytest.mark.rule("1.15")
@pytest.mark.parametrize("name", BOARDS)
def test_empty_board(name: str) -> None:
    assert score(owned(BoardState(board(name)))) == EMPTY[name]


def test_empty_boards_add_up() -> None:
    states = [BoardState(board(name)) for name in EMPTY]
    assert score(owned(*states)) == sum(EMPTY.values())
    assert score(owned()) == 0


@pytest.mark.parametrize("name", BOARDS)
def test_full_board(name: str) -> None:
    printed = board(name)
    silver = [put(printed, "silver", "a1").tile] * len(reference.existing(printed))
    cells = sorted(reference.existing(printed))
    pieces = [Piece(tile, (cell,)) for tile, cell in zip(silver, cells, strict=True)]
    pieces += [put(printed, resource) for resource, n in printed.slots for _ in range(n)]
    state = BoardState(printed, tuple(pieces))
    last = sum(each.values[-1] for each in printed.income)
    assert board_facts(state).bonuses == {}
    assert uncovered_points(state) == 0
    assert score(owned(state)) == printed.points + last


@pytest.mark.parametrize(
    ("name", "resources", "left"),
    [
        ("shed", "", {"wood": 3, "stone": 3}),
        ("shed", "wood wood stone", {"wood": 1, "stone": 2}),
        ("shed", "wood wood wood stone stone stone", {"wood": 0, "stone": 0}),
        ("stone_house", "stone", {"wood": 1, "stone": 0}),
        ("long_house", "", {}),
        ("home", "", {}),
    ],
)
def test_slots(name: str, resources: str, left: dict[str, int]) -> None:
    printed = board(name)
    state = BoardState(printed, tuple(put(printed, each) for each in resources.split()))
    assert state.open_slots == left
    assert score(owned(state)) == EMPTY[name] + len(resources.split())


def test_grid_and_slots_of_a_stone_house_count() -> None:
    house = board("stone_house")
    pieces = (put(house, "wood"), put(house, "peas", "b4:c4"), put(house, "oil", "a3:b3"))
    facts = board_facts(BoardState(house, pieces))
    # 9 printed: 7 cells and 2 slots; the peas cover c4, the oil covers a3, the wood one slot
    assert (facts.points, facts.uncovered, facts.income) == (10, 6, 0)


@pytest.mark.rule("1.15")
def test_two_point_cells() -> None:
    mull = board("mull")
    assert uncovered_points(BoardState(mull, (put(mull, "silver", "d9"),))) == 22
    assert uncovered_points(BoardState(mull, (put(mull, "silver", "e9"),))) == 23
    assert uncovered_points(BoardState(mull, (put(mull, "silver", "h4"),))) == 24
    assert uncovered_points(BoardState(mull, (put(mull, "silver", "f9"),))) == 24


def test_income_and_bonus_cells_cost_nothing() -> None:
    assert uncovered_points(BoardState(small_board(["IB.~#"]))) == 0


def test_silver_in_the_supply_counts_and_on_a_board_does_not() -> None:
    state = BoardState(HOME, (put(HOME, "silver", "a10"),))
    assert score(owned(BoardState(HOME), silver=7)) == -86 + 7
    assert score(owned(state, silver=6)) == -85 + 6 - (1 if HOME.rows[2][0] != "-" else 0)
    plain = BoardState(HOME, (put(HOME, "silver", "b1"),))
    assert score(owned(plain, silver=6)) == -86 + 6


def test_english_crown_counts_wherever_it_is() -> None:
    crown = put(HOME, "english_crown", "a12 c12 e12 a11 b11 c11 d11 e11 a10 b10 c10 d10 e10")
    assert score(owned(BoardState(HOME, (crown,)))) == -86 + 13 + 2
    assert score(owned(BoardState(HOME), english_crown=1)) == -86 + 2


def test_other_things_in_the_supply_count_nothing() -> None:
    goods = {"oil": 3, "chest": 2, "belt": 1, "ore": 4, "wood": 5, "stone": 6, "sheep": 2}
    assert score(owned(BoardState(HOME), **goods)) == -86
    assert score(owned(BoardState(HOME), english_crown=0, silver=0)) == -86


def test_final_income_counts() -> None:
    robe = BoardState(HOME, (put(HOME, "robe", "a1:c3"),))
    assert score(owned(robe)) == -86 + 2


@pytest.mark.rule("1.16")
def test_touching_greens_cost_three_points_a_pair() -> None:
    pieces = tuple(put(HOME, "oil", where) for where in ("a12:b12", "c12:d12", "e12:f12"))
    assert score(owned(BoardState(HOME, pieces))) == -86 + 6 - 6


def test_touching_tiles_in_buildings_cost_no_penalty() -> None:
    house = board("long_house")
    pieces = tuple(put(house, "peas", where) for where in ("a1:b1", "c1:d1"))
    state = BoardState(house, pieces)
    assert thing_penalties(state) == 0
    assert score(owned(state)) == EMPTY["long_house"] + 2


@pytest.mark.parametrize("name", ["silver", "chest", "ore", "silverware"])
def test_other_tiles_touching_cost_no_penalty(name: str) -> None:
    places = ("a12", "a11") if name in ("silver", "ore") else ("a12:c12", "a11:c11")
    state = BoardState(HOME, tuple(put(HOME, name, where) for where in places))
    assert thing_penalties(state) == 0


# --- random positions against the rules' text ----------------------------------------------------


@pytest.mark.slow
@settings(max_examples=cases(80))
@given(data=st.data())
def test_facts_of_random_boards(data: st.DataObject) -> None:
    printed = data.draw(strategies.areas(5, 5))
    pieces = data.draw(st.one_of(strategies.torn_pieces(printed), strategies.apart_pieces(printed)))
    slots = [name for name, count in printed.slots for _ in range(count)]
    filled = data.draw(st.lists(st.sampled_from(slots), max_size=2)) if slots else []
    filled = [name for i, name in enumerate(filled) if filled[:i].count(name) < slots.count(name)]
    state = BoardState(printed, (*pieces, *(put(printed, name) for name in filled)))
    facts = board_facts(state)
    covered = reference.covered_by(pieces)
    assert facts.income == reference.income_of(printed, covered)
    assert facts.bonuses == reference.bonuses_of(printed, covered)
    assert facts.uncovered == reference.negative_points(printed, covered, filled)
    assert facts.points == printed.points


@pytest.mark.slow
@given(data=st.data())
def test_score_of_random_positions(data: st.DataObject) -> None:
    position = data.draw(strategies.positions(max_width=4, max_height=4, max_placed=4))
    extra = data.draw(st.sampled_from([{}, {"english_crown": 1}, {"silver": 5}]))
    position = replace(position, supply={**position.supply, **extra})
    assert score(position) == reference.score_of(position)


@pytest.mark.slow
@given(data=st.data())
def test_penalties_of_random_boards(data: st.DataObject) -> None:
    printed = data.draw(strategies.boards(5, 5))
    pieces = data.draw(strategies.apart_pieces(printed, 6, strategies.GREEN))
    state = BoardState(printed, pieces)
    assert thing_penalties(state) == len(reference.touching(printed, pieces))
    position = owned(state)
    assert score(position) == reference.score_of(position)
