"""Where tiles come from: the action spaces that give them, and what they cost."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from odin_solver.components import TILES
from odin_solver.components.spaces import SPACES
from odin_solver.game.actions.dice import ACTIONS, Dice, Sail
from odin_solver.game.actions.exchange import Either, Exchange, IfAnimal, Offer, PerAnimal
from odin_solver.game.actions.mountains import Mountain, Trade, Upgrade, upgraded
from odin_solver.game.actions.spaces import EFFECTS
from odin_solver.game.actions.voyages import Forge, SpecialSale
from odin_solver.game.kernel.items import missing
from odin_solver.game.kernel.moves import Pairs, Use
from odin_solver.game.kernel.play import why_not
from odin_solver.game.kernel.state import Node, State

STRIP_ITEMS = ("silver", "wood", "stone", "ore")


class Source(NamedTuple):
    """A way to get a tile.

    Attributes
    ----------
    pays
        What is paid, or turned over, as printed.
    animal
        The animal that is needed, or empty.
    sword
        The result that the dice must reach; None without dice or with any result.
    """

    tile: str
    space: str
    pays: Pairs = ()
    animal: str = ""
    sword: int | None = None


@cache
def sources() -> tuple[Source, ...]:
    """Return all printed ways to get tiles by one action."""
    return tuple(
        dict.fromkeys(
            each for space in SPACES for node in EFFECTS[space] for each in _given(space, node)
        )
    )


def sources_now(state: State) -> tuple[Source, ...]:
    """Return the ways to get tiles with the next action in a game.

    Parameters
    ----------
    state
        A state; at no turn there are none.
    """
    legal = {space for space in SPACES if why_not(state, Use(space)) is None}
    return tuple(each for each in sources() if each.space in legal and _is_open(state, each))


def _is_open(state: State, source: Source) -> bool:
    tile = TILES[source.tile]
    if tile.kind == "special" and tile.id not in state.specials:
        return False
    if source.animal and not state.animals(source.animal):
        return False
    mountain = any(isinstance(node, Mountain) for node in EFFECTS[source.space])
    if mountain and tile.id in STRIP_ITEMS and not source.pays:
        return any(item == tile.id for strip in state.strips for item in strip)
    return missing(state, dict(source.pays)) is None


def _given(space: str, node: Node, paid: Pairs = ()) -> Iterator[Source]:
    match node:
        case Exchange():
            yield from _items(space, node.takes, (*paid, *node.pays))
            yield from _of_all(space, node.then, (*paid, *node.pays))
        case Either():
            for _, chosen in node.options:
                yield from _of_all(space, chosen, paid)
        case Offer():
            yield from _of_all(space, node.nodes, paid)
        case IfAnimal():
            for source in _items(space, node.takes, paid):
                yield source._replace(animal=node.animal)
        case PerAnimal():
            yield Source(node.product, space, paid, node.animal)
        case Dice() | Sail():
            action = node.action if isinstance(node, Dice) else "whaling"
            rules = ACTIONS[action]
            yield from _items(space, tuple(rules.reward.items()), paid)
            if rules.high:
                for tile in TILES.values():
                    if tile.sword is not None:
                        yield Source(tile.id, space, paid, sword=tile.sword)
        case Mountain():
            yield from (Source(item, space, paid) for item in STRIP_ITEMS)
        case Upgrade():
            for name, tile in TILES.items():
                if tile.kind != "special" and (good := upgraded(name, node.times)):
                    yield Source(good, space, (*paid, (name, 1)))
        case Trade():
            for name, tile in TILES.items():
                if tile.color == "green" and (good := upgraded(name)):
                    yield Source(good, space, (*paid, (name, 1)))
        case Forge():
            for tile in TILES.values():
                if tile.tongs:
                    yield Source(tile.id, space, (("ore", 1),))
        case SpecialSale():
            for tile in TILES.values():
                if tile.price is not None:
                    yield Source(tile.id, space, (("silver", tile.price),))


def _of_all(space: str, nodes: Iterable[Node], paid: Pairs) -> Iterator[Source]:
    for node in nodes:
        yield from _given(space, node, paid)


def _items(space: str, items: Pairs, paid: Pairs) -> Iterator[Source]:
    return (Source(name, space, paid) for name, _ in items if name in TILES)
