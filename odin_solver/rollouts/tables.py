"""Tables of the compiled engine, generated from the components and effects of the Python game.

``python -m odin_solver.rollouts.tables`` writes ``source/tables.h`` again.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.round_tracks import BANQUET_TABLE, FLIP_SILVER, TRACKS
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import MOUNTAIN_STRIPS, strip_gain
from odin_solver.components.weapons import WEAPONS
from odin_solver.feast.food import FOOD_VALUES
from odin_solver.game.actions.dice import ACTIONS, LEAST_TO_WIN, ROLLS, Dice, Sail
from odin_solver.game.actions.exchange import Either, Exchange, IfAnimal, Offer, PerAnimal
from odin_solver.game.actions.mountains import Mountain, Trade, Upgrade, upgraded
from odin_solver.game.actions.occupations import PlayOccupations
from odin_solver.game.actions.spaces import (
    ANY_ONE_WILL_DO,
    EFFECTS,
    EmigrateAfterExchange,
    NeedsKnarr,
    NeedsLongships,
)
from odin_solver.game.actions.voyages import Emigrate, Explore, Forge, SpecialSale
from odin_solver.game.kernel.chance import DIE_SIDES, DrawOccupations, DrawWeapons
from odin_solver.game.kernel.moves import Pairs
from odin_solver.game.kernel.state import Node
from odin_solver.game.phases import specials_of
from odin_solver.placement.objective import BONUS_VALUES
from odin_solver.rules.banquet import side_lengths
from odin_solver.rules.board_state import spots
from odin_solver.rules.geometry import Mask, grid_of, orientations
from odin_solver.rules.scoring import THING_PENALTY_POINTS

HEADER = Path(__file__).parent / "source" / "tables.h"

ITEMS = (*TILES, "pregnant_sheep", "pregnant_cattle", *sorted(WEAPONS))
"""Items of the supply in the order of their numbers; weapons in the order of the draw pile."""

OTHERS = ("weapon_card", "altar_once", *SHIPS, *BOARDS)
"""What can be gained besides, numbered after the items."""

NUMBER: Mapping[str, int] = MappingProxyType(
    {name: number for number, name in enumerate((*ITEMS, *OTHERS))}
)
"""Number of whatever can be gained."""

BOARD_IDS = tuple(BOARDS)
SPACE_IDS = tuple(SPACES)
ACTION_IDS = tuple(ACTIONS)
LETTERS = tuple(dict.fromkeys(board.letter for board in BOARDS.values() if board.letter))

STEPS = (
    "new_round",
    "harvest",
    "exploration",
    "weapon",
    "actions",
    "income",
    "breeding",
    "feast",
    "bonus",
    "mountains",
    "return",
    "end_of_game",
    "start_action",
    "end_of_action",
    "effect",
)
CHANCES = ("roll", "draw_weapon", "reveal_strip")
DECISIONS = (
    "turn",
    "last_income",
    "serve_feast",
    "final_placing",
    "offer",
    "either",
    "sail",
    "explore",
    "forge",
    "mountain",
    "upgrade",
    "trade",
    "dice_action",
    "pay_dice",
    "emigrate",
    "boat_to_knarr",
    "special_sale",
)
NODE_KINDS = (*STEPS, *CHANCES, *DECISIONS)
"""Kinds of nodes in the order of their numbers; the engine relies on it."""

MOVE_KINDS = (
    "outcome",
    "use",
    "pass",
    "skip",
    "done",
    "finish",
    "reroll",
    "succeed",
    "fail",
    "take_silver",
    "note_points",
    "option",
    "place",
    "buy_ship",
    "arm",
    "sail",
    "loot",
    "pay",
    "strip",
    "upgrade",
    "trade",
    "sale",
    "forge",
    "explore",
    "emigrate",
    "give_ship",
    "serve",
)
"""Kinds of moves in the order of their numbers."""

NONE = 255
"""No item, tile or space."""

WORDS = 3
"""64-bit words of a mask of cells."""


def _static_nodes() -> tuple[Node, ...]:
    """Return every node that the effects of the spaces consist of, without duplicates."""
    found: dict[Node, None] = {}

    def add(nodes: Iterable[Node]) -> None:
        for node in nodes:
            found[node] = None
            if isinstance(node, Exchange):
                add(node.then)
            elif isinstance(node, Offer):
                add(node.nodes)
            elif isinstance(node, Either):
                for _, option in node.options:
                    add(option)

    for nodes in EFFECTS.values():
        add(nodes)
    return tuple(found)


STATIC_NODES = _static_nodes()
"""Nodes of the effects of the spaces, in the order of their numbers."""


class _Pools:
    """Lists of variable length, one after the other; each is named by its start and length."""

    def __init__(self) -> None:
        self.pairs: list[str] = []
        self.nodes: list[str] = []
        self.options: list[str] = []
        self.cells: list[str] = []

    @staticmethod
    def add(pool: list[str], entries: Iterable[str]) -> str:
        listed = list(entries)
        start = len(pool)
        pool += listed
        return f"{{{start}, {len(listed)}}}"

    def items(self, pairs: Pairs | Iterable[tuple[str, int]]) -> str:
        return self.add(self.pairs, (f"{{{NUMBER[name]}, {count}}}" for name, count in pairs))

    def numbers(self, nodes: Iterable[Node]) -> str:
        return self.add(self.nodes, (str(STATIC_NODES.index(node)) for node in nodes))


def _effect(node: Node, pools: _Pools) -> str:
    """Return the initialiser of an effect: its kind and what the engine needs of its fields."""
    fields: dict[str, str | int] = {}
    match node:
        case Exchange(pays, takes, then):
            fields["kind"] = "E_EXCHANGE"
            fields["pays"], fields["takes"] = pools.items(pays), pools.items(takes)
            fields["nodes"] = pools.numbers(then)
        case Offer(_, nodes):
            fields["kind"] = "E_OFFER"
            fields["nodes"] = pools.numbers(nodes)
        case Either(options):
            fields["kind"] = "E_EITHER"
            parts = [pools.numbers(nodes) for _, nodes in options]
            fields["options"] = pools.add(pools.options, parts)
        case PerAnimal(product, animal, most):
            fields |= {"kind": "E_PER_ANIMAL", "item": NUMBER[product]}
            fields |= {"animal": NUMBER[animal], "count": most}
        case IfAnimal(animal, takes):
            fields |= {"kind": "E_IF_ANIMAL", "animal": NUMBER[animal]}
            fields["takes"] = pools.items(takes)
        case Dice(action):
            fields |= {"kind": "E_DICE", "item": ACTION_IDS.index(action)}
        case Sail(most):
            fields |= {"kind": "E_SAIL", "count": most}
        case Mountain(counts, _, optional):
            fields |= {"kind": "E_MOUNTAIN", "count": len(counts), "optional": int(optional)}
            fields["counts"] = "{" + ", ".join(map(str, counts)) + "}"
        case Upgrade(goods, times, _, optional):
            fields |= {"kind": "E_UPGRADE", "count": goods, "times": times}
            fields["optional"] = int(optional)
        case Trade():
            fields["kind"] = "E_TRADE"
        case PlayOccupations(_, optional):
            fields |= {"kind": "E_PLAY_OCCUPATIONS", "optional": int(optional)}
        case DrawOccupations():
            fields["kind"] = "E_DRAW_OCCUPATIONS"
        case DrawWeapons(count):
            fields |= {"kind": "E_DRAW_WEAPONS", "count": count}
        case Explore(space):
            fields |= {"kind": "E_EXPLORE", "item": SPACE_IDS.index(space)}
        case Emigrate():
            fields["kind"] = "E_EMIGRATE"
        case EmigrateAfterExchange():
            fields["kind"] = "E_EMIGRATE_AFTER_EXCHANGE"
        case SpecialSale(left):
            fields |= {"kind": "E_SPECIAL_SALE", "count": left}
        case Forge():
            fields["kind"] = "E_FORGE"
        case NeedsKnarr():
            fields["kind"] = "E_NEEDS_KNARR"
        case NeedsLongships(count):
            fields |= {"kind": "E_NEEDS_LONGSHIPS", "count": count}
        case _:
            raise TypeError(f"no effect of the compiled engine: {node}")
    return _struct(fields)


def _struct(fields: Mapping[str, object]) -> str:
    return "{" + ", ".join(f".{name} = {value}" for name, value in fields.items()) + "}"


def _mask(mask: Mask) -> str:
    words = (mask >> 64 * at & (1 << 64) - 1 for at in range(WORDS))
    return "{{" + ", ".join(f"{word:#x}u" for word in words) + "}}"


def _array(kind: str, name: str, entries: Sequence[str]) -> str:
    lines = "".join(f"    {entry},\n" for entry in entries)
    return f"static const {kind} {name}[{max(1, len(entries))}] = {{\n{lines}}};\n"


def _item(name: str) -> str:
    tile = TILES.get(name.removeprefix("pregnant_"))
    fields: dict[str, object] = {"kind": "ITEM_WEAPON", "color": len(Color)}
    if tile is not None:
        pregnant = name.startswith("pregnant_")
        fields |= {"kind": f"ITEM_{tile.kind.upper()}", "color": list(Color).index(tile.color)}
        fields |= {"area": len(tile.cells)}
        fields["points"] = tile.pregnant_points if pregnant else tile.points
    after = upgraded(name)
    fields["upgrades_to"] = NUMBER[after] if after else NONE
    lootable = tile is not None and tile.sword is not None and tile.color == Color.BLUE
    fields["sword"] = tile.sword if tile is not None and lootable else NONE
    for_sale = tile is not None and tile.price is not None
    fields["price"] = tile.price if tile is not None and for_sale else NONE
    fields["tongs"] = int(tile is not None and tile.tongs)
    fields["harvest"] = tile.harvest if tile is not None and tile.harvest is not None else NONE
    servable = name in FOOD_VALUES and tile is not None
    fields["served_as"] = NUMBER[tile.id] if tile is not None and servable else NONE
    if tile is not None and servable:
        fields["narrow"], fields["wide"] = sorted(side_lengths(tile))
        fields["food_value"] = int(FOOD_VALUES[name] * _food_scale())
    return _struct(fields)


def _food_scale() -> int:
    scale = 1
    while any((value * scale).denominator > 1 for value in FOOD_VALUES.values()):
        scale += 1
    return scale


def _board(name: str, pools: _Pools) -> str:
    board = BOARDS[name]
    grid = grid_of(board)
    slots = dict(board.slots)
    lost = sum(1 << NUMBER[tile] for tile in specials_of(name))
    fields: dict[str, object] = {
        "kind": f"BOARD_{board.kind.upper()}",
        "points": board.points,
        "copies": board.copies,
        "width": board.width,
        "height": board.height,
        "stride": grid.stride,
        "slots": f"{{{slots.get('wood', 0)}, {slots.get('stone', 0)}}}",
        "letter": LETTERS.index(board.letter) if board.letter else NONE,
        "back": "1" if board.side == "back" else "0",
        "turned": next(
            (
                BOARD_IDS.index(other.id)
                for other in BOARDS.values()
                if other.letter == board.letter and other.side == "back"
            ),
            NONE,
        )
        if board.letter
        else NONE,
        "action": SPACE_IDS.index(board.action) if board.action else NONE,
        "ships": sum(1 << number for number, ship in enumerate(SHIPS) if ship in board.ships),
        "specials": f"{lost:#x}u",
        "coverable": _mask(grid.coverable),
        "negative": "{" + ", ".join(_mask(cells) for _, cells in grid.negatives) + "}",
        "n_diagonals": len(grid.diagonals),
        "n_bonuses": len(grid.bonuses),
    }
    diagonals = []
    for diagonal in grid.diagonals:
        cells = pools.add(
            pools.cells,
            (
                f"{{{each.cell.bit_length() - 1}, {each.value}, {_mask(each.needs)}}}"
                for each in diagonal.cells
            ),
        )
        diagonals.append(f"{{{cells}, {diagonal.last_value}}}")
    bonuses = [
        f"{{{_mask(each.cells)}, {_mask(each.surround)}, {pools.items(each.gives)}, "
        f"{sum(BONUS_VALUES[name] * count for name, count in each.gives)}}}"
        for each in grid.bonuses
    ]
    if diagonals:
        fields["diagonals"] = "{" + ", ".join(diagonals) + "}"
    if bonuses:
        fields["bonuses"] = "{" + ", ".join(bonuses) + "}"
    return _struct(fields)


def tables() -> str:
    """Return the text of the header."""
    pools = _Pools()
    effects = [_effect(node, pools) for node in STATIC_NODES]
    spaces = [
        _struct(
            {
                "column": space.column,
                "any_one_will_do": int(name in ANY_ONE_WILL_DO),
                "effects": pools.numbers(EFFECTS[name]),
            }
        )
        for name, space in SPACES.items()
    ]
    boards = [_board(name, pools) for name in BOARDS]
    shapes: list[str] = []
    tiles = []
    for tile in TILES.values():
        tiles.append(f"{{{len(shapes)}, {len(orientations(tile))}}}")
        for shape in orientations(tile):
            cells = ", ".join(f"{{{x}, {y}}}" for x, y in shape)
            shapes.append(f"{{{len(shape)}, {{{cells}}}}}")
    ships = [
        _struct(
            {
                "large": int(ship.size == "large"),
                "price": ship.price,
                "points": ship.points,
                "ore_slots": ship.ore_slots,
                "emigration_points": ship.emigration_points or 0,
            }
        )
        for ship in SHIPS.values()
    ]
    rounds = [
        _struct(
            {
                "vikings": each.vikings,
                "open_cells": each.open_cells,
                "harvest": each.harvest,
                "flips": sum(1 << LETTERS.index(letter) for letter in each.flips),
            }
        )
        for track in TRACKS.values()
        for each in track.rounds
    ]
    strips = [
        _struct(
            {
                "n_items": len(strip),
                "items": "{"
                + ", ".join(
                    f"{{{NUMBER[name]}, {count}}}" for name, count in map(strip_gain, strip)
                )
                + "}",
            }
        )
        for strip in MOUNTAIN_STRIPS
    ]
    dice = [
        _struct(
            {
                "sides": DIE_SIDES[rules.die],
                "high": int(rules.high),
                "weapon": NUMBER[rules.weapon],
                "resource": NUMBER[rules.resource],
                "returned": rules.returned,
                "ore_counts": int(name == "pillaging"),
                "reward": pools.items(rules.reward.items()),
            }
        )
        for name, rules in ACTIONS.items()
    ]
    most_spots = max(
        len(spots(board, tile)) for board in BOARDS.values() for tile in TILES.values()
    )
    numbers = {
        "N_TILES": len(TILES),
        "N_ITEMS": len(ITEMS),
        "N_BOARDS": len(BOARDS),
        "N_SPACES": len(SPACES),
        "N_SHIPS": len(SHIPS),
        "N_STRIPS": len(MOUNTAIN_STRIPS),
        "N_DICE": len(ACTIONS),
        "N_WEAPONS": len(WEAPONS),
        "LONG_ROUNDS": len(TRACKS["long"].rounds),
        "MOST_SPOTS": most_spots,
        "SMALL_BERTHS": BAY.berths("small"),
        "LARGE_BERTHS": BAY.berths("large"),
        "ROLLS": ROLLS,
        "LEAST_TO_WIN": LEAST_TO_WIN,
        "THING_PENALTY": -THING_PENALTY_POINTS,
        "FLIP_SILVER": FLIP_SILVER,
        "TABLE_CELLS": BANQUET_TABLE.cells,
        "SHIP_COVERS": BANQUET_TABLE.ship_covers,
        "FOOD_SCALE": _food_scale(),
        "WHALING": ACTION_IDS.index("whaling"),
        **{f"COLOR_{color.name}": number for number, color in enumerate(Color)},
        **{f"I_{name.upper()}": NUMBER[name] for name in ITEMS if name in _NAMED},
        **{f"G_{name.upper()}": NUMBER[name] for name in OTHERS if name not in BOARDS},
        "G_BOARDS": NUMBER[BOARD_IDS[0]],
        "B_HOME": BOARD_IDS.index("home"),
        **{f"K_{name.upper()}": number for number, name in enumerate(NODE_KINDS)},
        **{f"M_{name.upper()}": number for number, name in enumerate(MOVE_KINDS)},
    }
    assert tuple(TRACKS) == ("long", "short")
    assert ITEMS.index(sorted(WEAPONS)[0]) == len(ITEMS) - len(WEAPONS)
    assert len(ITEMS) <= 64
    parts = [
        "/* Generated by `python -m odin_solver.rollouts.tables`; do not edit. */\n",
        "enum {\n"
        + "".join(f"    {name} = {value},\n" for name, value in numbers.items())
        + "};\n",
        '#include "components.h"\n',
        _array("Item", "ITEMS", [_item(name) for name in ITEMS]),
        _array("Span", "TILE_SHAPES", tiles),
        _array("Shape", "SHAPES", shapes),
        _array("Space", "SPACES", spaces),
        _array("Effect", "EFFECTS", effects),
        _array("BoardInfo", "BOARDS", boards),
        _array("ShipInfo", "SHIPS", ships),
        _array("Round", "ROUNDS", rounds),
        _array("Strip", "STRIPS", strips),
        _array("DiceInfo", "DICE", dice),
        _array("IncomeCell", "INCOME_CELLS", pools.cells),
        _array("Pair", "PAIRS", pools.pairs),
        _array("uint8_t", "NODES", pools.nodes),
        _array("Span", "OPTIONS", pools.options),
    ]
    return "\n".join(parts)


_NAMED = frozenset(
    {"silver", "wood", "stone", "ore", "sheep", "cattle", "pregnant_sheep", "pregnant_cattle"}
    | {"english_crown", "altar"}
    | {sorted(WEAPONS)[0]}
)
"""Items that the engine names."""


if __name__ == "__main__":
    HEADER.write_text(tables(), encoding="utf-8")
