"""Two characters for every tile and everything else that a bonus gives, for each language."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from odin_solver.components.tiles import TILES, Tile
from odin_solver.support.language import ENGLISH, language, say_as
from odin_solver.support.text import fold

OTHER_NAMES = MappingProxyType(
    {
        "weapon_card": "Weapon card",
        "long_sword": "Long sword",
        "stone_house": "Stone house",
        "altar_once": "Altar (once)",
    }
)
"""Printed names of what bonuses give besides tiles."""

SIGNS = MappingProxyType(
    {
        "peas": "Pe",
        "mead": "Me",
        "oil": "Oi",
        "rune_stone": "Ru",
        "flax": "Fl",
        "stockfish": "Sf",
        "hide": "Hi",
        "silverware": "Sw",
        "beans": "Be",
        "milk": "Mi",
        "wool": "Wo",
        "chest": "Ch",
        "grain": "Gr",
        "salt_meat": "Sm",
        "linen": "Li",
        "silk": "Sk",
        "cabbage": "Ca",
        "game_meat": "Gm",
        "skin_and_bones": "Sb",
        "spices": "Sp",
        "sheep": "Sh",
        "fur": "Fu",
        "jewelry": "Je",
        "fruits": "Fr",
        "whale_meat": "Wm",
        "robe": "Ro",
        "treasure_chest": "Tc",
        "cattle": "Ct",
        "clothing": "Cl",
        "silver_hoard": "Hd",
        "glass_beads": "Gb",
        "helmet": "He",
        "cloakpin": "Cp",
        "belt": "Bt",
        "crucifix": "Cx",
        "drinking_horn": "Dh",
        "amber_figure": "Af",
        "horseshoe": "Hs",
        "gold_brooch": "Br",
        "forge_hammer": "Fh",
        "fibula": "Fi",
        "throwing_axe": "Ax",
        "chalice": "Cc",
        "round_shield": "Rs",
        "english_crown": "Ec",
        "berry": "By",
        "egg": "Eg",
        "amber": "Am",
        "gold_ornament": "Go",
        "altar": "Al",
        "silver": "Si",
        "ore": "Or",
        "wood": "Wd",
        "stone": "St",
        "weapon_card": "Wp",
        "long_sword": "Ls",
        "stone_house": "Ho",
        "altar_once": "A1",
    }
)
"""Two characters for everything, as files have them in every language."""


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
