"""Moves that can be made at any time: placing tiles, buying ships, arming, cards (rules, 4)."""

from collections.abc import Callable, Iterator
from functools import partial

from odin_solver.components import TILES
from odin_solver.components.ships import SHIPS
from odin_solver.errors import InputError
from odin_solver.game.kernel import others
from odin_solver.game.kernel.cards import anytime_moves, do_anytime, emit, why_not_anytime
from odin_solver.game.kernel.events import CHANGED, TilePlaced
from odin_solver.game.kernel.items import gain, missing, pay, room_for
from odin_solver.game.kernel.moves import (
    Arm,
    BuyShip,
    FreeCell,
    Lay,
    Malformed,
    Move,
    Other,
    Place,
    UseCard,
)
from odin_solver.game.kernel.nodes import ONLY, Decision
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import plain_name
from odin_solver.rules.geometry import Mask
from odin_solver.support.language import say

PLACEABLE_KINDS = ("good", "special", "filler")


def listed(state: State, node: Decision) -> list[Move]:
    """Return the legal moves at any time, except placing tiles."""
    return [*_ships(state), *_arming(state, node), *anytime_moves(state)]


def placing_moves(state: State) -> Iterator[Place]:
    """Yield all ways to place one tile of the supply on one board."""
    names = board_names(state)
    for tile in placeable(state):
        if why_not_spent(state, tile):
            continue
        for name, board in zip(names, state.boards, strict=True):
            for cells in board.legal_placements(TILES[tile]):
                yield Place(tile, name, cells)


def placeable(state: State) -> list[str]:
    """Return the tiles of the supply that can be placed on a board."""
    return [
        name
        for name in state.supply
        if (tile := TILES.get(name)) is not None and tile.kind in PLACEABLE_KINDS
    ]


def board_names(state: State) -> list[str]:
    """Return the name of each board in moves: its id, numbered from the second one of a kind on."""
    seen: dict[str, int] = {}
    names = []
    for board in state.boards:
        seen[board.id] = seen.get(board.id, 0) + 1
        names.append(board.id if seen[board.id] == 1 else f"{board.id}#{seen[board.id]}")
    return names


def why_not(state: State, node: Decision, move: Move) -> str | None:
    """Return why a move of `ANYTIME` cannot be made now; None if it can."""
    match move:
        case Place():
            return _why_not_place(state, move)
        case BuyShip():
            return _why_not_ship(state, move)
        case UseCard():
            return _why_not_card(state, move)
        case Other():
            return others.why_not(state, move)
        case Malformed(reason=reason) if reason:
            return reason
    return _why_not_arm(state, node, move)


def do(state: State, move: Move) -> None:
    """Make a legal move of `ANYTIME`."""
    match move:
        case Place():
            place(state, move)
        case BuyShip():
            _buy_ship(state, move)
        case Arm():
            _arm(state, move)
        case UseCard():
            do_anytime(state, move)
        case Other():
            others.do(state, move)


def _spoils(state: State, spend: Callable[[State], None]) -> str | None:
    """Return why spending would make the action under way impossible (rules, 4)."""
    node = state.stack[-1]
    if not isinstance(node, Decision) or not node.in_action:
        return None
    after = state.copy()
    spend(after)
    after.stack = state.stack
    to_come = (each for each in state.stack[:-1] if each.compulsory)
    if node.moves(after) and not any(
        each.blocked(after) and not each.blocked(state) for each in to_come
    ):
        return None
    return say("the action under way would become impossible")


def why_not_spent(state: State, tile: str) -> str | None:
    """Return why a tile may not leave the supply during this action; None if it may."""
    return _spoils(state, lambda state: state.add(tile, -1))


def needed(state: State, tile: str) -> int:
    """Return how many copies of a tile in the supply the action under way needs at least."""
    have = state.has(tile)
    return next(
        (have - n + 1 for n in range(1, have + 1) if _spoils(state, partial(_spend, tile, n))), 0
    )


def _spend(tile: str, count: int, state: State) -> None:
    state.add(tile, -count)


def opens_more(state: State, node: Decision) -> bool:
    """Whether using a card first would give a decision a choice."""

    def then(move: UseCard) -> list[Move]:
        after = state.copy()
        do_anytime(after, move)
        after.stack = state.stack
        return node.moves(after)

    return any((moves := then(move)) and moves not in ONLY for move in anytime_moves(state))


# --- placing ---


def _why_not_place(state: State, move: Place) -> str | None:
    try:
        at = board_at(state, move)
    except InputError as error:
        return str(error)
    tile = move.tile
    if tile not in TILES or not state.has(tile):
        return say("there is no {item} in the supply", item=plain_name(tile))
    if TILES[tile].kind not in PLACEABLE_KINDS:
        return say("{item} is not placed on cells", item=plain_name(tile))
    return state.boards[at].why_not(TILES[tile], move.cells) or why_not_spent(state, tile)


def place(state: State, move: Place) -> None:
    """Place a tile of the supply on a board."""
    state.add(move.tile, -1)
    lay(state, move.tile, board_at(state, move), move.cells)


def lay(state: State, tile: str, at: int, cells: Mask) -> None:
    """Lay a tile that does not come from the supply on a board, where it is legal."""
    state.lay(at, tile, cells)
    emit(state, TilePlaced(tile, state.boards[at].id))
    emit(state, CHANGED)


def board_at(state: State, move: Place | Lay | FreeCell) -> int:
    """Return the index of the board of a move."""
    names = board_names(state)
    if move.board not in names:
        raise InputError.said(
            "no board {board!r}: expected one of {boards}",
            board=move.board,
            boards=", ".join(names),
        )
    return names.index(move.board)


# --- ships ---


def _ships(state: State) -> list[BuyShip]:
    moves = map(BuyShip, SHIPS)
    return [move for move in moves if _why_not_ship(state, move) is None]


def _why_not_ship(state: State, move: BuyShip) -> str | None:
    if move.ship not in SHIPS:
        return say("expected ship and one of {ships}", ships=", ".join(SHIPS))
    return (
        missing(state, {"silver": SHIPS[move.ship].price})
        or room_for(state, {move.ship: 1})
        or _spoils(state, partial(_buy_ship, move=move))
    )


def _buy_ship(state: State, move: BuyShip) -> None:
    pay(state, {"silver": SHIPS[move.ship].price}, "bought")
    gain(state, {move.ship: 1}, "bought")


# --- arming ---


def _arming(state: State, node: Decision) -> list[Arm]:
    if node.in_action or state.space or not state.has("ore"):
        return []
    return [
        Arm(kind, load)
        for kind, loads in (("whaling_boat", state.boats), ("longship", state.longships))
        for load in sorted(set(loads))
        if load < SHIPS[kind].ore_slots
    ]


def _why_not_arm(state: State, node: Decision, move: Move) -> str | None:
    if node.in_action or state.space:
        return say("ships are not armed during an action")
    if not state.has("ore"):
        return say("there is no {item} in the supply", item=plain_name("ore"))
    legal = _arming(state, node)
    if move in legal:
        return None
    if not legal:
        return say("no ship has a free slot")
    return say("expected one of: {moves}", moves="; ".join(map(str, legal)))


def _arm(state: State, move: Arm) -> None:
    state.add("ore", -1)
    change_ore(state, move.ship, move.ore, 1)
    emit(state, CHANGED)


def change_ore(state: State, ship: str, ore: int, more: int) -> None:
    """Change the ore on a ship that carries so much."""
    loads = list(state.boats if ship == "whaling_boat" else state.longships)
    loads[loads.index(ore)] += more
    if ship == "whaling_boat":
        state.boats = tuple(sorted(loads))
    else:
        state.longships = tuple(sorted(loads))


# --- cards ---


def _why_not_card(state: State, move: UseCard) -> str | None:
    legal = anytime_moves(state)
    if move in legal:
        return None
    reason = why_not_anytime(state, move.card)
    if reason is not None:
        return reason
    ways = [str(each) for each in legal if each.card == move.card]
    return say("expected one of: {moves}", moves="; ".join(ways[:12]))
