import pytest

from odin_solver.components import TILES, board
from odin_solver.components.signs import SIGNS
from odin_solver.editing.finding import LISTED, entry, matching
from odin_solver.errors import InputError
from tests.reference import put

HOME = board("home")


def test_all_tiles_are_listed() -> None:
    assert {tile.id for tile in LISTED} == set(TILES)
    assert matching(" ") == list(LISTED)


def test_signs_and_names_find_their_tile_first() -> None:
    for name, tile in TILES.items():
        for typed in (SIGNS[name], SIGNS[name].lower(), tile.name.upper(), name):
            found = matching(typed)[0]
            assert typed.lower() in (SIGNS[found.id].lower(), found.name.lower(), found.id)
        assert matching(SIGNS[name])[0] == tile


def test_parts_of_names() -> None:
    assert [tile.id for tile in matching("bro")] == ["gold_brooch"]
    assert "whale_meat" in [tile.id for tile in matching("meat")]
    assert matching("qq") == []


@pytest.mark.parametrize(
    ("typed", "tile", "count", "pieces"),
    [
        ("ro", "robe", None, []),
        ("oil 3", "oil", 3, []),
        ("3 rune stone", "rune_stone", 3, []),
        ("ro a1:c3", "robe", None, ["a1:c3"]),
        ("Rune Stone A1-A2", "rune_stone", None, ["a1:a2"]),
        ("silver a1 b4", "silver", None, ["a1", "b4"]),
        ("helmet a1 a2 b1 b2 a3", "helmet", None, ["a1 a2 b1 b2 a3"]),
    ],
)
def test_entries(typed: str, tile: str, count: int | None, pieces: list[str]) -> None:
    found = entry(typed, HOME)
    assert found is not None
    assert (found.tile.id, found.count) == (tile, count)
    assert list(found.pieces) == [put(HOME, tile, cells) for cells in pieces]


def test_entries_that_are_none() -> None:
    assert entry("", HOME) is None
    assert entry("qq", HOME) is None
    assert entry("qq a1", HOME) is None
    with pytest.raises(InputError, match="expected 9 cells, got 2"):
        entry("robe a1:a2", HOME)
