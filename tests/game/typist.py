"""What a player types into the form of a table, from the state that it is to have."""

from collections.abc import Iterator
from itertools import groupby

from odin_solver.components import BOARDS
from odin_solver.components.cells import cell_name
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.signs import sign_of_item
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import InputError
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import plain_name
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.pieces import pieces_at

MATERIALS = ("wood", "stone", "ore", "silver")


def keys(typed: list[str]) -> int:
    """Return the number of keys for lines, each of which ends with Enter."""
    return sum(len(line) + 1 for line in typed)


def table_typed(state: State) -> list[str]:
    """Return the lines for a table of one player, each with the fewest keys that docs explain."""
    of_strips = [[items.count(each) for each in ("wood", "stone", "ore")] for items in state.strips]
    silver = [2 * items.count("silver2") for items in state.strips]
    cards = [" ".join(map(str, each)) for each in (state.hand, state.played)]
    goods = [name for name in state.supply if name not in (*MATERIALS, *WEAPONS)]
    discards = dict(state.discards)
    ore = [*state.boats, *state.longships]
    boards = sorted(state.boards, key=lambda board: board.id != "home")
    buildings = [name for name, board in BOARDS.items() if board.is_building]
    empty = [sum(each.id == name and not each.pieces for each in boards) for name in buildings]
    return [
        f"{state.round};short" if state.options.length == "short" else str(state.round),
        ";".join(cards).rstrip(";") or "-",
        f"{_spaces(state)};{''.join(SPACES[each].key for each in state.blocked) or '-'}"
        f"{_vikings(state)}",
        "".join("".join(map(str, (*row, n))) for row, n in zip(of_strips, silver, strict=True)),
        ";".join(
            (
                _numbers([len(state.boats), state.knarrs, len(state.longships)]),
                _numbers(ore) if any(ore) else "",
                _numbers([state.emigrated.count(each) for each in ("knarr", "longship")])
                if state.emigrated
                else "",
            )
        ).rstrip(";"),
        ";".join(
            (
                " ".join(_counted(name, state.supply[name]) for name in goods),
                _numbers([state.has(name) for name in MATERIALS]),
                _numbers([state.has(name) for name in WEAPONS]),
            )
        ),
        _numbers([discards.get(name, 0) for name in WEAPONS]) if discards else "",
        *(_board(each) for each in boards if each.pieces or each.id not in buildings),
        *([_numbers(empty)] if any(empty) else []),
        "",
        "",
    ]


def _numbers(numbers: list[int]) -> str:
    return ("" if max(numbers) < 10 else " ").join(map(str, numbers))


def _counted(name: str, count: int) -> str:
    shown = plain_name(name) if name.startswith("pregnant") else sign_of_item(name).lower()
    return f"{count}{shown}" if count > 1 else shown


def _vikings(state: State) -> str:
    """Return the Vikings left if they are not those without the ones on spaces."""
    total = TRACKS[state.options.length].rounds[state.round - 1].vikings
    usual = total - sum(n for _, n in state.placed)
    return "" if state.vikings == usual else f";{state.vikings}"


def _spaces(state: State) -> str:
    return ",".join(
        SPACES[name].key if n == SPACES[name].vikings else f"{SPACES[name].key} {n}"
        for name, n in state.placed
    )


def _board(board: BoardState) -> str:
    name = "" if board.id == "home" else plain_name(board.id)
    pieces = sorted(board.pieces, key=lambda each: each.tile.id)
    return " ".join(filter(None, (name, *_apart(board, pieces))))


def _apart(board: BoardState, pieces: list[Piece]) -> Iterator[str]:
    """Yield pieces of a kind together; those with a turn stand alone."""
    for tile, several in groupby(pieces, key=lambda each: each.tile.id):
        sign = sign_of_item(tile).lower()
        ranges = []
        for piece in several:
            at = _at(piece, board)
            if ":" in at or piece.tile.area == 1:
                ranges.append(at)
            else:
                yield f"{sign} {at}".strip()
        if ranges:
            yield f"{sign} {''.join(ranges)}"


def _at(piece: Piece, board: BoardState) -> str:
    """Return the shortest words for the cells of a piece."""
    height = board.board.height
    xs, ys = [x for x, _ in piece.cells], [y for _, y in piece.cells]
    if not piece.cells:
        return ""
    low, high = cell_name((min(xs), max(ys)), height), cell_name((max(xs), min(ys)), height)
    turns = (f"{low} r{turn}{flip}" for flip in ("", "f") for turn in range(4))
    spelt = "".join(cell_name(each, height) for each in piece.cells)
    short = high[1:] if low[0] == high[0] else high[0] if low[1:] == high[1:] else high
    for words in sorted((low, f"{low}:{short}", *turns, spelt), key=len):
        try:
            if [set(each.cells) for each in pieces_at(piece.tile, words.split(), board.board)] == [
                set(piece.cells)
            ]:
                return words
        except InputError:
            continue
    raise AssertionError(piece)
