"""Two characters for every tile and everything else that a bonus gives."""

from types import MappingProxyType

from odin_solver.components.tiles import Tile

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
"""Two characters for every tile and everything else that a bonus gives."""


def sign_of(tile: Tile) -> str:
    """Return the two characters of a tile; of one's own the beginning of its id."""
    return SIGNS.get(tile.id, tile.id[:2])
