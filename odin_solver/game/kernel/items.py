"""Gaining and paying items.

An *item* is anything with a name in the components: a good, silver, wood, stone, ore, a weapon
card, an animal, a ship, a building, a special tile. ``weapon_card`` stands for a card drawn from
the deck.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel.cards import emit
from odin_solver.game.kernel.chance import DrawWeapons
from odin_solver.game.kernel.events import CHANGED, ItemsGained
from odin_solver.game.kernel.moves import Items
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import plain_list, plain_name
from odin_solver.rules.board_state import BoardState
from odin_solver.support.language import say, say_number

OF_ACTION = frozenset(
    {"action", "strip", "dice", "compensation", "upgrade", "trade", "sale", "exploration"}
)
"""Sources of what an action itself gives, without cards and purchases."""


OF_CARD = frozenset({"card", "swap"})
"""Sources of what a card gives: freely, or in exchange for something."""


def gain(state: State, items: Items, source: str = "") -> None:
    """Gain items; those without room, or with none left, are not gained.

    Parameters
    ----------
    items
        Numbers by name.
    source
        Where they come from, for the cards: ``action``, ``strip``, ``bonus``, ``card``; ``swap`` if
        a card exchanges them ...
    """
    got: dict[str, int] = {}
    for name, count in items.items():
        taken = _take(state, name, count)
        if taken:
            got[name] = taken
    if got:
        if _is_noted(state, source):
            state.gained = _sum(state.gained, got)
        emit(state, ItemsGained(got, source))
        emit(state, CHANGED)


def _take(state: State, name: str, count: int) -> int:
    if name == "altar_once":
        name = "altar"  # it exists once: later times bring nothing (rules, 8)
    if name in SHIPS:
        count = min(count, state.free_berths(name))
        if name == "whaling_boat":
            state.boats = tuple(sorted((*state.boats, *[0] * count)))
        elif name == "knarr":
            state.knarrs += count
        else:
            state.longships = tuple(sorted((*state.longships, *[0] * count)))
    elif name in BOARDS:
        count = min(count, state.buildings_left(name))
        state.boards = (*state.boards, *[BoardState(BOARDS[name])] * count)
    elif name == "weapon_card":
        state.push(DrawWeapons(count))
    else:
        tile = TILES.get(name)
        if tile is not None and tile.kind == "special":
            if name not in state.specials:
                return 0
            count = 1
            state.specials -= {name}
        if name in WEAPONS:
            take_weapons(state, name, count)
        state.add(name, count)
    return max(0, count)


def take_weapons(state: State, name: str, count: int = 1) -> None:
    """Take named weapons from the discards, then from the deck, then from nowhere (rules, 2)."""
    discards, deck = dict(state.discards), dict(state.weapons)
    for pile in (discards, deck):
        taken = min(count, pile.get(name, 0))
        pile[name] = pile.get(name, 0) - taken
        count -= taken
    state.discards, state.weapons = _pile(discards), _pile(deck)


def discard(state: State, weapons: Items) -> None:
    """Lay paid weapon cards on the discards."""
    state.discards = _sum(state.discards, weapons)


def can_pay(state: State, items: Items) -> bool:
    """Whether items can be paid."""
    return missing(state, items) is None


def missing(state: State, items: Items) -> str | None:
    """Return what is missing to pay items, in words; None if nothing is."""
    for name, count in items.items():
        have = _holds(state, name)
        if have < count:
            price = plain_list({name: count})
            return say_number(
                "it costs {price}, there is {n}",
                "it costs {price}, there are {n}",
                have,
                price=price,
            )
    return None


def _holds(state: State, name: str) -> int:
    if name in ("sheep", "cattle"):
        return state.animals(name)
    return state.ships(name) if name in SHIPS else state.has(name)


def pay(state: State, items: Items, source: str = "action") -> None:
    """Pay items; weapons go to the discards. Sheep and cattle go before pregnant ones.

    Parameters
    ----------
    items
        Numbers by name.
    source
        What they are paid for, as for `gain`.
    """
    for name, count in items.items():
        if name in WEAPONS:
            discard(state, {name: count})
        if name in ("sheep", "cattle"):
            plain = min(count, state.has(name))
            state.add(name, -plain)
            state.add(f"pregnant_{name}", plain - count)
        else:
            state.add(name, -count)
    if _is_noted(state, source):
        state.spent = _sum(state.spent, items)
    emit(state, CHANGED)


def _is_noted(state: State, source: str) -> bool:
    """Whether gains and costs of the action are recorded: a card may depend on them."""
    return bool(state.space and source in OF_ACTION and (state.played or state.hand))


def room_for(state: State, items: Items) -> str | None:
    """Return why ships have no room or a tile is gone; None if all can be gained."""
    for name, count in items.items():
        if name in SHIPS:
            size = SHIPS[name].size
            alike = sum(
                n for each, n in items.items() if each in SHIPS and SHIPS[each].size == size
            )
            if state.free_berths(name) < alike:
                return say("there is no free berth for a {ship}", ship=plain_name(name))
        elif name in BOARDS and state.buildings_left(name) < count:
            return say("no {item} is left", item=plain_name(name))
        elif name in TILES and TILES[name].kind == "special" and name not in state.specials:
            return say("the {item} is taken", item=plain_name(name))
    return None


def alternatives(names: Iterable[str]) -> str:
    """Return names of which one will do: ``knarr or longship``."""
    return reduce(lambda text, name: say("{a} or {b}", a=text, b=name), names)


def payment_combinations(amount: int, kinds: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Yield all combinations of so many items, given the number of each kind."""
    if not kinds:
        if amount == 0:
            yield {}
        return
    (name, have), *rest = kinds.items()
    for count in range(min(amount, have), -1, -1):
        for others in payment_combinations(amount - count, dict(rest)):
            yield ({name: count} if count else {}) | others


def _sum(first: tuple[tuple[str, int], ...], second: Items) -> tuple[tuple[str, int], ...]:
    total = dict(first)
    for name, count in second.items():
        total[name] = total.get(name, 0) + count
    return _pile(total)


def _pile(counts: Items) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((name, count) for name, count in counts.items() if count))
