"""Names as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odin_solver.components.finding import candidates, find, plain

from odin_solver.components import BOARDS, TILES, board, tile
from odin_solver.components.signs import SIGNS
from odin_solver.errors import InputError


@pytest.mark.parametrize(
    ("written", "tile_id"),
    [
        ("Rune stone", "rune_stone"),
        ("runestone", "rune_stone"),
        ("RUNE-STONE", "rune_stone"),
        ("rune", "rune_stone"),
        ("Ru", "rune_stone"),
        ("st", "stone"),
        ("brooch", "gold_brooch"),
        ("fur", "fur"),
        ("si", "silver"),
        ("silverw", "silverware"),
    ],
)
def test_tiles(written: str, tile_id: str) -> None:
    assert tile(written).id == tile_id


@pytest.mark.parametrize(
    ("written", "board_id"),
    [
        ("Home", "home"),
        ("home board", "home"),
        ("Stone House", "stone_house"),
        ("bear", "bear_island"),
    ],
)
def test_boards(written: str, board_id: str) -> None:
    assert board(written).id == board_id


@pytest.mark.parametrize(
    ("written", "proposed"),
    [
        ("gold", ["gold_brooch or gold_ornament"]),
        ("oyl", ["did you mean oil?"]),
        ("rune_stome", ["did you mean rune_stone?"]),
        ("xyzzy", ["unknown tile 'xyzzy' (odin tiles lists them)"]),
        ("o", ["unknown tile 'o'"]),
        ("\x1b[31m", ["unknown tile '\\x1b[31m'"]),
    ],
)
def test_errors_propose_names(written: str, proposed: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        tile(written)
    assert all(part in str(caught.value) for part in proposed)


def test_all_names_of_all_tiles_and_boards() -> None:
    for name, kind in TILES.items():
        for written in (name, name.upper(), kind.name, kind.name.replace(" ", ""), SIGNS[name]):
            assert tile(written) == kind
    for name, printed in BOARDS.items():
        assert board(printed.name) == board(name.replace("_", " ").title()) == printed


def test_tiles_at_hand_come_first() -> None:
    names = {"hide": ("Hide",), "helmet": ("Helmet", "He")}
    assert candidates("h", names) == []
    assert candidates("he", names) == ["helmet"]
    assert find("hi", names, "tile") == "hide"


@pytest.mark.slow
@given(st.text(max_size=12))
def test_any_text_is_a_tile_or_an_error(written: str) -> None:
    try:
        found = tile(written)
    except InputError:
        return
    key = plain(written)
    names = (found.id, found.name, SIGNS[found.id], *found.name.split())
    assert any(plain(name).startswith(key) for name in names)
