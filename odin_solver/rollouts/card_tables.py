"""Tables of the occupations for the compiled engine, read from the cards of the Python game.

What is the same in every state is data of the blocks (`odin_solver.game.cards.blocks`). The rest of
a card is written in C, and named here.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from itertools import chain
from types import MappingProxyType, MethodType
from typing import Any, TypeGuard

from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS, Occupation
from odin_solver.components.ships import SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import STRIP_ITEMS
from odin_solver.game import cards as _catalogue  # noqa: F401  (makes the cards known)
from odin_solver.game.actions.dice import ACTIONS
from odin_solver.game.actions.exchange import Either, Exchange
from odin_solver.game.actions.mountains import Upgrade
from odin_solver.game.actions.spaces import EFFECTS
from odin_solver.game.cards.blocks.deals import Deals, FixedDeals
from odin_solver.game.cards.blocks.effects import Fixed
from odin_solver.game.cards.blocks.modifiers import Changed, Cheaper, RollMore, Worth
from odin_solver.game.cards.blocks.strips import ItemBeforeAction, StripItems
from odin_solver.game.cards.blocks.triggers import On
from odin_solver.game.kernel import events
from odin_solver.game.kernel.cards import CARDS, Card, Deal, Effect, Reaction
from odin_solver.game.kernel.chance import DrawWeapons
from odin_solver.game.kernel.rules import Rule
from odin_solver.game.kernel.state import Node
from odin_solver.rollouts.digest import SOURCE

IN_C: Mapping[str, str] = MappingProxyType(
    {
        "when played": (
            "5 10 14 15 16 18 19 20 21 22 23 24 25 26 27 29 30 31 32 33 34 35 60 61 64 69 70 "
            "71 72 76 77 78 79 81 82 83 84 85 87 166 183 184 188"
        ),
        "at any time": "39 40 49 52 182",
        "on ActionEnded": "3 12 108 109 110 111 120 122 124 154 155 156 175",
        "on ActionStarts": "88 164 166 168",
        "on ActionsEnded": "91",
        "on BoardExplored": "12",
        "on BonusesGiven": "177",
        "on BonusesStart": "161 162",
        "on CardPlayed": "176",
        "on DiceFailed": "12 104",
        "on DiceStarts": "90 132",
        "on DiceSucceeded": "12 130 135 141 142 163",
        "on FeastEnded": "7 159 172",
        "on FeastServed": "157 158",
        "on FeastStarts": "165 167",
        "on HarvestSkipped": "92 93 97",
        "on HarvestStarts": "169",
        "on IncomeStarts": "8 9 42",
        "on ItemsGained": "28 150 174 175 179 190",
        "on ScoringStarts": "189",
        "on StateChanged": "178 180 181",
        "on StripItemsTaken": "6 122 188",
        "on StripsShortened": "173",
        "on TilePlaced": "98 100 101",
        "on VikingsReturned": "151 168",
        "to DoubleUpgrades": "152",
        "to EmigrationPrice": "2 170",
        "to FeastSilver": "158 160",
        "to LengthwiseLimits": "186",
        "to LongshipCount": "147",
        "to LootSwords": "136 138 139",
        "to OccupationDraw": "99",
        "to RollLimit": "153",
        "to RollResult": "90 132",
        "to SalePrice": "2",
        "to SpaceEffects": "102 103 105 107 152 185",
        "to VikingsNeeded": "106",
        "to WeaponDraw": "38",
    }
)
"""Cards with a part that C states by itself, or with its own condition, by that part: events in
``effects.c``, rules where they apply."""

BUILT = (*SHIPS, *BOARDS)
"""What can be built, in the order of the keys of that event."""


def _numbers(parts: Any, having: str = "") -> Mapping[str, int]:
    return {name: at for at, name in enumerate(parts) if not having or getattr(parts[name], having)}


_BY_DICE = ("action", _numbers(ACTIONS))
_ALWAYS = ("", {"": 0})
_BY_HAND = ("", dict[str, int]())

KEYS: Mapping[type[events.Event], tuple[str, Mapping[str, int]]] = MappingProxyType(
    {
        events.ActionStarts: ("space", _numbers(SPACES)),
        events.ActionEnded: ("space", _numbers(SPACES)),
        events.ItemsGained: _BY_HAND,
        events.TilePlaced: _BY_HAND,
        events.StripItemsTaken: _BY_HAND,
        events.DiceStarts: _BY_DICE,
        events.DiceSucceeded: _BY_DICE,
        events.DiceFailed: _BY_DICE,
        events.VikingsReturned: _ALWAYS,
        events.ShipEmigrated: ("ship", _numbers(SHIPS, "emigration_points")),
        events.BoardExplored: ("board", _numbers(BOARDS, "ships")),
        events.ItemBuilt: ("item", _numbers(BUILT)),
        events.CardPlayed: _BY_HAND,
        events.HarvestStarts: _ALWAYS,
        events.HarvestEnded: _ALWAYS,
        events.HarvestSkipped: _ALWAYS,
        events.ActionsEnded: _ALWAYS,
        events.IncomeStarts: _ALWAYS,
        events.FeastStarts: _ALWAYS,
        events.FeastServed: _ALWAYS,
        events.FeastEnded: _ALWAYS,
        events.BonusesStart: _ALWAYS,
        events.BonusesEnded: _ALWAYS,
        events.StripsShortened: _ALWAYS,
        events.StateChanged: _BY_HAND,
        events.ScoringStarts: _ALWAYS,
    }
)
"""The events of the compiled engine: the field that is their key, and its values by number."""


@cache
def c_name(kind: type) -> str:
    """Return the name in C of a kind of nodes or events."""
    return re.sub("(?<!^)[A-Z]", r"_\g<0>", kind.__name__).lower()


def title_of(card: Occupation) -> str:
    """Return the name of a card in the engine; of the cards with the same title with its number."""
    alike = [each for each in OCCUPATIONS.values() if each.name == card.name]
    name = "".join(letter if letter.isalnum() else "_" for letter in card.name.replace("'", ""))
    return f"{name.upper()}_{card.number}" if len(alike) > 1 else name.upper()


def is_fixed(effect: Effect | None) -> TypeGuard[Fixed]:
    """Whether an effect is the same in every state, and consists of known parts."""
    return isinstance(effect, Fixed) and all(map(_is_known_node, effect.nodes))


def _is_known_node(node: Node) -> bool:
    if isinstance(node, Upgrade):
        return type(node) is Upgrade and node.source == "swap" and node.times == 1
    if isinstance(node, Deals):
        return type(node) is Deals and bool(node.deals) and not node.space
    return type(node) in (DrawWeapons, StripItems)


def _is_trigger(reaction: Reaction | None, event: type[events.Event]) -> TypeGuard[On]:
    """Whether a reaction can be looked up by the key of its event."""
    field, numbers = KEYS.get(event, _BY_HAND)
    return (
        isinstance(reaction, On)
        and type(reaction) in (On, ItemBeforeAction)
        and reaction.holds is None
        and reaction.key in ("", field)
        and bool(numbers)
        and is_fixed(reaction.effect)
    )


def _exchanges(nodes: Iterable[Node]) -> Iterator[Exchange]:
    for node in nodes:
        if isinstance(node, Exchange):
            yield node
        elif isinstance(node, Either):
            for _, option in node.options:
                yield from _exchanges(option)


def cheaper(modifier: Cheaper, *, elsewhere: bool = False) -> dict[Node, None]:
    """Return the exchanges of spaces that cost one less of an item, or those of other spaces."""
    return dict.fromkeys(
        node
        for space, nodes in EFFECTS.items()
        if (space in modifier.spaces) != elsewhere
        for node in _exchanges(nodes)
        if dict(node.pays).get(modifier.item, 0) >= modifier.least
    )


def _is_table(card: Card, rule: type[Rule[object]]) -> bool:
    modifier: object = card.rules[rule]
    match modifier:
        case Worth(item, _, actions):
            payable = (("spear", ACTIONS[each].weapon, ACTIONS[each].resource) for each in actions)
            return all(item in each for each in payable)
        case Cheaper():
            # An exchange is looked up, not its space.
            return cheaper(modifier).keys().isdisjoint(cheaper(modifier, elsewhere=True))
        case MethodType(__self__=ItemBeforeAction()):
            return modifier.__self__ is card.on.get(events.ActionStarts)
    return isinstance(modifier, RollMore)


def _parts(card: Card) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a card, and whether each is data and nothing else."""
    if card.when_played is not None:
        yield "when played", is_fixed(card.when_played)
    for event, reaction in card.on.items():
        partly = isinstance(reaction, ItemBeforeAction) and reaction.vikings > 0
        yield f"on {event.__name__}", _is_trigger(reaction, event) and not partly
    for rule in card.rules:
        yield f"to {rule.__name__}", _is_table(card, rule)
    if card.anytime is not None:
        yield "at any time", isinstance(card.anytime, FixedDeals)


def faults() -> Iterator[str]:
    """Yield what is wrong with the list of what is written in C: a line for each part of a card."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SOURCE.glob("*.c")))
    parts = {number: dict(_parts(card)) for number, card in CARDS.items()}
    listed = {(int(number), part) for part, cards in IN_C.items() for number in cards.split()}
    there = {(number, part) for number, found in parts.items() for part in found}
    for number, part in sorted(listed | there):
        what = f"card {number}: what it does {part}"
        if (number, part) not in listed:
            if not parts[number][part]:
                yield f"{what} is neither data nor written in C (effects.c, and IN_C in {__name__})"
        elif parts.get(number, {}).get(part, True):
            why = "is data" if part in parts.get(number, {}) else "is nothing"
            yield f"{what} {why}, but named as written in C (IN_C in {__name__})"
        elif not re.search(rf"\bC_{title_of(OCCUPATIONS[number])}\b", sources):
            yield f"{what} is named as written in C, but no source mentions it"


Names = tuple[Iterable[str], Collection[str]]
"""Names that a card uses, and those that there are."""


def _in_deals(deals: Iterable[Deal], items: Collection[str]) -> Names:
    return [name for pays, takes in deals for name, _ in (*pays, *takes)], items


def _in_effect(effect: Effect | None, items: Collection[str]) -> Iterator[Names]:
    if isinstance(effect, Fixed):
        yield dict(effect.gains), items
        for node in effect.nodes:
            if isinstance(node, Deals):
                yield _in_deals(node.deals, items)
            elif isinstance(node, StripItems):
                yield node.kinds, STRIP_ITEMS


def _in_rule(modifier: object, items: Collection[str]) -> Iterator[Names]:
    match modifier:
        case RollMore(_, actions):
            yield actions, ACTIONS
        case Worth(item, _, actions):
            yield [item], items
            yield actions, ACTIONS
        case Cheaper(item, spaces):
            yield [item], items
            yield spaces, SPACES
        case Changed(spaces):
            yield spaces, SPACES


def _names(card: Card, items: Collection[str]) -> Iterator[tuple[str, Iterator[Names]]]:
    """Yield the parts of a card, and the names in them as far as they are data."""
    yield "when played", _in_effect(card.when_played, items)
    for event, reaction in card.on.items():
        if isinstance(reaction, On):
            there = KEYS[event][1] or TILES
            yield f"on {event.__name__}", iter([(reaction.keys, there)])
            yield f"on {event.__name__}", _in_effect(reaction.effect, items)
    for rule, modifier in card.rules.items():
        yield f"to {rule.__name__}", _in_rule(modifier, items)
    anytime = card.anytime.deals if card.anytime else ()
    yield "at any time", iter([_in_deals(anytime, items)])
    yield "in its offers", iter([_in_deals(chain.from_iterable(card.offers), items)])


def unknown_names(items: Collection[str]) -> Iterator[str]:
    """Yield a line for each name in the data of a card that there is not, given those of items."""
    for number, card in sorted(CARDS.items()):
        for part, found in _names(card, items):
            for name, there in dict.fromkeys(
                (name, tuple(there)) for names, there in found for name in names
            ):
                if name not in there:
                    close = get_close_matches(name, there, 3, 0.4) or sorted(there)[:9]
                    what = f"card {number}: what it does {part} names the unknown {name!r}"
                    yield f"{what}: did you mean {' or '.join(close)}?"


def triggers_of(card: Card) -> Iterator[tuple[str, int, Fixed]]:
    """Yield the events of a card that are looked up, their keys as bits, and what happens."""
    for event, (_, numbers) in KEYS.items():
        reaction = card.on.get(event)
        if _is_trigger(reaction, event) and is_fixed(reaction.effect):
            keys = (at for name, at in numbers.items() if not reaction.key or name in reaction.keys)
            yield c_name(event), sum(1 << key for key in keys), reaction.effect


def deals_of(card: Card) -> list[tuple[Deal, ...]]:
    """Return the lists of deals of all questions of a card."""
    reactions = (card.on.get(event) for event in KEYS)
    effects = (card.when_played, *(each.effect for each in reactions if isinstance(each, On)))
    nodes = chain.from_iterable(each.nodes for each in effects if isinstance(each, Fixed))
    asked = (node.deals for node in nodes if isinstance(node, Deals))
    return list(dict.fromkeys((*asked, *card.offers)))


@cache
def deal_lists() -> Mapping[tuple[Deal, ...], int]:
    """Return all lists of deals of the cards, with the number in `deals` that each begins with."""
    found: dict[tuple[Deal, ...], int] = {}
    first = 0
    for _, card in sorted(CARDS.items()):
        for each in (*deals_of(card), card.anytime.deals if card.anytime else ()):
            if each and each not in found:
                found[each] = first
                first += len(each)
    return MappingProxyType(found)


@cache
def deals() -> tuple[Deal, ...]:
    """Return all deals, list by list."""
    return tuple(chain.from_iterable(deal_lists()))


def card_set(cards: Iterable[int]) -> int:
    """Return a set of cards as bits."""
    return sum(1 << card for card in cards)
