"""Sentences about positions, steps and plans of Graenaland."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from odin_solver.graenaland.parts import ARMY, POINTS_NEEDED, RESOURCES, UNKNOWN, Cost, SupplyCard
from odin_solver.graenaland.position import GraenalandPosition, TileState
from odin_solver.graenaland.rules.building import BuildItem, BuildStep, Step, TakeStep
from odin_solver.support.language import Message, say, say_as, say_number

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "areas": "tiles with 2 or more",
        "largest_area": "most on one tile",
        "supply_card": "supply card",
        "hand": "Hand",
        "supply": "supply card",
        "offered": "offered card",
        UNKNOWN: "face down",
        "main": "main player",
        "claim": "claim builder",
        "final": "final builder",
        "guest": "guest builder",
        "profile": "costs",
        "card": "point card",
        "cards": "promised",
        "supply_cards": "supply cards",
        "point_card": "point card",
        "point_cards": "point cards",
        "joint": "joint work",
        "works": "public works",
        "heroes": "hero",
        "stock": "resources here",
        "shares": "share of a tile",
        "coastal": "place",
        "symbol": "symbol of the yield improvement",
        "yield_cost": "cost of the yield improvement, if it is printed on the tile",
        "hills_fort": "symbol under the fort in the hills",
        "options": "readings of the rules",
        "limited_tokens": "tokens of public works are limited",
        "new_fort": "a new fort helps at once",
        "kept_supply": "final building may spend kept supply cards",
        "wild_symbol": "gold on a supply card stands for any resource",
        "strict_palisade": "strict palisade (3 players)",
    }
)
"""English names of what files call otherwise."""


def part_name(name: str) -> Message:
    """Return the name of a part, goal or player; names of the user's own stay as they are."""
    return say_as("graenaland", NAMES.get(name, name))


def names_text(names: Iterable[str]) -> str:
    """Return ``wood, ore``."""
    return ", ".join(map(part_name, names))


def amount_text(card: str, n: int) -> Message:
    """Return ``2 wood``."""
    return say_as("graenaland", "{n} {resource}", n=n, resource=part_name(card))


def cost_text(cost: Cost | None) -> str:
    """Return ``2 wood, 2 livestock``; ``?`` for a cost that the profile lacks."""
    if cost is None:
        return "?"
    parts = (amount_text(card, n) for card in RESOURCES if (n := cost.get(card, 0)))
    return ", ".join(parts) or say_as("graenaland", "none")


def supply_text(card: SupplyCard) -> str:
    """Return ``wood/ore``."""
    return "/".join(map(part_name, card))


def supplies_text(cards: Iterable[SupplyCard]) -> str:
    """Return ``wood/ore, grain/grain``."""
    return ", ".join(map(supply_text, cards))


def item_text(item: BuildItem) -> Message:
    """Return ``village on A`` or ``army +1``."""
    if item.kind == ARMY:
        return say("army +1")
    return say("{item} on {tile}", item=part_name(item.kind), tile=item.tile)


def items_text(items: Mapping[BuildItem, int]) -> str:
    """Return ``2 x village on A, army +1``; ``nothing`` if it is nothing."""
    parts = (f"{n} x {item_text(item)}" if n > 1 else item_text(item) for item, n in items.items())
    return ", ".join(parts) or say_as("graenaland", "nothing")


def payments(step: BuildStep) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Yield how a step is paid: with what else, the cards, and what they stand for if not that."""
    for unit, card in step.cards:
        yield "", (card,), () if card == unit else (unit,)
    for use in step.supply:
        yield part_name("supply_card"), use.card, use.units
    for exchange in step.markets:
        given = (exchange.card,) if isinstance(exchange.card, str) else exchange.card
        yield say("market on {tile}", tile=exchange.tile), given, (exchange.unit,)
    for unit, card in step.gifts:
        yield say("given by others"), (card,), (unit,)
    for player, card in step.toll:
        yield say("toll for {player}", player=part_name(player)), (card,), ()


def payment_text(step: BuildStep) -> str:
    """Return how a step is paid."""
    plain = Counter(card for begin, (card, *_), units in payments(step) if not (begin or units))
    parts = [cost_text(plain)] if plain else []
    for begin, cards, units in payments(step):
        if begin or units:
            card = supply_text(cards)
            paid = say("{card} as {units}", card=card, units=" + ".join(map(part_name, units)))
            parts.append(": ".join(filter(None, (begin, paid if units else card))))
    return ", ".join(parts)


def step_text(step: Step) -> str:
    """Return what a step does."""
    if isinstance(step, TakeStep):
        return say("take supply card {card}", card=supply_text(step.card))
    item = item_text(step.item)
    if not step.recipe:
        return item
    return say("{item} (fort: {terrain})", item=item, terrain=part_name(step.recipe))


def needed_text(position: GraenalandPosition) -> Message:
    """Return what wins."""
    if position.card is None:
        return say("3 goals win")
    return say("{n} points win", n=POINTS_NEEDED)


def score_text(position: GraenalandPosition, score: int) -> Message:
    """Return ``3 goals`` or ``6 points``."""
    if position.card is None:
        return say_number("{n} goal", "{n} goals", score)
    return say_number("{n} point", "{n} points", score)


def cards_text(count: int) -> Message:
    """Return ``1 card`` or ``3 cards``."""
    return say_number("{n} card", "{n} cards", count)


def settlements_text(state: TileState, players: Iterable[str]) -> str:
    """Return the settlements on a tile: ``yellow 2, red 1 + fort``."""
    parts = []
    for player in players:
        if state.settlements(player):
            buildings = [part_name(kind) for kind, p in state.buildings.items() if p == player]
            villages = f"{part_name(player)} {state.villages.get(player, 0)}"
            parts.append(" + ".join([villages, *buildings]))
    return ", ".join(parts)


def profile_note(position: GraenalandPosition) -> str:
    """Return a note if the costs belong to no real copy."""
    profile = position.profile
    return say("costs: profile {name}", name=part_name(profile.name)) if profile.made_up else ""
