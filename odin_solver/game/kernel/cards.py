"""Effects of occupations, and how the rest of the game asks the cards in play.

A card has four parts, each of them optional: what it does when it is played, how it reacts to
events (often by pushing a decision), the rules that it modifies, and its anytime effect. The rest
of the game names events and rules, never a card. `card` states all parts of a card that are data;
`when_played`, `when` and `modifies` stand above the function that is a part.

What cards give on an event comes at once; their questions come afterwards. Where the order can
make a difference the player chooses it (`odin_solver.game.kernel.order`). Rules are modified in the
order that is best for the player (`Card.precedence`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from odin_solver.game.kernel.events import CHANGED, Event
from odin_solver.game.kernel.moves import Move, Pairs, UseCard
from odin_solver.game.kernel.order import Part, enqueue
from odin_solver.game.kernel.rules import Modifier, Modifiers, Rule
from odin_solver.game.kernel.state import Node, State
from odin_solver.support.language import say

Value = TypeVar("Value")
SomeEvent = TypeVar("SomeEvent", bound=Event)
Parts = ParamSpec("Parts")

Effect = Callable[[State], None]
Reaction = Callable[[State, Any], None]
Reactions = dict[type[Event], Reaction]

Deal = tuple[Pairs, Pairs]
"""Items spent, and items gained for them."""


@dataclass(frozen=True)
class AnytimeEffect:
    """What a card allows at any time.

    Attributes
    ----------
    moves
        What can be done now, as the choice of a `UseCard`.
    why_not
        Why nothing can be done now, if there are no moves.
    deals
        The deals among the moves.
    """

    moves: Callable[[State], Sequence[Move]]
    do: Callable[[State, Move], None]
    why_not: Callable[[State], str]
    deals: tuple[Deal, ...] = ()


@dataclass(frozen=True)
class Card:
    """The effect of an occupation.

    Attributes
    ----------
    on
        Its reactions to events from then on.
    rules
        Rules that it modifies from then on.
    anytime
        What it allows from then on.
    offers
        Lists of deals, of which its questions offer some or one list, depending on the state. A
        price in silver that depends on the state is 0 here.
    precedence
        When it modifies a rule that other cards modify too: before them if this is below 0, after
        them if it is above. The player may choose the order, and always wants the same one.
    """

    number: int
    when_played: Effect | None = None
    on: Reactions = field(default_factory=dict)
    rules: Modifiers = field(default_factory=dict)
    anytime: AnytimeEffect | None = None
    offers: tuple[tuple[Deal, ...], ...] = ()
    precedence: int = 0


_cards: dict[int, Card] = {}

CARDS: Mapping[int, Card] = MappingProxyType(_cards)
"""All cards with an effect, by number. A card that is not here scores its points and no more."""


def register(card: Card) -> None:
    """Add a card to `CARDS`, or another part of it."""
    known = _cards.get(card.number, Card(card.number))
    if (
        known.on.keys() & card.on.keys()
        or known.rules.keys() & card.rules.keys()
        or (known.when_played and card.when_played)
        or (known.anytime and card.anytime)
    ):
        raise ValueError(f"two effects for occupation {card.number}")
    _cards[card.number] = replace(
        card,
        when_played=known.when_played or card.when_played,
        on=known.on | card.on,
        rules=known.rules | card.rules,
        anytime=known.anytime or card.anytime,
        offers=known.offers + card.offers,
        precedence=known.precedence + card.precedence,
    )


def _registering(make: Callable[Parts, Card]) -> Callable[Parts, None]:
    return lambda *args, **parts: register(make(*args, **parts))


card = _registering(Card)
"""Add a card, or another part of it; the parameters are those of `Card`."""


def when_played(
    number: int, *, offers: tuple[tuple[Deal, ...], ...] = ()
) -> Callable[[Effect], Effect]:
    """Say what a card does when it is played."""

    def add(effect: Effect) -> Effect:
        card(number, when_played=effect, offers=offers)
        return effect

    return add


def when(
    number: int, event: type[SomeEvent], *, offers: tuple[tuple[Deal, ...], ...] = ()
) -> Callable[[Callable[[State, SomeEvent], None]], Callable[[State, SomeEvent], None]]:
    """Say how a card reacts to every event of a type."""

    def add(reaction: Callable[[State, SomeEvent], None]) -> Callable[[State, SomeEvent], None]:
        card(number, on={event: reaction}, offers=offers)
        return reaction

    return add


def modifies(
    number: int, rule: type[Rule[Value]]
) -> Callable[[Callable[[State, Value, Any], Value]], Modifier]:
    """Say how a card modifies a rule."""

    def add(modifier: Callable[[State, Value, Any], Value]) -> Modifier:
        card(number, rules=rule.by(modifier))
        return modifier

    return add


def emit(state: State, event: Event) -> None:
    """Tell the cards in play about an event."""
    if state.played:
        notify(state, state.played, event)


def notify(state: State, cards: tuple[int, ...], event: Event) -> None:
    """Tell some of the cards in play about an event."""
    parts: list[Part] = []
    for number, react in _reactions(cards, type(event)):
        below = state.stack
        react(state, event)
        if state.stack is not below:
            parts += _take_off(state, number, below)
    if parts:
        enqueue(state, tuple(parts))


def _take_off(state: State, number: int, below: tuple[Node, ...]) -> list[Part]:
    """Take what a card has pushed off the stack again.

    What a card gives can make other cards push nodes as well; all of it is its part.
    """
    nodes = state.stack[len(below) :]
    state.stack = below
    return [(number, nodes[::-1])] if nodes else []


def by_card(state: State, number: int, effect: Effect) -> None:
    """Let something happen through a card, whose questions come next."""
    below = state.stack
    effect(state)
    for part in _take_off(state, number, below):
        enqueue(state, (part,))


def modified(state: State, rule: Rule[Value], value: Value) -> Value:
    """Return a rule's value as the cards in play modify it."""
    if state.played:
        for modify in _modifiers(state.played, type(rule)):
            value = modify(state, value, rule)
    return value


def is_modified(state: State, rule: type[Rule[Any]]) -> bool:
    """Whether a card in play modifies a rule."""
    return bool(state.played and _modifiers(state.played, rule))


def has_reaction(state: State, event: type[Event]) -> bool:
    """Whether a card in play reacts to events of a type."""
    return bool(state.played and _reactions(state.played, event))


def anytime_moves(state: State) -> list[UseCard]:
    """Return what the cards in play allow at any time."""
    return [
        UseCard(number, choice)
        for number, anytime in _anytime(state.played)
        for choice in anytime.moves(state)
    ]


def why_not_anytime(state: State, number: int) -> str | None:
    """Return why a card cannot be used at this time; None if it can."""
    if number in state.hand:
        return say("it has to be played first")
    if number not in state.played:
        return say("this card is not in play")
    card = _cards.get(number)
    if card is None or card.anytime is None:
        return say("this card has no anytime effect")
    return None if card.anytime.moves(state) else card.anytime.why_not(state)


def do_anytime(state: State, move: UseCard) -> None:
    """Make one of the `anytime_moves`."""
    anytime = _cards[move.card].anytime
    assert anytime is not None
    by_card(state, move.card, lambda state: anytime.do(state, move.choice))
    emit(state, CHANGED)


@cache
def _reactions(played: tuple[int, ...], event: type[Event]) -> tuple[tuple[int, Reaction], ...]:
    return tuple(
        (number, _cards[number].on[event])
        for number in played
        if number in _cards and event in _cards[number].on
    )


@cache
def _modifiers(played: tuple[int, ...], rule: type[Rule[Any]]) -> tuple[Modifier, ...]:
    cards = [
        _cards[number] for number in played if number in _cards and rule in _cards[number].rules
    ]
    return tuple(card.rules[rule] for card in sorted(cards, key=lambda card: card.precedence))


@cache
def _anytime(played: tuple[int, ...]) -> tuple[tuple[int, AnytimeEffect], ...]:
    return tuple(
        (number, anytime)
        for number in played
        if number in _cards and (anytime := _cards[number].anytime) is not None
    )
