"""Tables of the occupations for the compiled engine, found by trying the cards of the Python game.

An effect that is the same in a poor and in a rich state is a constant, and becomes data. Effects
that depend on the state are written in ``source/effects.c``, one case for each card.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from types import MappingProxyType
from typing import Any

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS, Occupation
from odin_solver.components.ships import SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game import cards as _catalogue  # noqa: F401  (makes the cards known)
from odin_solver.game.actions.dice import ACTIONS, ROLLS
from odin_solver.game.actions.exchange import Either, Exchange
from odin_solver.game.actions.mountains import Upgrade
from odin_solver.game.actions.spaces import EFFECTS
from odin_solver.game.cards.blocks.deals import GOODS, Deal, Deals, deal
from odin_solver.game.cards.blocks.effects import HOUSES
from odin_solver.game.cards.blocks.strips import StripItems
from odin_solver.game.cards.deck_b import FUR
from odin_solver.game.kernel import events
from odin_solver.game.kernel.cards import CARDS, Reaction, modified
from odin_solver.game.kernel.chance import DrawWeapons
from odin_solver.game.kernel.moves import MakeDeal
from odin_solver.game.kernel.rules import ActionCost, PaymentValues, RollLimit, RollResult
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import Node, Options, State
from odin_solver.rules.board_state import BoardState

BUILT = (*SHIPS, *BOARDS)
"""What can be built, in the order of the keys of that event."""

_EVENTS: Mapping[str, tuple[type[events.Event], Mapping[int, events.Event]]] = MappingProxyType(
    {
        "action_starts": (
            events.ActionStarts,
            {
                at: events.ActionStarts(name, space.vikings)
                for at, (name, space) in enumerate(SPACES.items())
            },
        ),
        "action_ended": (
            events.ActionEnded,
            {at: events.ActionEnded(name, {}, {}) for at, name in enumerate(SPACES)},
        ),
        "items_gained": (events.ItemsGained, {}),
        "tile_placed": (events.TilePlaced, {}),
        "strip_taken": (events.StripItemsTaken, {}),
        "dice_starts": (
            events.DiceStarts,
            {at: events.DiceStarts(name) for at, name in enumerate(ACTIONS)},
        ),
        "dice_succeeded": (
            events.DiceSucceeded,
            {at: events.DiceSucceeded(name, {}, 0) for at, name in enumerate(ACTIONS)},
        ),
        "dice_failed": (
            events.DiceFailed,
            {at: events.DiceFailed(name, ROLLS) for at, name in enumerate(ACTIONS)},
        ),
        "vikings_returned": (events.VikingsReturned, {}),
        "ship_emigrated": (
            events.ShipEmigrated,
            {
                at: events.ShipEmigrated(name)
                for at, (name, ship) in enumerate(SHIPS.items())
                if ship.emigration_points
            },
        ),
        "board_explored": (
            events.BoardExplored,
            {
                at: events.BoardExplored(name)
                for at, (name, board) in enumerate(BOARDS.items())
                if board.kind == "exploration"
            },
        ),
        "item_built": (
            events.ItemBuilt,
            {at: events.ItemBuilt(name) for at, name in enumerate(BUILT)},
        ),
        "card_played": (events.CardPlayed, {}),
        "harvest_starts": (events.HarvestStarts, {0: events.HarvestStarts()}),
        "harvest_ended": (events.HarvestEnded, {0: events.HarvestEnded()}),
        "harvest_skipped": (events.HarvestSkipped, {0: events.HarvestSkipped()}),
        "actions_ended": (events.ActionsEnded, {0: events.ActionsEnded()}),
        "income_starts": (events.IncomeStarts, {0: events.IncomeStarts()}),
        "feast_starts": (events.FeastStarts, {0: events.FeastStarts()}),
        "feast_served": (events.FeastServed, {}),
        "feast_ended": (events.FeastEnded, {0: events.FeastEnded()}),
        "bonuses_start": (events.BonusesStart, {0: events.BonusesStart()}),
        "bonuses_ended": (events.BonusesEnded, {0: events.BonusesEnded()}),
        "strips_shortened": (events.StripsShortened, {}),
        "state_changed": (events.StateChanged, {}),
        "scoring_starts": (events.ScoringStarts, {}),
    }
)
"""Events by name, and the cases of each that are tried, by key."""

EVENT_NAMES = tuple(_EVENTS)


@dataclass(frozen=True)
class Constant:
    """An effect that does not depend on the state.

    Attributes
    ----------
    nodes
        Nodes pushed, the last one on top.
    """

    gains: tuple[tuple[str, int], ...]
    nodes: tuple[Node, ...]


@dataclass
class CardData:
    """What is constant about a card.

    Attributes
    ----------
    number, points
        Of the card.
    played
        What happens when it is played; None if that depends on the state.
    triggers
        Events, keys and constant effects.
    deals
        Deals of all its questions.
    anytime
        Deals at any time.
    rolls
        What every roll of a dice action counts more.
    limit
        Rolls allowed.
    worth
        Values of items paid for dice actions, where they differ from the printed rules.
    cheaper
        Exchanges (as nodes) that cost one less of an item.
    """

    number: int
    points: int
    played: Constant | None = None
    triggers: list[tuple[str, frozenset[int], Constant]] = field(default_factory=list)
    deals: list[tuple[Deal, ...]] = field(default_factory=list)
    anytime: tuple[Deal, ...] = ()
    rolls: tuple[int, ...] = ()
    limit: int = ROLLS
    worth: dict[tuple[str, str], int] = field(default_factory=dict)
    cheaper: dict[Node, str] = field(default_factory=dict)


def title_of(card: Occupation) -> str:
    """Return the name of a card in the engine; of the cards with the same title with its number."""
    alike = [each for each in OCCUPATIONS.values() if each.name == card.name]
    name = "".join(letter if letter.isalnum() else "_" for letter in card.name.replace("'", ""))
    return f"{name.upper()}_{card.number}" if len(alike) > 1 else name.upper()


def _poor() -> State:
    state = State(Options(), round=1, boards=(BoardState(BOARDS["home"]),), phase="actions")
    state.specials = frozenset(each.id for each in TILES.values() if each.kind == "special")
    return state


def _rich() -> State:
    state = _poor()
    state.round = 2
    state.supply = dict.fromkeys((*TILES, *WEAPONS), 20)
    state.boats, state.knarrs, state.longships = (0, 1), 1, (0, 2)
    state.boards += tuple(BoardState(BOARDS[each]) for each in ("stone_house", "long_house"))
    state.strips = MOUNTAIN_STRIPS[:3]
    state.vikings = 3
    state.hand = (1,)
    return state


def _tried(effect: Callable[[State], None], start: State) -> tuple[State, Constant]:
    """Return the state after an effect, and what it gave and asked."""
    state = start.copy()
    effect(state)
    names = sorted({*state.supply, *start.supply})
    gains = tuple((name, more) for name in names if (more := state.has(name) - start.has(name)))
    return state, Constant(gains, state.stack)


def _constant(effect: Callable[[State], None]) -> Constant | None:
    """Return an effect that is the same in both states and consists of known parts."""
    found = []
    for start in (_poor(), _rich()):
        try:
            state, constant = _tried(effect, start)
        except (KeyError, IndexError, ValueError, AssertionError, StopIteration):
            return None
        # Everything else has to be the same.
        plain = msgspec.structs.replace(state, supply=start.supply, stack=())
        plain.specials = start.specials
        if plain != start:
            return None
        found.append(constant)
    nothing = found[0] == Constant((), ())
    if nothing or found[0] != found[1] or not all(map(_is_known, found[0].nodes)):
        return None
    return found[0]


def _is_known(node: Node) -> bool:
    if isinstance(node, Upgrade):
        return type(node) is Upgrade and node.source == "swap" and node.times == 1
    if isinstance(node, Deals):
        return type(node) is Deals and bool(node.deals) and not node.space
    return isinstance(node, DrawWeapons | StripItems)


def _react(reaction: Reaction, event: events.Event, state: State) -> None:
    reaction(state, event)


def _without_space(constant: Constant) -> Constant:
    """Return a constant effect in which an item taken before an action does not name its space."""
    nodes = tuple(
        msgspec.structs.replace(node, space="*" if node.space else "")
        if isinstance(node, StripItems)
        else node
        for node in constant.nodes
    )
    return Constant(constant.gains, nodes)


def _triggers(card: int) -> Iterator[tuple[str, frozenset[int], Constant]]:
    """Yield the constant reactions of a card: event, keys, effect."""
    reactions = CARDS[card].on
    for name, (event, cases) in _EVENTS.items():
        if event not in reactions:
            continue
        effects: dict[Constant, set[int]] = {}
        for key, case in cases.items():
            constant = _constant(partial(_react, reactions[event], case))
            if constant is not None:
                effects.setdefault(_without_space(constant), set()).add(key)
        for constant, keys in effects.items():
            yield name, frozenset(keys), constant


LONGSHIP: tuple[Deal, ...] = (((("silver", 0),), (("longship", 1),)),)

CHOSEN: Mapping[int, tuple[Deal, ...]] = MappingProxyType(
    {
        81: LONGSHIP,
        82: LONGSHIP,
        31: tuple(deal("", f"{name}=1") for name in GOODS),
        102: FUR,
        150: tuple(deal(f"{name}=1", "game_meat=1") for name in ("stockfish", "salt_meat")),
        177: tuple(
            deal(f"{name}=1", "silverware=1")
            for board in HOUSES
            for bonus in BOARDS[board].bonuses
            for name, _ in bonus.gives
        ),
    }
)
"""Deals of cards that offer some of them, or ask for other silver, depending on the state."""


def _asked_deals(card: int) -> Iterator[tuple[Deal, ...]]:
    """Yield the deals that a card offers in the rich state: alone, with 152 Merchant, ruled."""
    if card in CHOSEN:
        yield CHOSEN[card]
        return
    effects: list[Callable[[State], None]] = []
    played = CARDS[card].when_played
    if played is not None:
        effects.append(played)
    samples: list[Any] = [
        *(case for _, cases in _EVENTS.values() for case in cases.values()),
        events.ActionEnded("hunting_game_1", {"silver": 2, "wood": 2, "stockfish": 1}, {}),
        *(events.ItemsGained({name: 2}, "card") for name in TILES),
        *(events.DiceFailed(name, 1) for name in ACTIONS),
        *(events.TilePlaced(name, "stone_house") for name in TILES),
    ]
    for sample in samples:
        reaction = CARDS[card].on.get(type(sample))
        if reaction is not None:
            effects.append(partial(_react, reaction, sample))
    merchant = _rich()
    merchant.played = (152,)
    ruled = _rich()
    ruled.options = Options(rulings=frozenset(Ruling))
    for effect, start in product(effects, (_rich(), merchant, ruled)):
        try:
            state, _ = _tried(effect, start)
        except (KeyError, IndexError, ValueError, AssertionError, StopIteration):
            continue
        for node in reversed(state.stack):
            if isinstance(node, Deals):
                yield node.deals


def _cheaper(card: int) -> Iterator[tuple[Node, str]]:
    """Yield the exchanges of spaces that cost one less of an item."""
    state = _poor()
    state.played = (card,)

    def exchanges(nodes: Sequence[Node]) -> Iterator[Exchange]:
        for node in nodes:
            if isinstance(node, Exchange):
                yield node
            elif isinstance(node, Either):
                for _, option in node.options:
                    yield from exchanges(option)

    for space, nodes in EFFECTS.items():
        for node in exchanges(nodes):
            before = dict(node.pays)
            after = modified(state, ActionCost(space), before)
            for name, number in before.items():
                if after[name] == number - 1:
                    yield node, name


def _data(number: int) -> CardData:
    found = CardData(number, OCCUPATIONS[number].points)
    card = CARDS.get(number)
    if card is None:
        return found
    state = _poor()
    state.played = (number,)
    if card.when_played is not None:
        found.played = _constant(card.when_played)
    found.triggers = list(_triggers(number))
    found.deals = list(dict.fromkeys(_asked_deals(number)))
    if card.anytime is not None:
        moves = card.anytime.moves(_rich())
        if moves and all(isinstance(move, MakeDeal) for move in moves):
            found.anytime = tuple(
                (move.pays, move.takes) for move in moves if isinstance(move, MakeDeal)
            )
    found.rolls = tuple(modified(state, RollResult(action), 5) - 5 for action in ACTIONS)
    found.limit = modified(state, RollLimit("hunting"), ROLLS)
    for action, rules in ACTIONS.items():
        printed = {rules.weapon: 1, rules.resource: 1}
        values = modified(state, PaymentValues(action), printed)
        found.worth |= {
            (action, name): value for name, value in values.items() if printed.get(name) != value
        }
    found.cheaper = dict(_cheaper(number))
    return found


@cache
def card_data() -> Mapping[int, CardData]:
    """Return what is constant about each card, by number."""
    return MappingProxyType({number: _data(number) for number in sorted(OCCUPATIONS)})


def found_deal_lists() -> list[tuple[Deal, ...]]:
    """Return all lists of deals of the cards, without duplicates."""
    return list(
        dict.fromkeys(
            each
            for card in card_data().values()
            for each in (*card.deals, *([card.anytime] if card.anytime else []))
        )
    )


def reacting(event: str) -> list[int]:
    """Return the cards that react to an event."""
    return [number for number, card in CARDS.items() if _EVENTS[event][0] in card.on]
