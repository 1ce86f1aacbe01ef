"""Triggers that cards share."""

from collections.abc import Callable, Collection, Container
from dataclasses import dataclass
from typing import Any

from odin_solver.components.spaces import SPACES, Group
from odin_solver.game.cards.blocks.effects import gives, own_vikings
from odin_solver.game.kernel import events
from odin_solver.game.kernel.cards import Deal, Effect, Reactions, card
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import State


def spaces_of(*groups: Group) -> frozenset[str]:
    """Return the action spaces of some groups."""
    return frozenset(each.id for each in SPACES.values() if not set(groups).isdisjoint(each.groups))


def column(number: int) -> frozenset[str]:
    """Return the action spaces of a column."""
    return frozenset(each.id for each in SPACES.values() if each.column == number)


@dataclass(frozen=True)
class On:
    """A reaction to the events of some spaces, actions or items, or to all of a type.

    Attributes
    ----------
    key, keys
        Field of the event, and its values; without a field all events.
    holds
        What else has to hold.
    """

    effect: Effect
    key: str = ""
    keys: Collection[str] = ()
    holds: Callable[[State, Any], bool] | None = None

    def __call__(self, state: State, event: Any) -> None:
        if (not self.key or getattr(event, self.key) in self.keys) and (
            self.holds is None or self.holds(state, event)
        ):
            self.effect(state)


def every(event: type[events.Event], effect: Effect) -> Reactions:
    """At every event of a type."""
    return {event: On(effect)}


def each_time(
    number: int, event: type[events.Event], *, offers: tuple[tuple[Deal, ...], ...] = ()
) -> Callable[[Effect], Effect]:
    """Say what a card does at every event of a type, whatever is known about that."""

    def add(effect: Effect) -> Effect:
        card(number, on=every(event, effect), offers=offers)
        return effect

    return add


def _of(event: type[events.Event], key: str) -> Callable[[Collection[str], Effect], Reactions]:
    return lambda keys, effect: {event: On(effect, key, keys)}


before = _of(events.ActionStarts, "space")
"""Each time one of these spaces is used, before its action."""

after = _of(events.ActionEnded, "space")
"""Each time one of these spaces has been used."""

before_dice = _of(events.DiceStarts, "action")
"""Each time one of these dice actions begins."""

succeeded = _of(events.DiceSucceeded, "action")
"""Each time one of these dice actions succeeds."""

failed = _of(events.DiceFailed, "action")
"""Each time one of these dice actions fails."""

built = _of(events.ItemBuilt, "item")
"""Each time one of these ships or buildings is built."""

emigrated = _of(events.ShipEmigrated, "ship")
"""Each time one of these ships emigrates."""


def action_gave(item: str, counts: Container[int], effect: Effect) -> Reactions:
    """Each time an action itself gave one of these numbers of an item."""

    def holds(state: State, event: events.ActionEnded) -> bool:
        return event.gained.get(item, 0) in counts

    return {events.ActionEnded: On(effect, holds=holds)}


def viking_gave(item: str, counts: Container[int], effect: Effect) -> Reactions:
    """As `action_gave`; with a ruling only if Vikings were placed for the action."""

    def holds(state: State, event: events.ActionEnded) -> bool:
        counted = own_vikings(state) or not state.ruled(Ruling.PLACED_VIKINGS_ONLY)
        return counted and event.gained.get(item, 0) in counts

    return {events.ActionEnded: On(effect, holds=holds)}


def weapon_back(weapon: str, *actions: str) -> Reactions:
    """Take the weapon back when exactly one was paid for a success."""

    def holds(state: State, event: events.DiceSucceeded) -> bool:
        return event.paid.get(weapon) == 1

    return {events.DiceSucceeded: On(gives(**{weapon: 1}), "action", actions, holds)}


def for_each_gained(names: tuple[str, ...], effect: Callable[[State, int], None]) -> Reactions:
    """Each time some of these items are gained; the effect gets their number."""

    def react(state: State, event: events.ItemsGained) -> None:
        count = sum(event.items.get(name, 0) for name in names)
        if count:
            effect(state, count)

    return {events.ItemsGained: react}


def as_soon_as(number: int, holds: Callable[[State], bool], effect: Effect) -> None:
    """Add a card that takes effect once, the first time that a condition holds."""
    key = f"{number} done"

    def react(state: State, event: events.StateChanged) -> None:
        if not state.remembers(key) and holds(state):
            state.remember(key, 1)
            effect(state)

    card(number, on={events.StateChanged: react})


RAIDS = ("raiding", "pillaging")


CRAFTING = spaces_of(Group.CRAFTING)

BUILD_HOUSES = spaces_of(Group.BUILD_HOUSES)

WEEKLY_MARKET = spaces_of(Group.WEEKLY_MARKET)

OVERSEAS = frozenset({"overseas_trading_1", "overseas_trading_2"})

MOUNTAIN_AND_UPGRADE = frozenset({"mountain_1_upgrade_1", "mountain_3_upgrade_1"})

TWO_OR_MORE = range(2, 1000)

ONE_OR_MORE = range(1, 1000)
