"""The cheapest payment of a single item, by trying all."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

from odin_solver.graenaland.parts import MARKET, WILD, SupplyCard
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.building import (
    BuildingPhase,
    BuildItem,
    BuildStep,
    MarketUse,
    SupplyUse,
    joint_for,
    pays,
    recipes,
    spent_cards,
    spent_supply,
    toll_of,
    why_no_place,
    why_not,
)


def cheapest_payment(phase: BuildingPhase, item: BuildItem) -> BuildStep | None:
    """Return the step that builds an item with fewest cards; gold and supply cards are dearest.

    None if it may not be built, or there is no way to pay.
    """
    if why_no_place(phase, item) is not None:
        return None
    position = phase.position
    joint = joint_for(position, item)
    begun = BuildStep(item), Counter(joint.cards if joint else {})
    owed = toll_of(position, item)
    markets = [
        name
        for name, state in position.tiles.items()
        if MARKET in state.works and state.settlements(position.me) and name not in phase.markets
    ]
    if position.mode == "guest":
        markets = []
    best: BuildStep | None = None
    for recipe, cost in recipes(position, item).items():
        for uses, need in _supply(position, position.kept, Counter(cost)):
            for count in range(min(len(markets), need.total()) + 1):
                for units in set(combinations(sorted(need.elements()), count)):
                    step = replace(begun[0], recipe=recipe, supply=uses)
                    exchanged = list(zip(markets, units, strict=False))
                    paid = _paid(position, step, need - Counter(units), begun[1], exchanged, owed)
                    if paid is not None and (best is None or _cost(paid) < _cost(best)):
                        best = paid if why_not(phase, paid) is None else best
    return best


def _supply(
    position: GraenalandPosition, cards: Sequence[SupplyCard], need: Counter[str]
) -> Iterator[tuple[tuple[SupplyUse, ...], Counter[str]]]:
    """Yield ways to spend supply cards, and what is needed besides."""
    if not cards:
        yield (), need
        return
    card, *others = cards
    yield from _supply(position, others, need)
    units = list(need)
    for paid in {(each,) for each in units} | set(combinations_with_replacement(units, 2)):
        orders = (zip(order, paid, strict=False) for order in (card, card[::-1]))
        fits = any(all(pays(position, s, u, symbol=True) for s, u in each) for each in orders)
        if fits and not Counter(paid) - need:
            for uses, left in _supply(position, others, need - Counter(paid)):
                yield (SupplyUse(card, paid), *uses), left


def _paid(
    position: GraenalandPosition,
    step: BuildStep,
    need: Counter[str],
    gifts: Counter[str],
    exchanged: Sequence[tuple[str, str]],
    owed: Sequence[str],
) -> BuildStep | None:
    """Pay the rest: what is given first, then with cards of the resource, then gold."""
    gifts, hand = gifts.copy(), Counter(position.hand)
    given, own = list[tuple[str, str]](), list[tuple[str, str]]()
    markets, toll = list[MarketUse](), list[tuple[str, str]]()
    for unit in need.elements():
        for cards, pile in ((gifts, given), (hand, own)):
            if pays_it := next((each for each in (unit, WILD) if cards[each]), ""):
                cards[pays_it] -= 1
                pile.append((unit, pays_it))
                break
        else:
            return None
    kept = list((Counter(position.kept) - spent_supply(step)).elements())
    for tile, unit in exchanged:
        card = _spare(hand)
        if card is None and not kept:
            return None
        markets.append(MarketUse(tile, unit, card if card is not None else kept.pop()))
    for player in owed:
        if (card := _spare(hand)) is None:
            return None
        toll.append((player, card))
    return replace(
        step, cards=tuple(own), gifts=tuple(given), markets=tuple(markets), toll=tuple(toll)
    )


def _spare(hand: Counter[str]) -> str | None:
    """Take the commonest card, gold last."""
    card = max(hand, key=lambda each: (hand[each] > 0, each != WILD, hand[each]))
    if not hand[card]:
        return None
    hand[card] -= 1
    return card


def _cost(step: BuildStep) -> tuple[int, int]:
    return step.cards_spent(), spent_cards(step)[WILD] + spent_supply(step).total()
