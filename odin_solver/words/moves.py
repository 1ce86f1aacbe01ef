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
from odin_solver.game.kernel.moves import (
    FAIL,
    REROLL,
    SUCCEED,
    BuyShip,
    BuySpecial,
    ExploreBoard,
    First,
    ForgeTile,
    Keep,
    Move,
    PlayCard,
    TakeItems,
    TakeLoot,
    TradeGood,
    UpgradeGood,
    Use,
    UseCard,
)
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import Node, State
from odin_solver.words.game import strip_text
from odin_solver.words.names import card_text, card_title, plain_list, plain_name

EMIGRATING = frozenset(name for name in EFFECTS if "emigrate" in name)
"""Spaces with which ships emigrate."""


def meaning(state: State, move: Move) -> str:
    """What a move does, in a few words for people; empty if the move says it all."""
    match move:
        case Use(space) if space in SPACES:
            return f"{SPACES[space].name}: {SPACES[space].text}{_lowered(state, space)}"
        case PlayCard(card) | Keep(card) | UseCard(card) | First(card):
            return f"{card_title(card)}: {card_text(card)}"
        case UpgradeGood(good, twice):
            return f"to {plain_name(upgraded(good, 2 if twice else 1))}"
        case TakeItems(strip, count):
            return strip_text(state.strips[strip - 1][:count])
        case TradeGood(good):
            return f"to {plain_name(upgraded(good))}"
        case ExploreBoard(board):
            return _explored(state, board)
        case BuyShip(ship):
            return f"{plain_name(ship)} for {SHIPS[ship].price} silver"
        case BuySpecial(tile) if tile in TILES:
            return f"for {sale_price(state, tile)} silver, {TILES[tile].area} cells"
        case ForgeTile(tile) if tile in TILES:
            return f"{TILES[tile].area} cells"
    node = decision(state)
    if isinstance(move, TakeLoot) or move in (REROLL, SUCCEED, FAIL):
        return _dice(state, move)
    if isinstance(node, Either):
        return _exchanged(state, dict(node.options).get(str(move), ()))
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
    price = price_of_emigration(at, space)
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


def _dice(state: State, move: Move) -> str:
    """What can be done after a roll, with its price."""
    node = decision(state)
    action = getattr(node, "action", None)
    if node is None or action not in ACTIONS:
        return ""
    rules = ACTIONS[action]
    result = getattr(node, "result", 0)
    coins = " or ".join(plain_name(name) for name in payable(state, action))
    if move == REROLL:
        return f"roll the {rules.die} again"
    if move == FAIL:
        back = f", and {rules.returned} Viking{'s' * (rules.returned > 1)} back"
        return f"take 1 {plain_name(rules.resource)} and 1 {plain_name(rules.weapon)}" + (
            back if rules.returned else ""
        )
    if not isinstance(move, TakeLoot):
        return f"pay {result} {coins}: take {plain_list(rules.reward)}"
    need = dict(loot(state, action)).get(move.tiles, 0)
    price = max(0, need - result)
    cells = sum(TILES[name].area for name in move.tiles if name in TILES)
    paid = f"pay {price} {coins}" if price else "nothing to pay"
    return f"sword {need}, {cells} cells: {paid}"
