"""Tiles and whole entries from typed text: ``ro``, ``oil 3``, ``robe a1:c3``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from odin_solver.components import TILES, Board, Tile
from odin_solver.components.signs import sign_of
from odin_solver.errors import InputError
from odin_solver.notation.pieces import NO_TILES, parse_pieces
from odin_solver.rules.board_state import Piece
from odin_solver.support.language import say_as
from odin_solver.support.text import fold

_COLORS = ["green", "blue", "silver", "ore", "wood", "stone", "orange", "red"]

LISTED = tuple(sorted(TILES.values(), key=lambda tile: _COLORS.index(tile.color)))
"""All tiles; those that lie on boards first."""

_CELLS = re.compile(r"[a-z]{1,2}[1-9]\d?([:\-–][a-z]{1,2}[1-9]\d?)?|r[0-3]f?")
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)


@dataclass(frozen=True)
class Entry:
    """What a typed line means: a tile, perhaps with a count or with cells.

    Attributes
    ----------
    tile
        The best match.
    count
        Number of these tiles in the supply.
    """

    tile: Tile
    count: int | None = None
    pieces: tuple[Piece, ...] = ()


def matching(typed: str, own: Mapping[str, Tile] = NO_TILES) -> list[Tile]:
    """Return the tiles that match a name, the best match first; all for no text.

    Tiles of one's own come before printed ones.
    """
    wanted = _plain(typed)
    listed = [*own.values(), *LISTED]
    if not wanted:
        return listed
    ranked = [(rank, tile) for tile in listed if (rank := _rank(tile, wanted)) is not None]
    return [tile for _, tile in sorted(ranked, key=lambda pair: pair[0])]


def name_in(typed: str) -> str:
    """Return the part of a typed line that names a tile."""
    words = typed.lower().split()
    return " ".join(word for word in words if not (_CELLS.fullmatch(word) or _is_count(word)))


def entry(typed: str, board: Board | None, own: Mapping[str, Tile] = NO_TILES) -> Entry | None:
    """Read a line such as ``ro``, ``oil 3`` or ``robe a1:c3``; None if no tile matches.

    Raises
    ------
    InputError
        If it has cells that the tile cannot cover, or there is no board.
    """
    tiles = matching(name_in(typed), own)
    if not tiles or not typed.strip():
        return None
    tile = tiles[0]
    words = typed.lower().split()
    cells = [word for word in words if _CELLS.fullmatch(word)]
    if cells:
        if board is None:
            raise InputError.said("no board to lay it on: F3 adds one")
        return Entry(tile, pieces=tuple(parse_pieces(f"{tile.id} {' '.join(cells)}", board, own)))
    numbers = [int(word) for word in words if _is_count(word)]
    return Entry(tile, count=numbers[0] if numbers else None)


def _is_count(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", " ", fold(text)).strip()


def _rank(tile: Tile, wanted: str) -> int | None:
    names = fold(tile.name), fold(say_as("good", tile.name))
    kinds = (
        wanted in (fold(sign_of(tile)), _plain(tile.id), *names),
        any(name.startswith(wanted) for name in names),
        any(f" {wanted}" in name for name in names),
        any(wanted in name for name in names),
    )
    return kinds.index(True) if True in kinds else None
