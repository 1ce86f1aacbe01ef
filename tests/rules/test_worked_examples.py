"""The worked examples of the rulebooks on the real boards (rules, 1.9)."""

import pytest

from odin_solver.components import Board, board, cell_name
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.bonus import bonus_goods
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.layout import board_violations
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import board_facts, score
from odin_solver.rules.touching import thing_penalties
from tests.reference import cells_named, put

HOME = board("home")


def silver_square(size: int, spared: str = "") -> list[Piece]:
    """Silver on all cells of the lower left square of the home board, in a legal order.

    Bonus cells and the cells named in `spared` stay open.
    """
    free = set(cells_named(HOME, spared))
    cells = [
        (x, y)
        for x in range(size)
        for y in range(12 - size, 12)
        if HOME.rows[y][x] != "B" and (x, y) not in free
    ]
    cells.sort(key=lambda cell: (max(cell[0], 11 - cell[1]), HOME.rows[cell[1]][cell[0]] == "I"))
    return [put(HOME, "silver", cell_name(cell, 12)) for cell in cells]


# (a) a robe in the corner of the empty home board


@pytest.mark.rule("1.17")
def test_robe_in_the_corner_covers_three_incomes_and_the_mead() -> None:
    state = BoardState(HOME, (put(HOME, "robe", "a1:c3"),))
    assert board_violations(state) == []
    assert {HOME.rows[y][x] for x, y in state.pieces[0].cells} == {"I", "B", "."}
    facts = board_facts(state)
    assert facts.income == 2
    assert facts.bonuses == {}
    # the 2 that is earned is the second one: the first lies under the robe
    with_silver = (*state.pieces, *(put(HOME, "silver", f"d{i}") for i in range(1, 4)))
    with_silver += tuple(put(HOME, "silver", f"{i}4") for i in "abc")
    assert board_facts(BoardState(HOME, with_silver)).income == 2
    full = BoardState(HOME, (*with_silver, put(HOME, "silver", "d4")))
    assert board_violations(full) == []
    assert board_facts(full).income == 3


def test_mead_bonus_is_won_by_silver_around_it() -> None:
    pieces = silver_square(4)
    state = BoardState(HOME, tuple(pieces))
    assert board_violations(state) == []
    assert board_facts(state).bonuses == {"mead": 1}


@pytest.mark.parametrize("where", ["b1:d3", "a2:c4", "b2:d4", "c3:e5"])
def test_robe_beside_the_corner_covers_income_too_early(where: str) -> None:
    found = board_violations(BoardState(HOME, (put(HOME, "robe", where),)))
    assert [each.rule for each in found] == ["income order"]


@pytest.mark.rule("1.7")
@pytest.mark.parametrize("where", ["a4:c6", "a10:c12", "i5:k7", "e1:g3", "j4:l6"])
def test_robe_away_from_the_diagonal_may_lie_anywhere(where: str) -> None:
    assert board_violations(BoardState(HOME, (put(HOME, "robe", where),))) == []


# (b) incomes 3 and 4 together


@pytest.mark.rule("1.17")
@pytest.mark.parametrize(
    ("tile_id", "where"),
    [
        ("wool", "e5:f6"),
        ("skin_and_bones", "d5:f6"),
        ("skin_and_bones", "e5:g6"),
        ("skin_and_bones", "e4:f6"),
    ],
)
def test_incomes_3_and_4_together(tile_id: str, where: str) -> None:
    tile = put(HOME, tile_id, where)
    names = " ".join(cell_name(cell, 12) for cell in tile.cells)
    before = silver_square(6, spared=names)
    assert board_violations(BoardState(HOME, tuple(before))) == []
    assert board_facts(BoardState(HOME, tuple(before))).income == 3
    state = BoardState(HOME, (*before, tile))
    assert board_violations(state) == []
    assert board_facts(state).income == 5


@pytest.mark.parametrize("missing", ["a6", "b6", "e4", "f1", "f3", "e1", "a5"])
def test_incomes_3_and_4_need_all_of_the_square(missing: str) -> None:
    before = silver_square(6, spared=f"e5 f5 e6 f6 {missing}")
    state = BoardState(HOME, (*before, put(HOME, "wool", "e5:f6")))
    (found,) = board_violations(state)
    assert found.rule == "income order"
    assert found.cells == cells_named(HOME, missing)
    assert missing in found.message


def test_incomes_3_and_4_do_not_need_bonus_cells() -> None:
    before = silver_square(6, spared="e5 f5 e6 f6")
    covered = {cell for piece in before for cell in piece.cells}
    open_bonuses = set(cells_named(HOME, "b3 c5 f2"))
    assert not open_bonuses & covered
    state = BoardState(HOME, (*before, put(HOME, "wool", "e5:f6")))
    assert board_facts(state).bonuses == {"mead": 1, "wood": 1}  # the stone's right side is open


# (c) and (d) neighbours of a bonus


def neighbours_needed(printed: Board, symbol: str) -> set[str]:
    """Cells around a bonus, each of which loses the bonus when it alone is left open."""
    grid = grid_of(printed)
    own = grid.mask(cells_named(printed, symbol))
    thing = next(each.gives[0][0] for each in grid.bonuses if each.cells == own)
    everything = grid.coverable & ~own
    assert thing in bonus_goods(grid, everything)
    return {
        cell_name(cell, printed.height)
        for cell in grid.cells(everything)
        if thing not in bonus_goods(grid, everything & ~grid.bit(cell))
    }


@pytest.mark.rule("1.17")
def test_ore_at_the_left_edge_needs_five_neighbours() -> None:
    assert neighbours_needed(HOME, "a7") == {"a6", "b6", "b7", "a8", "b8"}


@pytest.mark.rule("1.17")
def test_rune_stone_and_ore_of_bear_island_need_six() -> None:
    bear = board("bear_island")
    assert neighbours_needed(bear, "g3") == {"f4", "g4", "h4", "f3", "f2", "g2"}
    cells = [put(bear, "silver", name) for name in ("f4", "g4", "h4", "f3", "f2", "g2")]
    assert board_facts(BoardState(bear, tuple(cells[:5]))).bonuses == {}
    assert board_facts(BoardState(bear, tuple(cells))).bonuses == {"rune_stone": 1, "ore": 1}


def test_ore_is_won_by_real_tiles() -> None:
    pieces = (put(HOME, "hide", "b6:b8"), put(HOME, "ore", "a8"), put(HOME, "silver", "a6"))
    assert board_facts(BoardState(HOME, pieces)).bonuses == {"ore": 1}
    assert board_facts(BoardState(HOME, pieces[:2])).bonuses == {}
    lost = (*pieces, put(HOME, "silver", "a7"))
    assert board_violations(BoardState(HOME, lost)) == []
    assert board_facts(BoardState(HOME, lost)).bonuses == {}


# (e) Thing penalties of touching green tiles


@pytest.mark.parametrize(
    ("places", "pairs"),
    [
        (["a12:b12"], 0),
        (["a12:b12", "c11:d11"], 0),  # corners
        (["a12:b12", "c12:d12"], 1),
        (["a12:b12", "a11:b11"], 1),  # two edges, one pair
        (["a12:b12", "c12:d12", "e12:f12"], 2),  # three in a row
        (["a12:b12", "a10:a11", "b10:b11"], 3),  # each touches both others
        (["a12:b12", "c12:d12", "f12:g12", "f11:g11"], 2),
    ],
)
def test_touching_greens_cost_a_penalty_a_pair(places: list[str], pairs: int) -> None:
    state = BoardState(HOME, tuple(put(HOME, "oil", where) for where in places))
    assert thing_penalties(state) == pairs
    assert [each.rule for each in board_violations(state)] == ["green ban"] * pairs
    open_cells = 86 - 2 * len(places)
    assert score(Position(boards=(state,))) == -open_cells - 3 * pairs
