"""Numbers and weights of share codes. Append only: any other change breaks old codes."""

from types import MappingProxyType

BOARDS = (
    *("home", "shetland", "faroe_islands", "iceland", "greenland"),
    *("bear_island", "baffin_island", "labrador", "newfoundland"),
    *("lofoten", "orkney", "mull", "caithness"),
    *("shed", "stone_house", "long_house"),
)

BOARD_NUMBERS = 32
"""Size of the range of board numbers."""

CUSTOM_BOARD = 31

FOOD = (
    *("peas", "mead", "flax", "stockfish", "beans", "milk", "grain", "salt_meat"),
    *("cabbage", "game_meat", "fruits", "whale_meat", "sheep", "cattle"),
)

GOODS = (
    *("oil", "rune_stone", "hide", "silverware", "wool", "chest", "linen", "silk"),
    *("skin_and_bones", "spices", "fur", "jewelry", "robe", "treasure_chest"),
    *("clothing", "silver_hoard"),
)

SPECIAL = (
    *("glass_beads", "helmet", "cloakpin", "belt", "crucifix", "drinking_horn"),
    *("amber_figure", "horseshoe", "gold_brooch", "forge_hammer", "fibula", "throwing_axe"),
    *("chalice", "round_shield", "english_crown", "berry", "egg", "amber"),
    *("gold_ornament", "altar"),
)

UNIT_TILES = ("silver", "ore", "wood", "stone")

TILE_GROUPS = (FOOD, GOODS, SPECIAL, UNIT_TILES)
"""Tiles that often occur together in a supply."""

TILES = (*FOOD, *GOODS, *SPECIAL, *UNIT_TILES)

TILE_NUMBERS = 64
"""Size of the range of tile numbers."""

ITEMS = (*TILES, "weapon_card", "long_sword", "stone_house", "altar_once")
"""Items that a bonus may give."""

ITEM_NUMBERS = 128

MARKS = "~#.-I=B"
"""Characters of a board's map."""

KIND_NUMBERS = 8
"""Size of the range of the numbers of kinds."""

_LETTERS = " etaoinshrdlcumwfgypbvkjxqz"
_LETTER_WEIGHTS = (
    *(180, 110, 80, 72, 66, 62, 60, 56, 54, 52, 38, 36, 26, 25, 22, 20),
    *(20, 19, 18, 17, 14, 9, 7, 2, 2, 1, 1),
)
CHARACTERS = _LETTERS + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;!?'()-+/#"

_NUMBERS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_NAMES = (
    *("Shetland", "Faroe Islands", "Iceland", "Greenland", "Bear Island", "Baffin Island"),
    *("Labrador", "Newfoundland", "Lofoten", "Orkney", "Mull", "Caithness"),
    *("Wood", "wood", "Stone", "stone", "Ore", "ore", "Mead", "mead", "Oil", "oil", "Hide", "hide"),
    *("Milk", "milk", "Rune stone", "rune stone", "Silverware", "silverware"),
)
_PHRASES = (
    *("the home board", "a small board", "a long house", "a stone house", "Small board"),
    *("A feast on ", " cells", "First things first: ", " tiles on ", "Income ", " points on "),
    *(" on ", " and ", "Board"),
)

PHRASES = (*_NUMBERS, *(number.capitalize() for number in _NUMBERS), *_NAMES, *_PHRASES)

CHARACTER_WEIGHTS = (*_LETTER_WEIGHTS, *(5,) * 26, *(4,) * 10, *(2,) * (len(CHARACTERS) - 63), 1)
"""Weights of the characters, and of an escape symbol for any other character."""

PHRASE_WEIGHTS = (*(3,) * (2 * len(_NUMBERS)), *(1,) * len(_NAMES), *(8,) * len(_PHRASES))

END, CHARACTER, PHRASE = range(3)
NEXT_WEIGHTS = MappingProxyType({PHRASE: (6, 2, 14), CHARACTER: (2, 24, 1)})
"""Weights of end, character and phrase after a phrase (or the beginning) and a character."""

TILE_WEIGHTS = (
    *(2,) * len(FOOD),
    *(12,) * len(GOODS),
    *(8,) * len(SPECIAL),
    *(12,) * len(UNIT_TILES),
    *(1,) * (TILE_NUMBERS - len(TILES)),
)
