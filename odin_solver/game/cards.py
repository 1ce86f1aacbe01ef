"""What an occupation can do, and how the rest of the game asks the cards that lie open.

A card is made of four small parts, each of them optional: what it does when it is played, what it
does on events (it may also turn steps and decisions into what is done next), rules that it bends,
and what it allows at any time. The rest of the game names events and rules and never a card.
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
    "played",  # a card was played; facts: card
    "before action",  # a space was taken; facts: space
    "after action",  # its action is done; facts: space, gained, spent
    "gained",  # things came into the supply; facts: things (name -> number), source
    "took from strip",  # facts: items
    "rolled",  # facts: action, roll
    "succeeded",  # a dice action; facts: action, paid, boats
    "failed",  # a dice action; facts: action
    "returned",  # Vikings came back to the Thing square in the action phase; facts: vikings
    "emigrated",  # facts: ship
    "explored",  # facts: board
    "built",  # a building or ship was built on a space; facts: thing
    "harvest",  # after the goods of a harvest came; facts: number
    "before income",
    "after income",  # facts: silver
    "before feast",
    "served",  # the table is set; facts: servings
    "after feast",
    "bonus",  # before the goods of the bonus phase come
    "after bonus",  # facts: boards (what each gave)
    "mountains",  # facts: removed (items)
    "changed",  # anything may have changed: for cards that wait for a state of things
    "scoring",
]
"""What cards may react to."""

Rule = Literal[
    "cost",  # what an action space costs, name -> number; facts: space
    "die",  # the result of a roll; facts: action
    "rolls",  # how often a die may be rolled; facts: action
    "payment",  # what can be paid for a dice action, name -> worth; facts: action
    "loot",  # what can be taken, name -> sword; facts: action
    "lengthwise",  # how many tiles of a kind may lie lengthwise at the feast, kind -> number
    "weapon",  # what there is instead of a drawn weapon, a tuple of things
    "emigration",  # the price of emigration
    "stands in",  # ships that count as a longship
]
"""What cards may bend. A card gets the value so far and returns the new one."""


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
    when_played: Callable[[State], None] | None = None
    on: Mapping[Event, Callable[[State, Facts], None]] = field(default_factory=dict)
    rules: Mapping[Rule, Callable[[State, Any, Facts], Any]] = field(default_factory=dict)
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


def emit(state: State, event: Event, **facts: Any) -> None:
    """Tell the cards that lie open about an event."""
    if state.played:
        for handler in _listeners(state.played, event):
            handler(state, facts)


def bent(state: State, rule: Rule, value: Any, **facts: Any) -> Any:
    """What the cards that lie open make of a rule's value."""
    if state.played:
        for bend in _benders(state.played, rule):
            value = bend(state, value, facts)
    return value


def anytime_moves(state: State) -> list[str]:
    """What the cards that lie open allow at any time."""
    return [
        f"card {number} {words}".rstrip()
        for number in state.played
        if (card := _cards.get(number)) is not None and card.anytime is not None
        for words in card.anytime.moves(state)
    ]


def do_anytime(state: State, move: str) -> None:
    """Make one of the `anytime_moves`."""
    _, number, *words = move.split(" ", 2)
    card = _cards[int(number)]
    assert card.anytime is not None
    card.anytime.do(state, *(words or [""]))
    emit(state, "changed")


@cache
def _listeners(played: tuple[int, ...], event: Event) -> tuple[Callable[[State, Facts], None], ...]:
    return tuple(
        _cards[number].on[event]
        for number in played
        if number in _cards and event in _cards[number].on
    )


@cache
def _benders(played: tuple[int, ...], rule: Rule) -> tuple[Callable[[State, Any, Facts], Any], ...]:
    return tuple(
        _cards[number].rules[rule]
        for number in played
        if number in _cards and rule in _cards[number].rules
    )
