"""Several cards on the same event: their order, and when the player is asked."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from odin_solver.components import TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES
from odin_solver.game import Options, State, apply, decision
from odin_solver.game.actions.dice import ACTIONS, loot
from odin_solver.game.actions.exchange import Offer
from odin_solver.game.actions.mountains import Upgrade
from odin_solver.game.cards.blocks.deals import Deals, deal
from odin_solver.game.cards.blocks.vikings import FreeDice
from odin_solver.game.kernel import cards as the_cards
from odin_solver.game.kernel.cards import CARDS, Card, emit
from odin_solver.game.kernel.events import Event
from odin_solver.game.kernel.nodes import Chance, Decision
from odin_solver.game.kernel.order import Part, WhichFirst
from odin_solver.game.kernel.play import TrialEnd, advance, apply_legal, first_cards
from odin_solver.game.kernel.rules import (
    ActionCost,
    EmigrationPrice,
    LootSwords,
    PaymentValues,
    RollResult,
    Rule,
    SalePrice,
    VikingsNeeded,
)
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.policies import random_policy
from odin_solver.rollouts.playing import greedy
from tests.game import invariants
from tests.game.building import change, luck, play, turn
from tests.game.cards.helping import choices, with_card
from tests.game.test_random_games import random_game
from tests.profiles import cases

TRADE = "use overseas_trading_1"


def trader(**have: int) -> State:
    """Cards 36 (upgrade some meat) and 37 (upgrade anything), and what they ask about."""
    return with_card(36, {"knarr": 1, "silver": 1} | have, played=(36, 37))


@pytest.mark.rule("5.4", 36, 37)
def test_the_player_chooses() -> None:
    """Game meat to spices by 36 and then 37, or grain to linen by 37 and then 36, but not both."""
    state = trader(grain=1, game_meat=1)
    assert choices(state, TRADE) == ["first 36", "first 37"]
    furs = "exchange game_meat=1 for skin_and_bones=1"
    moves = [TRADE, "first 36", furs, "upgrade skin_and_bones"]
    assert change(state, play(state, *moves)) == {"game_meat": -1, "spices": 1, "silver": -1}
    linen = "exchange salt_meat=1 for linen=1"
    moves = [TRADE, "first 37", "upgrade grain", linen, "done"]
    assert change(state, play(state, *moves)) == {"grain": -1, "linen": 1, "silver": -1}
    assert "upgrade linen" not in choices(state, *moves[:-1])


@pytest.mark.rule(37)
def test_what_the_first_one_makes_possible_is_open_to_the_second_one() -> None:
    """Grain to salt meat by card 37, then salt meat to linen by card 36."""
    state = with_card(36, {"knarr": 1, "silver": 1, "grain": 1}, played=(36, 37))
    # Card 36 has nothing to upgrade as yet, so it cannot come first.
    assert choices(state, TRADE) == ["upgrade grain", "done"]
    after = play(state, TRADE, "upgrade grain", "exchange salt_meat=1 for linen=1", "done")
    assert change(state, after) == {"grain": -1, "linen": 1, "silver": -1}


@pytest.mark.rule("5.4")
def test_orders_that_make_no_difference_are_not_asked_about() -> None:
    """A snare for salt meat and stockfish for game meat: nothing of one helps the other."""
    state = with_card(129, {"snare": 3, "stockfish": 1}, played=(129, 131))
    moves = ["use laying_a_snare", "1", "succeed", "pay snare=1"]
    assert choices(state, *moves) == ["exchange snare=1 for salt_meat=1", "skip"]
    assert choices(state, *moves, "skip") == ["exchange stockfish=1 for game_meat=1", "skip"]


@pytest.mark.rule("5.4", 121, 164)
def test_a_better_order_is_taken_without_asking() -> None:
    """164 takes only stone or ore, 121 anything: the stone first, and then the wood below it."""
    have = {"stone": 2, "wood": 2}
    state = with_card(121, have, played=(121, 164), strips=(("stone", "wood"),))
    moves = ["use build_house_and_ship", "strip 1 take 1"]
    after = play(state, *moves, "strip 1 take 1", "stone_house and longship")
    gone = {"stone": -1, "wood": -1, "stone_house": 1, "longship": 1}
    assert change(state, after) == gone
    other = with_card(121, have, played=(121, 164), strips=(("wood", "stone"),))
    after = play(other, *moves, "strip 1 take 1", "stone_house and longship")
    assert change(other, after) == gone


@pytest.mark.rule("5.4", 117)
def test_a_third_card_may_make_the_difference() -> None:
    """The oil of card 190 for spices of card 148 may be upgraded by card 117."""
    have = {"wood": 2, "silver": 3, "mead": 1}
    state = with_card(117, have, played=(117, 148, 190))
    assert choices(state, "use build_knarr") == ["exchange silver=3 for spices=1", "skip"]
    moves = ["use build_knarr", "exchange silver=3 for spices=1", "upgrade oil"]
    assert play(state, *moves).has("rune_stone") == 1
    alone = with_card(117, have, played=(117, 148))
    assert choices(alone, "use build_knarr") == ["upgrade mead", "done"]


RUNES: Part = (2, (Deals((deal("oil=1", "rune_stone=1"),)),))
HIDES: Part = (1, (Deals((deal("hide=1", "fur=1"), deal("jewelry=1", "robe=1"))),))


@pytest.mark.rule("5.4")
def test_a_card_of_any_time_may_make_the_difference() -> None:
    """Card 50 turns the rune stone of one card into the hide that another one takes."""
    have = {"oil": 1, "jewelry": 1}
    assert first_cards(turn(have=have), (HIDES, RUNES)) == (1,)
    assert first_cards(turn(have=have, played=(50,)), (HIDES, RUNES)) == (2,)


@pytest.mark.rule("5.4")
def test_what_cannot_be_tried_out_is_asked() -> None:
    """A roll of the die, or too many ways to go on."""
    hunt = (3, (Offer("hunt", (FreeDice("hunting"),)),))
    assert first_cards(turn(have={"oil": 1}), (RUNES, hunt)) == (2, 3)
    goods = ("peas", "mead", "oil", "flax", "stockfish", "hide", "beans", "milk", "wool")
    upgrades = (4, (Upgrade(4, optional=True),))
    have = dict.fromkeys(goods, 2)
    assert first_cards(turn(have=have), (RUNES, upgrades)) == (2, 4)


def test_nothing_is_asked_if_no_card_or_one_can_do_something() -> None:
    assert first_cards(turn(), (HIDES, RUNES)) == (1,)
    assert first_cards(turn(have={"oil": 1}), (HIDES, RUNES)) == (2,)


@pytest.mark.rule("5.4")
def test_what_is_given_and_drawn_comes_before_what_is_asked() -> None:
    """The stockfish of 127 and the weapons of 166 and 12 are there when 131, 36 and 104 ask."""
    state = with_card(127, {"snare": 3}, played=(127, 131))
    moves = ["use laying_a_snare", "1", "succeed", "pay snare=1"]
    assert choices(state, *moves) == ["exchange stockfish=1 for game_meat=1", "skip"]
    fields: dict[str, Any] = {"played": (36, 166), "memory": (("166 round", 1),)}
    trade = with_card(36, {"knarr": 1, "silver": 1, "salt_meat": 1}, **fields)
    drawn = apply(trade, "use overseas_trading_2")
    assert isinstance(drawn.stack[-1], Chance)
    assert choices(luck(drawn)) == ["exchange salt_meat=1 for linen=1", "skip"]
    raid = play(with_card(12, {"longship": 1}, played=(12, 104)), "use raiding", "1", "fail")
    assert isinstance(raid.stack[-1], Chance)
    assert choices(luck(raid)) == ["take stockfish=1", "take oil=1"]


@pytest.mark.rule(88)
def test_three_cards() -> None:
    """One after the other: which of the others comes next is looked at again."""
    state = with_card(
        36, {"knarr": 1, "silver": 4, "grain": 1, "game_meat": 1}, played=(36, 37, 88)
    )
    assert choices(state, TRADE) == ["first 36", "first 37", "first 88"]
    moves = [TRADE, "first 88", "exchange grain=1 silver=1 for milk=1"]
    assert choices(state, *moves) == ["exchange game_meat=1 for skin_and_bones=1", "skip"]


def test_states_hold_the_choice() -> None:
    state = play(trader(grain=1, game_meat=1), TRADE)
    assert isinstance(decision(state), WhichFirst)
    invariants.serialisation(state)


def test_policies_choose() -> None:
    state = play(trader(grain=1, game_meat=1), TRADE)
    assert str(greedy(state, Random(1))) in ("first 36", "first 37")
    assert {str(random_policy(state, Random(seed))) for seed in range(20)} == {
        "first 36",
        "first 37",
    }


# --- rules ---


@pytest.mark.rule(1, 2)
def test_two_silver_or_more_are_counted_before_others_lower_the_price() -> None:
    """Card 2 takes 1 off a price of 2, and card 1 another one: salt meat for nothing."""
    state = with_card(1, played=(1, 2))
    assert change(state, play(state, "use buy_salt_meat")) == {"salt_meat": 2}


@pytest.mark.rule("5.5", 136, 138)
def test_two_tiles_may_be_green() -> None:
    """Cards 136 and 138: hide and oil are worth 6 and 5 swords less 1 each."""
    state = with_card(136, {"longship": 1}, played=(136, 138))
    swords = dict(loot(state, "pillaging"))
    assert swords["oil", "hide"] == max(6, swords_of("oil") + swords_of("hide"))


def swords_of(name: str) -> int:
    """What card 138 makes of a green good."""
    return int(CARDS[138].rules[LootSwords](turn(), {}, LootSwords("raiding"))[name,])


AnyRule = Rule[Any]


def as_good(rule: AnyRule, value: Any, other: Any) -> bool:
    """Whether a value is at least as good for the player as another one."""
    if isinstance(rule, LootSwords | ActionCost):
        is_loot = isinstance(rule, LootSwords)
        more = value.keys() >= other.keys() if is_loot else value.keys() <= other.keys()
        return more and all(value[name] <= other[name] for name in value.keys() & other.keys())
    if isinstance(rule, SalePrice | EmigrationPrice | VikingsNeeded):
        return bool(value <= other)
    return bool(value == other)


def settings() -> Iterator[tuple[State, Any, AnyRule]]:
    """Values of rules, each with the case it is about."""
    state = turn(3, {"longship": 3, "knarr": 1, "whaling_boat": 1, "silver": 9})
    for space in SPACES:
        for silver in range(4):
            yield state, {"silver": silver, "stone": 2}, ActionCost(space)
    for value in range(8):
        for space in ("emigrate_2", "special_sale"):
            at = state.copy()
            at.space = space
            yield at, value, SalePrice()
            yield at, value, EmigrationPrice(space)
    yield state, 4, VikingsNeeded("plundering")
    swords = {("rune_stone",): 6, ("silk",): 9, ("crucifix",): 7, ("horseshoe",): 8}
    yield state, swords, LootSwords("raiding")
    for action, rules in ACTIONS.items():
        yield state, 5, RollResult(action)
        yield state, {rules.weapon: 1, rules.resource: 1}, PaymentValues(action)


@pytest.mark.rule("5.5")
@pytest.mark.parametrize(
    "kind",
    [ActionCost, SalePrice, EmigrationPrice, VikingsNeeded, LootSwords, RollResult, PaymentValues],
)
def test_rules_are_modified_in_the_best_order(kind: type[AnyRule]) -> None:
    """No pair of cards would do better in the other order than in the one that is taken."""
    modifying = [number for number, card in CARDS.items() if kind in card.rules]
    for pair in combinations(modifying, 2):
        first, second = sorted(pair, key=lambda number: (CARDS[number].precedence, number))
        for state, value, rule in settings():
            if type(rule) is not kind:
                continue
            taken = modify(second, state, modify(first, state, value, rule), rule)
            other = modify(first, state, modify(second, state, value, rule), rule)
            assert as_good(rule, taken, other), (pair, rule, value)


def modify(number: int, state: State, value: Any, rule: AnyRule) -> Any:
    """What one card makes of a rule's value."""
    return CARDS[number].rules[type(rule)](state, value, rule)


# --- all pairs ---

MOST = 600
"""Largest number of states that are followed."""

GOODS = [tile.id for tile in TILES.values() if tile.kind == "good" and not tile.expansion]

Sample = tuple[State, Event]


@pytest.fixture(scope="module")
def samples() -> dict[type[Event], list[Sample]]:
    """Moments of random games at which cards are notified of an event."""
    found: dict[type[Event], list[Sample]] = defaultdict(list)

    def listener(state: State, event: Event) -> None:
        found[type(event)].append((state.copy(), event))

    events = {event for card in CARDS.values() for event in card.on}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(the_cards._cards, 0, Card(0, on=dict.fromkeys(events, listener)))
        for seed in range(cases(10, 100)):
            agreed = Options("long" if seed % 2 else "short", cards=frozenset(OCCUPATIONS))
            random_game(seed, agreed, rich=True, played=(0,))
    for cached in (the_cards._reactions, the_cards._modifiers, the_cards._anytime):
        cached.cache_clear()
    return found


@pytest.mark.rule("5.4")
@pytest.mark.slow
def test_all_pairs(samples: dict[type[Event], list[Sample]]) -> None:
    """Whatever two cards can bring about one after the other, in either order, can be had.

    All pairs that share an event are tried with both orders at moments of random games. Only of
    109 and 110 one order is not to be had: more silver comes before the knarr emigrates.
    """
    luck = Random(1)
    different = set()
    for kind, moments in samples.items():
        listening = sorted(number for number, card in CARDS.items() if kind in card.on)
        for pair in combinations(listening, 2):
            for start, event in islice(both_act(moments, pair, luck), cases(3, 100)):
                first, second = (in_order(start, each, event) for each in (pair, pair[::-1]))
                here = start.copy()
                here.stack = (FinalPlacing(),)
                emit(here, event)
                ends = all_ends(here)
                if first is None or second is None or ends is None:
                    continue
                if first != second:
                    different.add(pair)
                if pair != (109, 110):
                    assert first | second <= ends, (pair, kind)

    assert len(different) >= 8, different


def both_act(moments: list[Sample], pair: tuple[int, ...], luck: Random) -> Iterator[Sample]:
    """Moments at which both cards of a pair have something to do."""
    for state, event in luck.sample(moments, min(len(moments), 200)):
        start = only(enriched(state, luck), pair)
        if all(acts(start, number, event) for number in pair):
            yield start, event


def acts(start: State, number: int, event: Event) -> bool:
    """Whether a card does or asks something on an event."""
    after = start.copy()
    CARDS[number].on[type(event)](after, event)
    return after != start


def enriched(state: State, luck: Random) -> State:
    """A few goods of a few kinds, so that cards find what they ask for and not too much of it."""
    state = state.copy()
    others = {name: count for name, count in state.supply.items() if name not in GOODS}
    few = dict.fromkeys(luck.sample(GOODS, 3), 1) | dict.fromkeys(luck.sample(GOODS, 2), 2)
    few |= {name: luck.choice([1, 3]) for name in ("silver", "wood", "snare")}
    state.supply = others | few
    state.knarrs = state.knarrs or int(state.free_berths("knarr") > 0)
    return state


def only(state: State, pair: tuple[int, ...]) -> State:
    """The same with these cards and no others, and nothing to be done afterwards."""
    state = state.copy()
    state.played, state.hand, state.stack = pair, (), (TrialEnd(),)
    return state


def in_order(start: State, pair: tuple[int, ...], event: Event) -> set[State] | None:
    """All that can come of it when one card is over and done with before the other one."""
    ends = {start}
    for number in pair:
        found: set[State] = set()
        for state in ends:
            after = state.copy()
            CARDS[number].on[type(event)](after, event)
            more = all_ends(after)
            if more is None or len(found) > MOST:
                return None
            found |= more
        ends = found
    return ends


def all_ends(state: State) -> set[State] | None:
    """All states in which nothing is left to be done; None if there are too many."""
    advance(state)
    ends, seen, waiting = set(), {state}, [state]
    while waiting:
        here = waiting.pop()
        node = here.stack[-1]
        if isinstance(node, TrialEnd | FinalPlacing):
            end = here.copy()
            end.stack = (TrialEnd(),)
            ends.add(end)
            continue
        if len(seen) > MOST or (isinstance(node, Decision) and not node.lists_all):
            return None
        moves = (
            [outcome for outcome, _ in node.outcomes(here)]
            if isinstance(node, Chance)
            else node.moves(here)  # type: ignore[attr-defined]  # a decision, if it is not chance
        )
        for move in moves:
            after = apply_legal(here, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return ends
