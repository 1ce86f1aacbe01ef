"""What an occupation can do, and how the rest of the game asks the cards that lie open.

A card is made of four small parts, each of them optional: what it does when it is played, what it
does on events (often it pushes a decision that comes next), rules that it bends, and what it allows
at any time. The rest of the game names events and rules and never a card.

What cards give on the same event comes at once. After that they ask the player what they have to
ask; where the order can make a difference the player chooses it, see `odin_solver.game.order`.
Rules are bent in the order that is best for the player (`Card.place`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from odin_solver.game.node import Node
from odin_solver.game.order import Part, bring_about
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
    "weapon",  # what happens when a weapon is drawn in its phase, a node
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
    why_not
        Why nothing can be done now, if there are no moves.
    """

    moves: Callable[[State], Sequence[str]]
    do: Callable[[State, str], None]
    why_not: Callable[[State], str]


@dataclass(frozen=True)
class Card:
    """The effect of an occupation.

    Attributes
    ----------
    number, title
        As printed on the card.
    when_played
        What happens when it is played.
    on
        What happens on events from then on.
    rules
        Rules that it bends from then on.
    anytime
        What it allows from then on.
    place
        When it bends a rule that other cards bend too: before them if this is below 0, after them
        if it is above. The player may choose the order, and always wants the same one.
    minds_payment
        Whether what it does when a dice action succeeds depends on what was paid for that.
    """

    number: int
    title: str
    when_played: Effect | None = None
    on: Mapping[Event, React] = field(default_factory=dict)
    rules: Mapping[Rule, Bend] = field(default_factory=dict)
    anytime: Anytime | None = None
    place: int = 0
    minds_payment: bool = False


_cards: dict[int, Card] = {}

CARDS: Mapping[int, Card] = MappingProxyType(_cards)
"""All cards with an effect, by number. A card that is not here scores its points and no more."""


def register(card: Card) -> None:
    """Add a card to `CARDS`."""
    if card.number in _cards:
        raise ValueError(f"two effects for occupation {card.number}")
    _cards[card.number] = card


def emit(state: State, event: Event, **facts: Any) -> None:
    """Tell the cards that lie open about an event."""
    if state.played:
        tell(state, state.played, event, **facts)


def tell(state: State, cards: tuple[int, ...], event: Event, **facts: Any) -> None:
    """Tell some of the cards that lie open about an event."""
    parts: list[Part] = []
    for number, react in _listeners(cards, event):
        below = state.stack
        react(state, facts)
        if state.stack is not below:
            parts += _take_off(state, number, below)
    if parts:
        bring_about(state, tuple(parts))


def _take_off(state: State, number: int, below: tuple[Node, ...]) -> list[Part]:
    """Take what a card has put on the stack off again, if there is anything."""
    nodes = state.stack[len(below) :]
    state.stack = below
    return [(number, nodes[::-1])] if nodes else []


def by_card(state: State, number: int, effect: Effect) -> None:
    """Let something happen through a card, which asks what there is to be asked."""
    below = state.stack
    effect(state)
    for part in _take_off(state, number, below):
        bring_about(state, (part,))


def bent(state: State, rule: Rule, value: Any, **facts: Any) -> Any:
    """What the cards that lie open make of a rule's value."""
    if state.played:
        for bend in _benders(state.played, rule):
            value = bend(state, value, facts)
    return value


def bends(state: State, rule: Rule) -> bool:
    """Whether a card that lies open bends a rule."""
    return bool(state.played and _benders(state.played, rule))


def hears(state: State, event: Event) -> bool:
    """Whether a card that lies open reacts to an event."""
    return bool(state.played and _listeners(state.played, event))


def minds_payment(state: State) -> bool:
    """Whether a card that lies open makes a difference between ways to pay for a dice action."""
    return bends(state, "payment") or _minding(state.played)


def anytime_moves(state: State) -> list[str]:
    """What the cards that lie open allow at any time."""
    return [
        f"card {number} {words}".rstrip()
        for number, anytime in _anytime(state.played)
        for words in anytime.moves(state)
    ]


def why_not_anytime(state: State, number: int) -> str | None:
    """Why a card cannot be used at this time; None if it can."""
    if number in state.hand:
        return "it has to be played first"
    if number not in state.played:
        return "it does not lie open"
    card = _cards.get(number)
    if card is None or card.anytime is None:
        return "it is no card that is used at any time: what it does happens by itself"
    return None if card.anytime.moves(state) else card.anytime.why_not(state)


def do_anytime(state: State, move: str) -> None:
    """Make one of the `anytime_moves`."""
    _, number, *words = move.split(" ", 2)
    anytime = _cards[int(number)].anytime
    assert anytime is not None
    by_card(state, int(number), lambda state: anytime.do(state, *(words or [""])))
    emit(state, "changed")


@cache
def _listeners(played: tuple[int, ...], event: Event) -> tuple[tuple[int, React], ...]:
    return tuple(
        (number, _cards[number].on[event])
        for number in played
        if number in _cards and event in _cards[number].on
    )


@cache
def _benders(played: tuple[int, ...], rule: Rule) -> tuple[Bend, ...]:
    bending = [
        _cards[number] for number in played if number in _cards and rule in _cards[number].rules
    ]
    return tuple(card.rules[rule] for card in sorted(bending, key=lambda card: card.place))


@cache
def _minding(played: tuple[int, ...]) -> bool:
    return any(_cards[number].minds_payment for number in played if number in _cards)


@cache
def _anytime(played: tuple[int, ...]) -> tuple[tuple[int, Anytime], ...]:
    return tuple(
        (number, anytime)
        for number in played
        if number in _cards and (anytime := _cards[number].anytime) is not None
    )
