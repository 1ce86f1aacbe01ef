"""Two characters for every tile and everything else that a bonus gives, for each language."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from odin_solver.components.loading import component_file
from odin_solver.components.tiles import TILES, Tile
from odin_solver.support.language import ENGLISH, language, say_as
from odin_solver.support.text import fold

_FILE = component_file("names.toml")

OTHER_NAMES: Mapping[str, str] = MappingProxyType(_FILE["names"])
"""Printed names of what bonuses give besides tiles."""

SIGNS: Mapping[str, str] = MappingProxyType(_FILE["signs"])
"""Two characters for everything, as files have them in every language."""

UNCOUNTED = frozenset(_FILE["uncounted"])
"""Things whose English names are the same for one and for several."""


def sign_of_item(item: str) -> str:
    """Return the two characters that are shown for a tile or what a bonus gives."""
    return SIGNS[item] if language() == ENGLISH else _signs(language())[item]


def sign_of(tile: Tile) -> str:
    """Return the two characters that are shown for a tile; of one's own the beginning of its id."""
    return sign_of_item(tile.id) if tile.id in SIGNS else tile.id[:2]


@cache
def _signs(_: str) -> Mapping[str, str]:
    """Return two letters of each name in a language, which is that in use; short names first.

    They are distinct without accents, too.
    """
    names = {
        item: say_as("good", TILES[item].name if item in TILES else OTHER_NAMES[item])
        for item in SIGNS
    }
    signs: dict[str, str] = {}
    for item in sorted(names, key=lambda item: (len(names[item].split()), len(names[item]))):
        taken = set(map(fold, signs.values()))
        signs[item] = next(sign for sign in _spellings(names[item]) if fold(sign) not in taken)
    return signs


def _spellings(name: str) -> Iterator[str]:
    words = ["".join(filter(str.isalpha, word)) for word in name.split()]
    first = words[0][0].upper()
    yield from (first + word[0].lower() for word in words[:0:-1] if word)
    yield from (first + letter.lower() for word in words for letter in word[word is words[0] :])
