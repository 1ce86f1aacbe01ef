"""Anytime effects of cards: each by its text, and its limits."""

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import IllegalMove, why_not
from odin_solver.rules.board_state import BoardState
from tests.game.building import luck, play, turn
from tests.game.cards.helping import PLAY, Items, choices, effect, with_card

EXCHANGES: list[tuple[int, Items, str, Items]] = [
    (
        44,
        {"hide": 1, "wool": 1, "linen": 1},
        "hide=1 wool=1 linen=1 for clothing=1 silver=3",
        {"clothing": 1, "silver": 3},
    ),
    (45, {"wood": 1, "silver": 6}, "wood=1 silver=6 for treasure_chest=1", {"treasure_chest": 1}),
    (46, {"wood": 3, "wool": 1}, "wood=3 wool=1 for longship=1", {"longship": 1}),
    (46, {"wood": 3, "linen": 1}, "wood=3 linen=1 for longship=1", {"longship": 1}),
    (47, {"salt_meat": 1}, "salt_meat=1 for hide=1", {"hide": 1}),
    (48, {"cattle": 1}, "cattle=1 for jewelry=1", {"jewelry": 1}),
    (50, {"rune_stone": 1}, "rune_stone=1 for hide=1", {"hide": 1}),
    (51, {"rune_stone": 1}, "rune_stone=1 for silver=1 milk=1", {"silver": 1, "milk": 1}),
    (51, {"rune_stone": 1}, "rune_stone=1 for silver=1 cabbage=1", {"silver": 1, "cabbage": 1}),
    (53, {"silver": 1, "fruits": 1}, "silver=1 fruits=1 for whale_meat=1", {"whale_meat": 1}),
    (54, {"silverware": 1}, "silverware=1 for silk=1", {"silk": 1}),
    (54, {"silverware": 1}, "silverware=1 for chest=1", {"chest": 1}),
    (55, {"chest": 1, "silver": 3}, "chest=1 silver=3 for treasure_chest=1", {"treasure_chest": 1}),
    (56, {"bow": 2}, "bow=2 for ore=1", {"ore": 1}),
    (56, {"snare": 1, "long_sword": 1}, "snare=1 long_sword=1 for ore=1", {"ore": 1}),
    (
        57,
        {"beans": 2},
        "beans=2 for peas=1 mead=1 stockfish=1",
        {"peas": 1, "mead": 1, "stockfish": 1},
    ),
    (58, {"flax": 2}, "flax=2 for oil=3", {"oil": 3}),
    (59, {"flax": 2, "silver": 1}, "flax=2 silver=1 for linen=2", {"linen": 2}),
    (187, {"flax": 3}, "flax=3 for treasure_chest=1", {"treasure_chest": 1}),
]
"""Card, exact cost, words of the exchange, gain."""


def _name(number: object) -> str | None:
    return f"{number} {OCCUPATIONS[number].name}" if isinstance(number, int) else None


@pytest.mark.rule(44, 45, 46, 47, 48, 50, 51, 53, 54, 55, 56, 57, 58, 59, 187)
@pytest.mark.parametrize(("number", "have", "words", "given"), EXCHANGES, ids=_name)
def test_exchange(number: int, have: Items, words: str, given: Items) -> None:
    """It is done as often as there is enough for it, and not without everything that it costs."""
    twice = {name: 2 * count for name, count in have.items()}
    move = f"card {number} {words}"
    paid = {name: -2 * count for name, count in have.items()}
    assert effect(with_card(number, twice), move, move) == {
        **paid,
        **{name: 2 * count for name, count in given.items()},
    }
    for name in have:
        state = with_card(number, {**have, name: have[name] - 1})
        with pytest.raises(IllegalMove):
            play(state, move)


@pytest.mark.rule(47, 59)
@pytest.mark.parametrize("number", [47, 59])
def test_not_from_the_hand(number: int) -> None:
    """A card has to be played first."""
    have = {"salt_meat": 1, "flax": 2, "silver": 1}
    state = turn(have=have, hand=(number,))
    assert not [move for move in choices(state) if move.startswith("card")]
    state = play(state, PLAY, f"play {number}")
    assert [move for move in choices(state) if move.startswith("card")]


@pytest.mark.rule(47)
def test_at_any_time() -> None:
    """Also at the feast."""
    state = luck(play(with_card(47, {"salt_meat": 1}), "pass"))
    assert state.phase == "feast"
    assert effect(state, "card 47 salt_meat=1 for hide=1") == {"salt_meat": -1, "hide": 1}


@pytest.mark.rule(39)
def test_39_modifier() -> None:
    """Ore that was put on ships comes back, but not the printed one."""
    state = with_card(39, boats=(0, 1), longships=(0, 2))
    assert [move for move in choices(state) if move.startswith("card")] == [
        "card 39 whaling_boat ore=1",
        "card 39 longship ore=2",
    ]
    state = play(state, "card 39 longship ore=2", "card 39 longship ore=1")
    state = play(state, "card 39 whaling_boat ore=1")
    assert (state.boats, state.longships, state.has("ore")) == ((0, 0), (0, 0), 3)
    assert not [move for move in choices(state) if move.startswith("card")]


@pytest.mark.rule(40)
def test_40_master_joiner() -> None:
    """Wood covers a cell of a house as a silver does; not on the home board."""
    state = with_card(40, {"wood": 1, "stone_house": 1, "shed": 1})
    moves = [move for move in choices(state) if move.startswith("card")]
    house = BoardState(BOARDS["stone_house"])
    assert len(moves) == len(house.legal_placements(TILES["silver"]))
    assert all(move.startswith("card 40 stone_house ") for move in moves)
    after = play(state, moves[0])
    assert after.has("wood") == 0
    assert after.boards[1].covered.bit_count() == 1
    assert not [move for move in choices(after) if move.startswith("card")]
    assert why_not(with_card(40, {"stone_house": 1}), moves[0]) == "it costs 1 wood, there are 0"


@pytest.mark.rule(48)
@pytest.mark.parametrize(
    ("kind", "gone"), [("cattle", "cattle"), ("pregnant_cattle", "pregnant_cattle")]
)
def test_48_farmer_takes_cattle_pregnant_or_not(kind: str, gone: str) -> None:
    """Pregnant ones as well."""
    assert effect(with_card(48, {kind: 1}), "card 48 cattle=1 for jewelry=1") == {
        gone: -1,
        "jewelry": 1,
    }


@pytest.mark.rule(49, 169, 171)
def test_49_plower_holds_a_harvest() -> None:
    """5 orange goods; other cards take it for a harvest."""
    harvest = dict.fromkeys(("peas", "flax", "beans", "grain", "cabbage"), 1)
    state = with_card(49, {"pregnant_cattle": 1})
    assert effect(state, "card 49") == {"pregnant_cattle": -1, **harvest}
    with pytest.raises(IllegalMove):
        play(with_card(49, {"sheep": 1}), "card 49")
    both = with_card(49, {"cattle": 1, "flax": 1}, played=(49, 169, 171))
    assert effect(both, "card 49", "exchange flax=1 for grain=1 silver=1") == {
        "cattle": -1,
        **harvest,
        "flax": 1,
        "grain": 2,
        "silver": 1,
    }


@pytest.mark.rule(43, 52)
def test_52_tutor() -> None:
    """1 silver for a card of the hand."""
    state = with_card(52, {"silver": 1}, hand=(43, 47))
    assert effect(state, "card 52 play 43") == {
        "silver": -1,
        "fruits": 1,
        "hand 43": -1,
        "played 43": 1,
    }
    with pytest.raises(IllegalMove):
        play(state, "card 52 play 43", "card 52 play 47")
    with pytest.raises(IllegalMove):
        play(with_card(52, {"silver": 1}), "card 52 play 43")
    poor = with_card(52, hand=(43,))
    assert why_not(poor, "card 52 play 43") == "it costs 1 silver, there are 0"


@pytest.mark.rule(187)
def test_187_belt_right_after_an_action() -> None:
    """2 flax for the belt after an action; not between the actions, and not when it is gone."""
    state = with_card(187, {"flax": 2})
    assert not [move for move in choices(state) if "belt" in move]
    belt = "exchange flax=2 for belt=1"
    assert effect(state, "use take_stockfish", belt) == {"flax": -2, "belt": 1, "stockfish": 1}
    gone = with_card(187, {"flax": 2}, specials=frozenset())
    assert "pass" in choices(gone, "use take_stockfish")
