"""The short notation of pieces, such as ``robe a1:c3`` or ``place silver home a1 a2``.

A line names a tile, perhaps a board, and cells: single ones, rectangles, or an anchor with a turn.
All commands and files read it here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from odin_solver.components import TILES, Board, Tile, tile
from odin_solver.components.cells import cell_name
from odin_solver.components.heard import Names, names_of, plain, tiles_named
from odin_solver.errors import InputError
from odin_solver.rules.board_state import Piece
from odin_solver.rules.pieces import is_places, pieces_at
from odin_solver.support.text import whole_number

NO_TILES: Mapping[str, Tile] = MappingProxyType({})

MOST_WORDS = 12
"""Most words of the names of a tile and a board."""

_NUMBERED = re.compile(r"(.*?\D)\s*#?(\d{1,3})")
"""Such as ``stone house 2``, the second of its kind."""

VERBS = ("place", "lay")
_FILLERS = ("on", "at", "the")


class Placing(NamedTuple):
    """What a line says: a tile, the boards that are meant, and the words for its cells."""

    tile: Tile
    boards: tuple[int, ...]
    words: tuple[str, ...]

    def pieces(self, on: Board) -> list[Piece]:
        """Return the pieces on a board: see `odin_solver.rules.pieces.pieces_at`."""
        return pieces_at(self.tile, self.words, on)


def read_placing(
    text: str,
    boards: Sequence[Board],
    among: Iterable[str] = (),
    own: Mapping[str, Tile] = NO_TILES,
) -> Placing:
    """Read a line such as ``place robe home a1:c3``, ``home: robe a1:c3`` or ``2 robe a1:c3``.

    Parameters
    ----------
    text
        The line. Verb and board may be left out; a board is named by id, name or its number.
    boards
        The boards of the position. Without a board all of them are meant.
    among
        Ids of tiles that an abbreviation means rather than others.
    own
        Tiles of one's own by id.

    Raises
    ------
    InputError
        If the tile or the board is unknown or ambiguous.
    """
    head, colon, tail = text.partition(": ")
    words = (tail if colon else text).replace(",", " ").split()
    words = [word for word in words if word.lower() not in _FILLERS]
    if words and words[0].lower() in VERBS:
        words = words[1:]
    number = whole_number(words[0]) if words else None
    if number is not None:
        words = words[1:]
        if not 1 <= number <= len(boards):
            if len(boards) > 1:
                raise InputError.said("there are boards 1 to {most}", most=len(boards))
            raise InputError.said("there is only one board")
    mine = {plain(name): each for name, each in own.items()}
    begin = int(bool(words) and plain(words[0]) in mine)
    at = next((at for at in range(begin, len(words)) if _is_place(words[at])), len(words))
    names, rest = words[:at], words[at:]
    if not names:
        if rest:
            raise InputError.said(
                "expected a tile and its cells, such as 'robe a1:c3', got {got!r}", got=rest[0]
            )
        raise InputError.said("expected a tile and its cells, such as 'robe a1:c3', got nothing")
    if len(names) > MOST_WORDS:
        raise InputError.said(
            "expected a tile and its cells, such as 'robe a1:c3', got {n} words before the cells",
            n=len(names),
        )
    numbered = [*names, *rest[:1]]  # such as the second stone house, but not "home b1"
    if not is_places("".join(rest[:1])) and any(
        _matching(" ".join(numbered[cut:]), boards) for cut in range(1, len(names))
    ):
        names, rest = numbered, rest[1:]
    kind, board_words = _tile_and_board(names, boards, tuple(among), mine)
    meant = tuple(range(len(boards)))
    if colon or board_words:
        meant = _boards_named(head if colon else board_words, boards)
    if number is not None:
        meant = (number - 1,)
    return Placing(kind, meant, tuple(rest))


def parse_pieces(text: str, on: Board, own: Mapping[str, Tile] = NO_TILES) -> list[Piece]:
    """Read a line of pieces of one tile on a board; `own` are tiles of one's own by id.

    Raises
    ------
    InputError
        If it cannot be read, or names another board.
    """
    return read_placing(text, [on], own=own).pieces(on)


def parse_piece(text: str, on: Board, own: Mapping[str, Tile] = NO_TILES) -> Piece:
    """Read a line with one piece; otherwise as `parse_pieces`."""
    pieces = parse_pieces(text, on, own)
    if len(pieces) > 1:
        raise InputError.said(
            "{tile}: expected one piece, got {got}", tile=pieces[0].tile.id, got=len(pieces)
        )
    return pieces[0]


def piece_text(piece: Piece, board: Board) -> str:
    """Return a piece in the short notation."""
    if not piece.cells:
        return piece.tile.id
    height = board.height
    xs = [x for x, _ in piece.cells]
    ys = [y for _, y in piece.cells]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    if len(piece.cells) == 1:
        return f"{piece.tile.id} {cell_name(piece.cells[0], height)}"
    if len(piece.cells) == (right - left + 1) * (bottom - top + 1):
        corner = cell_name((left, bottom), height)
        return f"{piece.tile.id} {corner}:{cell_name((right, top), height)}"
    ordered = sorted(piece.cells, key=lambda cell: (-cell[1], cell[0]))
    return " ".join([piece.tile.id, *(cell_name(cell, height) for cell in ordered)])


def board_keys(boards: Sequence[Board]) -> list[str]:
    """Return how lines name boards: by id, with a number where several have the same."""
    ids = [board.id for board in boards]
    return [
        f"{name} {ids[: at + 1].count(name)}" if ids.count(name) > 1 else name
        for at, name in enumerate(ids)
    ]


def _is_place(word: str) -> bool:
    """Whether a word is a cell or a turn, or should be one, and not part of a name."""
    return "#" not in word and (any(map(str.isdigit, word)) or ":" in word or word in "fF")


def _tile_and_board(
    names: Sequence[str], boards: Sequence[Board], among: Sequence[str], mine: Mapping[str, Tile]
) -> tuple[Tile, str]:
    splits = [(" ".join(names[:at]), " ".join(names[at:])) for at in range(len(names), 0, -1)]
    for tile_words, board_words in splits:
        if plain(tile_words) in mine:
            return mine[plain(tile_words)], board_words
    for exactly in (True, False):
        for tile_words, board_words in splits:
            kinds = tiles_named(tile_words, among, exactly=exactly)
            if len(kinds) == 1 and (not board_words or _matching(board_words, boards)):
                return TILES[kinds[0]], board_words
    for tile_words, board_words in splits:
        kinds = tiles_named(tile_words, among)
        if len(kinds) == 1:
            return TILES[kinds[0]], board_words
    return tile(splits[-1][0], among), splits[-1][1]


def _boards_named(wanted: str, boards: Sequence[Board]) -> tuple[int, ...]:
    meant = _matching(wanted, boards)
    if not meant:
        known = ", ".join(board_keys(boards))
        raise InputError.said(
            "no board {name!r} here: expected one of {names}", name=wanted.strip(), names=known
        )
    return meant


def _matching(wanted: str, boards: Sequence[Board]) -> tuple[int, ...]:
    names = _names(tuple((board.id, board.name) for board in boards))
    kinds = names.meant(wanted) or names.begun(wanted)
    if not kinds and (numbered := _NUMBERED.fullmatch(wanted.strip())):
        number = int(numbered[2])
        return _matching(numbered[1], boards)[max(0, number - 1) : number]
    return tuple(at for at, board in enumerate(boards) if [board.id] == kinds)


@lru_cache(maxsize=64)
def _names(boards: tuple[tuple[str, str], ...]) -> Names:
    return names_of("board").only(dict(boards), *boards)
