"""Ways to use the 61 action spaces: what each takes, gives and needs (rules, 4)."""

from dataclasses import dataclass
from typing import Any

from odin_solver.game.kernel.state import Exploration, State
from tests.game.building import QUIET, turn

A_CARD, B_CARD = [f"play {number}" for number in QUIET[-3:-1]]


@dataclass(frozen=True)
class Use:
    """A way to use a space.

    Attributes
    ----------
    space
        Its name.
    column
        Where it stands on the action board.
    have
        What is enough to use it.
    moves
        What is decided and rolled after taking it.
    change
        What has become more and less in the end.
    lacking
        Items with which it cannot be used.
    number
        The round.
    boards
        Exploration boards that lie there, with their silver; the fronts if there are none here.
    hand
        Occupations.
    """

    space: str
    column: int
    have: dict[str, int]
    moves: tuple[str, ...]
    change: dict[str, int]
    lacking: tuple[dict[str, int], ...] = ()
    number: int = 1
    boards: tuple[Exploration, ...] = ()
    hand: tuple[int, ...] = ()


FAILED_HUNT = {"wood": 1, "bow": 1}
FAILED_SNARE = {"wood": 1, "snare": 1}
FAILED_WHALE = {"wood": 1, "spear": 1}
FAILED_RAID = {"stone": 1, "long_sword": 1}
WHALE = {"oil": 1, "skin_and_bones": 1, "whale_meat": 1}
FAR = (Exploration("baffin_island", 4), Exploration("labrador"), Exploration("newfoundland", 2))
BEAR = (Exploration("bear_island", 6), Exploration("greenland", 2))

USES = [
    # Build houses
    Use("build_shed", 1, {"wood": 2}, (), {"wood": -2, "shed": 1}, ({"wood": 1}, {"stone": 2})),
    Use("build_stone_house", 2, {"stone": 1}, (), {"stone": -1, "stone_house": 1}, ({"wood": 9},)),
    Use("build_long_house", 3, {"stone": 2}, (), {"stone": -2, "long_house": 1}, ({"stone": 1},)),
    Use(
        "build_house_and_ship",
        4,
        {"wood": 2, "stone": 2},
        ("stone_house and longship",),
        {"wood": -2, "stone": -2, "stone_house": 1, "longship": 1},
        ({"wood": 1, "stone": 2}, {"wood": 2, "stone": 1}, {"wood": 2, "stone": 2, "knarr": 4}),
    ),
    Use(
        "build_house_and_ship",
        4,
        {"wood": 2, "stone": 2},
        ("long_house and knarr",),
        {"wood": -2, "stone": -2, "long_house": 1, "knarr": 1},
    ),
    # Build ships
    Use(
        "build_whaling_boat",
        1,
        {"wood": 1},
        (),
        {"wood": -1, "whaling_boat": 1},
        ({}, {"wood": 1, "whaling_boat": 3}),
    ),
    Use(
        "build_knarr",
        2,
        {"wood": 2},
        (),
        {"wood": -2, "knarr": 1},
        ({"wood": 1}, {"wood": 2, "knarr": 2, "longship": 2}),
    ),
    Use(
        "build_longship",
        3,
        {"wood": 2},
        (),
        {"wood": -2, "longship": 1},
        ({"wood": 1}, {"wood": 2, "longship": 4}),
    ),
    # Hunting
    Use(
        "hunting_game_1",
        1,
        {"wood": 1, "bow": 2},
        ("3", "succeed", "pay bow=2 wood=1"),
        {"wood": -1, "bow": -2, "hide": 1, "game_meat": 1},
    ),
    Use("hunting_game_1", 1, {}, ("8", "fail"), FAILED_HUNT),
    Use("take_stockfish", 1, {}, (), {"stockfish": 1}),
    Use(
        "hunting_game_2",
        2,
        {"wood": 5},
        ("8", "reroll", "5", "succeed", "pay wood=5"),
        {"wood": -5, "hide": 1, "game_meat": 1},
    ),
    Use("hunting_game_2", 2, {"spear": 9}, ("1", "fail"), FAILED_HUNT),
    Use(
        "laying_a_snare",
        2,
        {"wood": 1, "snare": 2},
        ("2", "succeed", "pay snare=1 wood=1"),
        {"wood": -1, "fur": 1},  # a snare is paid and another one is taken
    ),
    Use("laying_a_snare", 2, {}, ("1", "fail"), FAILED_SNARE),
    Use(
        "whaling_3",
        3,
        {"whaling_boat": 3, "spear": 1},
        ("sail 1 1 1", "4", "succeed", "pay spear=1"),
        {"spear": -1, **WHALE},
        ({"knarr": 1, "longship": 1, "spear": 9},),
    ),
    Use("whaling_3", 3, {"whaling_boat": 1}, ("sail 1", "2", "fail"), FAILED_WHALE),
    Use(
        "whaling_1",
        4,
        {"whaling_boat": 3, "wood": 2},
        ("sail 1", "3", "succeed", "pay wood=2"),
        {"wood": -2, **WHALE},
        ({"knarr": 1, "longship": 1, "spear": 9},),
    ),
    Use("whaling_1", 4, {"whaling_boat": 1}, ("sail 1", "1", "succeed", "pay"), WHALE),
    # Livestock market
    Use("buy_stockfish", 1, {"silver": 1}, (), {"silver": -1, "stockfish": 2}, ({"ore": 1},)),
    Use("buy_salt_meat", 1, {"silver": 2}, (), {"silver": -2, "salt_meat": 2}, ({"silver": 1},)),
    Use("buy_sheep", 2, {"silver": 1}, (), {"silver": -1, "sheep": 1}, ({},)),
    Use(
        "buy_cattle_milk",
        2,
        {"silver": 3},
        (),
        {"silver": -3, "cattle": 1, "milk": 1},
        ({"silver": 2},),
    ),
    Use("sheep_or_cattle", 3, {}, ("sheep",), {"sheep": 1}),
    Use("sheep_or_cattle", 3, {"silver": 1}, ("cattle",), {"silver": -1, "cattle": 1}),
    Use(
        "buy_sheep_and_cattle",
        4,
        {"silver": 3},
        (),
        {"silver": -3, "sheep": 1, "cattle": 1},
        ({"silver": 2},),
    ),
    # Weekly market
    Use("beans", 1, {}, (), {"beans": 1, "silver": 1}),
    Use("flax_stockfish", 2, {}, (), {"flax": 1, "stockfish": 1, "silver": 1}),
    Use("fruits_oil_salt_meat", 3, {}, (), {"fruits": 1, "oil": 1, "salt_meat": 1, "silver": 1}),
    Use("spices_milk_wool", 4, {}, (), {"spices": 1, "silver": 1}),
    Use("spices_milk_wool", 4, {"sheep": 2}, (), {"spices": 1, "silver": 1, "wool": 1}),
    Use("spices_milk_wool", 4, {"pregnant_cattle": 1}, (), {"spices": 1, "silver": 1, "milk": 2}),
    Use(
        "spices_milk_wool",
        4,
        {"pregnant_sheep": 1, "cattle": 3},
        (),
        {"spices": 1, "silver": 1, "wool": 1, "milk": 2},
    ),
    # Products
    Use("milk", 1, {"cattle": 1}, (), {"milk": 1}, ({"sheep": 3},)),
    Use("milk", 1, {"cattle": 1, "pregnant_cattle": 1}, (), {"milk": 2}),
    Use("milk", 1, {"cattle": 3}, (), {"milk": 3}),
    Use("milk", 1, {"cattle": 5}, (), {"milk": 3}),
    Use("mead", 2, {}, (), {"mead": 2, "silver": 2}),
    Use("wool", 3, {"pregnant_sheep": 1}, (), {"wool": 1}, ({"cattle": 3},)),
    Use("wool", 3, {"sheep": 2}, (), {"wool": 2}),
    Use("wool", 3, {"sheep": 3, "pregnant_sheep": 1}, (), {"wool": 3}),
    # Crafting
    Use("craft_linen", 1, {"flax": 1}, (), {"flax": -1, "linen": 1}, ({"grain": 1},)),
    Use(
        "craft_rune_stone",
        1,
        {"stone": 1},
        (),
        {"stone": -1, "rune_stone": 1, "silver": 1},
        ({"wood": 1, "ore": 1},),
    ),
    Use(
        "craft_clothing",
        2,
        {"hide": 1, "linen": 1},
        (),
        {"hide": -1, "linen": -1, "clothing": 1, "silver": 2},
        ({"hide": 2}, {"linen": 2}),
    ),
    Use(
        "craft_chest",
        2,
        {"wood": 1},
        ("pay wood",),
        {"wood": -1, "chest": 1, "silver": 1},
        ({"stone": 1},),
    ),
    Use("craft_chest", 2, {"ore": 1}, ("pay ore",), {"ore": -1, "chest": 1, "silver": 1}),
    Use("forge", 3, {"ore": 1}, ("forge jewelry",), {"ore": -1, "jewelry": 1}, ({"silver": 9},)),
    Use("forge", 3, {"ore": 2}, ("forge throwing_axe",), {"ore": -1, "throwing_axe": 1}),
    Use(
        "craft_chests_and_rune_stones",
        3,
        {"wood": 2, "stone": 2},
        (),
        {"wood": -2, "stone": -2, "chest": 2, "rune_stone": 2},
        ({"wood": 1, "stone": 2}, {"wood": 2, "stone": 1}),
    ),
    Use("master_crafting", 4, {}, (), {"silver": 4}),
    Use("master_crafting", 4, {"wool": 1, "silverware": 1}, ("skip", "skip"), {"silver": 4}),
    Use(
        "master_crafting",
        4,
        {"wool": 2, "silverware": 2},
        ("wool to robe", "silverware to jewelry"),
        {"silver": 4, "wool": -1, "robe": 1, "silverware": -1, "jewelry": 1},
    ),
    Use(
        "master_crafting",
        4,
        {"silverware": 1},
        ("silverware to jewelry",),
        {"silver": 4, "silverware": -1, "jewelry": 1},
    ),
    # Mountains and trade
    Use("mountain_2", 1, {}, ("strip 2 take 2",), {"wood": 2}),
    Use("mountain_2", 1, {}, ("strip 1 take 1",), {"wood": 1}),
    Use(
        "mountain_1_upgrade_1",
        1,
        {"mead": 1},
        ("strip 1 take 1", "upgrade mead"),
        {"wood": 1, "mead": -1, "oil": 1},
    ),
    Use("mountain_1_upgrade_1", 1, {}, ("strip 1 take 1",), {"wood": 1}),
    Use(
        "mountain_1_upgrade_1", 1, {"oil": 1}, ("skip", "upgrade oil"), {"oil": -1, "rune_stone": 1}
    ),
    Use(
        "upgrade_2",
        1,
        {"peas": 1, "stockfish": 1},
        ("upgrade peas", "upgrade stockfish"),
        {"peas": -1, "mead": 1, "stockfish": -1, "hide": 1},
        ({}, {"rune_stone": 1, "silver": 5, "glass_beads": 1}),
    ),
    Use("wood_per_player_and_ore", 2, {}, (), {"wood": 1, "ore": 1}),
    Use(
        "mountain_3_upgrade_1",
        2,
        {"beans": 2},
        ("strip 1 take 3", "upgrade beans"),
        {"wood": 2, "stone": 1, "beans": -1, "milk": 1},
    ),
    Use(
        "upgrade_3",
        2,
        {"pregnant_sheep": 1, "cattle": 1, "robe": 2},
        ("upgrade pregnant_sheep", "upgrade cattle", "upgrade robe"),
        {
            "pregnant_sheep": -1,
            "fur": 1,
            "cattle": -1,
            "clothing": 1,
            "robe": -1,
            "treasure_chest": 1,
        },
        ({},),
    ),
    Use("mountain_3_and_2", 3, {}, ("strip 2 take 3", "strip 1 take 2"), {"wood": 5}),
    Use("mountain_3_and_2", 3, {}, ("strip 1 take 3", "skip"), {"wood": 2, "stone": 1}),
    Use(
        "upgrade_3_weapons_4",
        3,
        {"oil": 1},
        ("upgrade oil", "bow", "snare", "spear", "long_sword"),
        {"oil": -1, "rune_stone": 1, "bow": 1, "snare": 1, "spear": 1, "long_sword": 1},
    ),
    Use("upgrade_3_weapons_4", 3, {}, ("bow", "bow", "spear", "bow"), {"bow": 3, "spear": 1}),
    Use(
        "upgrade_4",
        3,
        {"peas": 1, "mead": 1, "oil": 1, "flax": 1},
        ("upgrade peas", "upgrade flax", "upgrade oil", "upgrade mead"),
        {"peas": -1, "flax": -1, "stockfish": 1, "rune_stone": 1},
        ({},),
    ),
    Use(
        "mountain_4_double_upgrade_2",
        4,
        {"peas": 1, "whale_meat": 1},
        ("strip 1 take 4", "upgrade peas twice", "upgrade whale_meat twice"),
        {
            "wood": 2,
            "stone": 1,
            "ore": 1,
            "peas": -1,
            "oil": 1,
            "whale_meat": -1,
            "treasure_chest": 1,
        },
    ),
    Use(
        "mountains_2222_or_double_upgrade_3",
        4,
        {},
        ("mountains", "strip 1 take 2", "strip 2 take 2"),
        {"wood": 4},
    ),
    Use(
        "mountains_2222_or_double_upgrade_3",
        4,
        {"grain": 1, "milk": 1, "fruits": 1},
        ("upgrades", "upgrade grain twice", "upgrade milk twice", "upgrade fruits twice"),
        {"grain": -1, "linen": 1, "milk": -1, "chest": 1, "fruits": -1, "robe": 1},
    ),
    # Sailing
    *(
        Use(
            f"overseas_trading_{column}",
            column,
            {"knarr": 1, "silver": 1, "oil": 1, "hide": 2},
            ("trade hide", "trade oil"),
            {"silver": -1, "oil": -1, "rune_stone": 1, "hide": -1, "silverware": 1},
            ({"knarr": 1, "oil": 1}, {"silver": 5, "oil": 1, "longship": 1, "whaling_boat": 1}),
        )
        for column in (1, 2)
    ),
    Use("overseas_trading_1", 1, {"knarr": 1, "silver": 1}, (), {"silver": -1}),
    Use(
        "special_sale",
        3,
        {"knarr": 1, "silver": 7},
        ("sale round_shield", "sale helmet"),
        {"silver": -7, "round_shield": 1, "helmet": 1},
        ({"longship": 1, "whaling_boat": 1, "silver": 9},),
    ),
    Use("special_sale", 3, {"knarr": 1}, ("sale glass_beads",), {"glass_beads": 1}),
    Use(
        "raiding",
        1,
        {"longship": 1},
        ("8", "loot crucifix", "pay"),
        {"crucifix": 1},
        ({"knarr": 1, "whaling_boat": 1},),
    ),
    Use("raiding", 1, {"longship": 1}, ("8", "fail"), FAILED_RAID),
    *(
        Use(
            f"pillaging_{column}",
            column,
            {"longship": 1, "stone": 2, "long_sword": 2},
            ("12", "loot english_crown", "pay long_sword=2 stone=2"),
            {"stone": -2, "long_sword": -2, "english_crown": 1},
            ({"knarr": 1, "whaling_boat": 1},),
        )
        for column in (2, 3)
    ),
    Use("pillaging_2", 2, {"longship": 1}, ("5", "fail"), FAILED_RAID),
    Use("pillaging_3", 3, {"longship": 1}, ("5", "fail"), FAILED_RAID),
    Use("plundering", 4, {"longship": 2}, (), {"silver_hoard": 1}, ({"longship": 1, "knarr": 3},)),
    Use("explore_1", 1, {"whaling_boat": 1}, ("explore shetland",), {"shetland": 1}, ({},)),
    Use("explore_1", 1, {"knarr": 1}, ("explore faroe_islands",), {"faroe_islands": 1}),
    Use("explore_1", 1, {"longship": 1}, ("explore shetland",), {"shetland": 1}),
    Use("explore_2", 2, {"knarr": 1}, ("explore iceland",), {"iceland": 1}, ({"whaling_boat": 3},)),
    Use("explore_2", 2, {"longship": 1}, ("explore greenland",), {"greenland": 1}),
    Use(
        "explore_2",
        2,
        {"longship": 1},
        ("explore bear_island",),
        {"bear_island": 1, "silver": 6},
        number=6,
        boards=BEAR,
    ),
    *(
        Use(
            "explore_3",
            3,
            {"longship": 1},
            (f"explore {each.board}",),
            {each.board: 1} | ({"silver": each.silver} if each.silver else {}),
            ({"knarr": 4, "whaling_boat": 3},),
            number=6,
            boards=FAR,
        )
        for each in FAR
    ),
    # Emigration and occupations
    Use("draw_occupation", 1, {}, (), {"silver": 1}),
    Use(
        "play_occupation_paid",
        1,
        {"stone": 1},
        ("pay stone", A_CARD),
        {"stone": -1, "silver": 1, f"hand {QUIET[-3]}": -1, f"played {QUIET[-3]}": 1},
        ({"wood": 1, "silver": 1},),
        hand=QUIET[-3:],
    ),
    Use("play_occupation_paid", 1, {"ore": 1}, ("pay ore",), {"ore": -1, "silver": 1}),
    *(
        Use(
            f"emigrate_{column}",
            column,
            {"knarr": 1, "silver": number},
            ("emigrate knarr",),
            {"knarr": -1, "silver": -number, "emigrated knarr": 1},
            (
                {"knarr": 1, "longship": 1, "silver": number - 1},
                {"whaling_boat": 1, "silver": number},
            ),
            number=number,
        )
        for column, number in ((2, 1), (3, 6))
    ),
    Use(
        "emigrate_2",
        2,
        {"longship": 1, "silver": 9},
        ("emigrate longship ore=0",),
        {"longship": -1, "silver": -4, "emigrated longship": 1},
        number=4,
    ),
    Use(
        "play_occupations_1_2",
        2,
        {},
        (B_CARD, A_CARD),
        {
            f"{where} {QUIET[-3 + at]}": sign
            for where, sign in (("hand", -1), ("played", 1))
            for at in (0, 1)
        },
        hand=QUIET[-3:],
    ),
    Use(
        "play_occupations_1_4",
        3,
        {},
        (B_CARD, A_CARD, "skip"),
        {
            f"{where} {QUIET[-3 + at]}": sign
            for where, sign in (("hand", -1), ("played", 1))
            for at in (0, 1)
        },
        hand=QUIET[-3:],
    ),
    Use(
        "whaling_boat_to_knarr_emigrate",
        4,
        {"whaling_boat": 1, "longship": 1, "silver": 1},
        ("exchange whaling_boat ore=0", "emigrate longship ore=0"),
        {"whaling_boat": -1, "knarr": 1, "silver": -1, "longship": -1, "emigrated longship": 1},
        ({"whaling_boat": 1}, {"silver": 1}, {"knarr": 1, "whaling_boat": 1}),
    ),
    Use(
        "whaling_boat_to_knarr_emigrate",
        4,
        {"whaling_boat": 1, "silver": 1},
        ("exchange whaling_boat ore=0", "emigrate knarr"),
        {"whaling_boat": -1, "silver": -1, "emigrated knarr": 1},
    ),
    Use(
        "whaling_boat_to_knarr_emigrate",
        4,
        {"knarr": 1, "whaling_boat": 1, "silver": 1},
        ("skip", "emigrate knarr"),
        {"knarr": -1, "silver": -1, "emigrated knarr": 1},
    ),
]


def ready(use: Use, have: dict[str, int] | None = None) -> State:
    """A turn in which a space can be used, or one with other things."""
    fields: dict[str, Any] = {"exploration": use.boards} if use.boards else {}
    things = use.have if have is None else have
    return turn(use.number, things, hand=use.hand, **fields)


def name_of(use: Use) -> str:
    """What to call a way in the names of tests."""
    return f"{use.space}-{'-'.join(use.moves) or 'at once'}"
