"""Where tiles come from, in a few words."""

from collections.abc import Mapping

from odin_solver.components import TILES
from odin_solver.components.spaces import SPACES, Group
from odin_solver.game.actions.mountains import upgraded
from odin_solver.game.kernel.state import State
from odin_solver.game.sources import Source, sources, sources_now
from odin_solver.names.printed import plain_list, plain_name
from odin_solver.support.language import mark, say


def ways_to_get(state: State | None = None) -> Mapping[str, str]:
    """Return how to get each tile by one action, such as ``c1 for 1 flax``.

    Upgrades are named by the good alone if no game says which spaces are free.

    Parameters
    ----------
    state
        A game, of which only the next action counts; None for all that is printed.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for each in sources() if state is None else sources_now(state):
        if state is None and (upgrade := _upgrade(each)):
            found.setdefault(each.tile, {})[upgrade] = []
            continue
        spaces = found.setdefault(each.tile, {}).setdefault(_condition(each), [])
        if SPACES[each.space].key not in spaces:
            spaces.append(SPACES[each.space].key)
    ways = {
        tile: [condition.format(" ".join(keys)) for condition, keys in by_condition.items()]
        for tile, by_condition in found.items()
    }
    if state is None:
        for name, tile in TILES.items():
            if tile.harvest is not None:
                ways.setdefault(name, []).insert(0, say("harvest"))
            ways.setdefault(name, [])
    return {tile: "; ".join(texts) for tile, texts in ways.items()}


def _upgrade(source: Source) -> str:
    if SPACES[source.space].group not in _UPGRADING or len(source.pays) != 1:
        return ""
    good = source.pays[0][0]
    for times, text in enumerate(_UPGRADES, 1):
        if upgraded(good, times) == source.tile:
            return say(text, good=plain_name(good))
    return ""


_UPGRADING = (Group.MOUNTAINS_AND_TRADE, Group.SAILING)
_UPGRADES = (mark("upgrade of {good}"), mark("double upgrade of {good}"))


def _condition(source: Source) -> str:
    """Return what a source takes, around braces for its spaces."""
    text = "{}"
    if source.pays:
        text = say("{space} for {price}", space=text, price=plain_list(source.pays))
    if source.animal:
        text = say("{space} with {item}", space=text, item=plain_name(source.animal))
    if source.sword is not None:
        text = say("{space} with sword {sword}", space=text, sword=source.sword)
    return text
