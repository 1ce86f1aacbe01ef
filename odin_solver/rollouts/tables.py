"""Tables of the compiled engine, generated from the components and effects of the Python game.

`odin_solver.rollouts.generate` writes them to ``source/tables.h``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.round_tracks import BANQUET_TABLE, FLIP_SILVER, TRACKS
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.spaces import SPACES, Group
from odin_solver.components.strips import MOUNTAIN_STRIPS, STRIP_ITEMS, strip_gain
from odin_solver.components.weapons import WEAPONS
from odin_solver.feast.food import FOOD_VALUES
from odin_solver.game.actions.dice import ACTIONS, LEAST_TO_WIN, ROLLS, Dice, Sail
from odin_solver.game.actions.exchange import Either, Exchange, IfAnimal, Offer, PerAnimal
from odin_solver.game.actions.mountains import Mountain, Upgrade, upgraded
from odin_solver.game.actions.occupations import PlayOccupations
from odin_solver.game.actions.spaces import ANY_ONE_WILL_DO, EFFECTS, NeedsLongships
from odin_solver.game.actions.voyages import Explore, SpecialSale
from odin_solver.game.cards.blocks.deals import Deals
from odin_solver.game.cards.blocks.modifiers import Cheaper, RollMore, Worth
from odin_solver.game.cards.blocks.strips import StripItems
from odin_solver.game.kernel.cards import CARDS, Card, Deal, Effect
from odin_solver.game.kernel.chance import DIE_SIDES, DrawOccupations, DrawWeapons
from odin_solver.game.kernel.markers import MARKERS_OF_A_KIND, MOST_OF_MARKER, MOST_OF_TOKEN, TOKENS
from odin_solver.game.kernel.moves import Pairs
from odin_solver.game.kernel.rules import ActionCost, PaymentValues, RollResult, Rule
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import Node
from odin_solver.game.phases import specials_of
from odin_solver.game.setup import SHORT_SILVER
from odin_solver.placement.objective import BONUS_VALUES
from odin_solver.rollouts import card_tables
from odin_solver.rollouts.policies.popularity import LEAST, popularity
from odin_solver.rules.banquet import side_lengths
from odin_solver.rules.board_state import spots
from odin_solver.rules.geometry import Mask, grid_of, orientations
from odin_solver.rules.scoring import THING_PENALTY_POINTS

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

HEADER = re.sub(
    r"/\*.*?\*/",
    "",
    Path(__file__).with_name("structs.h").read_text(encoding="utf-8"),
    flags=re.DOTALL,
)
"""The header of what both sides of the engine use, without comments."""


def _kinds(letter: str) -> tuple[str, ...]:
    return tuple(name.lower() for name in re.findall(rf"\b{letter}_(\w+)", HEADER))


NODE_KINDS, MOVE_KINDS = _kinds("K"), _kinds("M")
"""Kinds of nodes and of moves in the order of their numbers."""

NONE = 255
"""No item, tile or space."""

_GRIDS = tuple(map(grid_of, BOARDS.values()))
_LAST_BITS = (max(OCCUPATIONS), *(grid.coverable.bit_length() + grid.stride for grid in _GRIDS))

WORDS = max(_LAST_BITS) // 64 + 1
"""64-bit words of a set of cards, or of cells and those beside them."""

MOST_EXPLORATION = len(LETTERS)
"""Exploration boards of a game: one of each letter, with the front or the back up."""

MOST_BOARDS = 1 + len(LETTERS) + sum(each.copies for each in BOARDS.values() if each.is_building)
"""The home board, all exploration boards and all buildings."""


def _inputs() -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the inputs of the learned networks, group by group; `source/learned.c` lists them."""
    yield "items", ITEMS
    yield "placed", SPACE_IDS
    yield "blocked", SPACE_IDS
    of_boards = ("number", "income", "open", "bonuses", "slots")
    yield "boards", (f"{board} {what}" for board in BOARDS for what in of_boards)
    yield "exploration", (f"{board} {what}" for board in BOARDS for what in ("there", "silver"))
    yield "specials", ("left",)
    yield "strips", (*STRIP_ITEMS, "number")
    yield (
        "other",
        (
            *("vikings", "whaling_boats", "knarrs", "longships"),
            *(f"emigrated {ship}" for ship in SHIPS),
            *("ore on whaling boats", "ore on longships", "penalties", "final income"),
            *("after income", "after feast", "evaluation", "open cells", "tiles to cover them"),
            *("too few tiles", "food lacking", "penalties ahead", "food", "later food"),
        ),
    )
    cards = range(max(OCCUPATIONS) + 1)
    yield "hand", map(str, cards)
    yield "played", map(str, cards)


INPUT_GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {group: tuple(f"{group}: {name}" for name in names) for group, names in _inputs()}
)
"""Names of the inputs of the learned networks, in the order of their numbers."""

INPUTS = tuple(chain.from_iterable(INPUT_GROUPS.values()))


SIZES: Mapping[str, int] = MappingProxyType(
    {
        "N_TILES": len(TILES),
        "N_ITEMS": len(ITEMS),
        "N_BOARDS": len(BOARDS),
        "N_SPACES": len(SPACES),
        "N_SHIPS": len(SHIPS),
        "N_STRIPS": len(MOUNTAIN_STRIPS),
        "N_DICE": len(ACTIONS),
        "N_WEAPONS": len(WEAPONS),
        "WORDS": WORDS,
        "MOST_BOARDS": MOST_BOARDS,
        "MOST_EXPLORATION": MOST_EXPLORATION,
        "N_INPUTS": len(INPUTS),
        "LONG_ROUNDS": len(TRACKS["long"].rounds),
        "SMALL_BERTHS": BAY.berths("small"),
        "LARGE_BERTHS": BAY.berths("large"),
        "N_MARKERS": 2 * MARKERS_OF_A_KIND,
        "N_TOKENS": TOKENS,
        "MOST_OF_MARKER": MOST_OF_MARKER,
        "MOST_OF_TOKEN": MOST_OF_TOKEN,
    }
)
"""Sizes of arrays by their names in C."""


def _static_nodes() -> tuple[Node, ...]:
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
    fields: dict[str, object] = {"kind": f"E_{card_tables.c_name(type(node)).upper()}"}
    match node:
        case Exchange(pays, takes, then):
            fields |= {"pays": pools.items(pays), "takes": pools.items(takes)}
            fields["nodes"] = pools.numbers(then)
        case Offer(_, nodes):
            fields["nodes"] = pools.numbers(nodes)
        case Either(options):
            parts = [pools.numbers(nodes) for _, nodes in options]
            fields["options"] = pools.add(pools.options, parts)
        case PerAnimal(product, animal, most):
            fields |= {"item": NUMBER[product], "animal": NUMBER[animal], "count": most}
        case IfAnimal(animal, takes):
            fields |= {"animal": NUMBER[animal], "takes": pools.items(takes)}
        case Dice(action):
            fields["item"] = ACTION_IDS.index(action)
        case Explore(space):
            fields["item"] = SPACE_IDS.index(space)
        case Mountain(counts, _, optional):
            fields |= {"count": len(counts), "optional": int(optional)}
            fields["counts"] = "{" + ", ".join(map(str, counts)) + "}"
        case Upgrade(goods, times, _, optional):
            fields |= {"count": goods, "times": times, "optional": int(optional)}
        case PlayOccupations(most, optional):
            fields |= {"count": most, "optional": int(optional)}
        case (
            Sail(count)
            | DrawOccupations(count)
            | DrawWeapons(count)
            | SpecialSale(count)
            | NeedsLongships(count)
        ):
            fields["count"] = count
    return _struct(**fields)


def _struct(**fields: object) -> str:
    return "{" + ", ".join(f".{name} = {value}" for name, value in fields.items()) + "}"


def words_of(mask: Mask) -> tuple[int, ...]:
    """Return a set as 64-bit words."""
    return tuple(mask >> 64 * at & (1 << 64) - 1 for at in range(WORDS))


def _mask(mask: Mask) -> str:
    return "{{" + ", ".join(f"{word:#x}u" for word in words_of(mask)) + "}}"


def _array(kind: str, name: str, entries: Sequence[str]) -> str:
    lines = "".join(f"    {entry},\n" for entry in entries)
    return f"static const {kind} {name}[{max(1, len(entries))}] = {{\n{lines}}};\n"


def _item(name: str) -> str:
    after = upgraded(name)
    fields: dict[str, object] = {
        "kind": "ITEM_WEAPON",
        "color": len(Color),
        "upgrades_to": NUMBER[after] if after else NONE,
        **dict.fromkeys(("sword", "price", "harvest", "served_as"), NONE),
    }
    tile = TILES.get(name.removeprefix("pregnant_"))
    if tile is None:
        return _struct(**fields)
    fields |= {"kind": f"ITEM_{tile.kind.upper()}", "color": list(Color).index(tile.color)}
    fields |= {"area": len(tile.cells), "tongs": int(tile.tongs)}
    fields["points"] = tile.points if name == tile.id else tile.pregnant_points
    known = {
        "sword": tile.sword if tile.color == Color.BLUE else None,
        "price": tile.price,
        "harvest": tile.harvest,
    }
    fields |= {field: value for field, value in known.items() if value is not None}
    if name in FOOD_VALUES:
        fields["served_as"] = NUMBER[tile.id]
        fields["narrow"], fields["wide"] = sorted(side_lengths(tile))
        fields["food_value"] = int(FOOD_VALUES[name] * _food_scale())
    return _struct(**fields)


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
                at
                for at, other in enumerate(BOARDS.values())
                if board.letter and other.letter == board.letter and other.side == "back"
            ),
            NONE,
        ),
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
    return _struct(**fields)


class _Ops:
    """Fixed effects of cards, one after the other."""

    def __init__(self, pools: _Pools, lists: Mapping[tuple[Deal, ...], int]) -> None:
        self.pools = pools
        self.lists = lists
        self.ops: list[str] = []

    def of(self, effect: Effect | None) -> str:
        """Add the parts of a fixed effect; nodes come in the order in which they are pushed."""
        if not card_tables.is_fixed(effect):
            return "{0, 0}"
        found = []
        if effect.gains:
            found.append(_struct(kind="O_GAIN", span=self.pools.items(sorted(effect.gains))))
        return self.pools.add(self.ops, [*found, *map(self._node, reversed(effect.nodes))])

    def deals(self, each: tuple[Deal, ...]) -> str:
        return f"{{{self.lists[each]}, {len(each)}}}"

    def _node(self, node: Node) -> str:
        match node:
            case DrawWeapons(count):
                return _struct(kind="O_DRAW_WEAPONS", count=count)
            case Deals(each, left, optional):
                span = self.deals(each)
                return _struct(kind="O_DEALS", count=left, optional=int(optional), span=span)
            case Upgrade(goods, _, _, optional):
                return _struct(kind="O_UPGRADE", count=goods, optional=int(optional))
            case StripItems(most, kinds, space, optional, least):
                return _struct(
                    kind="O_STRIP",
                    count=most,
                    optional=int(optional),
                    kinds=sum(1 << STRIP_ITEMS.index(each) for each in kinds),
                    before=int(bool(space)),
                    least=least,
                )
        raise TypeError(f"no part of an effect of the compiled engine: {node}")


def _card(number: int, pools: _Pools, ops: _Ops, triggers: list[str]) -> str:
    card = CARDS.get(number, Card(number))
    rolls, worth = card.rules.get(RollResult), card.rules.get(PaymentValues)
    fields: dict[str, object] = {"points": OCCUPATIONS[number].points}
    if isinstance(rolls, RollMore):
        more = (str(rolls.more * (action in rolls.actions)) for action in ACTIONS)
        fields["rolls"] = "{" + ", ".join(more) + "}"
    if isinstance(worth, Worth):
        values = (
            (
                str(worth.value * (worth.item == item and action in worth.actions))
                for item in dict.fromkeys((rules.weapon, rules.resource, "spear"))
            )
            for action, rules in ACTIONS.items()
        )
        fields["worth"] = "{" + ", ".join("{" + ", ".join(each) + "}" for each in values) + "}"
    fields["played"] = ops.of(card.when_played)
    fields["triggers"] = pools.add(
        triggers,
        [
            _struct(event=f"EV_{event.upper()}", keys=f"{keys:#x}u", ops=ops.of(effect))
            for event, keys, effect in card_tables.triggers_of(card)
        ],
    )
    if card.anytime is not None and card.anytime.deals:
        fields["anytime"] = ops.deals(card.anytime.deals)
    if deals := card_tables.deals_of(card):
        fields["deals"] = ops.deals(deals[0])
        fields["more_deals"] = ops.deals(deals[-1])
    return _struct(**fields)


def _with_rule(rule: type[Rule[Any]], modifier: type) -> list[int]:
    return [n for n, card in CARDS.items() if isinstance(card.rules.get(rule), modifier)]


def _card_tables(pools: _Pools) -> list[str]:
    lists = card_tables.deal_lists()
    ops, triggers = _Ops(pools, lists), list[str]()
    assert [*OCCUPATIONS] == [*range(1, len(OCCUPATIONS) + 1)]
    cards = ["{0}", *(_card(number, pools, ops, triggers) for number in OCCUPATIONS)]
    discounts = [
        f"{{{card.number}, {STATIC_NODES.index(node)}, {NUMBER[rule.item]}, {rule.least}}}"
        for card in sorted(CARDS.values(), key=lambda card: (card.precedence, card.number))
        if isinstance(rule := card.rules.get(ActionCost), Cheaper)
        for node in card_tables.cheaper(rule)
    ]
    numbers = {
        "N_CARDS": len(cards),
        "N_DISCOUNTS": len(discounts),
        **{
            f"EV_{card_tables.c_name(event).upper()}": at
            for at, event in enumerate(card_tables.KEYS)
        },
        "N_EVENTS": len(card_tables.KEYS),
        **{f"C_{card_tables.title_of(card)}": number for number, card in OCCUPATIONS.items()},
        **{f"A_{name.upper()}": at for at, name in enumerate(SPACE_IDS)},
        **{f"DICE_{name.upper()}": at for at, name in enumerate(ACTION_IDS)},
    }
    cards_on = (
        (each for each, card in CARDS.items() if event in card.on) for event in card_tables.KEYS
    )
    reacting = [*map(_mask, map(card_tables.card_set, cards_on))]
    sets = {
        "STARTING": (each for each, card in OCCUPATIONS.items() if card.starting),
        "WITH_DEALS": (each for each, card in CARDS.items() if card.anytime and card.anytime.deals),
        "WITH_ROLLS": _with_rule(RollResult, RollMore),
        "WITH_WORTH": _with_rule(PaymentValues, Worth),
    }
    return [
        "enum {\n"
        + "".join(f"    {name} = {value},\n" for name, value in numbers.items())
        + "};\n",
        _array("CardInfo", "CARDS", cards),
        _array("Op", "OPS", ops.ops),
        _array("Trigger", "TRIGGERS", triggers),
        _array(
            "Deal",
            "DEALS",
            [
                f"{{{pools.items(pays)}, {pools.items(takes)}}}"
                for each in lists
                for pays, takes in each
            ],
        ),
        _array("Discount", "DISCOUNTS", discounts),
        _array("Mask", "REACTING", reacting),
        "".join(
            f"static const Mask {name} = {_mask(card_tables.card_set(of))};\n"
            for name, of in sets.items()
        ),
    ]


def _popularity() -> str:
    rows = [
        ", ".join(str(LEAST + used.get(name, 0)) for name in SPACE_IDS)
        for length in TRACKS
        for used in popularity()[length]
    ]
    cells = ",\n".join(f"    {{{row}}}" for row in rows)
    return f"static const uint16_t POPULARITY[][N_SPACES] = {{\n{cells}\n}};"


def tables() -> str:
    """Return the text of the header."""
    pools = _Pools()
    effects = [_effect(node, pools) for node in STATIC_NODES]
    spaces = [
        _struct(
            column=space.column,
            any_one_will_do=int(name in ANY_ONE_WILL_DO),
            is_crafting=int(Group.CRAFTING in space.groups),
            is_weekly_market=int(Group.WEEKLY_MARKET in space.groups),
            effects=pools.numbers(EFFECTS[name]),
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
            large=int(ship.size == "large"),
            price=ship.price,
            points=ship.points,
            ore_slots=ship.ore_slots,
            emigration_points=ship.emigration_points or 0,
        )
        for ship in SHIPS.values()
    ]
    rounds = [
        _struct(
            vikings=each.vikings,
            open_cells=each.open_cells,
            harvest=each.harvest,
            flips=sum(1 << LETTERS.index(letter) for letter in each.flips),
        )
        for track in TRACKS.values()
        for each in track.rounds
    ]
    strips = [
        _struct(
            n_items=len(strip),
            items="{"
            + ", ".join(f"{{{NUMBER[name]}, {count}}}" for name, count in map(strip_gain, strip))
            + "}",
        )
        for strip in MOUNTAIN_STRIPS
    ]
    dice = [
        _struct(
            sides=DIE_SIDES[rules.die],
            high=int(rules.high),
            weapon=NUMBER[rules.weapon],
            resource=NUMBER[rules.resource],
            returned=rules.returned,
            ore_counts=int(name == "pillaging"),
            reward=pools.items(rules.reward.items()),
        )
        for name, rules in ACTIONS.items()
    ]
    most_spots = max(
        len(spots(board, tile)) for board in BOARDS.values() for tile in TILES.values()
    )
    numbers = {
        **SIZES,
        **{f"F_{group.upper()}": INPUTS.index(each[0]) for group, each in INPUT_GROUPS.items()},
        "MOST_SPOTS": most_spots,
        "ROLLS": ROLLS,
        "LEAST_TO_WIN": LEAST_TO_WIN,
        "THING_PENALTY": -THING_PENALTY_POINTS,
        "FLIP_SILVER": FLIP_SILVER,
        "SHORT_SILVER": SHORT_SILVER,
        "TABLE_CELLS": BANQUET_TABLE.cells,
        "SHIP_COVERS": BANQUET_TABLE.ship_covers,
        "FOOD_SCALE": _food_scale(),
        "WHALING": ACTION_IDS.index("whaling"),
        **{f"R_{ruling.name}": number for number, ruling in enumerate(Ruling)},
        **{f"COLOR_{color.name}": number for number, color in enumerate(Color)},
        **{f"I_{name.upper()}": NUMBER[name] for name in ITEMS},
        **{f"G_{name.upper()}": NUMBER[name] for name in OTHERS if name not in BOARDS},
        "G_BOARDS": NUMBER[BOARD_IDS[0]],
        **{f"B_{name.upper()}": BOARD_IDS.index(name) for name in BOARDS},
    }
    assert tuple(TRACKS) == ("long", "short")
    assert ITEMS.index(sorted(WEAPONS)[0]) == len(ITEMS) - len(WEAPONS)
    assert len(ITEMS) <= 64
    of_cards = _card_tables(pools)
    parts = [
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
        _popularity(),
        _array("Strip", "STRIPS", strips),
        _array("DiceInfo", "DICE", dice),
        *of_cards,
        _array("IncomeCell", "INCOME_CELLS", pools.cells),
        _array("Pair", "PAIRS", pools.pairs),
        _array("uint8_t", "NODES", pools.nodes),
        _array("Span", "OPTIONS", pools.options),
    ]
    return "\n".join(parts)
