"""What can be done at any time: placing, ships, arming (rules, 1, 2 and 4)."""

import json

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.game import IllegalMove, State, apply, decision, why_not
from odin_solver.game.kernel.state import Exploration
from odin_solver.game.serial import state_data
from odin_solver.names.printed import plain_name
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import grid_of
from tests.game.building import change, filled, luck, play, rest, to_feast, turn
from tests.game.texts import legal_moves

HAVE = {"oil": 1, "ore": 3, "silver": 8, "whaling_boat": 1, "longship": 1}


def phases() -> dict[str, State]:
    """States in every phase, and in every kind of action, in which the player decides."""
    home = (filled("home", "a1"),)
    return {
        "turn": turn(2, HAVE),
        "last income": luck(apply(turn(7, HAVE, boards=home), "pass")),
        "feast": to_feast(turn(2, HAVE)),
        "final placing": rest(turn(7, HAVE)),
        "roll": play(turn(2, HAVE), "use raiding", "6"),
        "boats": play(turn(2, HAVE), "use whaling_1"),
        "strips": play(turn(2, HAVE), "use mountain_2"),
        "upgrade": play(turn(2, HAVE | {"mead": 1}), "use upgrade_2"),
        "explore": play(turn(2, HAVE), "use explore_2"),
        "emigrate": play(turn(2, HAVE | {"silver": 11}), "use emigrate_2"),
        "forge": play(turn(2, HAVE), "use forge"),
        "trade": play(
            turn(2, HAVE | {"knarr": 1, "silver": 9, "hide": 1}), "use overseas_trading_1"
        ),
        "sale": play(turn(2, HAVE | {"knarr": 1}), "use special_sale"),
    }


@pytest.mark.rule("4.11", "4.7", "4.8")
@pytest.mark.parametrize("phase", phases())
def test_tiles_are_placed_and_ships_bought_in_every_phase(phase: str) -> None:
    state = phases()[phase]
    here = decision(state)
    assert here is not None
    for move in ("place oil home c1,d1", "place silver home h1", "place ore home a3"):
        assert move in legal_moves(state)
        after = apply(state, move)
        assert decision(after) == here, "the decision is still to be made"
    early = "it would cover income before everything to the lower left is covered"
    assert why_not(state, "place ore home d4") == early
    assert "ship longship" in legal_moves(state)
    assert change(state, apply(state, "ship longship")) == {"longship": 1, "silver": -8}


@pytest.mark.rule("4.9")
@pytest.mark.parametrize("phase", phases())
def test_ships_are_armed_at_any_time_but_not_during_an_action(phase: str) -> None:
    state = phases()[phase]
    move = "arm longship ore=0"
    if phase in ("turn", "last income", "feast", "final placing"):
        assert {move, "arm whaling_boat ore=0"} < set(legal_moves(state))
        assert change(state, apply(state, move)) == {"ore": -1, "ore aboard": 1}
    else:
        assert why_not(state, move) == "ships are not armed during an action"
        assert not [each for each in legal_moves(state) if each.startswith("arm")]


@pytest.mark.rule("4.9")
def test_slots_for_ore() -> None:
    """A whaling boat has room for one more, a longship for three, a knarr for none."""
    state = turn(1, {"ore": 9, "whaling_boat": 1, "knarr": 1, "longship": 1})
    for at in range(3):
        state = apply(state, f"arm longship ore={at}")
    state = apply(state, "arm whaling_boat ore=0")
    assert (state.boats, state.longships) == ((1,), (3,))
    for move in ("arm longship ore=3", "arm whaling_boat ore=1", "arm knarr ore=0", "arm"):
        assert why_not(state, move) == "no ship has a free slot"
    assert not [each for each in legal_moves(state) if each.startswith("arm")]
    empty = turn(1, {"longship": 1})
    assert why_not(empty, "arm longship ore=0") == "there is no ore in the supply"


@pytest.mark.rule("4.9")
def test_arming_one_of_several() -> None:
    state = turn(1, {"ore": 2, "longship": 3}, longships=(0, 1, 1))
    assert apply(state, "arm longship ore=1").longships == (0, 1, 2)
    assert apply(state, "arm longship ore=0").longships == (1, 1, 1)
    assert why_not(state, "arm longship ore=2") == (
        "expected one of: arm longship ore=0; arm longship ore=1"
    )


@pytest.mark.rule("4.8")
@pytest.mark.parametrize(("ship", "price"), [("whaling_boat", 3), ("knarr", 5), ("longship", 8)])
def test_prices_of_ships(ship: str, price: int) -> None:
    state = turn(1, {"silver": price})
    assert change(state, apply(state, f"ship {ship}")) == {ship: 1, "silver": -price}
    poor = turn(1, {"silver": price - 1})
    assert why_not(poor, f"ship {ship}") == f"it costs {price} silver, there are {price - 1}"
    assert f"ship {ship}" not in legal_moves(poor)


@pytest.mark.rule("2.3", "4.8")
@pytest.mark.parametrize(
    ("bay", "full"),
    [
        ({"whaling_boat": 3}, {"whaling_boat"}),
        ({"knarr": 4}, {"knarr", "longship"}),
        ({"longship": 4}, {"knarr", "longship"}),
        ({"knarr": 1, "longship": 3}, {"knarr", "longship"}),
        ({"knarr": 2, "longship": 1, "whaling_boat": 2}, set()),
        ({"whaling_boat": 3, "knarr": 4}, {"whaling_boat", "knarr", "longship"}),
    ],
)
def test_berths(bay: dict[str, int], full: set[str]) -> None:
    """Three small berths and four large ones; whaling boats never lie in a large one."""
    state = turn(1, bay | {"silver": 8})
    for ship in ("whaling_boat", "knarr", "longship"):
        reason = why_not(state, f"ship {ship}")
        assert reason == (
            f"there is no free berth for a {plain_name(ship)}" if ship in full else None
        )
        assert (f"ship {ship}" in legal_moves(state)) is (ship not in full)


# --- the action under way comes first ---


@pytest.mark.rule("4.3", "play_occupation_paid")
@pytest.mark.parametrize(
    ("have", "moves", "spoils"),
    [
        # Found by random games: an emigration was begun, then its silver spent on something else.
        ({"knarr": 1, "silver": 3}, ("use emigrate_2",), ("ship whaling_boat",)),
        ({"knarr": 1, "silver": 1}, ("use emigrate_2",), ("place silver home a1",)),
        ({"ore": 1}, ("use forge",), ("place ore home a1",)),
        # Once the ore was placed, the card came for nothing.
        ({"ore": 1}, ("use play_occupation_paid",), ("place ore home a1",)),
        ({"ore": 1}, ("use craft_chest",), ("place ore home a1",)),
        ({"oil": 1}, ("use upgrade_2",), ("place oil home c1,d1",)),
        (
            {"wood": 2, "stone": 2, "longship": 3, "silver": 8, "long_house": 5},
            ("use build_house_and_ship",),
            ("ship knarr", "ship longship"),
        ),
        (
            {"whaling_boat": 1, "silver": 3},
            ("use whaling_boat_to_knarr_emigrate",),
            ("ship whaling_boat",),
        ),
    ],
)
def test_what_the_action_needs_is_not_spent_during_it(
    have: dict[str, int], moves: tuple[str, ...], spoils: tuple[str, ...]
) -> None:
    state = play(turn(1, have), *moves)
    for move in spoils:
        assert why_not(state, move) == "the action under way would become impossible"
        assert move not in legal_moves(state)


@pytest.mark.rule("4.3")
def test_more_than_the_action_needs_may_be_spent() -> None:
    state = play(turn(1, {"knarr": 1, "silver": 4}), "use emigrate_2")
    after = play(state, "ship whaling_boat", "emigrate knarr")
    assert after.has("silver") == 0


# --- nothing is thrown away, nothing comes back ---

REFUSED = [
    "",
    " ",
    "use",
    "use nothing",
    "use  mead",
    "Use mead",
    "pass now",
    "discard oil",
    "throw oil",
    "take oil",
    "place",
    "place oil",
    "place oil home",
    "place oil home z99",
    "place oil home a1",
    "place oil home a1,a3",
    "place oil home a1:b2",
    "place oil shed a1",
    "place oil home#2 a1,b1",
    "place robe home a1:c3",
    "place wood home a1",
    "place stone home a1",
    "place bow home a1",
    "place mead home a1,b1",
    "place silver home l12",
    "place nothing home a1",
    "place oil home a0,b0",
    "place oil home ,",
    "place oil home a1: b1",
    "unplace oil home a1,b1",
    "ship",
    "ship canoe",
    "ship knarr knarr",
    "arm",
    "arm knarr ore=0",
    "arm longship",
    "arm longship ore=x",
    "arm longship ore=3",
    "disarm longship ore=0",
    "card",
    "card 1",
    "card x y",
    "serve peas",
    "finish",
    "succeed",
    "reroll",
    "strip 1 take 2",
    "1",
    "bow",
    "note points",
    "done",
    "skip",
]


@pytest.mark.rule("1.1", "4.12")
@pytest.mark.parametrize("move", REFUSED)
def test_refused_moves_change_nothing_and_say_why(move: str) -> None:
    state = turn(2, {"oil": 1, "mead": 1, "ore": 1, "wood": 1, "silver": 9, "longship": 1})
    before = json.dumps(state_data(state))
    reason = why_not(state, move)
    assert reason
    with pytest.raises(IllegalMove, match=r"^.*: "):
        apply(state, move)
    assert json.dumps(state_data(state)) == before


def test_a_legal_move_leaves_the_old_state_as_it_was() -> None:
    for state in phases().values():
        before = json.dumps(state_data(state))
        for move in legal_moves(state)[:40]:
            apply(state, move)
        assert json.dumps(state_data(state)) == before


@pytest.mark.parametrize("outcome", ["0", "9", "fail", "place oil home a1,b1", "ship knarr", ""])
def test_nothing_is_decided_while_the_die_rolls(outcome: str) -> None:
    state = play(turn(1, {"oil": 1, "silver": 9}), "use hunting_game_1")
    assert legal_moves(state) == []
    reason = str(why_not(state, outcome))
    assert reason.endswith("the d8 shows 1 to 8")
    assert outcome.isdigit() or reason.startswith("chance decides here (die)")


# --- placing ---


@pytest.mark.rule("1.4")
def test_green_does_not_touch_green_on_boards_but_may_in_houses() -> None:
    state = turn(
        1,
        {"oil": 2, "long_house": 1, "hide": 1},
        boards=(BoardState(BOARDS["home"]), BoardState(BOARDS["long_house"])),
    )
    placed = apply(state, "place oil home b1,c1")
    assert why_not(placed, "place oil home c2,d2") == ("no two green tiles may share an edge here")
    assert why_not(placed, "place oil home d2,e2") is None, "corners may touch"
    house = next(each for each in legal_moves(placed) if each.startswith("place oil long_house"))
    inside = apply(placed, house)
    beside = grid_of(BOARDS["long_house"]).edge_neighbours(inside.boards[1].covered)
    more = turn(1, {"oil": 1}, boards=inside.boards)
    assert any(cells & beside for cells in more.boards[1].legal_placements(TILES["oil"]))


def test_nothing_lies_on_anything_nor_moves() -> None:
    state = play(turn(1, {"oil": 1, "silver": 2}), "place oil home a1,b1")
    for move in ("place silver home a1", "place silver home b1"):
        assert why_not(state, move) == "a cell is covered already"
        assert move not in legal_moves(state)
    assert why_not(state, "place oil home a1,b1") == "there is no oil in the supply"
    again = play(state, "place silver home a2")
    assert why_not(again, "place silver home a2") == "a cell is covered already"


@pytest.mark.rule("1.12")
@pytest.mark.parametrize(("one", "other"), [("peas", "flax"), ("mead", "stockfish")])
def test_orange_and_red_stay_apart_in_houses(one: str, other: str) -> None:
    bare = turn(
        1, {one: 1, other: 1}, boards=(BoardState(BOARDS["home"]), BoardState(BOARDS["long_house"]))
    )
    place = next(each for each in legal_moves(bare) if each.startswith(f"place {one} long_house"))
    placed = apply(bare, place)
    beside = grid_of(BOARDS["long_house"]).edge_neighbours(placed.boards[1].covered)
    ways = placed.boards[1].legal_placements(TILES[other])
    assert ways
    assert not any(cells & beside for cells in ways)


@pytest.mark.rule("1.12", "1.13", "1.3")
def test_what_goes_where() -> None:
    boards = (
        BoardState(BOARDS["home"]),
        BoardState(BOARDS["stone_house"]),
        BoardState(BOARDS["shed"]),
    )
    kinds = ("peas", "mead", "oil", "rune_stone", "silver", "ore", "sheep", "wood", "bow")
    state = turn(1, dict.fromkeys(kinds, 1), boards=boards)
    placed = {tuple(each.split()[1:3]) for each in legal_moves(state) if each.startswith("place")}
    assert placed == {
        *((name, "home") for name in ("oil", "rune_stone", "silver", "ore")),
        *((name, "stone_house") for name in ("peas", "mead", "oil", "rune_stone", "silver")),
    }
    assert why_not(state, "place sheep home a1:d2") == "sheep is not placed on cells"
    assert "takes no" in str(why_not(state, "place mead home a1,b1"))


def test_two_buildings_of_a_kind_have_names() -> None:
    boards = (
        BoardState(BOARDS["home"]),
        BoardState(BOARDS["stone_house"]),
        BoardState(BOARDS["stone_house"]),
    )
    state = turn(1, {"silver": 1}, boards=boards)
    move = next(each for each in legal_moves(state) if "stone_house#2" in each)
    after = apply(state, move)
    assert after.boards[1].pieces == ()
    assert len(after.boards[2].pieces) == 1


@pytest.mark.rule("explore_2")
def test_boards_of_all_kinds_take_tiles_at_once() -> None:
    state = turn(4, {"knarr": 1, "silk": 1}, exploration=(Exploration("bear_island", 2),))
    after = play(state, "use explore_2", "explore bear_island")
    assert [each for each in legal_moves(after) if each.startswith("place silk bear_island")]
