"""States of the Python engine as flat structs, and flat moves as moves of the Python engine."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from ctypes import Array, sizeof
from functools import cache

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import SHIPS
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.errors import InputError
from odin_solver.game.actions.dice import (
    ACTIONS,
    WITHOUT_VIKINGS,
    Dice,
    DiceAction,
    FirstRoll,
    PayDice,
    Sail,
)
from odin_solver.game.actions.exchange import (
    BoatToKnarr,
    Either,
    Exchange,
    IfAnimal,
    Offer,
    PerAnimal,
)
from odin_solver.game.actions.mountains import Mountain, Trade, Upgrade
from odin_solver.game.actions.occupations import PlayKept, PlayOccupations
from odin_solver.game.actions.spaces import EmigrateAfterExchange, NeedsKnarr, NeedsLongships
from odin_solver.game.actions.voyages import Emigrate, Explore, Forge, SpecialSale, table_cells
from odin_solver.game.cards.blocks.deals import Deal, Deals, ShipDeal
from odin_solver.game.cards.blocks.effects import HOUSES
from odin_solver.game.cards.blocks.laying import LayTiles
from odin_solver.game.cards.blocks.modifiers import Instead, ReturnOre
from odin_solver.game.cards.blocks.strips import StripItems
from odin_solver.game.cards.blocks.vikings import Resume, ReturnViking, UseSpace
from odin_solver.game.cards.deck_a import KINDS, ChooseWeapon, DrawOrPlay, Follower, UpgradeOneTwice
from odin_solver.game.cards.deck_b import ExploreAnywhere, TurnTiles, UpgradeOrFur
from odin_solver.game.cards.deck_c import Inspector, ItemBeforeOre
from odin_solver.game.cards.starting import Latecomer, Steward
from odin_solver.game.feast import ServeFeast, servings_of
from odin_solver.game.kernel.chance import (
    DrawOccupation,
    DrawOccupations,
    DrawStarting,
    DrawWeapon,
    DrawWeapons,
    RevealMarker,
    RevealStrip,
    RevealStrips,
    Roll,
)
from odin_solver.game.kernel.markers import HarvestProfile
from odin_solver.game.kernel.moves import (
    DONE,
    DRAW,
    FAIL,
    FINISH,
    GO_ON,
    JUST_USE,
    NOTE_POINTS,
    PASS,
    REROLL,
    SKIP,
    SUCCEED,
    TAKE_SILVER,
    Arm,
    BuyShip,
    BuySpecial,
    ChooseToken,
    Disarm,
    EmigrateWith,
    ExploreBoard,
    FillSlot,
    Follow,
    ForgeTile,
    FreeCell,
    GiveShip,
    Keep,
    Lay,
    MakeDeal,
    Move,
    Other,
    Pairs,
    Pay,
    Place,
    PlayCard,
    ReturnShipOre,
    SailWith,
    Serve,
    Take,
    TakeBack,
    TakeItems,
    TakeLoot,
    TradeGood,
    UpgradeGood,
    Use,
    UseAlso,
    UseCard,
    parse,
)
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.order import ByCard, InTurn, WhichFirst
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import Node, State
from odin_solver.game.phases import (
    ActionPhase,
    AfterActions,
    AfterBonuses,
    AfterFeast,
    AfterHarvest,
    BonusPhase,
    BreedingPhase,
    EndOfGame,
    ExplorationPhase,
    FeastPhase,
    FinalPlacing,
    GiveBonuses,
    HarvestPhase,
    IncomePhase,
    LastIncome,
    MountainPhase,
    NewRound,
    NoHarvest,
    Pause,
    PauseIfChanged,
    PayIncome,
    ReturnPhase,
    WeaponPhase,
)
from odin_solver.game.scoring import score_sheet
from odin_solver.game.setup import GiveSilver, KeepOne, TakeToken
from odin_solver.game.turn import EndOfAction, FourthColumn, StartAction, Turn
from odin_solver.rollouts.card_tables import CHOSEN
from odin_solver.rollouts.deals import STRIP_KINDS, card_set, deal_lists, deals
from odin_solver.rollouts.structs import (
    MOST_NODES,
    MOST_PAUSES,
    WATCHED,
    FlatAction,
    FlatBoard,
    FlatMarkers,
    FlatMove,
    FlatPair,
    FlatState,
)
from odin_solver.rollouts.tables import (
    ACTION_IDS,
    BOARD_IDS,
    ITEMS,
    MOST_EXPLORATION,
    MOVE_KINDS,
    NODE_KINDS,
    NONE,
    NUMBER,
    SPACE_IDS,
    STATIC_NODES,
    WORDS,
)
from odin_solver.rules.banquet import empty_cells
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Mask, grid_of, orientations

SHIP_IDS = tuple(SHIPS)
WEAPON_IDS = ITEMS[len(TILES) + 2 :]


class NotCompiledError(InputError):
    """A state that no game reaches, and that the compiled engine does not know."""


# --- states ---

_AFTER_FEAST = frozenset({"bonus", "mountains", "return", "final placing", "end"})
_AFTER_INCOME = _AFTER_FEAST | {"breeding", "feast"}

_PLAIN: Mapping[type[Node], str] = {
    NewRound: "new_round",
    HarvestPhase: "harvest",
    ExplorationPhase: "exploration",
    WeaponPhase: "weapon",
    ActionPhase: "actions",
    IncomePhase: "income",
    BreedingPhase: "breeding",
    FeastPhase: "feast",
    BonusPhase: "bonus",
    MountainPhase: "mountains",
    ReturnPhase: "return",
    EndOfGame: "end_of_game",
    EndOfAction: "end_of_action",
    DrawWeapon: "draw_weapon",
    RevealStrip: "reveal_strip",
    Turn: "turn",
    ServeFeast: "serve_feast",
    FinalPlacing: "final_placing",
    BoatToKnarr: "boat_to_knarr",
    GiveSilver: "give_silver",
    RevealMarker: "reveal_marker",
    TakeToken: "take_token",
}
"""Nodes without fields that matter."""

_EFFECTS: Mapping[type[Node], str] = {
    Exchange: "effect",
    PerAnimal: "effect",
    IfAnimal: "effect",
    Dice: "effect",
    DrawWeapons: "effect",
    EmigrateAfterExchange: "effect",
    Offer: "offer",
    Either: "either",
    Sail: "sail",
    Explore: "explore",
    Forge: "forge",
}
"""Effects of spaces, named by their number in `STATIC_NODES`."""

_OF_OCCUPATIONS: Mapping[type[Node], str] = {
    AfterHarvest: "after_harvest",
    NoHarvest: "no_harvest",
    AfterActions: "after_actions",
    PayIncome: "pay_income",
    AfterFeast: "after_feast",
    GiveBonuses: "give_bonuses",
    AfterBonuses: "after_bonuses",
    DrawOccupation: "draw_occupation",
    Pause: "pause",
    Follower: "follow",
}
"""Nodes that the engine has only in games with occupations."""

_WITHOUT_EFFECT = (NeedsKnarr, NeedsLongships, ByCard)
"""Nodes that do nothing."""


def encode(state: State) -> FlatState:
    """Return a state as a flat struct; `Library.refresh` has to complete its boards.

    Raises
    ------
    NotCompiledError
        If the compiled engine cannot play it.
    """
    flat = FlatState()
    flat.rulings = sum(1 << at for at, each in enumerate(Ruling) if state.ruled(each))
    flat.length = tuple(TRACKS).index(state.options.length)
    flat.with_harvest = state.options.harvest
    flat.rounds, flat.round = state.rounds, state.round
    flat.after_income = state.phase in _AFTER_INCOME
    flat.after_feast = state.phase in _AFTER_FEAST
    flat.final_placing = state.phase == "final placing"
    flat.space = SPACE_IDS.index(state.space) if state.space else NONE
    flat.vikings, flat.knarrs = state.vikings, state.knarrs
    flat.n_boats, flat.n_longships = len(state.boats), len(state.longships)
    flat.boats[: len(state.boats)] = state.boats
    flat.longships[: len(state.longships)] = state.longships
    for ship in state.emigrated:
        flat.emigrated[SHIP_IDS.index(ship)] += 1
    flat.penalties, flat.final_income = state.penalties, state.final_income
    flat.placed = _spaces(space for space, vikings in state.placed if vikings)
    flat.blocked, flat.closed = _spaces(state.blocked), _spaces(state.options.closed)
    others = state.others
    flat.players, flat.others = state.options.players, others.vikings
    flat.copy_tiles = sum(1 << column for column in others.copies)
    flat.copies = flat.copy_tiles - sum(1 << column for column in others.copied)
    for name, count in others.built:
        flat.built[BOARD_IDS.index(name)] = count
    flat.specials = sum(1 << NUMBER[name] for name in state.specials)
    for name, count in state.supply.items():
        flat.supply[NUMBER[name]] = count
        flat.present |= 1 << NUMBER[name]
    for pile, flat_pile in ((state.weapons, flat.weapons), (state.discards, flat.discards)):
        for name, count in pile:
            flat_pile[WEAPON_IDS.index(name)] = count
    _encode_strips(state, flat)
    if len(state.exploration) > MOST_EXPLORATION:
        raise NotCompiledError("too many exploration boards")
    flat.n_exploration = len(state.exploration)
    for slot, each in zip(flat.exploration, state.exploration, strict=False):
        slot.board, slot.silver = BOARD_IDS.index(each.board), each.silver
    flat.n_boards = len(state.boards)
    for at, board in enumerate(state.boards):
        _encode_board(board, flat.boards[at])
    if has_occupations(state):
        encode_cards(state, flat)
    if state.options.profile is not None:
        flat.with_markers = 1
        _encode_markers(state, state.options.profile, flat.markers)
    _encode_pauses(state, flat)
    nodes = list(_encoded_stack(state))
    if len(nodes) > MOST_NODES:
        raise NotCompiledError("too much is under way")
    flat.n_nodes = len(nodes)
    for slot, fields in zip(flat.stack, nodes, strict=False):
        kind, slot.a, slot.b, slot.c, more = fields
        slot.kind = NODE_KINDS.index(kind)
        slot.more[: len(more)] = more
        if kind in ("upgrade", "trade", "start_action", "fourth_column"):
            slot.n = len(more)
        elif kind == "pay_dice":
            slot.n, slot.more[1] = more[1], 0
    return flat


def has_occupations(state: State) -> bool:
    """Whether occupations are in the game."""
    return bool(state.options.cards or state.hand or state.played)


def _spaces(names: Iterable[str]) -> int:
    return sum(1 << SPACE_IDS.index(name) for name in names)


def _encode_strips(state: State, flat: FlatState) -> None:
    """Encode the strips; which one a strip is does not matter, only what is left on it."""
    flat.hidden_strips = sum(1 << number - 1 for number in state.hidden_strips)
    flat.n_strips = len(state.strips)
    for slot, items in zip(flat.strips, state.strips, strict=False):
        for number, strip in enumerate(MOUNTAIN_STRIPS):
            taken = len(strip) - len(items)
            if strip[taken:] == items:
                slot.strip, slot.taken = number, taken
                break
        else:
            raise NotCompiledError("an unknown mountain strip")


_DONE = ("182", "178", "180", "181", "179", "176")
"""Cards that take effect once, in the order of their bits."""


def encode_cards(state: State, flat: FlatState) -> None:
    """Encode the occupations, and what they depend on."""
    cards = flat.cards
    flat.with_cards = 1
    for name, numbers in (
        ("hand", state.hand),
        ("played", state.played),
        ("deck", state.deck),
        ("starting", state.starting_deck),
    ):
        getattr(cards, name)[:] = _words(card_set(numbers))
    cards.n_hand, cards.n_played = len(state.hand), len(state.played)
    cards.points = score_sheet(state).occupations
    for space, vikings in state.placed:
        cards.on[SPACE_IDS.index(space)] = vikings
    cards.done = sum(1 << at for at, card in enumerate(_DONE) if state.remembers(f"{card} done"))
    cards.warden_round = state.remembers("166 round")
    served = [each.tile.id for each in state.table]
    cards.on_table[:] = (served.count("game_meat"), served.count("stockfish"))
    _encode_action(cards.action, state.gained, state.spent, state.memory)


def _encode_markers(state: State, profile: HarvestProfile, flat: FlatMarkers) -> None:
    """Encode markers and tokens of Harvest; bits and numbers from 0."""
    flat.marker = max(0, state.marker - 1)
    flat.pile = _bits(state.markers)
    every = tuple(range(1, len(profile.markers) + 1))
    flat.with_harvest = _bits(profile.with_harvest(every))
    flat.with_orange = _bits(
        number for number in every if profile.markers[number - 1].side == "orange"
    )
    flat.tokens, flat.free_tokens = _bits(state.tokens), _bits(state.free_tokens)
    for slots, marker in zip(flat.goods, profile.markers, strict=True):
        _encode_pairs(marker.goods, slots)
    for number, token in enumerate(profile.tokens):
        _encode_pairs(token.back, flat.sides[0][number])
        _encode_pairs(token.orange, flat.sides[1][number])


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number - 1 for number in numbers)


def _encode_pairs(pairs: Pairs, slots: Array[FlatPair]) -> None:
    for slot, (name, count) in zip(slots, pairs, strict=False):
        slot.item, slot.count = NUMBER[name], count


def _encode_pauses(state: State, flat: FlatState) -> None:
    """Encode the supply as it was before what may have changed it; the stack names it."""
    pauses = [node for node in state.stack if isinstance(node, PauseIfChanged)]
    if len(pauses) > MOST_PAUSES:
        raise NotCompiledError("too many events are under way")
    for slot, pause in zip(flat.cards.before, pauses, strict=False):
        for name, count in pause.supply:
            if name in TILES:
                slot[NUMBER[name]] = min(255, count)


def _encode_action(action: FlatAction, gained: Pairs, spent: Pairs, memory: Pairs) -> None:
    """Encode what cards know about an action."""
    for name, count in gained:
        at = WATCHED.index(name if name in WATCHED else "other")
        action.gave[at] = min(255, action.gave[at] + count)
    action.spent = sum(
        1 << at for at, name in enumerate(("ore", "wood", "stone")) if name in dict(spent)
    )
    known = dict(memory)
    action.kinds = known.get(KINDS, 0)
    action.without_vikings = known.get(WITHOUT_VIKINGS, 0)
    action.more_by_ore = known.get("action 90 ore", 0) + known.get("action 132 ore", 0)


def _encode_board(board: BoardState, slot: FlatBoard) -> None:
    slot.id = BOARD_IDS.index(board.id)
    slot.crown = sum(piece.tile.id == "english_crown" for piece in board.pieces)
    lying = {piece.tile.id for piece in board.pieces}
    slot.pins = ("cloakpin" in lying) + 2 * ("drinking_horn" in lying)
    slot.n_specials = sum(piece.tile.kind == "special" for piece in board.pieces)
    open_slots = board.open_slots
    slot.open_slots[:] = (open_slots.get("wood", 0), open_slots.get("stone", 0))
    slot.touched = len(board.pieces) % 256
    slot.covered[:] = _words(board.covered)
    order = (Color.ORANGE, Color.RED) if board.board.is_building else (Color.GREEN,)
    for at, color in enumerate(order):
        slot.apart[at][:] = _words(board.colored[color])


def _words(mask: Mask) -> tuple[int, ...]:
    return tuple(mask >> 64 * at & (1 << 64) - 1 for at in range(WORDS))


_Encoded = tuple[str, int, int, int, tuple[int, ...]]
"""Kind of a node, its fields a, b and c, and further ones."""


def _encoded_stack(state: State) -> Iterator[_Encoded]:
    """Yield the nodes of the stack as nodes of the engine."""
    card = 0
    for node in state.stack:
        if isinstance(node, ByCard):
            card = node.card
        if isinstance(node, InTurn | WhichFirst):
            for number, nodes in reversed(node.parts):
                for each in reversed(nodes):
                    yield from _encoded(state, each, number)
        else:
            yield from _encoded(state, node, card)


def _encoded(state: State, node: Node, card: int) -> list[_Encoded]:
    """Return a node of the stack, perhaps of a card, as nodes of the engine."""
    if isinstance(node, _WITHOUT_EFFECT):
        return []
    if type(node) in _OF_OCCUPATIONS:
        return [(_OF_OCCUPATIONS[type(node)], 0, 0, 0, ())] if has_occupations(state) else []
    if isinstance(node, PlayOccupations | DrawOccupations) and not has_occupations(state):
        return []
    plain = _PLAIN.get(type(node))
    if plain is not None:
        return [(plain, 0, 0, 0, ())]
    effect = _EFFECTS.get(type(node))
    if effect is not None and node in STATIC_NODES:
        return [(effect, STATIC_NODES.index(node), 0, 0, ())]
    match node:
        case RevealStrips(count):
            return [("reveal_strip", 0, 0, 0, ())] * min(count, len(state.hidden_strips))
        case DrawWeapons(count):
            return [("draw_weapon", 0, 0, 0, ())] * count
        case StartAction(space, told) | FourthColumn(space, told):
            kind = "start_action" if isinstance(node, StartAction) else "fourth_column"
            late = tuple(each for each in state.played if each not in told)
            return [(kind, SPACE_IDS.index(space), 0, 0, late)]
        case LastIncome(silver):
            return [("last_income", silver, 0, 0, ())]
        case Roll():
            action = state.stack[-2]
            assert isinstance(action, DiceAction)
            return [("roll", ACTION_IDS.index(action.action), 0, 0, ())]
        case DiceAction(name, ore, boats, rolls, result):
            return [("dice_action", ACTION_IDS.index(name), ore, boats, (rolls, result))]
        case PayDice(name, amount, reward, boats):
            loot = [NUMBER[tile] for tile, count in reward for _ in range(count)]
            first, second = [*loot, NONE][:2] if ACTIONS[name].high else (NONE, NONE)
            return [("pay_dice", ACTION_IDS.index(name), amount, first, (second, boats))]
        case Mountain():
            return [_encoded_mountain(node)]
        case Upgrade(goods, times, made, optional, source):
            bits = optional + 2 * (source == "swap") + 4 * isinstance(node, UpgradeOrFur)
            bits += 8 * (isinstance(node, UpgradeOneTwice) and not node.doubled)
            return [("upgrade", goods, times, bits, tuple(NUMBER[each] for each in made))]
        case ExploreAnywhere(space):
            return [("explore", STATIC_NODES.index(Explore(space)), 1, 0, ())]
        case Trade(traded):
            return [("trade", 0, 0, 0, tuple(NUMBER[each] for each in traded))]
        case SpecialSale(left, bought):
            gained = state.gained if has_occupations(state) else ()
            paid = sum(TILES[name].price or 0 for name, _ in gained if name in TILES)
            return [("special_sale", left, bought, paid, ())]
    return _encoded_of_card(state, node, card)


def _encoded_of_card(state: State, node: Node, card: int) -> list[_Encoded]:
    """Return a node of an occupation as nodes of the engine."""
    match node:
        case DrawStarting(more):
            return [("draw_starting", more, 0, 0, ())]
        case KeepOne(starting):
            return [("keep", starting, 0, 0, ())]
        case DrawOccupations(count):
            return [("draw_occupations", count, 0, 0, ())]
        case PlayOccupations(most, optional, begun):
            dark = isinstance(node, PlayKept)
            return [("play_occupations", most, optional, begun, (dark,))]
        case FirstRoll(action):
            return [("first_roll", ACTION_IDS.index(action), 0, 0, ())]
        case UseSpace(space):
            return [("use_space", SPACE_IDS.index(space), 0, 0, ())]
        case PauseIfChanged(_, lying):
            before = state.stack[: state.stack.index(node)]
            pauses = sum(isinstance(each, PauseIfChanged) for each in before)
            return [("pause_if_changed", pauses, (sum(lying) + len(lying)) % 256, 0, ())]
        case Resume(space, gained, spent, memory):
            known = FlatAction()
            _encode_action(known, gained, spent, memory)
            at = SPACE_IDS.index(space) if space else NONE
            return [("resume", at, 0, 0, tuple(bytes(known)))]
        case Deals(deals, left, optional, space) if type(node) in (Deals, TurnTiles):
            return [("deals", card, left, optional, _encoded_deals(card, deals, space))]
        case LayTiles(tile, left, where, optional, keep):
            bits = optional + 2 * (where == HOUSES) + 4 * keep
            return [("lay", NUMBER[tile], left, bits, ())]
        case ShipDeal() | Steward() | Latecomer():
            return [("choose", card, 0, 0, ())]
        case Offer("lay a snare"):
            return [("choose", card, 1, 0, ())]
        case StripItems(most, kinds, space, optional, least):
            bits = sum(1 << STRIP_KINDS.index(each) for each in kinds)
            at = SPACE_IDS.index(space) if space else NONE
            return [("strip_items", most, bits, optional, (at, least))]
        case ReturnViking(price, spaces, together) if len(spaces) < 2 and len(price) < 2:
            item, count = (NUMBER[price[0][0]], price[0][1]) if price else (0, 0)
            at = SPACE_IDS.index(spaces[0]) if spaces else NONE
            return [("return_viking", item, count, isinstance(node, Inspector), (at, together))]
        case Emigrate(cheaper):
            return [("emigrate", cheaper, 0, 0, ())]
        case Offer(_, (Emigrate(cheaper),)):
            return [("choose", card, cheaper, 0, ())]
        case Offer() if card in (70, 71, 79, 85, 120, 159, 184):
            return [("choose", card, 0, 0, ())]
        case Either(options) if any(isinstance(part[0], ItemBeforeOre) for _, part in options):
            labels = [label for label, _ in options]
            number = next(
                number
                for number, whole in enumerate(STATIC_NODES)
                if isinstance(whole, Either) and [label for label, _ in whole.options] == labels
            )
            return [("either", number, 1, 0, ())]
        case Either() if card == 184:
            return [("choose", card, 1, 0, ())]
        case Either() if card == 87 or (isinstance(node, Instead) and node.card in CHOICES):
            asks = node.card if isinstance(node, Instead) else card
            return [("choose", asks, SPACE_IDS.index(state.space) if asks != card else 0, 0, ())]
        case ChooseWeapon():
            return [("choose", 38, 0, 0, ())]
        case DrawOrPlay():
            return [("choose", 99, 0, 0, ())]
        case ReturnOre():
            return [("choose", card, 0, 0, ())]
    raise NotCompiledError(f"a node that the compiled engine does not have: {node}")


_AT_ANY_PRICE = (72, 81, 82)
"""Cards whose price in silver depends on the state."""


def _encoded_deals(card: int, deals: tuple[Deal, ...], space: str) -> tuple[int, ...]:
    """Return where deals are, the silver paid plus one, the bits of those offered, the space."""
    known = deal_lists()
    whole: tuple[Deal, ...]
    price, offered = 0, 0
    if card in _AT_ANY_PRICE:
        silver = dict(deals[0][0])["silver"]
        same = (each for each in known if len(each) == 1 and _at_price(each[0], silver) == deals[0])
        whole, price = next(same), silver + 1
    elif card in CHOSEN:
        whole = CHOSEN[card]
        offered = sum(1 << whole.index(each) for each in deals)
    elif deals in known:
        whole = deals
    else:
        raise NotCompiledError("deals that the compiled engine does not have")
    first = known[whole]
    at = SPACE_IDS.index(space) + 1 if space else 0
    return (first & 255, first >> 8, len(whole), price, *offered.to_bytes(6, "little"), at)


def _at_price(deal: Deal, silver: int) -> Deal:
    """Return a deal at another price in silver."""
    pays, takes = deal
    return tuple((name, silver if name == "silver" else count) for name, count in pays), takes


def _encoded_mountain(node: Mountain) -> _Encoded:
    """Return a mountain node: the effect that it is a part of, and the strips used."""
    step = len(node.used)
    for number, whole in enumerate(STATIC_NODES):
        if not isinstance(whole, Mountain) or whole.counts[step:] != node.counts:
            continue
        if step or whole.optional == node.optional:
            return ("mountain", number, step, sum(1 << strip - 1 for strip in node.used), ())
    raise NotCompiledError(f"a mountain node that the compiled engine does not have: {node}")


# --- moves ---

_LABELLED: Mapping[str, Move] = {
    "pass": PASS,
    "skip": SKIP,
    "done": DONE,
    "finish": FINISH,
    "go_on": GO_ON,
    "reroll": REROLL,
    "succeed": SUCCEED,
    "fail": FAIL,
    "take_silver": TAKE_SILVER,
    "note_points": NOTE_POINTS,
}


def _option(flat: FlatMove) -> Move:
    node = STATIC_NODES[flat.a]
    if isinstance(node, Offer):
        return parse(node.label)
    assert isinstance(node, Either)
    return parse(node.options[flat.b][0])


def _where(flat: FlatMove, tile: str) -> tuple[str, Mask]:
    """Return the board and the cells of a move that places a tile."""
    x, y, _, _, board, alike = flat.more[:6]
    name = BOARD_IDS[board]
    mask = _shifted(name, tile, flat.c, x, y)
    return f"{name}#{alike + 1}" if alike else name, mask


@cache
def _shifted(board: str, tile: str, orientation: int, x: int, y: int) -> Mask:
    grid = grid_of(BOARDS[board])
    return grid.mask((x + u, y + v) for u, v in orientations(TILES[tile])[orientation])


def _pay(flat: FlatMove) -> Move:
    rules = ACTIONS[ACTION_IDS[flat.c]]
    paid = ((rules.weapon, flat.a), (rules.resource, flat.b))
    third = ("spear", flat.more[0])
    return Pay(tuple(pair for pair in (*paid, third) if pair[1]))


def _serve(flat: FlatMove) -> Move:
    dishes = flat.more[: flat.a]
    return Serve(
        tuple(None if dish == NONE else (ITEMS[dish & 127], dish > 127) for dish in dishes)
    )


def flat_serve(state: State, move: Serve) -> FlatMove:
    """Return the serving of a feast as a flat move, with all empty cells at the end."""
    served = [ITEMS.index(dish[0]) + 128 * dish[1] for dish in move.dishes if dish]
    served += [NONE] * empty_cells(table_cells(state), servings_of(move))
    return FlatMove(MOVE_KINDS.index("serve"), len(served), more=tuple(served))


CHOICES: Mapping[int, tuple[Move, ...]] = {
    38: (DRAW, Take("wood"), Take("stone"), Take("ore")),
    42: (FillSlot("wood"), FillSlot("stone")),
    70: (parse("take cloakpin"),),
    71: (parse("take drinking_horn"),),
    79: (parse("turn cattle"),),
    84: (parse("emigrate"),),
    85: (parse("hunt"), parse("lay a snare")),
    87: (parse("take crucifix"), parse("mountain")),
    99: (DRAW,),
    105: (parse("build whaling_boat"), parse("build knarr")),
    110: (parse("emigrate"),),
    120: (parse("pay silver=1"),),
    159: (parse("hunt"),),
    184: (parse("pay wood=4"), parse("pay silver=3")),
    185: (parse("raid"), parse("upgrades")),
}
"""Moves of choices that cards give, in the order of the engine."""


def _choice(flat: FlatMove) -> Move:
    if flat.a in (90, 132):
        return ReturnShipOre("longship", flat.c)
    if flat.a == 99 and flat.b:
        return PlayCard(flat.c)
    if flat.a == 91:
        return UseAlso(SPACE_IDS[flat.b])
    if flat.a == 184 and not flat.c:
        return parse("take longship")
    number: int = flat.b
    return CHOICES[flat.a][number]


def _use(flat: FlatMove) -> Move:
    """Return what a card is used for at any time."""
    if flat.a == 39:
        return Disarm(SHIP_IDS[flat.b], flat.c)
    if flat.a == 40:
        return FreeCell(*_where(flat, "silver"))
    return PlayCard(flat.c) if flat.c else JUST_USE


def _deal(flat: FlatMove) -> MakeDeal:
    deal = deals()[flat.more[0] | flat.more[1] << 8]
    return MakeDeal(*(_at_price(deal, flat.c - 1) if flat.c else deal))


def _loot(flat: FlatMove) -> Move:
    return TakeLoot(tuple(ITEMS[each] for each in (flat.a, flat.b) if each != NONE))


_MOVES: Mapping[str, Callable[[FlatMove], Move]] = {
    "use": lambda flat: Use(SPACE_IDS[flat.a]),
    "option": _option,
    "place": lambda flat: Place(ITEMS[flat.a], *_where(flat, ITEMS[flat.a])),
    "buy_ship": lambda flat: BuyShip(SHIP_IDS[flat.a]),
    "arm": lambda flat: Arm(SHIP_IDS[flat.a], flat.b),
    "sail": lambda flat: SailWith(tuple(flat.more[: flat.a])),
    "loot": _loot,
    "pay": _pay,
    "strip": lambda flat: TakeItems(flat.a, flat.b),
    "upgrade": lambda flat: UpgradeGood(ITEMS[flat.a], bool(flat.b)),
    "trade": lambda flat: TradeGood(ITEMS[flat.a]),
    "sale": lambda flat: BuySpecial(ITEMS[flat.a]),
    "forge": lambda flat: ForgeTile(ITEMS[flat.a]),
    "explore": lambda flat: ExploreBoard(BOARD_IDS[flat.a]),
    "emigrate": lambda flat: EmigrateWith(SHIP_IDS[flat.a], flat.b),
    "give_ship": lambda flat: GiveShip(SHIP_IDS[flat.a], flat.b),
    "serve": _serve,
    "play_card": lambda flat: PlayCard(flat.a),
    "keep": lambda flat: Keep(flat.a),
    "token": lambda flat: ChooseToken(flat.a),
    "deal": _deal,
    "card_deal": lambda flat: UseCard(flat.a, _deal(flat)),
    "take_back": lambda flat: TakeBack(SPACE_IDS[flat.a]),
    "follow": lambda flat: Follow(SPACE_IDS[flat.a]),
    "choice": _choice,
    "card_use": lambda flat: UseCard(flat.a, _use(flat)),
    "other": lambda flat: Other(Use(SPACE_IDS[flat.a])),
    "lay": lambda flat: Lay(ITEMS[flat.a], *_where(flat, ITEMS[flat.a])),
}


def moves_in(log: bytes) -> list[FlatMove]:
    """Return the moves and outcomes of a log."""
    return list((FlatMove * (len(log) // sizeof(FlatMove))).from_buffer_copy(log))


def decode(flat: FlatMove) -> Move | Outcome:
    """Return a flat move as a move of the Python engine, an outcome of chance as its text."""
    kind = MOVE_KINDS[flat.kind]
    if kind == "outcome":
        if flat.a == NONE:
            return "none"
        if flat.b:
            return str(flat.a)
        weapon = flat.a - ITEMS.index(WEAPON_IDS[0])
        return WEAPON_IDS[weapon] if weapon >= 0 else str(flat.a)
    labelled = _LABELLED.get(kind)
    return labelled or _MOVES[kind](flat)
