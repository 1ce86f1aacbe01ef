"""Meaning of moves."""

from collections.abc import Iterable, Iterator

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.game.actions.dice import ACTIONS, loot, payable
from odin_solver.game.actions.exchange import Either, Exchange
from odin_solver.game.actions.mountains import upgraded
from odin_solver.game.actions.spaces import EFFECTS, effects_of
from odin_solver.game.actions.voyages import price_of_emigration, sale_price
from odin_solver.game.kernel.cards import is_modified
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
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.rules import ActionCost, EmigrationPrice
from odin_solver.game.kernel.state import Node, State
from odin_solver.words.game import strip_text
from odin_solver.words.names import card_text, card_title, number_of, plain_list, plain_name

EMIGRATING = frozenset(name for name in EFFECTS if "emigrate" in name)
"""Spaces with which ships emigrate."""


def meaning(state: State, move: Move) -> str:
    """Return what a move does in a few words, empty if its text says it all."""
    match move:
        case Use(space) if space in SPACES:
            return f"{SPACES[space].name}: {SPACES[space].text}{discounts(state, space)}"
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


def named(move: Move | Outcome) -> str:
    """Return a move as menus name it: ``b1 Build a shed``; otherwise its words."""
    if isinstance(move, Use) and move.space in SPACES:
        return f"{SPACES[move.space].key} {SPACES[move.space].title}"
    return str(move)


def discounts(state: State, space: str) -> str:
    """Return the costs of a space that cards in play change; empty if there are none."""
    if not (is_modified(state, ActionCost) or is_modified(state, EmigrationPrice)):
        return ""
    at = state.copy()
    at.space = space  # costs depend on it
    costs = [
        f"{_cost(at, node)} instead of {plain_list(node.pays)}"
        for node in _with_options(effects_of(at, space))
        if isinstance(node, Exchange) and node.cost(at) != dict(node.pays)
    ]
    price = price_of_emigration(at, space)
    if space in EMIGRATING and price != state.round:
        costs.append(f"{price} silver instead of {state.round}")
    return f" With your cards you pay {', '.join(dict.fromkeys(costs))}." if costs else ""


def _cost(state: State, node: Exchange) -> str:
    return plain_list((name, count) for name, count in node.cost(state).items() if count)


def _with_options(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield nodes and their options."""
    for node in nodes:
        yield node
        if isinstance(node, Either):
            for _, chosen in node.options:
                yield from _with_options(chosen)


def _exchanged(state: State, nodes: Iterable[Node]) -> str:
    """Return what exchanges cost now, and what they give."""
    return "; ".join(
        f"pay {_cost(state, node)}: take {plain_list(node.takes)}"
        for node in nodes
        if isinstance(node, Exchange) and node.takes
    )


def _explored(state: State, name: str) -> str:
    silver = next((each.silver for each in state.exploration if each.board == name), 0)
    extra = f", with {silver} silver on it" if silver else ""
    return f"{BOARDS[name].name}, {BOARDS[name].points} points{extra}"


def _dice(state: State, move: Move) -> str:
    """Return what a move after a roll does, with its price."""
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
        back = f", and {number_of(rules.returned, 'Viking')} back"
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
