"""What an occupation can do, and how the rest of the game asks the cards that lie open.

A card is made of four small parts, each of them optional: what it does when it is played, what it
does on events (often it pushes a decision that comes next), rules that it bends, and what it allows
at any time. The rest of the game names events and rules and never a card.

What cards give on the same event comes at once; after that they ask the player what they have to
ask, in the order of their numbers. Rules are bent in that order too. The rulebooks let the player
choose the order.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from odin_solver.game.state import State

Facts = Mapping[str, Any]
"""What is known about an event or a rule: see `Event` and `Rule`."""

Event = Literal[
    "played",  # a card was played; facts: card, first (on this occasion)
    "before action",  # Vikings were placed; facts: space, vikings
    "after action",  # facts: space, gained, spent (by the action itself, name -> number)
    "gained",  # things came into the supply; facts: things (name -> number), source
    "placed",  # a tile was placed; facts: tile, board
    "took from strip",  # facts: items, source
    "before dice",  # a dice action begins; facts: action
    "succeeded",  # a dice action; facts: action, paid, boats
    "failed",  # a dice action; facts: action, rolls
    "returned",  # Vikings came back to the Thing square in the action phase; facts: vikings
    "emigrated",  # facts: ship
    "explored",  # facts: board
    "built",  # a building or ship was built on a space; facts: thing
    "before harvest",
    "after harvest",
    "no harvest",  # the harvest phase of a round without one
    "after actions",  # the action phase ends
    "before income",
    "before feast",
    "served",  # the table is set; facts: servings
    "after feast",
    "bonus",  # before the goods of the bonus phase come
    "gave bonuses",  # facts: boards
    "after bonus",
    "mountains",  # facts: removed (items)
    "changed",  # anything may have changed: for cards that wait for a state of things
    "scoring",
]
"""What cards may react to."""

Rule = Literal[
    "vikings",  # how many Vikings a space takes; facts: space
    "hindrance",  # why a space cannot be used, None if cards get it out of the way; facts: space
    "effects",  # what a space does, a tuple of nodes; facts: space
    "cost",  # what an action costs, name -> number; facts: space
    "price",  # silver for a tile in a special sale
    "die",  # the result of a roll; facts: action
    "rolls",  # how often a die may be rolled; facts: action
    "payment",  # what can be paid for a dice action, name -> worth; facts: action
    "loot",  # what can be taken, name or names joined by + -> sword; facts: action
    "lengthwise",  # how many tiles of a kind may lie lengthwise at the feast, kind -> number
    "weapon",  # what there is instead of a drawn weapon, a tuple of things
    "draw",  # what happens when an occupation is drawn, a node
    "emigration",  # the price of emigration
    "stands in",  # how many ships count as longships
]
"""What cards may bend. A card gets the value so far and returns the new one."""

Effect = Callable[[State], None]
React = Callable[[State, Facts], None]
Bend = Callable[[State, Any, Facts], Any]


@dataclass(frozen=True)
class Anytime:
    """What a card allows at any time.

    Attributes
    ----------
    moves
        What can be done now: words after ``card NUMBER``.
    do
        Does it.
    """

    moves: Callable[[State], Sequence[str]]
    do: Callable[[State, str], None]


@dataclass(frozen=True)
class Card:
    """The effect of an occupation.

    Attributes
    ----------
    number
        The card's number.
    when_played
        What happens when it is played.
    on
        What happens on events from then on.
    rules
        Rules that it bends from then on.
    anytime
        What it allows from then on.
    """

    number: int
    when_played: Effect | None = None
    on: Mapping[Event, React] = field(default_factory=dict)
    rules: Mapping[Rule, Bend] = field(default_factory=dict)
    anytime: Anytime | None = None


_cards: dict[int, Card] = {}

CARDS: Mapping[int, Card] = MappingProxyType(_cards)
"""All cards with an effect, by number. A card that is not here scores its points and no more."""


def register(card: Card) -> Card:
    """Add a card to `CARDS`."""
    if card.number in _cards:
        raise ValueError(f"two effects for occupation {card.number}")
    _cards[card.number] = card
    return card


def implemented() -> frozenset[int]:
    """The numbers of all cards whose whole effect is known."""
    return frozenset(_cards)


def emit(state: State, event: Event, **facts: Any) -> None:
    """Tell the cards that lie open about an event."""
    if state.played:
        for react in _listeners(state.played, event):
            react(state, facts)


def bent(state: State, rule: Rule, value: Any, **facts: Any) -> Any:
    """What the cards that lie open make of a rule's value."""
    if state.played:
        for bend in _benders(state.played, rule):
            value = bend(state, value, facts)
    return value


def bends(state: State, rule: Rule) -> bool:
    """Whether a card that lies open bends a rule."""
    return bool(state.played and _benders(state.played, rule))


def anytime_moves(state: State) -> list[str]:
    """What the cards that lie open allow at any time."""
    return [
        f"card {number} {words}".rstrip()
        for number, anytime in _anytime(state.played)
        for words in anytime.moves(state)
    ]


def do_anytime(state: State, move: str) -> None:
    """Make one of the `anytime_moves`."""
    _, number, *words = move.split(" ", 2)
    anytime = _cards[int(number)].anytime
    assert anytime is not None
    anytime.do(state, *(words or [""]))
    emit(state, "changed")


@cache
def _listeners(played: tuple[int, ...], event: Event) -> tuple[React, ...]:
    """Reactions, the last card first: what it pushes on the stack is done after all others."""
    return tuple(
        _cards[number].on[event]
        for number in reversed(played)
        if number in _cards and event in _cards[number].on
    )


@cache
def _benders(played: tuple[int, ...], rule: Rule) -> tuple[Bend, ...]:
    return tuple(
        _cards[number].rules[rule]
        for number in played
        if number in _cards and rule in _cards[number].rules
    )


@cache
def _anytime(played: tuple[int, ...]) -> tuple[tuple[int, Anytime], ...]:
    return tuple(
        (number, anytime)
        for number in played
        if number in _cards and (anytime := _cards[number].anytime) is not None
    )
