"""Components by the names that people write: any case and spacing, signs, abbreviations."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from odin_solver.components.boards import BOARDS, Board
from odin_solver.components.signs import SIGNS
from odin_solver.components.tiles import TILES, Tile
from odin_solver.errors import InputError

LEAST_LETTERS = 2
"""Fewest letters of an abbreviation."""

MOST_NAMES = 4
"""Most names that an error proposes."""


def plain(text: str) -> str:
    """Return the letters and digits of a name in lower case."""
    return "".join(char for char in text.casefold() if char.isalnum())


_known = lru_cache(maxsize=1024)(plain)
"""`plain`, for names of components."""


def find(wanted: str, names: Mapping[str, Iterable[str]], what: str, where: str = "") -> str:
    """Return the key of what a name means.

    Parameters
    ----------
    wanted
        The whole name, or the beginning of the name or of one of its words if that is unique; case,
        spaces and punctuation do not matter.
    names
        All names of each key; the key itself is one too.
    what
        What it is called in errors.
    where
        Advice in errors.

    Raises
    ------
    InputError
        If nothing is called so, or several things may be; the message proposes names.
    """
    matching = candidates(wanted, names)
    if len(matching) == 1:
        return matching[0]
    from difflib import get_close_matches  # only errors need it

    by_name = {_known(name): key for key, more in names.items() for name in (key, *more)}
    close = matching or [
        by_name[name]
        for name in get_close_matches(plain(wanted), by_name, n=MOST_NAMES, cutoff=0.6)
    ]
    advice = (
        f"did you mean {' or '.join(list(dict.fromkeys(close))[:MOST_NAMES])}?" if close else ""
    )
    advice = " ".join(filter(None, (advice, where)))
    raise InputError(f"unknown {what} {wanted!r}{': ' if close else ' '}{advice}".rstrip())


def candidates(
    wanted: str,
    names: Mapping[str, Iterable[str]],
    *,
    exactly: bool = False,
    letters: int = LEAST_LETTERS,
) -> list[str]:
    """Return the keys of all that a name may mean: what it names exactly, else abbreviates.

    Parameters
    ----------
    wanted, names
        As for `find`.
    exactly
        Whether abbreviations are left out.
    letters
        Fewest letters of an abbreviation.
    """
    key = plain(wanted)
    exact = [each for each, more in names.items() if key in map(_known, (each, *more))]
    if exact or exactly or len(key) < letters:
        return exact
    begins = [
        each
        for each, more in names.items()
        if any(_known(name).startswith(key) for name in (each, *more))
    ]
    return begins or [
        each
        for each, more in names.items()
        if any(_known(word).startswith(key) for name in more for word in name.split()[1:])
    ]


def tile(wanted: str, among: Iterable[str] = ()) -> Tile:
    """Return the tile that a name means.

    Parameters
    ----------
    wanted
        Its id, printed name, the two letters on pictures, or an abbreviation.
    among
        Ids of tiles that are meant rather than others, such as those of the supply.

    Raises
    ------
    InputError
        If it is unknown or ambiguous.
    """
    if wanted in TILES:
        return TILES[wanted]
    named = tiles_named(wanted, among)
    if len(named) == 1:
        return TILES[named[0]]
    return TILES[find(wanted, _TILE_NAMES, "tile", "(odin tiles lists them)")]


def tiles_named(wanted: str, among: Iterable[str] = (), *, exactly: bool = False) -> list[str]:
    """Return the ids of the tiles that a name may mean, those `among` before all others.

    Among few tiles a single letter is an abbreviation.
    """
    if wanted in TILES:
        return [wanted]
    near = {name: _TILE_NAMES[name] for name in among if name in _TILE_NAMES}
    return candidates(wanted, near, exactly=exactly, letters=1) or candidates(
        wanted, _TILE_NAMES, exactly=exactly
    )


def board(wanted: str) -> Board:
    """Return the board or building that a name means: its id, printed name or an abbreviation.

    Raises
    ------
    InputError
        If it is unknown or ambiguous.
    """
    if wanted in BOARDS:
        return BOARDS[wanted]
    return BOARDS[find(wanted, _BOARD_NAMES, "board", "(odin boards lists them)")]


_TILE_NAMES = {name: (tile.name, SIGNS[name]) for name, tile in TILES.items()}
_BOARD_NAMES = {name: (board.name,) for name, board in BOARDS.items()}
