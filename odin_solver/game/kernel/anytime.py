"""What can be done at any time: placing tiles, buying ships, arming, cards (rules, 4)."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from odin_solver.components import BOARDS, TILES
from odin_solver.components.cells import cell_names, parse_cell
from odin_solver.components.ships import SHIPS
from odin_solver.errors import InputError
from odin_solver.game.kernel.events import anytime_moves, do_anytime, emit, why_not_anytime
from odin_solver.game.kernel.items import gain, missing, pay, room_for
from odin_solver.game.kernel.nodes import ONLY, Decision
from odin_solver.game.kernel.state import State
from odin_solver.rules.geometry import Mask, grid_of

PLACEABLE_KINDS = ("good", "special", "filler")


def listed(state: State, node: Decision) -> list[str]:
    """All that can be done at any time but for placing tiles."""
    return [*_ships(state, node), *_arming(state, node), *anytime_moves(state)]


def placing_moves(state: State) -> Iterator[str]:
    """All ways to place one tile of the supply on one board."""
    names = board_names(state)
    for tile in placeable(state):
        if _spoils(state, _spends(tile)):
            continue
        for at, board in enumerate(state.boards):
            for cells in board.legal_placements(TILES[tile]):
                yield placing_move(names[at], board.id, tile, cells)


def placing_move(name: str, board: str, tile: str, cells: Mask) -> str:
    """The move that places a tile on a board of that name."""
    area = grid_of(BOARDS[board])
    return f"place {tile} {name} {cell_names(area.cells(cells), area.height).replace(' ', ',')}"


def placeable(state: State) -> list[str]:
    """Tiles of the supply that may lie on some board."""
    return [
        name
        for name in state.supply
        if (tile := TILES.get(name)) is not None and tile.kind in PLACEABLE_KINDS
    ]


def board_names(state: State) -> list[str]:
    """The name of every board in moves: its id, with a number from the second one of a kind on."""
    seen: dict[str, int] = {}
    names = []
    for board in state.boards:
        seen[board.id] = seen.get(board.id, 0) + 1
        names.append(board.id if seen[board.id] == 1 else f"{board.id}#{seen[board.id]}")
    return names


def is_anytime(move: str) -> bool:
    """Whether a move is one that can be made at any time."""
    return move.partition(" ")[0] in _VERBS


def why_not(state: State, node: Decision, move: str) -> str | None:
    """Why a move cannot be made at this time; None if it can."""
    verb, *words = move.split()
    return _VERBS[verb][0](state, node, words)


def do(state: State, move: str) -> None:
    """Make a move that `why_not` has nothing against."""
    verb, *words = move.split()
    _VERBS[verb][1](state, words)


def _spoils(state: State, spend: Callable[[State], None]) -> str | None:
    """Why things cannot be spent now: the action under way is to be done at once (rules, 4)."""
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
    return "the action that is under way could not be done then"


def _spends(tile: str) -> Callable[[State], None]:
    return lambda state: state.add(tile, -1)


def opens_more(state: State, node: Decision) -> bool:
    """Whether a card that is used now leaves more to a decision than to go on."""

    def then(move: str) -> list[str]:
        after = state.copy()
        do_anytime(after, move)
        after.stack = state.stack
        return node.moves(after)

    return any((moves := then(move)) and moves not in ONLY for move in anytime_moves(state))


# --- placing ---


def _why_not_place(state: State, node: Decision, words: list[str]) -> str | None:
    try:
        tile, at, cells = placing(state, words)
    except InputError as error:
        return str(error)
    if tile not in TILES or not state.has(tile):
        return f"there is no {tile} in the supply"
    if TILES[tile].kind not in PLACEABLE_KINDS:
        return f"{tile} is not placed on cells"
    return state.boards[at].why_not(TILES[tile], cells) or _spoils(state, _spends(tile))


def _place(state: State, words: list[str]) -> None:
    tile, at, cells = placing(state, words)
    place(state, tile, at, cells)


def place(state: State, tile: str, at: int, cells: Mask) -> None:
    """Place a tile of the supply on a board, which has nothing against it."""
    state.add(tile, -1)
    boards = state.boards
    state.boards = (*boards[:at], boards[at].laid(TILES[tile], cells), *boards[at + 1 :])
    emit(state, "placed", tile=tile, board=boards[at].id)
    emit(state, "changed")


def placing(state: State, words: list[str]) -> tuple[str, int, Mask]:
    """Tile, number of the board and cells of ``place TILE BOARD CELLS``, without ``place``.

    Raises
    ------
    InputError
        If it cannot be read, or there is no such board or cell.
    """
    if len(words) < 3:
        raise InputError("expected place TILE BOARD CELLS, such as: place robe home a1:c3")
    tile, name, *cells = words
    names = board_names(state)
    if name not in names:
        raise InputError(f"no board {name!r}: expected one of {', '.join(names)}")
    at = names.index(name)
    area = state.boards[at].grid
    mask = 0
    for part in ",".join(cells).split(","):
        first, colon, last = part.partition(":")
        corners = (first, last if colon else first)
        (x, y), (u, v) = (parse_cell(each, area.height) for each in corners)
        for cell in (
            (i, j) for i in range(min(x, u), max(x, u) + 1) for j in range(min(y, v), max(y, v) + 1)
        ):
            if not area.holds(cell):
                raise InputError(f"{part} is not on {BOARDS[state.boards[at].id].name}")
            mask |= area.bit(cell)
    return tile, at, mask


# --- ships ---


def _ships(state: State, node: Decision) -> list[str]:
    return [f"ship {name}" for name in SHIPS if _why_not_ship(state, node, [name]) is None]


def _why_not_ship(state: State, node: Decision, words: list[str]) -> str | None:
    if len(words) != 1 or words[0] not in SHIPS:
        return f"expected ship and one of {', '.join(SHIPS)}"
    (name,) = words
    return (
        missing(state, {"silver": SHIPS[name].price})
        or room_for(state, {name: 1})
        or _spoils(state, partial(_buy_ship, words=words))
    )


def _buy_ship(state: State, words: list[str]) -> None:
    (name,) = words
    pay(state, {"silver": SHIPS[name].price}, "bought")
    gain(state, {name: 1}, "bought")


# --- arming ---


def _arming(state: State, node: Decision) -> list[str]:
    if node.in_action or state.space or not state.has("ore"):
        return []
    return [
        f"arm {kind} ore={load}"
        for kind, loads in (("whaling_boat", state.boats), ("longship", state.longships))
        for load in sorted(set(loads))
        if load < SHIPS[kind].ore_slots
    ]


def _why_not_arm(state: State, node: Decision, words: list[str]) -> str | None:
    if node.in_action or state.space:
        return "ships are not armed during an action"
    if not state.has("ore"):
        return "there is no ore in the supply"
    if " ".join(("arm", *words)) not in _arming(state, node):
        found = _arming(state, node)
        return f"expected one of: {'; '.join(found)}" if found else "no ship has a free slot"
    return None


def _arm(state: State, words: list[str]) -> None:
    kind, load = words[0], int(words[1].removeprefix("ore="))
    state.add("ore", -1)
    loads = list(state.boats if kind == "whaling_boat" else state.longships)
    loads[loads.index(load)] += 1
    if kind == "whaling_boat":
        state.boats = tuple(sorted(loads))
    else:
        state.longships = tuple(sorted(loads))
    emit(state, "changed")


# --- cards ---


def _why_not_card(state: State, node: Decision, words: list[str]) -> str | None:
    if " ".join(("card", *words)) in anytime_moves(state):
        return None
    if not words or not words[0].isdecimal():
        return "expected card NUMBER and what to do with it"
    reason = why_not_anytime(state, int(words[0]))
    if reason is not None:
        return reason
    found = [move for move in anytime_moves(state) if move.split()[1] == words[0]]
    return f"expected one of: {'; '.join(found[:12])}"


def _use_card(state: State, words: list[str]) -> None:
    do_anytime(state, " ".join(("card", *words)))


_Why = Callable[[State, Decision, list[str]], str | None]
_Do = Callable[[State, list[str]], None]
_VERBS: Mapping[str, tuple[_Why, _Do]] = MappingProxyType(
    {
        "place": (_why_not_place, _place),
        "ship": (_why_not_ship, _buy_ship),
        "arm": (_why_not_arm, _arm),
        "card": (_why_not_card, _use_card),
    }
)
