"""Every printed tile against the supply board as the rules describe it."""

from collections import Counter

import pytest

from odin_solver.components import TILES, Color, tile
from odin_solver.errors import InputError

SPECIAL = {  # area, sword, price, tongs
    "glass_beads": (5, 7, 0, False),
    "helmet": (5, 8, 1, True),
    "cloakpin": (5, 8, 1, True),
    "belt": (5, 8, 2, False),
    "crucifix": (6, 8, 2, True),
    "drinking_horn": (6, 8, 2, False),
    "amber_figure": (7, 9, 2, False),
    "horseshoe": (7, 9, 2, True),
    "gold_brooch": (8, 9, 3, False),
    "forge_hammer": (9, 10, 4, True),
    "fibula": (9, 10, 4, True),
    "throwing_axe": (9, 11, 4, True),
    "chalice": (10, 12, 5, False),
    "round_shield": (12, 13, 6, False),
    "english_crown": (13, 16, None, False),
}
CHAINS = {  # orange, red, green, blue: width, height, sword of the blue one
    ("peas", "mead", "oil", "rune_stone"): (2, 1, 6),
    ("flax", "stockfish", "hide", "silverware"): (3, 1, 7),
    ("beans", "milk", "wool", "chest"): (2, 2, 8),
    ("grain", "salt_meat", "linen", "silk"): (4, 1, 8),
    ("cabbage", "game_meat", "skin_and_bones", "spices"): (3, 2, 9),
    ("sheep", "fur", "jewelry"): (4, 2, 10),
    ("fruits", "whale_meat", "robe", "treasure_chest"): (3, 3, 11),
    ("cattle", "clothing", "silver_hoard"): (4, 3, 15),
    ("berry", "egg", "amber", "gold_ornament"): (1, 1, None),
}
HARVEST = {"peas": 1, "beans": 1, "flax": 1, "grain": 2, "cabbage": 3, "fruits": 4}
LADDER = [Color.ORANGE, Color.RED, Color.GREEN, Color.BLUE]


def test_counts_of_kinds() -> None:
    base = [each for each in TILES.values() if each.expansion is None]
    assert Counter(each.kind for each in base) == {
        "good": 28,
        "animal": 2,
        "special": 15,
        "filler": 2,
        "resource": 2,
    }
    harvest = [each.id for each in TILES.values() if each.expansion == "harvest"]
    assert harvest == ["berry", "egg", "amber", "gold_ornament", "altar"]
    assert len(TILES) == 30 + 15 + 4 + 1 + 2 + 2


def test_counts_of_colors() -> None:
    goods = [
        each for each in TILES.values() if each.kind in ("good", "animal") and not each.expansion
    ]
    assert Counter(each.color for each in goods) == {"orange": 6, "red": 8, "green": 8, "blue": 8}


@pytest.mark.rule("4.16")
@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain[0])
def test_upgrades_climb_the_colors_and_keep_the_shape(chain: tuple[str, ...]) -> None:
    width, height, sword = CHAINS[chain]
    tiles = [tile(name) for name in chain]
    assert [each.color for each in tiles] == LADDER[-len(chain) :]
    assert {each.shape for each in tiles} == {("#" * width,) * height}
    assert {each.area for each in tiles} == {width * height}
    assert [each.upgrades_to for each in tiles] == [*chain[1:], None]
    assert [each.sword for each in tiles] == [None] * (len(chain) - 1) + [sword]


def test_chains_are_all_goods() -> None:
    listed = sorted(name for chain in CHAINS for name in chain)
    assert listed == sorted(t.id for t in TILES.values() if t.kind in ("good", "animal"))


def test_special_tiles() -> None:
    specials = {
        each.id: (each.area, each.sword, each.price, each.tongs)
        for each in TILES.values()
        if each.kind == "special"
    }
    assert specials == SPECIAL | {"altar": (6, None, None, False)}


def test_special_tiles_are_blue_and_unique() -> None:
    for each in TILES.values():
        if each.kind == "special":
            assert each.color == Color.BLUE
        assert each.copies == (1 if each.kind == "special" else None)


def test_harvest_numbers() -> None:
    found = {each.id: each.harvest for each in TILES.values() if each.harvest is not None}
    assert found == HARVEST
    assert all(tile(name).color == Color.ORANGE for name in found)


def test_points() -> None:
    assert {each.id: each.points for each in TILES.values() if each.points} == {
        "sheep": 2,
        "cattle": 3,
        "english_crown": 2,
    }
    pregnant = {each.id: each.pregnant_points for each in TILES.values() if each.pregnant_points}
    assert pregnant == {"sheep": 3, "cattle": 4}


def test_goods_that_can_be_forged() -> None:
    goods = [each.id for each in TILES.values() if each.tongs and each.kind != "special"]
    assert goods == ["jewelry"]


def test_silver_ore_wood_and_stone() -> None:
    assert {name: tile(name).area for name in ("silver", "ore", "wood", "stone")} == {
        "silver": 1,
        "ore": 1,
        "wood": 0,
        "stone": 0,
    }


def test_shapes_are_trimmed_and_connected() -> None:
    for each in TILES.values():
        if not each.cells:
            continue
        assert len({len(row) for row in each.shape}) == 1
        assert min(x for x, _ in each.cells) == min(y for _, y in each.cells) == 0
        assert max(x for x, _ in each.cells) == len(each.shape[0]) - 1
        assert max(y for _, y in each.cells) == len(each.shape) - 1
        reached = {each.cells[0]}
        while grown := {
            (x, y)
            for x, y in set(each.cells) - reached
            if {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & reached
        }:
            reached |= grown
        assert reached == set(each.cells)


def test_cells_follow_the_picture() -> None:
    assert tile("helmet").cells == ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    assert tile("glass_beads").cells == ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))


def test_tile_looks_up() -> None:
    assert tile("oil") is TILES["oil"]


@pytest.mark.parametrize("name", ["", "o", "plutonium"])
def test_unknown_tile_is_an_input_error(name: str) -> None:
    with pytest.raises(InputError, match="unknown tile"):
        tile(name)
