"""Building blocks of the cards: what many of them share."""

from collections.abc import Callable, Container, Mapping
from typing import TypeVar

from odin_solver.components import TILES
from odin_solver.components.spaces import SPACES, Group
from odin_solver.game.actions.dice import WITHOUT_VIKINGS
from odin_solver.game.cards import Anytime, Bend, Card, Effect, Event, Facts, React, Rule
from odin_solver.game.effects.deals import Deal, Deals, deal_words, strike, why_no_deal
from odin_solver.game.state import State
from odin_solver.game.things import gain

Value = TypeVar("Value")

HOUSES = ("stone_house", "long_house")
"""What cards call houses; sheds are none."""

# --- effects ---


def take(state: State, **things: int) -> None:
    """Take things that a card gives."""
    gain(state, {name: count for name, count in things.items() if count > 0}, "card")


def gives(**things: int) -> Effect:
    """The effect: take these things."""
    return lambda state: take(state, **things)


def offers(*deals: Deal, left: int = 1, optional: bool = True) -> Effect:
    """The effect: make one of these deals, up to so many times."""
    return lambda state: state.push(Deals(deals, left, optional))


def always(effect: Effect) -> React:
    """React to every event of a sort alike."""
    return lambda state, facts: effect(state)


def reached(count: int, steps: Mapping[int, Value], none: Value) -> Value:
    """What the highest step gives that a number reaches."""
    return steps[max(each for each in steps if each <= count)] if count >= min(steps) else none


# --- when ---


def spaces_of(*groups: Group) -> frozenset[str]:
    """The action spaces of some groups."""
    return frozenset(each.id for each in SPACES.values() if not set(groups).isdisjoint(each.groups))


def column(number: int) -> frozenset[str]:
    """The action spaces of a column."""
    return frozenset(each.id for each in SPACES.values() if each.column == number)


def before(spaces: Container[str], effect: Effect) -> Mapping[Event, React]:
    """Each time one of these spaces is used, before its action."""
    return {"before action": _if("space", spaces, effect)}


def after(spaces: Container[str], effect: Effect) -> Mapping[Event, React]:
    """Each time one of these spaces has been used."""
    return {"after action": _if("space", spaces, effect)}


def succeeded(actions: Container[str], effect: Effect) -> Mapping[Event, React]:
    """Each time one of these dice actions succeeds."""
    return {"succeeded": _if("action", actions, effect)}


def failed(actions: Container[str], effect: Effect) -> Mapping[Event, React]:
    """Each time one of these dice actions fails."""
    return {"failed": _if("action", actions, effect)}


def built(things: Container[str], effect: Effect) -> Mapping[Event, React]:
    """Each time one of these ships or buildings is built."""
    return {"built": _if("thing", things, effect)}


def _if(fact: str, values: Container[str], effect: Effect) -> React:
    def react(state: State, facts: Facts) -> None:
        if facts[fact] in values:
            effect(state)

    return react


def action_gave(thing: str, counts: Container[int], effect: Effect) -> Mapping[Event, React]:
    """Each time the action of a space gave so many of a thing; what cards give does not count."""

    def react(state: State, facts: Facts) -> None:
        if facts["gained"].get(thing, 0) in counts:
            effect(state)

    return {"after action": react}


def for_each_gained(
    names: tuple[str, ...], effect: Callable[[State, int], None]
) -> Mapping[Event, React]:
    """Each time some of these things come in: the effect gets their number."""

    def react(state: State, facts: Facts) -> None:
        count = sum(facts["things"].get(name, 0) for name in names)
        if count:
            effect(state, count)

    return {"gained": react}


def as_soon_as(number: int, holds: Callable[[State], bool], effect: Effect) -> Card:
    """A card that works once, the first time that something holds."""
    key = f"{number} done"

    def react(state: State, facts: Facts) -> None:
        if not state.remembers(key) and holds(state):
            state.remember(key, 1)
            effect(state)

    return Card(number, on={"changed": react})


# --- at any time ---


def exchanging(*deals: Deal) -> Anytime:
    """Deals that can be made at any time."""
    by_words = {deal_words(each): each for each in deals}

    def moves(state: State) -> list[str]:
        return [name for name, each in by_words.items() if why_no_deal(state, each) is None]

    def why_not(state: State) -> str:
        reasons = dict.fromkeys(filter(None, (why_no_deal(state, each) for each in deals)))
        return "; ".join([*reasons][:3])

    return Anytime(moves, lambda state, name: strike(state, by_words[name]), why_not)


def exchanges(number: int, *deals: Deal) -> Card:
    """A card with deals that can be made at any time, and no more."""
    return Card(number, anytime=exchanging(*deals))


# --- rules ---


def rolls_count(more: int, *actions: str) -> Mapping[Rule, Bend]:
    """Rolls of some dice actions count so much more; a result is never below 0."""
    return {"die": lambda state, roll, facts: roll + more * (facts["action"] in actions)}


def worth(thing: str, value: int, *actions: str) -> Mapping[Rule, Bend]:
    """A thing counts so much when it is paid in some dice actions."""
    return {
        "payment": lambda state, each, facts: (
            each | {thing: value} if facts["action"] in actions else each
        )
    }


def cheaper(thing: str, spaces: Container[str]) -> Mapping[Rule, Bend]:
    """Actions of some spaces cost one less of a thing, but not less than nothing."""

    def bend(state: State, cost: dict[str, int], facts: Facts) -> dict[str, int]:
        if facts["space"] in spaces and cost.get(thing):
            return cost | {thing: cost[thing] - 1}
        return cost

    return {"cost": bend}


# --- what there is ---


def houses(state: State) -> int:
    """Stone houses and long houses together."""
    return sum(state.buildings(kind) for kind in HOUSES)


def large_ships(state: State) -> int:
    """Knarrs and longships together."""
    return state.knarrs + len(state.longships)


def special_tiles(state: State) -> int:
    """Special tiles that the player has, in the supply and placed."""
    return sum(count for name, count in state.supply.items() if name in SPECIALS) + sum(
        name in SPECIALS for board in state.boards for name, _ in board.pieces
    )


def vikings_on(state: State, spaces: Container[str]) -> int:
    """Vikings placed in this round that stand on some spaces."""
    return sum(count for space, count in state.placed if space in spaces)


def own_vikings(state: State) -> bool:
    """Whether the space in use is used with Vikings on it."""
    return not state.remembers(WITHOUT_VIKINGS)


SPECIALS = frozenset(each.id for each in TILES.values() if each.kind == "special")
"""The special tiles."""
