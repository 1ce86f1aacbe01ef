"""What a move of the game means."""

from collections.abc import Iterable, Iterator

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.game.actions.dice import ACTIONS, loot, payable
from odin_solver.game.actions.exchange import Either, Exchange
from odin_solver.game.actions.mountains import upgraded
from odin_solver.game.actions.spaces import EFFECTS, effects_of
from odin_solver.game.actions.voyages import price_of_emigration, sale_price
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import Node, State
from odin_solver.words.game import strip_text
from odin_solver.words.names import card_text, card_title, plain_list, plain_name

EMIGRATING = frozenset(name for name in EFFECTS if "emigrate" in name)
"""Spaces with which ships emigrate."""


def meaning(state: State, move: str) -> str:
    """What a move does, in a few words for people; empty if the move says it all."""
    verb, *words = move.split()
    if verb == "use" and words[0] in SPACES:
        space = SPACES[words[0]]
        return f"{space.name}: {space.text}{_lowered(state, words[0])}"
    if verb in ("play", "keep", "card", "first") and words and words[0].isdecimal():
        number = int(words[0])
        return f"{card_title(number)}: {card_text(number)}"
    if verb == "upgrade":
        return f"to {plain_name(upgraded(words[0], 2 if words[-1] == 'twice' else 1))}"
    if verb == "strip" and words[1:2] == ["take"]:
        return strip_text(state.strips[int(words[0]) - 1][: int(words[2])])
    if verb == "trade":
        return f"to {plain_name(upgraded(words[0]))}"
    if verb == "explore":
        return _explored(state, words[0])
    if verb == "ship":
        return f"{plain_name(words[0])} for {SHIPS[words[0]].price} silver"
    if verb in ("sale", "forge") and words[0] in TILES:
        price = f"for {sale_price(state, words[0])} silver, " if verb == "sale" else ""
        return f"{price}{TILES[words[0]].area} cells"
    if verb in ("reroll", "succeed", "fail", "loot"):
        return _dice(state, verb, words)
    node = decision(state)
    if isinstance(node, Either):
        return _exchanged(state, dict(node.options).get(move, ()))
    return ""


def _lowered(state: State, space: str) -> str:
    """What the action of a space costs, if the cards that lie open make it cheaper than printed."""
    if not state.played:
        return ""
    at = state.copy()
    at.space = space  # costs depend on it
    found = [
        f"{_cost(at, node)} instead of {plain_list(node.pays)}"
        for node in _parts(effects_of(at, space))
        if isinstance(node, Exchange) and node.cost(at) != dict(node.pays)
    ]
    price = price_of_emigration(at)
    if space in EMIGRATING and price != state.round:
        found.append(f"{price} silver instead of {state.round}")
    return f" With your cards you pay {', '.join(dict.fromkeys(found))}." if found else ""


def _cost(state: State, node: Exchange) -> str:
    return plain_list((name, count) for name, count in node.cost(state).items() if count)


def _parts(nodes: Iterable[Node]) -> Iterator[Node]:
    """Nodes, and those that can be chosen in them."""
    for node in nodes:
        yield node
        if isinstance(node, Either):
            for _, chosen in node.options:
                yield from _parts(chosen)


def _exchanged(state: State, nodes: Iterable[Node]) -> str:
    """What exchanges cost now and bring."""
    return "; ".join(
        f"pay {_cost(state, node)}: take {plain_list(node.takes)}"
        for node in nodes
        if isinstance(node, Exchange) and node.takes
    )


def _explored(state: State, name: str) -> str:
    silver = next((each.silver for each in state.exploration if each.board == name), 0)
    lying = f", with {silver} silver on it" if silver else ""
    return f"{BOARDS[name].name}, {BOARDS[name].points} points{lying}"


def _dice(state: State, verb: str, words: list[str]) -> str:
    """What can be done after a roll, with its price."""
    node = decision(state)
    action = getattr(node, "action", None)
    if node is None or action not in ACTIONS:
        return ""
    rules = ACTIONS[action]
    result = getattr(node, "result", 0)
    coins = " or ".join(plain_name(name) for name in payable(state, action))
    if verb == "reroll":
        return f"roll the {rules.die} again"
    if verb == "fail":
        back = f", and {rules.returned} Viking{'s' * (rules.returned > 1)} back"
        return f"take 1 {plain_name(rules.resource)} and 1 {plain_name(rules.weapon)}" + (
            back if rules.returned else ""
        )
    if verb == "succeed":
        return f"pay {result} {coins}: take {plain_list(rules.reward)}"
    need = dict(loot(state, action)).get(words[0], 0)
    price = max(0, need - result)
    cells = sum(TILES[name].area for name in words[0].split("+") if name in TILES)
    paid = f"pay {price} {coins}" if price else "nothing to pay"
    return f"sword {need}, {cells} cells: {paid}"
