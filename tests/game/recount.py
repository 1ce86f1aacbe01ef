"""The same counts once more, by plain enumerations that use none of the rules of the engine."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product

from odin_solver.components import BOARDS
from odin_solver.game import State

# --- upgrades and mountains ---

NEXT = {
    "peas": "mead",
    "mead": "oil",
    "oil": "rune_stone",
    "flax": "stockfish",
    "stockfish": "hide",
    "hide": "silverware",
}


AFTERWARDS = (1, 1, 1, 6, 24)
"""Ways to make so many steps after the action: pass, the feast, 6 strips, 4 weapons."""


def upgrade_sequences(supply: Iterable[str], goods: int, steps: int) -> int:
    """Ways to make so many steps of an action that upgrades up to so many goods by one."""
    have = Counter(supply)

    def count(left: Counter[str], made: int, to_go: int) -> int:
        kinds = [name for name in left if left[name] and name in NEXT]
        over = made == goods or (made > 0 and not kinds)
        if over:
            return AFTERWARDS[to_go]
        if to_go == 0:
            return 1
        ways = sum(count(left - Counter([name]), made + 1, to_go - 1) for name in kinds)
        return ways + (AFTERWARDS[to_go - 1] if made else 0)

    return count(have, 0, steps)


def strip_sequences(lengths: Sequence[int], most: Sequence[int], steps: int) -> int:
    """Ways to make so many steps of an action that takes items from different strips."""

    def count(used: frozenset[int], to_go: int) -> int:
        free = [at for at in range(len(lengths)) if at not in used]
        if len(used) == len(most) or (used and not free):
            return AFTERWARDS[to_go]
        if to_go == 0:
            return 1
        limit = most[len(used)]
        ways = sum(
            count(used | {at}, to_go - 1) for at in free for _ in range(min(limit, lengths[at]))
        )
        return ways + (AFTERWARDS[to_go - 1] if used else 0)

    return count(frozenset(), steps)


# --- feasts ---

SIZES = {"peas": (2, 1), "mead": (2, 1), "beans": (2, 2), "salt_meat": (4, 1), "silver": (1, 1)}
COLORS = {"peas": "orange", "beans": "orange", "mead": "red", "salt_meat": "red"}


def all_words(food: dict[str, int], words: int) -> Iterator[tuple[str, ...]]:
    """Everything that could be said to be served in so many words at most."""
    kinds = [word for name in food for word in (name, f"{name}+")] + ["-"]
    for number in range(words + 1):
        yield from product(kinds, repeat=number)


def feast_words(cells: int, food: dict[str, int], words: int) -> set[tuple[str, ...]]:
    """All feasts on so many cells that may be served."""
    return {each for each in all_words(food, words) if _may_be_served(cells, food, each)}


def _may_be_served(cells: int, food: dict[str, int], words: tuple[str, ...]) -> bool:
    while words and words[-1] == "-":
        words = words[:-1]
    table: list[str] = []
    eaten: Counter[str] = Counter()
    lying: Counter[str] = Counter()
    for number, word in enumerate(words):
        name = word.rstrip("+")
        if name == "-":
            table.append("")
            continue
        along = word.endswith("+")
        width, height = SIZES[name]
        table += [f"{COLORS.get(name, 'silver')} {number}"] * (width if along else height)
        eaten[name] += 1
        lying[name] += along and width != height
    if len(table) > cells or any(lying[name] > 1 for name in lying):
        return False
    if any(eaten[name] > food[name] for name in eaten):
        return False
    return not any(
        one and other and one != other and one.split()[0] == other.split()[0] != "silver"
        for one, other in pairwise(table)
    )


# --- placing ---

Cell = tuple[int, int]


class Land:
    """A board as a set of cells, read from its printed map."""

    def __init__(self, board: str) -> None:
        printed = BOARDS[board]
        self.cells: set[Cell] = set()
        self.open: set[Cell] = set()  # the cells that count as covered only when they are
        self.incomes: set[Cell] = set()
        for y, row in enumerate(printed.rows):
            for x, sign in enumerate(row):
                if sign in "~#":
                    continue
                self.cells.add((x, y))
                if sign != "B":
                    self.open.add((x, y))
                if sign == "I":
                    self.incomes.add((x, y))

    def may_cover(self, tile: frozenset[Cell], covered: frozenset[Cell]) -> bool:
        """Whether a tile fits, and the order of incomes allows it (rules, 1.1 and 1.4)."""
        if not tile <= self.cells or tile & covered:
            return False
        lying = tile | covered
        return all(
            other in lying
            for x, y in tile & self.incomes
            for other in self.open
            if other[0] <= x and other[1] >= y
        )


def shapes(rows: Sequence[str]) -> set[frozenset[Cell]]:
    """A shape turned in all four ways, at the upper left."""
    cells = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"}
    found = set()
    for _ in range(4):
        cells = {(-y, x) for x, y in cells}
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        found.add(frozenset((x - left, y - top) for x, y in cells))
    return found


def placements(board: str, rows: Sequence[str]) -> set[frozenset[Cell]]:
    """Everywhere on a board that a shape could lie if it had the board to itself."""
    land = Land(board)
    width, height = max(x for x, _ in land.cells) + 1, max(y for _, y in land.cells) + 1
    moved = {
        frozenset((x + dx, y + dy) for x, y in shape)
        for shape in shapes(rows)
        for dx in range(width)
        for dy in range(height)
    }
    return {tile for tile in moved if tile <= land.cells}


def touching(one: frozenset[Cell], other: frozenset[Cell]) -> bool:
    """Whether two tiles share an edge."""
    return any(abs(x - u) + abs(y - v) == 1 for x, y in one for u, v in other)


def placing_sequences(
    board: str, tiles: Mapping[str, tuple[str, Sequence[str]]], steps: int
) -> int:
    """Ways to place so many tiles one after the other; tiles by name, with colour and shape."""
    land = Land(board)
    where = {name: placements(board, rows) for name, (_, rows) in tiles.items()}

    def count(
        left: Counter[str], lying: tuple[tuple[str, frozenset[Cell]], ...], to_go: int
    ) -> int:
        if to_go == 0:
            return 1
        covered = frozenset(cell for _, tile in lying for cell in tile)
        ways = 0
        for name in left:
            color = tiles[name][0]
            for tile in where[name] if left[name] else ():
                if not land.may_cover(tile, covered):
                    continue
                if color == "green" and any(
                    other == "green" and touching(tile, there) for other, there in lying
                ):
                    continue
                ways += count(left - Counter([name]), (*lying, (color, tile)), to_go - 1)
        return ways

    return count(Counter(list(tiles)), (), steps)


# --- spaces ---

EXPLORED_WITH = {
    "explore_1": {"shetland", "faroe_islands", "lofoten", "orkney", "mull"},
    "explore_2": {"iceland", "greenland", "bear_island"},
    "explore_3": {"baffin_island", "labrador", "newfoundland", "caithness"},
}
COLUMNS = {
    1: """build_shed build_whaling_boat hunting_game_1 take_stockfish buy_stockfish buy_salt_meat
        beans milk craft_linen craft_rune_stone mountain_2 mountain_1_upgrade_1 upgrade_2
        overseas_trading_1 raiding explore_1 draw_occupation play_occupation_paid""",
    2: """build_stone_house build_knarr hunting_game_2 laying_a_snare buy_sheep buy_cattle_milk
        flax_stockfish mead craft_clothing craft_chest wood_per_player_and_ore
        mountain_3_upgrade_1 upgrade_3 overseas_trading_2 pillaging_2 explore_2 emigrate_2
        play_occupations_1_2""",
    3: """build_long_house build_longship whaling_3 sheep_or_cattle fruits_oil_salt_meat wool forge
        craft_chests_and_rune_stones mountain_3_and_2 upgrade_3_weapons_4 upgrade_4 special_sale
        pillaging_3 explore_3 emigrate_3 play_occupations_1_4""",
    4: """build_house_and_ship whaling_1 buy_sheep_and_cattle spices_milk_wool master_crafting
        mountain_4_double_upgrade_2 mountains_2222_or_double_upgrade_3 plundering
        whaling_boat_to_knarr_emigrate""",
}
PRICES = (0, 1, 1, 2, 2, 2, 2, 2, 3, 4, 4, 4, 5, 6)
FOR_SALE = (
    *("glass_beads", "helmet", "cloakpin", "belt", "crucifix", "drinking_horn", "amber_figure"),
    *("horseshoe", "gold_brooch", "forge_hammer", "fibula", "throwing_axe", "chalice"),
    "round_shield",
)
UPGRADED = {
    *("peas", "mead", "oil", "flax", "stockfish", "hide", "beans", "milk", "wool"),
    *("grain", "salt_meat", "linen", "cabbage", "game_meat", "skin_and_bones"),
    *("sheep", "pregnant_sheep", "fur", "fruits", "whale_meat", "robe"),
    *("cattle", "pregnant_cattle", "clothing", "berry", "egg", "amber"),
}


def spaces(state: State) -> set[str]:
    """The spaces that may be used in a game without occupations, read off what lies there."""
    has, boats, longships = state.has, len(state.boats), len(state.longships)
    knarrs, large, cattle = state.knarrs, len(state.longships) + state.knarrs, "cattle"
    owned = Counter(board.id for board in state.boards)
    sheds, stone, long = owned["shed"] < 3, owned["stone_house"] < 3, owned["long_house"] < 5
    silver, wood, stones = has("silver"), has("wood"), has("stone")
    cows = has(cattle) + has(f"pregnant_{cattle}")
    sheep = has("sheep") + has("pregnant_sheep")
    there = {each.board for each in state.exploration}
    upgradable = any(name in UPGRADED for name in state.supply)
    mountain = any(state.strips)
    cells = state.round + (5 if state.options.length == "long" else 6) - 2 * len(state.emigrated)
    emigration = silver >= state.round and cells >= 2
    for_sale = any(
        name in state.specials and price <= silver
        for name, price in zip(FOR_SALE, PRICES, strict=True)
    )
    allowed = {
        "build_shed": wood >= 2 and sheds,
        "build_stone_house": stones >= 1 and stone,
        "build_long_house": stones >= 2 and long,
        "build_house_and_ship": wood >= 2 and stones >= 2 and large < 4 and (stone or long),
        "build_whaling_boat": wood >= 1 and boats < 3,
        "build_knarr": wood >= 2 and large < 4,
        "build_longship": wood >= 2 and large < 4,
        "whaling_3": boats,
        "whaling_1": boats,
        "buy_stockfish": silver >= 1,
        "buy_salt_meat": silver >= 2,
        "buy_sheep": silver >= 1,
        "buy_cattle_milk": silver >= 3,
        "buy_sheep_and_cattle": silver >= 3,
        "milk": cows,
        "wool": sheep,
        "craft_linen": has("flax"),
        "craft_rune_stone": stones,
        "craft_clothing": has("hide") and has("linen"),
        "craft_chest": wood or has("ore"),
        "forge": has("ore"),
        "craft_chests_and_rune_stones": wood >= 2 and stones >= 2,
        "mountain_2": mountain,
        "mountain_1_upgrade_1": mountain or upgradable,
        "upgrade_2": upgradable,
        "mountain_3_upgrade_1": mountain or upgradable,
        "upgrade_3": upgradable,
        "mountain_3_and_2": mountain,
        "upgrade_4": upgradable,
        "mountain_4_double_upgrade_2": mountain or upgradable,
        "mountains_2222_or_double_upgrade_3": mountain or upgradable,
        "overseas_trading_1": knarrs and silver,
        "overseas_trading_2": knarrs and silver,
        "special_sale": knarrs and for_sale,
        "raiding": longships,
        "pillaging_2": longships,
        "pillaging_3": longships,
        "plundering": longships >= 2,
        "explore_1": (boats or large) and there & EXPLORED_WITH["explore_1"],
        "explore_2": large and there & EXPLORED_WITH["explore_2"],
        "explore_3": longships and there & EXPLORED_WITH["explore_3"],
        "play_occupation_paid": stones or has("ore"),
        "emigrate_2": large and emigration,
        "play_occupations_1_2": state.hand,
        "emigrate_3": large and emigration,
        "play_occupations_1_4": state.hand or state.deck,
        "whaling_boat_to_knarr_emigrate": emigration and (large or boats),
    }
    taken = {space for space, vikings in state.placed if vikings} | state.blocked
    return {
        space
        for column, names in COLUMNS.items()
        for space in names.split()
        if column <= state.vikings and space not in taken and allowed.get(space, True)
    }
