"""Components by the names that people write: any case and spacing, signs, abbreviations."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice, takewhile
from typing import NamedTuple

from odin_solver.components.boards import BOARDS, Board
from odin_solver.components.signs import SIGNS, sign_of
from odin_solver.components.tiles import TILES, Tile
from odin_solver.errors import UnknownName
from odin_solver.support.language import language, mark, say, say_as
from odin_solver.support.text import did_you_mean

LEAST_LETTERS = 2
"""Fewest letters of an abbreviation."""

MOST_NAMES = 4
"""Most names that an error proposes."""

LONGEST_NAME = 60
"""Most characters of a name; nothing that is longer is looked for."""


def plain(text: str) -> str:
    """Return the letters and digits of a name in lower case."""
    return "".join(char for char in text.casefold() if char.isalnum())


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
        Error with the argument ``name``, a marked message.
    where
        Advice in errors.

    Raises
    ------
    UnknownName
        If nothing is called so, or several things may be; the message proposes names.
    """
    matching = candidates(wanted, names)
    if len(matching) == 1:
        return matching[0]

    def message() -> str:
        close = list(dict.fromkeys(matching or _close(wanted, names)))[:MOST_NAMES]
        advice = " ".join(filter(None, (did_you_mean(close) if close else "", where)))
        return f"{say(what, name=wanted)}{': ' if close else ' '}{advice}".rstrip()

    raise UnknownName(message)


def _close(wanted: str, names: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the keys of names that are written nearly so."""
    from difflib import get_close_matches  # only errors need it

    if len(wanted) > LONGEST_NAME:
        return []
    by_name = {plain(name): key for key, more in names.items() for name in (key, *more)}
    return [
        by_name[name]
        for name in get_close_matches(plain(wanted), by_name, n=MOST_NAMES, cutoff=0.6)
    ]


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
    known = _plain_names(tuple((each, tuple(more)) for each, more in names.items()))
    return _candidates(wanted, known, exactly, letters)


def _candidates(wanted: str, known: "_PlainNames", exactly: bool, letters: int) -> list[str]:
    if len(wanted) > LONGEST_NAME:
        return []
    key = plain(wanted)
    exact = known.whole.get(key, [])
    if exact or exactly or len(key) < letters:
        return list(exact)
    return _begun(key, known.sorted_names) or _begun(key, known.sorted_words)


class _PlainNames(NamedTuple):
    """Names in plain letters: keys by whole names; names and later words with order and key."""

    whole: Mapping[str, list[str]]
    sorted_names: list[tuple[str, int, str]]
    sorted_words: list[tuple[str, int, str]]


@lru_cache(maxsize=64)
def _plain_names(names: tuple[tuple[str, tuple[str, ...]], ...]) -> _PlainNames:
    """Prepare names: a search among them takes as long for many as for few."""
    whole: dict[str, list[str]] = {}
    wholes, words = set(), set()
    for at, (key, more) in enumerate(names):
        for name in dict.fromkeys(map(plain, (key, *more))):
            whole.setdefault(name, []).append(key)
            wholes.add((name, at, key))
        words |= {(plain(word), at, key) for name in more for word in name.split()[1:]}
    return _PlainNames(whole, sorted(wholes), sorted(words))


def _begun(key: str, names: Sequence[tuple[str, int, str]]) -> list[str]:
    """Return the keys of names that begin so, in their order."""
    first = bisect_left(names, (key,))
    found = takewhile(lambda each: each[0].startswith(key), islice(names, first, None))
    return list(dict.fromkeys(name for _, name in sorted((at, name) for _, at, name in found)))


def tile(wanted: str, among: Iterable[str] = ()) -> Tile:
    """Return the tile that a name means.

    Parameters
    ----------
    wanted
        Its id, its name in English or the language in use, the two letters on pictures, or an
        abbreviation.
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
    names = _tile_names(language())
    return TILES[find(wanted, names, mark("unknown tile {name!r}"), say("(odin tiles lists them)"))]


def tiles_named(wanted: str, among: Iterable[str] = (), *, exactly: bool = False) -> list[str]:
    """Return the ids of the tiles that a name may mean, those `among` before all others.

    Among few tiles a single letter is an abbreviation, and the letters shown are a name; files
    have the English ones.
    """
    if wanted in TILES:
        return [wanted]
    names = _tile_names(language())
    near = {name: (*names[name][:2], sign_of(TILES[name])) for name in among if name in names}
    return (near and candidates(wanted, near, exactly=exactly, letters=1)) or _candidates(
        wanted, _plain_tile_names(language()), exactly, LEAST_LETTERS
    )


def board(wanted: str) -> Board:
    """Return the board or building that a name means: its id, its name or an abbreviation.

    Raises
    ------
    InputError
        If it is unknown or ambiguous.
    """
    if wanted in BOARDS:
        return BOARDS[wanted]
    names = {name: (board.name, say_as("board", board.name)) for name, board in BOARDS.items()}
    return BOARDS[
        find(wanted, names, mark("unknown board {name!r}"), say("(odin boards lists them)"))
    ]


@cache
def _tile_names(_: str) -> Mapping[str, tuple[str, ...]]:
    """Return the names of the tiles in English and in a language, which is that in use."""
    return {
        name: (tile.name, say_as("good", tile.name), SIGNS[name]) for name, tile in TILES.items()
    }


@cache
def _plain_tile_names(name: str) -> _PlainNames:
    return _plain_names(tuple(_tile_names(name).items()))
