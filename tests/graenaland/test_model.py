"""The model of a building phase: worked examples, and brute force on random small hands."""

from dataclasses import replace

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from odin_solver.errors import InputError
from odin_solver.graenaland.examples import graenaland_example
from odin_solver.graenaland.model.solve import SCORE, Limits, Wish, build_best, reach, win
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.building import BuildItem
from odin_solver.linear.levels import LevelsResult
from tests.graenaland.brute_force import all_ends, disagreement, small_hand
from tests.graenaland.positions import one_village, position
from tests.profiles import cases

DEAR = {"gold": 9}


def only_villages(shown: GraenalandPosition) -> GraenalandPosition:
    """The position with buildings and markets that nobody can pay."""
    profile = msgspec.structs.replace(
        shown.profile,
        buildings=dict.fromkeys(("fort", "church", "hall"), DEAR),
        works=dict.fromkeys(("market", "road", "palisade", "yield"), DEAR),
    )
    return replace(shown, profile=profile)


@pytest.mark.rule("G.8")
@pytest.mark.parametrize(
    ("hand", "supply", "market", "cards"),
    [
        ({"wood": 2, "livestock": 1, "gold": 1}, [], False, 4),
        ({"wood": 2}, [["livestock", "livestock"]], False, 3),
        ({"wood": 2, "livestock": 1}, [["livestock", "ore"]], False, 4),
        ({"wood": 2, "livestock": 1, "grain": 1}, [], False, None),
        ({"wood": 2, "livestock": 1, "grain": 1}, [], True, 4),
        ({"wood": 2, "livestock": 1}, [["grain", "ore"]], False, None),
        ({"wood": 2, "livestock": 1}, [["grain", "ore"]], True, 4),
    ],
)
def test_sixth_worked_example(
    hand: dict[str, int], supply: list[list[str]], market: bool, cards: int | None
) -> None:
    shown = only_villages(one_village(hand, *supply, market=market))
    if not market:  # the offered card is useless
        shown = replace(shown, offered=())
    answer = win(shown)
    assert answer.proven
    assert answer.possible is (cards is not None)
    if answer.plan is None:
        assert sum(answer.missing.values()) == 1
        assert answer.missing_plan is not None
        assert answer.missing_plan.score == 3
    else:
        assert answer.plan.cards == cards
        assert list(answer.plan.built) == [BuildItem("village", "C")]


@pytest.mark.rule("G.5")
def test_seventh_worked_example() -> None:
    bare = position(tiles=[{"id": "H", "villages": {"yellow": 1}}])
    answer = reach(bare, [Wish("army", 3)], from_nothing=True)
    assert sum(answer.missing.values()) == 10
    forts = position(
        tiles=[{"id": t, "villages": {"yellow": 1}, "buildings": {"fort": "yellow"}} for t in "AB"],
        hand={"grain": 2, "ore": 2, "livestock": 1, "wood": 1},
    )
    answer = reach(forts, [Wish("army", 3)])
    assert answer.plan is not None
    assert answer.plan.cards == 6
    assert sum(reach(forts, [Wish("army", 3)], from_nothing=True).missing.values()) == 6


@pytest.mark.parametrize("from_nothing", [False, True])
def test_what_the_time_does_not_suffice_for_is_undecided(from_nothing: bool) -> None:
    bare = position(tiles=[{"id": "H", "villages": {"yellow": 1}}])
    hurried = Limits(search=lambda job, what: LevelsResult(None, (), proven=False))
    answer = reach(bare, [Wish("army", 3)], hurried, from_nothing=from_nothing)
    assert (answer.possible, answer.proven) == (None, False)


@given(st.integers(0, 10**9))
@settings(max_examples=cases(60, 2000))
@pytest.mark.slow
def test_brute_force_over_orders_and_payments(seed: int) -> None:
    fault = disagreement(small_hand(seed), most=50, missing=False)
    assume(fault is not None)
    assert fault == ""


@given(st.integers(0, 10**9))
@settings(max_examples=cases(8, 500))
@pytest.mark.slow
def test_brute_force_over_what_is_missing(seed: int) -> None:
    fault = disagreement(small_hand(seed), most=30)
    assume(fault is not None)
    assert fault == ""


@pytest.mark.rule("G.8")
def test_a_market_built_first() -> None:
    """Only with the market, built in the same phase, can the village be paid."""
    shown = only_villages(one_village({"grain": 1, "livestock": 1, "wood": 2, "ore": 1}))
    works = {**shown.profile.works, "market": {"ore": 1}}
    shown = replace(shown, offered=(), profile=msgspec.structs.replace(shown.profile, works=works))
    ends = all_ends(shown)
    assert ends is not None
    assert max(end.position.settlements("yellow") for end in ends) == 8
    answer = win(shown)
    assert answer.plan is not None
    assert [item.kind for item in answer.plan.built] == ["market", "village"]


@pytest.mark.slow
def test_keeping_cards() -> None:
    shown = graenaland_example("market-first")
    free = build_best(shown)
    kept = build_best(shown, keep={"gold": 1, "wood": 3})
    assert free.plan is not None
    assert kept.plan is not None
    assert kept.plan.after.hand["gold"] == 1
    assert kept.plan.after.hand["wood"] >= 3
    assert kept.plan.score <= free.plan.score
    saved = build_best(shown, keep_supply=2)
    assert saved.plan is not None
    assert len(saved.plan.after.kept) == 2


@pytest.mark.slow
def test_the_most_settlements() -> None:
    shown = graenaland_example("market-first")
    answer = build_best(shown, most="settlements")
    best = build_best(shown)
    assert answer.plan is not None
    assert best.plan is not None
    me = shown.me
    assert answer.plan.after.settlements(me) >= best.plan.after.settlements(me)


@pytest.mark.rule("G.13")
def test_a_claim_takes_no_supply_card_and_builds_no_public_work() -> None:
    shown = graenaland_example("points")
    as_main = replace(shown, mode="main", main=shown.me, offered=(("wood", "wood"),))
    answer = win(as_main)
    assert answer.plan is not None
    assert answer.plan.before.mode == "claim"
    assert answer.plan.score >= 6


def test_nobody_wins_as_guest() -> None:
    with pytest.raises(InputError, match="mode"):
        win(graenaland_example("palisade"))


@pytest.mark.rule("G.6")
@pytest.mark.slow
def test_items_can_be_wished_for() -> None:
    shown = graenaland_example("market-first")
    road = Wish(BuildItem("road", "B"))
    answer = reach(shown, [road, Wish("army", 3)])
    assert answer.plan is not None
    assert BuildItem("road", "B") in answer.plan.built
    assert answer.plan.after.army["yellow"] == 3
    assert reach(shown, [Wish(BuildItem("road", "A"))]).possible is False  # it is there already


def test_what_no_cards_can_reach() -> None:
    shown = position(tiles=[{"id": "A", "villages": {"yellow": 2}}], hand={"wood": 1})
    answer = reach(shown, [Wish("areas", 3)])
    assert answer.possible is False
    assert answer.proven
    assert answer.missing == {}
    assert answer.missing_proven


def test_a_missing_cost_is_named() -> None:
    shown = graenaland_example("late-game")
    costs = {kind: cost for kind, cost in shown.profile.buildings.items() if kind != "hall"}
    profile = msgspec.structs.replace(shown.profile, buildings=costs, hills_fort=None)
    lacking = replace(shown, profile=profile)
    with pytest.raises(InputError, match=r"buildings\.hall: missing; it is printed on") as error:
        win(lacking)
    assert any("hills_fort: missing" in problem for problem in error.value.problems)


def test_an_early_time_limit_proves_nothing() -> None:
    answer = reach(graenaland_example("late-game"), [Wish(SCORE, 5)], Limits(seconds=0.0))
    assert answer.possible is None or answer.proven
