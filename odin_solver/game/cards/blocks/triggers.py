"""Triggers that cards share."""

from collections.abc import Callable, Container

from odin_solver.components.spaces import SPACES, Group
from odin_solver.game.cards.blocks.effects import own_vikings, take
from odin_solver.game.kernel.cards import Card, Effect, Reactions, SomeEvent, when
from odin_solver.game.kernel.events import (
    ActionEnded,
    ActionStarts,
    DiceFailed,
    DiceSucceeded,
    Event,
    ItemBuilt,
    ItemsGained,
    StateChanged,
)
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import State


def spaces_of(*groups: Group) -> frozenset[str]:
    """Return the action spaces of some groups."""
    return frozenset(each.id for each in SPACES.values() if not set(groups).isdisjoint(each.groups))


def column(number: int) -> frozenset[str]:
    """Return the action spaces of a column."""
    return frozenset(each.id for each in SPACES.values() if each.column == number)


def every(event: type[Event], effect: Effect) -> Reactions:
    """At every event of a type."""
    return when(event, lambda state, _: effect(state))


def before(spaces: Container[str], effect: Effect) -> Reactions:
    """Each time one of these spaces is used, before its action."""
    return _if(ActionStarts, lambda event: event.space in spaces, effect)


def after(spaces: Container[str], effect: Effect) -> Reactions:
    """Each time one of these spaces has been used."""
    return _if(ActionEnded, lambda event: event.space in spaces, effect)


def succeeded(actions: Container[str], effect: Effect) -> Reactions:
    """Each time one of these dice actions succeeds."""
    return _if(DiceSucceeded, lambda event: event.action in actions, effect)


def failed(actions: Container[str], effect: Effect) -> Reactions:
    """Each time one of these dice actions fails."""
    return _if(DiceFailed, lambda event: event.action in actions, effect)


def built(items: Container[str], effect: Effect) -> Reactions:
    """Each time one of these ships or buildings is built."""
    return _if(ItemBuilt, lambda event: event.item in items, effect)


def action_gave(item: str, counts: Container[int], effect: Effect) -> Reactions:
    """Each time an action itself gave one of these numbers of an item."""
    return _if(ActionEnded, lambda event: event.gained.get(item, 0) in counts, effect)


def viking_gave(item: str, counts: Container[int], effect: Effect) -> Reactions:
    """As `action_gave`; with a ruling only if Vikings were placed for the action."""

    def react(state: State, event: ActionEnded) -> None:
        counted = own_vikings(state) or not state.ruled(Ruling.PLACED_VIKINGS_ONLY)
        if counted and event.gained.get(item, 0) in counts:
            effect(state)

    return when(ActionEnded, react)


def weapon_back(weapon: str, *actions: str) -> Reactions:
    """Take the weapon back when exactly one was paid for a success."""
    return _if(
        DiceSucceeded,
        lambda event: event.action in actions and event.paid.get(weapon) == 1,
        lambda state: take(state, **{weapon: 1}),
    )


def _if(
    event: type[SomeEvent], condition: Callable[[SomeEvent], bool], effect: Effect
) -> Reactions:
    def react(state: State, event: SomeEvent) -> None:
        if condition(event):
            effect(state)

    return when(event, react)


def for_each_gained(names: tuple[str, ...], effect: Callable[[State, int], None]) -> Reactions:
    """Each time some of these items are gained; the effect gets their number."""

    def react(state: State, event: ItemsGained) -> None:
        count = sum(event.items.get(name, 0) for name in names)
        if count:
            effect(state, count)

    return when(ItemsGained, react)


def as_soon_as(number: int, title: str, holds: Callable[[State], bool], effect: Effect) -> Card:
    """A card that takes effect once, the first time that a condition holds."""
    key = f"{number} done"

    def react(state: State, event: StateChanged) -> None:
        if not state.remembers(key) and holds(state):
            state.remember(key, 1)
            effect(state)

    return Card(number, title, on=when(StateChanged, react))


RAIDS = ("raiding", "pillaging")


CRAFTING = spaces_of(Group.CRAFTING)

BUILD_HOUSES = spaces_of(Group.BUILD_HOUSES)

WEEKLY_MARKET = spaces_of(Group.WEEKLY_MARKET)

OVERSEAS = frozenset({"overseas_trading_1", "overseas_trading_2"})

MOUNTAIN_AND_UPGRADE = frozenset({"mountain_1_upgrade_1", "mountain_3_upgrade_1"})

TWO_OR_MORE = range(2, 1000)

ONE_OR_MORE = range(1, 1000)
