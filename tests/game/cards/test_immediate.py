"""Effects of cards when they are played: each by its text, and its limits."""

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, State, why_not
from odin_solver.rules.board_state import BoardState, spots
from tests.game.building import change, filled, luck, play, turn
from tests.game.cards.helping import PLAY, Items, choices, effect, when_played, with_card
from tests.game.texts import menu

GIVEN: list[tuple[int, Items, Items]] = [
    (10, {"sheep": 3, "cattle": 1}, {"milk": 2, "silver": 2}),
    (10, {"pregnant_sheep": 1}, {"milk": 1, "silver": 1}),
    (10, {"milk": 1}, {}),
    (14, {"whaling_boat": 2, "knarr": 1, "longship": 1}, {"whale_meat": 1}),
    (14, {"whaling_boat": 2, "knarr": 2, "longship": 2}, {"whale_meat": 2}),
    (14, {"whaling_boat": 3, "knarr": 4}, {}),
    (22, {"longship": 2}, {"ore": 2, "stone": 2, "silver": 2}),
    (22, {"knarr": 2}, {}),
    (23, {"stone_house": 1, "long_house": 2, "shed": 3}, {"silver": 6}),
    (24, {"knarr": 2, "whaling_boat": 3}, {"oil": 2, "wood": 3}),
    (25, {"knarr": 3}, {"salt_meat": 3}),
    (26, {"mead": 3, "stockfish": 1, "sheep": 1, "pregnant_sheep": 1, "peas": 2}, {"silver": 3}),
    (26, {"peas": 2, "oil": 1, "silver": 4}, {}),
    (27, {"whaling_boat": 3, "knarr": 1}, {"stockfish": 3}),
    (29, {"game_meat": 3, "whale_meat": 2}, {"salt_meat": 2}),
    (30, {"silk": 1}, {"silver": 1}),
    (30, {"silk": 2}, {"silver": 3}),
    (30, {"silk": 3}, {"silver": 6}),
    (30, {"silk": 5}, {"silver": 6}),
    (30, {}, {}),
    (33, {"sheep": 2}, {}),
    (33, {"sheep": 2, "pregnant_sheep": 1}, {"wool": 1}),
    (33, {"sheep": 4}, {"wool": 2}),
    (33, {"sheep": 5}, {"wool": 2}),
    (33, {"sheep": 6}, {"wool": 3}),
    (34, {"sheep": 1, "pregnant_sheep": 1}, {"milk": 1, "wool": 1}),
    (34, {"sheep": 3}, {"milk": 1, "wool": 1}),
    (34, {"sheep": 4}, {"milk": 1, "wool": 2}),
    (34, {"sheep": 1}, {}),
    (
        35,
        {"sheep": 2, "pregnant_cattle": 1},
        {"sheep": -1, "pregnant_sheep": 1, "cattle": 2, "pregnant_cattle": -1},
    ),
    (43, {}, {"fruits": 1}),
    (69, {"bow": 1, "spear": 3}, {"bow": 1, "snare": 2, "long_sword": 2}),
    (70, {"silver": 9}, {}),
    (183, {}, {}),
    (183, {"knarr": 1}, {"peas": 1, "flax": 1, "beans": 1}),
    (183, {"knarr": 4}, {"peas": 1, "flax": 1, "beans": 1, "grain": 1, "cabbage": 1, "fruits": 1}),
]


def _name(number: object) -> str | None:
    return f"{number} {OCCUPATIONS[number].name}" if isinstance(number, int) else None


@pytest.mark.rule(10, 14, 22, 23, 24, 25, 26, 27, 29, 30, 33, 34, 35, 43, 69, 183)
@pytest.mark.parametrize(("number", "have", "given"), GIVEN, ids=_name)
def test_given_when_played(number: int, have: Items, given: Items) -> None:
    """Cards that leave nothing to be decided."""
    assert when_played(number, have) == given


STOCKFISH_TO_SILVERWARE = {"stockfish": -1, "silverware": 1}

DEALS: list[tuple[int, Items, str, Items]] = [
    (17, {"flax": 1}, "exchange flax=1 for silverware=1", {"flax": -1, "silverware": 1}),
    (17, {"stockfish": 1}, "exchange stockfish=1 for silverware=1", STOCKFISH_TO_SILVERWARE),
    (17, {"cattle": 1}, "exchange cattle=1 for silver_hoard=1", {"cattle": -1, "silver_hoard": 1}),
    (17, {"hide": 1}, "exchange hide=1 for silverware=1", {"hide": -1, "silverware": 1}),
    (31, {"oil": 3}, "take oil=1", {"oil": 1}),
    (61, {"longship": 1}, "exchange longship ore=0", {"longship": -1, "silver": 8}),
    (
        62,
        {"ore": 1, "silver": 1},
        "exchange ore=1 silver=1 for cloakpin=1",
        {"ore": -1, "silver": -1, "cloakpin": 1},
    ),
    (
        62,
        {"ore": 1, "silver": 1},
        "exchange ore=1 silver=1 for crucifix=1",
        {"ore": -1, "silver": -1, "crucifix": 1},
    ),
    (
        63,
        {"pregnant_sheep": 1},
        "exchange sheep=1 for salt_meat=1 hide=1 wool=1",
        {"pregnant_sheep": -1, "salt_meat": 1, "hide": 1, "wool": 1},
    ),
    (
        63,
        {"silver": 3},
        "exchange silver=3 for drinking_horn=1",
        {"silver": -3, "drinking_horn": 1},
    ),
    (
        64,
        {"whaling_boat": 1, "silver": 2},
        "exchange whaling_boat ore=0",
        {"whaling_boat": -1, "silver": -2, "longship": 1},
    ),
    (
        65,
        {"snare": 2, "spear": 3},
        "exchange snare=2 spear=2 for treasure_chest=1",
        {"snare": -2, "spear": -2, "treasure_chest": 1},
    ),
    (
        66,
        {"peas": 1, "silver": 1},
        "exchange peas=1 silver=1 for stockfish=1",
        {"peas": -1, "silver": -1, "stockfish": 1},
    ),
    (
        66,
        {"grain": 1, "silver": 1},
        "exchange grain=1 silver=1 for fur=1",
        {"grain": -1, "silver": -1, "fur": 1},
    ),
    (
        67,
        {"silver": 4},
        "exchange silver=4 for silverware=2 game_meat=1 mead=1",
        {"silver": -4, "silverware": 2, "game_meat": 1, "mead": 1},
    ),
    (72, {"silver": 1}, "exchange silver=1 for stone_house=1", {"silver": -1, "stone_house": 1}),
    (73, {}, "take silverware=1", {"silverware": 1}),
    (73, {"silver": 2}, "exchange silver=2 for crucifix=1", {"silver": -2, "crucifix": 1}),
    (73, {"silver": 5}, "exchange silver=5 for chalice=1", {"silver": -5, "chalice": 1}),
    (
        74,
        {"grain": 1, "silver": 2},
        "exchange grain=1 silver=2 for cattle=1",
        {"grain": -1, "silver": -2, "cattle": 1},
    ),
    (
        75,
        {"silver": 1},
        "exchange silver=1 for skin_and_bones=1",
        {"silver": -1, "skin_and_bones": 1},
    ),
    (78, {"knarr": 1, "chest": 1}, "exchange chest=1 for wool=1", {"chest": -1, "wool": 1}),
    (79, {"cattle": 1}, "turn cattle", {"cattle": -1, "pregnant_cattle": 1}),
    (80, {"silver": 2}, "exchange silver=2 for sheep=1", {"silver": -2, "sheep": 1}),
    # 8 less 1 for the long sword and 3 halves is 5 and a half: 5.
    (
        81,
        {"silver": 5, "long_sword": 1, "spear": 2, "bow": 1, "snare": 4},
        "exchange silver=5 for longship=1",
        {"silver": -5, "longship": 1},
    ),
    # 8 less 2 for the long swords.
    (
        81,
        {"silver": 6, "long_sword": 2},
        "exchange silver=6 for longship=1",
        {"silver": -6, "longship": 1},
    ),
    (81, {"long_sword": 8}, "exchange silver=0 for longship=1", {"longship": 1}),
    (
        82,
        {"silver": 3, "knarr": 2},
        "exchange silver=3 for longship=1",
        {"silver": -3, "longship": 1},
    ),
    (83, {"flax": 5}, "exchange flax=4 for stockfish=4", {"flax": -4, "stockfish": 4}),
    (
        83,
        {"sheep": 1, "pregnant_sheep": 1},
        "exchange sheep=2 for fur=2",
        {"sheep": -1, "pregnant_sheep": -1, "fur": 2},
    ),
    (86, {"silver": 5}, "exchange silver=4 for hide=2", {"silver": -4, "hide": 2}),
    (87, {}, "take crucifix", {"crucifix": 1}),
]


@pytest.mark.rule(
    17, 31, 61, 62, 63, 64, 65, 66, 67, 72, 73, 74, 75, 78, 79, 80, 81, 82, 83, 86, 87
)
@pytest.mark.parametrize(("number", "have", "move", "changed"), DEALS, ids=_name)
def test_deals_when_played(number: int, have: Items, move: str, changed: Items) -> None:
    """Cards that let the player exchange or buy something."""
    assert when_played(number, have, move) == changed


MANDATORY = {73, 87}


@pytest.mark.rule(17, 31, 61, 62, 63, 64, 65, 66, 67, 72, 74, 75, 78, 79, 80, 81, 82, 83, 86)
@pytest.mark.parametrize("number", sorted({number for number, *_ in DEALS} - MANDATORY))
def test_deals_can_be_left(number: int) -> None:
    """What a card lets the player do, the player may leave."""
    have = next(have for each, have, *_ in DEALS if each == number)
    assert when_played(number, have, "skip") == {}


NOT_OFFERED: list[tuple[int, Items]] = [
    (17, {"silverware": 1, "wood": 1}),  # blue goods are at the end
    (31, {"oil": 4, "hide": 2, "sheep": 3, "silver": 3, "wood": 3}),  # exactly 3, and a good
    (61, {"knarr": 1}),
    (62, {"ore": 1}),
    (63, {"silver": 2}),
    (64, {"whaling_boat": 1, "silver": 1}),
    (64, {"whaling_boat": 1, "silver": 2, "knarr": 4}),  # no free berth
    (65, {"snare": 2, "spear": 1}),
    (66, {"peas": 1}),
    (66, {"mead": 1, "silver": 1}),
    (67, {"silver": 3}),
    (72, {"silver": 9, "stone_house": 3}),
    (74, {"grain": 1, "silver": 1}),
    (75, {}),
    (78, {"chest": 1}),  # no knarr
    (78, {"knarr": 1, "sheep": 1}),  # animals are in the stables
    (79, {"pregnant_cattle": 1}),
    (80, {"silver": 1}),
    (81, {"silver": 7}),
    (82, {"silver": 7}),
    (82, {"silver": 9, "knarr": 4}),  # no free berth
    (83, {"silk": 4}),
    (86, {"silver": 1}),
    (184, {"wood": 4, "ore": 2}),
    (184, {"wood": 3, "silver": 2, "ore": 3}),
    (184, {"silver": 3, "ore": 3, "knarr": 4}),
]


@pytest.mark.parametrize(("number", "have"), NOT_OFFERED)
def test_nothing_to_decide(number: int, have: Items) -> None:
    """A card is no decision if nothing of it can be done: it is the next turn at once."""
    assert when_played(number, have) == {}
    assert "pass" in choices(turn(have=have, hand=(number,)), PLAY, f"play {number}")


OFFERED: list[tuple[int, Items, list[str]]] = [
    (
        66,
        {"peas": 1, "silver": 1},
        [f"exchange peas=1 silver=1 for {name}=1" for name in ("stockfish", "wool")],
    ),
    (83, {"oil": 1}, ["exchange oil=1 for rune_stone=1"]),
    (83, {"flax": 3}, [f"exchange flax={count} for stockfish={count}" for count in (3, 2, 1)]),
    (86, {"silver": 9}, [f"exchange silver={2 * count} for hide={count}" for count in (1, 2, 3)]),
]


@pytest.mark.rule(66, 83, 86)
@pytest.mark.parametrize(("number", "have", "offered"), OFFERED, ids=_name)
def test_all_that_is_offered(number: int, have: Items, offered: list[str]) -> None:
    assert choices(turn(have=have, hand=(number,)), PLAY, f"play {number}") == [*offered, "skip"]


@pytest.mark.rule(75)
def test_once() -> None:
    """An exchange of an immediate card can be made once, even if there is more to exchange."""
    assert "pass" in choices(
        turn(have={"silver": 9}, hand=(75,)),
        PLAY,
        "play 75",
        "exchange silver=1 for skin_and_bones=1",
    )


@pytest.mark.rule(5)
def test_5_chief_feasts_at_once() -> None:
    """Thing penalties count, and the regular feast still comes."""
    before = turn(1, {"mead": 3}, hand=(5,))
    after = play(before, PLAY, "play 5", "serve mead+")
    assert (change(before, after)["mead"], change(before, after)["penalties"]) == (-1, 4)
    # The feast lies on top: a decision.
    assert "serve" in menu(play(after, "pass"))[0]
    # It is a feast for other cards as well.
    before = turn(1, {"clothing": 1}, hand=(5,), played=(165,))
    assert play(before, PLAY, "play 5").has("silver") == 2


@pytest.mark.rule(16)
@pytest.mark.parametrize(
    ("loads", "boats", "silver"),
    [
        ((3, 0), (0,), 0),
        ((3,), (1,), 2),
        ((3,), (0, 0, 1), 2),
        ((1,), (1, 1, 1), 2),
        ((3, 2), (), 3),
        ((3, 3), (), 4),
        ((3, 3), (1,), 5),
        ((3, 3, 3), (1,), 5),
    ],
)
def test_16_captain(loads: tuple[int, ...], boats: tuple[int, ...], silver: int) -> None:
    """2 to 5 silver for 4 to 7 ore aboard; the ore printed on boats does not count."""
    given = {"silver": silver} if silver else {}
    assert when_played(16, {}, longships=loads, boats=boats) == given


@pytest.mark.rule(18)
@pytest.mark.parametrize(
    ("loads", "given"),
    [
        ((1, 1), {}),
        ((0, 2), {"silk": 1}),
        ((2, 3), {"jewelry": 1}),
        ((2, 2, 3), {"silver_hoard": 1}),
        ((2, 2, 2, 2), {"silver_hoard": 1}),
    ],
)
def test_18_fighter(loads: tuple[int, ...], given: Items) -> None:
    """One prize by the number of longships with 2 or 3 ore; the ore stays."""
    assert when_played(18, {}, longships=loads) == given


@pytest.mark.rule(19)
def test_19_host_counts_placed_tiles() -> None:
    """3 special tiles, one of them placed: silk."""
    home = filled("home", "a1:a5").laid(TILES["helmet"], 0)
    have = {"belt": 1, "fibula": 1}
    assert when_played(19, have, boards=(home,)) == {"silk": 1}
    assert when_played(19, have) == {}
    six = ("belt", "fibula", "chalice", "helmet", "cloakpin", "crucifix")
    for count, prize in ((3, "silk"), (4, "spices"), (5, "jewelry"), (6, "jewelry")):
        assert when_played(19, dict.fromkeys(six[:count], 1)) == {prize: 1}


AROUND_HIDE = ("b4:c4", "b3", "d3", "b2:d2")
"""The cells around the bonus of a stone house."""


def with_bonuses(card: int) -> State:
    """A turn with the mead of the home board and the hide of a stone house."""
    home = filled("home", "a1:a4", "b1:b2", "b4", "c1:c4")
    house = filled("stone_house", *AROUND_HIDE)
    assert (home.bonuses, house.bonuses) == ({"mead": 1}, {"hide": 1})
    return turn(boards=(home, house), hand=(card,))


@pytest.mark.rule(20)
def test_20_builder_gives_the_bonuses_of_houses() -> None:
    """Only stone houses and long houses."""
    changed = effect(with_bonuses(20), PLAY, "play 20")
    assert changed["hide"] == 1
    assert "mead" not in changed


@pytest.mark.rule(21)
def test_21_collector_gives_the_bonuses_of_the_home_board() -> None:
    """Only the home board."""
    changed = effect(with_bonuses(21), PLAY, "play 21")
    assert changed["mead"] == 1
    assert "hide" not in changed


@pytest.mark.rule(32)
@pytest.mark.parametrize(("ships", "count"), [(1, 2), (2, 5), (3, 10), (4, 10)])
def test_32_weapons_supplier(ships: int, count: int) -> None:
    """Weapons are drawn one by one."""
    assert when_played(32, {"longship": ships}, *["bow"] * count) == {"bow": count}


def test_32_weapons_supplier_without_longship() -> None:
    """Nothing is drawn."""
    assert when_played(32, {"knarr": 2}) == {}


@pytest.mark.rule(60)
def test_60_inspector() -> None:
    """A Viking for nothing, then another one of the same space for silver; both can be used."""
    before = turn(3, {"silver": 3}, hand=(60,), placed=(("upgrade_4", 3), ("beans", 1)))
    after = play(before, PLAY, "play 60", "return upgrade_4")
    assert choices(after) == ["return upgrade_4", "skip"]
    after = play(after, "return upgrade_4")
    assert after.vikings == before.vikings  # 2 were placed to play the card
    assert dict(after.placed)["upgrade_4"] == 1
    assert after.has("silver") == 0


@pytest.mark.rule("7.2", 60)
def test_60_an_emptied_space_can_be_used_again() -> None:
    """And only an emptied one; also next to one's Vikings with card 91."""
    before = turn(3, {"silver": 3}, hand=(60,), placed=(("upgrade_3", 2), ("beans", 1)))
    after = play(before, PLAY, "play 60", "return upgrade_3")
    assert why_not(play(after, "skip"), "use upgrade_3") == "it has been used in this round"
    after = play(after, "return upgrade_3")
    after.supply["peas"] = 1
    again = play(after, "use upgrade_3", "upgrade peas")
    assert dict(again.placed)["upgrade_3"] == 2
    assert why_not(again, "use upgrade_3") == "it has been used in this round"
    placed = (("take_stockfish", 0), ("buy_stockfish", 1))
    late = luck(play(turn(3, {"silver": 1}, played=(91,), placed=placed), "pass"))
    assert "also take_stockfish" in choices(late)


@pytest.mark.rule(60)
def test_60_from_the_first_space_of_all() -> None:
    before = turn(3, hand=(60,), placed=(("build_shed", 1),))
    after = play(before, PLAY, "play 60", "return build_shed")
    assert after.vikings == before.vikings - 2 + 1
    assert dict(after.placed)["build_shed"] == 0


@pytest.mark.rule(60, 151)
def test_60_then_151_gives_silver_for_each() -> None:
    """The Vikings come back one after the other."""
    before = turn(3, {"silver": 3}, hand=(60,), played=(151,), placed=(("upgrade_3", 2),))
    after = play(before, PLAY, "play 60", "return upgrade_3", "return upgrade_3")
    assert after.has("silver") == 3 + 1 - 3 + 1


@pytest.mark.rule(60)
def test_60_inspector_without_silver() -> None:
    """Only the first one comes back."""
    before = turn(3, {"silver": 2}, hand=(60,), placed=(("upgrade_4", 3),))
    assert "pass" in choices(before, PLAY, "play 60", "return upgrade_4")


@pytest.mark.rule(68)
def test_68_weapon_supplier() -> None:
    """4 weapons are drawn."""
    assert when_played(68, {}, "bow", "bow", "spear", "snare") == {"bow": 2, "spear": 1, "snare": 1}


@pytest.mark.rule(70)
def test_70_courier() -> None:
    """Silverware and rune stone lie where the cloakpin lay."""
    house = BoardState(BOARDS["long_house"])
    cells = spots(house.board, TILES["cloakpin"])[0].mask
    boards = (BoardState(BOARDS["home"]), house.laid(TILES["cloakpin"], cells))
    before = turn(boards=boards, hand=(70,), specials=frozenset({"belt"}))
    after = play(before, PLAY, "play 70", "take cloakpin")
    assert after.has("cloakpin") == 1
    assert sorted(piece.tile.id for piece in after.boards[1].pieces) == ["rune_stone", "silverware"]
    assert after.boards[1].covered == cells
    assert when_played(70, {"cloakpin": 1}) == {}


@pytest.mark.rule(83, 152)
def test_83_with_152_one_good_by_two_steps() -> None:
    state = play(turn(1, {"flax": 2}, hand=(83,), played=(152,)), PLAY, "play 83")
    assert [move for move in choices(state) if "flax=2" in move] == [
        "exchange flax=2 for stockfish=2",
        "exchange flax=2 for stockfish=1 hide=1",
    ]
    assert play(state, "exchange flax=1 for hide=1").has("hide") == 1
    alone = choices(turn(1, {"flax": 2}, hand=(83,)), PLAY, "play 83")
    assert alone == [f"exchange flax={n} for stockfish={n}" for n in (2, 1)] + ["skip"]


@pytest.mark.rule(71)
def test_71_innkeeper() -> None:
    """Chest and rune stone lie where the drinking horn lay."""
    house = BoardState(BOARDS["long_house"])
    cells = spots(house.board, TILES["drinking_horn"])[0].mask
    boards = (BoardState(BOARDS["home"]), house.laid(TILES["drinking_horn"], cells))
    before = turn(boards=boards, hand=(71,), specials=frozenset({"belt"}))
    after = play(before, PLAY, "play 71", "take drinking_horn")
    assert after.has("drinking_horn") == 1
    assert sorted(piece.tile.id for piece in after.boards[1].pieces) == ["chest", "rune_stone"]
    assert after.boards[1].covered == cells


def test_71_innkeeper_without_the_horn_on_a_board() -> None:
    """A horn in the supply does not count."""
    assert when_played(71, {"drinking_horn": 1}) == {}


@pytest.mark.rule(70, 71)
def test_70_71_on_the_home_board_and_each_its_own() -> None:
    """Both lie on the home board; what the cards do not name stays there."""
    home = BoardState(BOARDS["home"])
    home = home.laid(TILES["cloakpin"], home.legal_placements(TILES["cloakpin"])[0])
    state = turn(boards=(home,), hand=(71,), specials=frozenset({"belt"}))
    assert "pass" in choices(state, PLAY, "play 71")
    horn = TILES["drinking_horn"]
    home = home.laid(horn, home.legal_placements(horn)[0])
    for number, mine, other in (
        (70, "cloakpin", "drinking_horn"),
        (71, "drinking_horn", "cloakpin"),
    ):
        state = turn(boards=(home,), hand=(number,), specials=frozenset({"belt"}))
        after = play(state, PLAY, f"play {number}", f"take {mine}")
        assert after.supply == {mine: 1}
        left = {piece.tile.id for piece in after.boards[0].pieces}
        assert other in left
        assert mine not in left


@pytest.mark.rule(72)
def test_72_earl_pays_the_number_of_the_round() -> None:
    """Not building: no building event; 4 silver in round 4."""
    move = "exchange silver=4 for stone_house=1"
    assert when_played(72, {"silver": 4}, move, at=4) == {"silver": -4, "stone_house": 1}
    assert when_played(72, {"silver": 3}, at=4) == {}


@pytest.mark.rule(76)
def test_76_not_from_other_columns() -> None:
    """Nor from the first space of all."""
    before = turn(hand=(76,), placed=(("build_shed", 1), ("plundering", 4)))
    after = play(before, PLAY, "play 76")
    assert dict(after.placed) == {"build_shed": 1, "plundering": 3, PLAY.split()[1]: 2}


@pytest.mark.rule(76)
def test_76_homecomer() -> None:
    """1 Viking comes back from each space of the fourth column."""
    placed = (("plundering", 4), ("master_crafting", 4), ("upgrade_4", 3))
    before = turn(hand=(76,), placed=placed)
    after = play(before, PLAY, "play 76")
    assert after.vikings == before.vikings - 2 + 2
    assert dict(after.placed) == {
        "plundering": 3,
        "master_crafting": 3,
        "upgrade_4": 3,
        "play_occupations_1_2": 2,
    }


@pytest.mark.rule(77)
def test_77_follower() -> None:
    """An occupied space of the second column, own or of the round before; costs hold."""
    state = turn(
        have={"silver": 1},
        hand=(77,),
        placed=(("mead", 2),),
        blocked=frozenset({"buy_sheep", "wool"}),
    )
    moves = [f"follow {name}" for name in ("buy_sheep", "mead")]
    assert choices(state, PLAY, "play 77") == [*moves, "skip"]
    changed = effect(state, PLAY, "play 77", "follow buy_sheep")
    assert (changed["silver"], changed["sheep"]) == (-1, 1)


@pytest.mark.rule(77)
def test_77_no_other_column() -> None:
    """Not the first space of all."""
    state = turn(have={"wood": 2}, hand=(77,), placed=(("build_shed", 1), ("mead", 2)))
    assert choices(state, PLAY, "play 77") == ["follow mead", "skip"]


@pytest.mark.rule(77)
def test_77_follower_gets_no_viking_back() -> None:
    """A failed snare gives what it gives, but no Viking."""
    state = turn(hand=(77,), placed=(("laying_a_snare", 2),))
    after = play(state, PLAY, "play 77", "follow laying_a_snare", "8", "fail")
    assert after.vikings == state.vikings - 2
    assert dict(after.placed)["laying_a_snare"] == 2
    assert change(state, after)["wood"] == 1


@pytest.mark.rule(78)
def test_78_traveling_merchant_turns_so_many() -> None:
    """2 goods with a knarr."""
    moves = ["exchange peas=1 for mead=1"] * 2
    assert when_played(78, {"knarr": 1, "peas": 3}, *moves) == {"peas": -2, "mead": 2}
    state = turn(have={"knarr": 1, "peas": 3}, hand=(78,))
    assert "pass" in choices(state, PLAY, "play 78", *moves)


@pytest.mark.rule(78)
@pytest.mark.parametrize(("knarrs", "most"), [(1, 2), (2, 4), (3, 6), (4, 7)])
def test_78_more_with_each_knarr(knarrs: int, most: int) -> None:
    state = turn(have={"knarr": knarrs, "peas": 8}, hand=(78,))
    moves = ["exchange peas=1 for mead=1"] * most
    assert choices(state, PLAY, "play 78", *moves[1:])[0] == moves[0]
    assert "pass" in choices(state, PLAY, "play 78", *moves)


@pytest.mark.rule(82)
@pytest.mark.parametrize(("knarrs", "price"), [(0, 8), (1, 6), (2, 3), (3, 1)])
def test_82_cheaper_with_each_knarr(knarrs: int, price: int) -> None:
    move = f"exchange silver={price} for longship=1"
    have = {"knarr": knarrs, "silver": 9}
    assert when_played(82, have, move) == {"silver": -price, "longship": 1}
    assert when_played(82, have | {"silver": price - 1}) == {}


@pytest.mark.rule(188)
@pytest.mark.parametrize(
    ("players", "given"), [(1, {}), (2, {"silver": 1}), (3, {"silver": 2}), (4, {"silver": 3})]
)
def test_188_silver_for_each_other_player(players: int, given: Items) -> None:
    assert when_played(188, {}, options=Options(players=players)) == given


@pytest.mark.rule(84)
def test_84_harbor_guard() -> None:
    """Round 4, 2 large ships: 2 silver."""
    have = {"knarr": 1, "longship": 1, "silver": 2}
    assert when_played(84, have, "emigrate", "emigrate knarr", at=4) == {
        "silver": -2,
        "knarr": -1,
        "emigrated knarr": 1,
    }
    assert when_played(84, have | {"silver": 1}, at=4) == {}


@pytest.mark.rule(85)
def test_85_hornblower() -> None:
    """A hunt for 1 silver, then a snare for 2; no Viking comes back."""
    state = turn(have={"silver": 3}, hand=(85,))
    moves = [PLAY, "play 85", "hunt", "8", "fail", "lay a snare", "8", "fail"]
    after = play(state, *moves)
    assert after.vikings == state.vikings - 2
    changed = change(state, after)
    assert {name: changed[name] for name in ("silver", "wood", "bow", "snare")} == {
        "silver": -3,
        "wood": 2,
        "bow": 1,
        "snare": 1,
    }


@pytest.mark.rule(85)
def test_85_hornblower_each_once() -> None:
    """Both are optional."""
    assert when_played(85, {"silver": 3}, "skip", "skip") == {}
    assert when_played(85, {}) == {}


@pytest.mark.rule(87)
def test_87_preacher_may_take_from_a_strip() -> None:
    """Up to 4 items of one strip instead of the crucifix."""
    assert when_played(87, {}, "mountain", "strip 2 take 4") == {"wood": 4}


@pytest.mark.rule(87)
def test_87_is_not_given_by_the_action() -> None:
    """Cards 154 and 122 look at what actions give, and this is what a card gives."""
    state = with_card(154, hand=(87,), played=(122, 154))
    after = play(state, PLAY, "play 87", "mountain", "strip 1 take 4")
    assert after.supply == {"wood": 2, "stone": 1, "ore": 1}


@pytest.mark.rule(184)
@pytest.mark.parametrize(
    ("price", "paid"), [("wood=4", {"wood": -4}), ("silver=3", {"silver": -3})]
)
def test_184_longship_with_ore(price: str, paid: Items) -> None:
    """The longship comes with 3 ore of the supply on it."""
    have = {"wood": 4, "silver": 3, "ore": 3}
    assert when_played(184, have, "take longship", f"pay {price}") == {
        **paid,
        "ore": -3,
        "longship": 1,
        "ore aboard": 3,
    }


@pytest.mark.rule(184)
def test_184_either_price() -> None:
    """With wood and silver for it, the player says what is paid."""
    have = {"wood": 4, "silver": 3, "ore": 3}
    state = turn(have=have, hand=(184,))
    assert choices(state, PLAY, "play 184", "take longship") == ["pay wood=4", "pay silver=3"]
    assert choices(state, PLAY, "play 184") == ["take longship", "skip"]


@pytest.mark.rule(184)
def test_184_other_longships_keep_their_ore() -> None:
    state = turn(have={"silver": 3, "ore": 3}, hand=(184,), longships=(0, 1))
    after = play(state, PLAY, "play 184", "take longship", "pay silver=3")
    assert after.longships == (0, 1, 3)
