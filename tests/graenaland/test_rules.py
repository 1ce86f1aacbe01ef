"""Worked examples of the rulebook and of the digest, by the plain rules."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest

from odin_solver.graenaland.examples import ORDER, graenaland_example
from odin_solver.graenaland.parts import DECKS, GOALS, HOUSES, SUPPLY_CARDS
from odin_solver.graenaland.position import TileState
from odin_solver.graenaland.profile import PrintedTile
from odin_solver.graenaland.rules.building import (
    BuildingPhase,
    BuildItem,
    BuildStep,
    MarketUse,
    PlanError,
    SupplyUse,
    TakeStep,
    after,
    recipes,
    replay,
    why_no_place,
    why_not,
)
from odin_solver.graenaland.rules.counts import (
    draws,
    goals_met,
    measures,
    passes,
    points_by_column,
    votes_of,
    votes_on,
)
from odin_solver.graenaland.rules.violations import position_violations
from tests.graenaland.positions import one_village, position

VILLAGE_C = BuildItem("village", "C")
PLAINS = PrintedTile("plains", True)


def pay(*pairs: str) -> tuple[tuple[str, str], ...]:
    """``wood`` pays itself, ``wood=gold`` is paid with gold."""
    return tuple((unit, card or unit) for unit, _, card in (pair.partition("=") for pair in pairs))


def test_checksums_of_the_parts() -> None:
    assert sum(sum(deck.values()) for deck in DECKS.values()) == 126
    assert HOUSES == 13
    assert SUPPLY_CARDS == 16


@pytest.mark.parametrize("name", ORDER)
def test_examples_are_legal(name: str) -> None:
    assert position_violations(graenaland_example(name)) == []


@pytest.mark.rule("G.1")
@pytest.mark.parametrize(
    ("stock", "expected"), [(0, ["up", "down", "yield"]), (1, ["up", "down"]), (2, ["up"]), (3, [])]
)
def test_production(stock: int, expected: list[str]) -> None:
    state = TileState(
        PLAINS, {"red": 1, "blue": 1}, works=frozenset({"road", "yield"}), stock=(None,) * stock
    )
    assert draws(state) == expected


@pytest.mark.rule("G.1")
def test_a_tile_without_settlements_produces_nothing() -> None:
    assert draws(TileState(PLAINS, works=frozenset({"road"}))) == []


@pytest.mark.rule("G.5")
def test_recipes_of_the_army() -> None:
    with_forts = position(
        tiles=[
            {"id": "A", "villages": {"yellow": 1}, "buildings": {"fort": "yellow"}},
            {"id": "B", "villages": {"yellow": 1}, "buildings": {"fort": "yellow"}},
        ]
    )
    assert recipes(with_forts, BuildItem("army")) == {
        "": {"grain": 4, "ore": 1},
        "plains": {"grain": 1, "ore": 1, "livestock": 1},
        "forest": {"grain": 1, "ore": 1, "wood": 1},
    }
    assert list(recipes(one_village({}), BuildItem("army"))) == [""]


@pytest.mark.rule("G.8")
def test_a_market_replaces_one_resource() -> None:
    phase = BuildingPhase(one_village({"wood": 2, "livestock": 1, "grain": 1}, market=True))
    step = BuildStep(
        VILLAGE_C,
        cards=pay("wood", "wood", "livestock"),
        markets=(MarketUse("A", "livestock", "grain"),),
    )
    assert why_not(phase, step) is None
    built = after(phase, step)
    assert why_not(built, replace(step)) is not None
    twice = replace(step, cards=pay("wood", "livestock"), markets=step.markets * 2)
    assert why_not(phase, twice) is not None


@pytest.mark.rule("G.2")
def test_votes_at_a_palisade() -> None:
    votes = votes_on(graenaland_example("palisade"), "A")
    assert votes == {"yellow": 1, "red": 2, "white": 2, "purple": 3, "blue": 0}
    assert not passes(votes, {"red", "white"})
    assert passes(votes, {"purple", "white"})


@pytest.mark.rule("G.13")
def test_points_of_the_pictured_card() -> None:
    card = graenaland_example("points").card
    assert card is not None
    measured = dict(zip(GOALS, (8, 2, 5, 3, 3), strict=True))
    points = points_by_column(card, measured)
    assert list(points.values()) == [2, 0, 1, 2, 1]


VILLAGE_PAID = BuildStep(VILLAGE_C, cards=pay("wood", "wood", "livestock", "livestock=gold"))


@pytest.mark.rule("G.12", "G.3", "G.7")
@pytest.mark.parametrize(
    ("hand", "supply", "step"),
    [
        ({"wood": 2, "livestock": 1, "gold": 1}, [], VILLAGE_PAID),
        (
            {"wood": 2},
            [["livestock", "livestock"]],
            BuildStep(
                VILLAGE_C,
                cards=pay("wood", "wood"),
                supply=(SupplyUse(("livestock", "livestock"), ("livestock", "livestock")),),
            ),
        ),
        (
            {"wood": 2, "livestock": 1},
            [["livestock", "ore"]],
            BuildStep(
                VILLAGE_C,
                cards=pay("wood", "wood", "livestock"),
                supply=(SupplyUse(("livestock", "ore"), ("livestock",)),),
            ),
        ),
    ],
)
def test_the_village_that_wins(
    hand: dict[str, int], supply: Sequence[list[str]], step: BuildStep
) -> None:
    begun = one_village(hand, *supply)
    assert goals_met(measures(begun, "yellow")) == ["largest_area"]
    done = replay(begun, [TakeStep(("ore", "ore")), step]).position
    assert goals_met(measures(done, "yellow")) == ["settlements", "areas", "largest_area"]
    assert sum(done.hand.values()) == 0


@pytest.mark.rule("G.3", "G.4", "G.6")
@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (BuildStep(VILLAGE_C, cards=pay("wood", "wood", "livestock")), "livestock: expected 2"),
        (BuildStep(VILLAGE_C, cards=pay("wood", "wood", "wood", "livestock")), "expected 2"),
        (
            BuildStep(VILLAGE_C, cards=pay("wood", "wood", "livestock", "livestock=grain")),
            "does not pay",
        ),
        (
            BuildStep(VILLAGE_C, cards=pay("wood", "wood", "livestock", "livestock")),
            "the hand has 1",
        ),
        (
            BuildStep(
                VILLAGE_C,
                cards=pay("wood", "wood", "livestock"),
                markets=(MarketUse("A", "livestock", "grain"),),
            ),
            "no market",
        ),
        (
            BuildStep(
                VILLAGE_C,
                cards=pay("wood", "wood", "livestock"),
                supply=(SupplyUse(("livestock", "ore"), ("livestock",)),),
            ),
            "not in hand",
        ),
        (BuildStep(BuildItem("village", "Z")), "no tile Z"),
        (BuildStep(BuildItem("tower", "A")), "nothing is called"),
        (BuildStep(BuildItem("army"), "plains"), "no own fort"),
        (TakeStep(("wood", "wood")), "no card wood / wood"),
    ],
)
def test_illegal_steps(step: BuildStep | TakeStep, reason: str) -> None:
    phase = BuildingPhase(one_village({"wood": 3, "livestock": 1, "grain": 1}))
    why = why_not(phase, step)
    assert why is not None
    assert reason in why
    with pytest.raises(PlanError):
        after(phase, step)


@pytest.mark.rule("G.7")
def test_a_supply_card_pays_only_one_item() -> None:
    begun = one_village({"wood": 4, "livestock": 3}, ["livestock", "ore"])
    step = BuildStep(
        VILLAGE_C,
        cards=pay("wood", "wood", "livestock"),
        supply=(SupplyUse(("livestock", "ore"), ("livestock",)),),
    )
    phase = after(BuildingPhase(begun), step)
    assert "not in hand" in str(why_not(phase, step))


@pytest.mark.rule("G.7")
def test_a_gold_symbol_is_wild_unless_an_option_says_otherwise() -> None:
    begun = one_village({"wood": 2}, ["gold", "livestock"])
    step = BuildStep(
        VILLAGE_C,
        cards=pay("wood", "wood"),
        supply=(SupplyUse(("gold", "livestock"), ("livestock", "livestock")),),
    )
    assert why_not(BuildingPhase(begun), step) is None
    strict = replace(begun, options=msgspec.structs.replace(begun.options, wild_symbol=False))
    assert why_not(BuildingPhase(strict), step) is not None


@pytest.mark.rule("G.5")
def test_six_cards_strengthen_the_army_twice_with_two_forts() -> None:
    begun = position(
        hand={"grain": 2, "ore": 2, "livestock": 1, "wood": 1},
        tiles=[
            {"id": "A", "villages": {"yellow": 1}, "buildings": {"fort": "yellow"}},
            {"id": "B", "villages": {"yellow": 1}, "buildings": {"fort": "yellow"}},
        ],
    )
    steps = [
        BuildStep(BuildItem("army"), "plains", pay("grain", "ore", "livestock")),
        BuildStep(BuildItem("army"), "forest", pay("grain", "ore", "wood")),
    ]
    done = replay(begun, steps).position
    assert done.army["yellow"] == 3
    with pytest.raises(PlanError, match="step 2"):
        replay(begun, [steps[0], steps[0]])


@pytest.mark.rule("G.2")
@pytest.mark.parametrize(
    ("players", "works", "priest", "expected"),
    [
        (4, [], True, 0),
        (3, [], True, 1),
        (4, ["palisade"], False, 1),
        (3, ["palisade"], False, 2),
        (3, ["palisade"], True, 0),
    ],
)
def test_votes_of_a_warrior(players: int, works: list[str], priest: bool, expected: int) -> None:
    heroes = {"yellow": "warrior", **({"red": "priest"} if priest else {})}
    tile = {"id": "A", "villages": {"white": 1}, "works": works, "heroes": heroes}
    shown = position(
        players=["yellow", "red", "white", "purple"][:players], army={"yellow": 2}, tiles=[tile]
    )
    assert votes_of(shown, "yellow", "A") == expected


@pytest.mark.rule("G.9")
def test_toll_behind_a_palisade() -> None:
    begun = position(
        hand={"wood": 2, "livestock": 2, "ore": 1, "grain": 1},
        tiles=[
            {"id": "B", "villages": {"yellow": 1}},
            {"id": "C", "villages": {"red": 1, "white": 2}, "works": ["palisade"]},
        ],
    )
    cards = pay("wood", "wood", "livestock", "livestock")
    phase = BuildingPhase(begun)
    assert "red, white" in str(why_not(phase, BuildStep(VILLAGE_C, cards=cards)))
    paid = BuildStep(VILLAGE_C, cards=cards, toll=(("red", "ore"), ("white", "grain")))
    entered = after(phase, paid)
    assert sum(entered.position.hand.values()) == 0
    assert why_no_place(entered, VILLAGE_C) is None


@pytest.mark.rule("G.11")
def test_the_main_player_takes_exactly_one_card() -> None:
    begun = one_village({})
    with pytest.raises(PlanError, match="takes a supply card"):
        replay(begun, [])
    taken = replay(begun, [TakeStep(("ore", "ore"))])
    assert taken.position.kept == (("ore", "ore"),)
    assert why_not(taken, TakeStep(("ore", "ore"))) == "a supply card is taken already"


@pytest.mark.rule("G.13")
def test_no_public_works_and_no_supply_card_in_final_building() -> None:
    begun = replace(one_village({"wood": 9}), mode="final")
    phase = BuildingPhase(begun)
    assert "final building" in str(why_no_place(phase, BuildItem("road", "A")))
    assert "main player" in str(why_not(phase, TakeStep(("ore", "ore"))))


@pytest.mark.rule("G.10")
def test_a_joint_work_takes_only_what_was_promised() -> None:
    begun = position(
        hand={"wood": 1},
        tiles=[{"id": "A", "villages": {"yellow": 1, "red": 1}}],
        joint={"kind": "market", "tile": "A", "cards": {"livestock": 1, "gold": 1}},
    )
    step = BuildStep(
        BuildItem("market", "A"),
        cards=pay("wood"),
        gifts=(("livestock", "livestock"), ("grain", "gold")),
    )
    built = after(BuildingPhase(begun), step)
    assert "market" in built.position.tiles["A"].works
    other = replace(begun, joint=None)
    assert "nobody promised" in str(why_not(BuildingPhase(other), step))


@pytest.mark.rule("G.12")
def test_with_three_players_the_first_building_is_no_goal() -> None:
    tiles = [{"id": t, "villages": {"yellow": 1}, "buildings": {"hall": "yellow"}} for t in "ABC"]
    four = position(tiles=tiles)
    three = position(tiles=tiles, players=["yellow", "red", "white"])
    assert measures(four, "yellow")["buildings"] == 3
    assert measures(three, "yellow")["buildings"] == 2
    assert measures(three, "yellow")["settlements"] == 6


@pytest.mark.rule("G.14")
def test_a_guest_builds_one_item_without_markets() -> None:
    begun = replace(one_village({"wood": 4, "livestock": 4, "grain": 1}, market=True), mode="guest")
    step = BuildStep(VILLAGE_C, cards=pay("wood", "wood", "livestock", "livestock"))
    phase = after(BuildingPhase(begun), step)
    assert why_not(phase, step) == "a guest builds one item"
    with_market = replace(
        step,
        cards=pay("wood", "wood", "livestock"),
        markets=(MarketUse("A", "livestock", "grain"),),
    )
    assert "guest" in str(why_not(BuildingPhase(begun), with_market))


@pytest.mark.rule("G.5")
def test_a_new_fort_counts_at_once_unless_an_option_says_otherwise() -> None:
    begun = position(
        hand={"wood": 2, "ore": 3, "grain": 1, "livestock": 1},
        tiles=[{"id": "A", "villages": {"yellow": 1}}],
    )
    steps = [
        BuildStep(BuildItem("fort", "A"), cards=pay("wood", "wood", "ore", "ore")),
        BuildStep(BuildItem("army"), "plains", pay("grain", "ore", "livestock")),
    ]
    assert replay(begun, steps).position.army["yellow"] == 2
    late = replace(begun, options=msgspec.structs.replace(begun.options, new_fort=False))
    with pytest.raises(PlanError, match="new fort"):
        replay(late, steps)
