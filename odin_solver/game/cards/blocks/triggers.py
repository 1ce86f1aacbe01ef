"""When cards react: the events that many of them share."""

from collections.abc import Callable, Container, Mapping

from odin_solver.components.spaces import SPACES, Group
from odin_solver.game.cards.blocks.effects import take
from odin_solver.game.kernel.events import Card, Effect, Event, Facts, Reaction
from odin_solver.game.kernel.state import State


def spaces_of(*groups: Group) -> frozenset[str]:
    """The action spaces of some groups."""
    return frozenset(each.id for each in SPACES.values() if not set(groups).isdisjoint(each.groups))


def column(number: int) -> frozenset[str]:
    """The action spaces of a column."""
    return frozenset(each.id for each in SPACES.values() if each.column == number)


def before(spaces: Container[str], effect: Effect) -> Mapping[Event, Reaction]:
    """Each time one of these spaces is used, before its action."""
    return {"before action": _if("space", spaces, effect)}


def after(spaces: Container[str], effect: Effect) -> Mapping[Event, Reaction]:
    """Each time one of these spaces has been used."""
    return {"after action": _if("space", spaces, effect)}


def succeeded(actions: Container[str], effect: Effect) -> Mapping[Event, Reaction]:
    """Each time one of these dice actions succeeds."""
    return {"succeeded": _if("action", actions, effect)}


def failed(actions: Container[str], effect: Effect) -> Mapping[Event, Reaction]:
    """Each time one of these dice actions fails."""
    return {"failed": _if("action", actions, effect)}


def built(things: Container[str], effect: Effect) -> Mapping[Event, Reaction]:
    """Each time one of these ships or buildings is built."""
    return {"built": _if("thing", things, effect)}


def _if(fact: str, values: Container[str], effect: Effect) -> Reaction:
    def react(state: State, facts: Facts) -> None:
        if facts[fact] in values:
            effect(state)

    return react


def action_gave(thing: str, counts: Container[int], effect: Effect) -> Mapping[Event, Reaction]:
    """Each time the action of a space gave so many of a thing; what cards give does not count."""

    def react(state: State, facts: Facts) -> None:
        if facts["gained"].get(thing, 0) in counts:
            effect(state)

    return {"after action": react}


def for_each_gained(
    names: tuple[str, ...], effect: Callable[[State, int], None]
) -> Mapping[Event, Reaction]:
    """Each time some of these things come in: the effect gets their number."""

    def react(state: State, facts: Facts) -> None:
        count = sum(facts["things"].get(name, 0) for name in names)
        if count:
            effect(state, count)

    return {"gained": react}


def as_soon_as(number: int, title: str, holds: Callable[[State], bool], effect: Effect) -> Card:
    """A card that works once, the first time that something holds."""
    key = f"{number} done"

    def react(state: State, facts: Facts) -> None:
        if not state.remembers(key) and holds(state):
            state.remember(key, 1)
            effect(state)

    return Card(number, title, on={"changed": react})


RAIDS = ("raiding", "pillaging")

LOW = ("hunting", "snare", "whaling")


def one_back(weapon: str, *actions: str) -> dict[Event, Reaction]:
    """Take a weapon when exactly one of it was paid for a success."""

    def react(state: State, facts: Facts) -> None:
        if facts["action"] in actions and facts["paid"].get(weapon) == 1:
            take(state, **{weapon: 1})

    return {"succeeded": react}


CRAFTING = spaces_of(Group.CRAFTING)

BUILD_HOUSES = spaces_of(Group.BUILD_HOUSES)

WEEKLY_MARKET = spaces_of(Group.WEEKLY_MARKET)

OVERSEAS = frozenset({"overseas_trading_1", "overseas_trading_2"})

MOUNTAIN_AND_UPGRADE = frozenset({"mountain_1_upgrade_1", "mountain_3_upgrade_1"})

TWO_OR_MORE = range(2, 1000)

ONE_OR_MORE = range(1, 1000)
