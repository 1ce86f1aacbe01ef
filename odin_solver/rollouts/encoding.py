"""States of the Python engine as flat structs, and flat moves as moves of the Python engine."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from ctypes import Array, sizeof
from functools import cache

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import SHIPS
from odin_solver.components.strips import MOUNTAIN_STRIPS, STRIP_ITEMS
from odin_solver.errors import InputError
from odin_solver.game import phases, turn
from odin_solver.game.actions import dice, exchange, mountains, voyages
from odin_solver.game.actions.exchange import Either, Offer
from odin_solver.game.actions.occupations import PlayKept, PlayOccupations
from odin_solver.game.actions.spaces import EmigrateAfterExchange, NeedsKnarr, NeedsLongships
from odin_solver.game.actions.voyages import Emigrate
from odin_solver.game.cards import deck_a, deck_b
from odin_solver.game.cards.blocks.deals import Deals, ShipDeal
from odin_solver.game.cards.blocks.effects import HOUSES
from odin_solver.game.cards.blocks.laying import LayTiles
from odin_solver.game.cards.blocks.modifiers import Instead, ReturnOre
from odin_solver.game.cards.blocks.strips import StripItems
from odin_solver.game.cards.blocks.vikings import Resume, ReturnViking, UseSpace
from odin_solver.game.cards.deck_c import Inspector, ItemBeforeOre
from odin_solver.game.cards.starting import Latecomer, Steward
from odin_solver.game.kernel import chance, moves
from odin_solver.game.kernel.cards import CARDS, Deal
from odin_solver.game.kernel.markers import HarvestProfile
from odin_solver.game.kernel.moves import Move, Pairs, parse
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.order import ByCard, InTurn, WhichFirst
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.seats import EachSeat
from odin_solver.game.kernel.state import Node, State
from odin_solver.game.scoring import score_sheet
from odin_solver.game.seats import of_seat, unseen_by
from odin_solver.game.setup import KeepOne
from odin_solver.rollouts import structs
from odin_solver.rollouts.card_tables import c_name, card_set, deal_lists, deals
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
    words_of,
)
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Mask, grid_of, orientations

SHIP_IDS = tuple(SHIPS)
WEAPON_IDS = ITEMS[len(TILES) + 2 :]


class NotCompiledError(InputError):
    """A state that no game reaches, and that the compiled engine does not know."""


# --- states ---

_AFTER_FEAST = frozenset({"bonus", "mountains", "return", "final placing", "end"})
_AFTER_INCOME = _AFTER_FEAST | {"breeding", "feast"}

_BY_NUMBER = (
    *(
        Either,
        EmigrateAfterExchange,
        Offer,
        exchange.Exchange,
        exchange.PerAnimal,
        exchange.IfAnimal,
    ),
    *(chance.DrawWeapons, dice.Dice, dice.Sail, voyages.Explore, voyages.Forge),
)
"""Effects of spaces, named by their number in `STATIC_NODES`."""

_OF_OCCUPATIONS = frozenset(
    {
        *("after_harvest", "no_harvest", "after_actions", "pay_income", "after_feast", "pause"),
        *("give_bonuses", "after_bonuses", "draw_occupation", "draw_occupations", "follower"),
        "play_occupations",
    }
)
"""Nodes that the engine has only in games with occupations."""

_WITHOUT_EFFECT = (NeedsKnarr, NeedsLongships, ByCard)
"""Nodes that do nothing."""


def encode(state: State) -> structs.FlatState:
    """Return a state as a flat struct; `Library.refresh` has to complete its boards.

    Raises
    ------
    NotCompiledError
        If the compiled engine cannot play it.
    """
    flat = structs.FlatState()
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
    flat.others_hidden, flat.others_pins = others.hidden, _pins(others.laid)
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
    if len(nodes) > structs.MOST_NODES:
        raise NotCompiledError("too much is under way")
    flat.n_nodes, flat.stack[: len(nodes)] = len(nodes), nodes
    return flat


def encode_table(state: State) -> structs.FlatTable:
    """Return a game of several seats as a flat struct; `Library.refresh` has to complete its seats.

    The cards that are not seen are those of the seat whose turn it is.

    Raises
    ------
    NotCompiledError
        If the compiled engine cannot play it: before the first round for instance.
    """
    if not state.round:
        raise NotCompiledError("several seats before the first round")
    table = structs.FlatTable(n_seats=len(state.seats), seat=state.seat, first=state.first)
    for seat in range(len(state.seats)):
        table.seats[seat] = encode(of_seat(state, seat))
        table.seats[seat].seated = seat + 1
    nodes = [each for each in state.stack if isinstance(each, EachSeat | turn.Turns)]
    left: Sequence[int] = ()
    match nodes[-1:]:
        case [turn.Turns(order, last)]:
            left, table.last, table.step = order, last, NODE_KINDS.index("turn")
            table.acted = turn.Turn() not in state.stack
        case [EachSeat(_, order)] if order is not None:
            left = order
    table.n_left, table.left[: len(left)] = len(left), left
    table.unseen[:] = words_of(card_set(unseen_by(state, state.seat)))
    return table


def has_occupations(state: State) -> bool:
    """Whether occupations are in the game."""
    return bool(state.options.cards or state.hand or state.played)


def _spaces(names: Iterable[str]) -> int:
    return sum(1 << SPACE_IDS.index(name) for name in names)


def _encode_strips(state: State, flat: structs.FlatState) -> None:
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


def encode_cards(state: State, flat: structs.FlatState) -> None:
    """Encode the occupations, and what they depend on."""
    cards = flat.cards
    flat.with_cards = 1
    for name, numbers in (
        ("hand", state.hand),
        ("played", state.played),
        ("deck", state.deck),
        ("starting", state.starting_deck),
    ):
        getattr(cards, name)[:] = words_of(card_set(numbers))
    cards.n_hand, cards.n_played = len(state.hand), len(state.played)
    cards.points = score_sheet(state).occupations
    for space, vikings in state.placed:
        cards.on[SPACE_IDS.index(space)] = vikings
    cards.done = sum(1 << at for at, card in enumerate(_DONE) if state.remembers(f"{card} done"))
    cards.warden_round = state.remembers("166 round")
    served = [each.tile.id for each in state.table]
    cards.on_table[:] = (served.count("game_meat"), served.count("stockfish"))
    _encode_action(cards.action, state.gained, state.spent, state.memory)


def _encode_markers(state: State, profile: HarvestProfile, flat: structs.FlatMarkers) -> None:
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


def _encode_pairs(pairs: Pairs, slots: Array[structs.FlatPair]) -> None:
    for slot, (name, count) in zip(slots, pairs, strict=False):
        slot.item, slot.count = NUMBER[name], count


def _encode_pauses(state: State, flat: structs.FlatState) -> None:
    pauses = [node for node in state.stack if isinstance(node, phases.PauseIfChanged)]
    if len(pauses) > structs.MOST_PAUSES:
        raise NotCompiledError("too many events are under way")
    for slot, pause in zip(flat.cards.before, pauses, strict=False):
        for name, count in pause.supply:
            if name in TILES:
                slot[NUMBER[name]] = min(255, count)


def _encode_action(action: structs.FlatAction, gained: Pairs, spent: Pairs, memory: Pairs) -> None:
    for name, count in gained:
        at = structs.WATCHED.index(name if name in structs.WATCHED else "other")
        action.gave[at] = min(255, action.gave[at] + count)
    action.spent = sum(
        1 << at for at, name in enumerate(("ore", "wood", "stone")) if name in dict(spent)
    )
    known = dict(memory)
    action.kinds = known.get(deck_a.KINDS, 0)
    action.without_vikings = known.get(dice.WITHOUT_VIKINGS, 0)
    action.more_by_ore = known.get("action 90 ore", 0) + known.get("action 132 ore", 0)


def _encode_board(board: BoardState, slot: structs.FlatBoard) -> None:
    slot.id = BOARD_IDS.index(board.id)
    slot.crown = sum(piece.tile.id == "english_crown" for piece in board.pieces)
    lying = {piece.tile.id for piece in board.pieces}
    slot.pins = _pins(lying)
    slot.n_specials = sum(piece.tile.kind == "special" for piece in board.pieces)
    open_slots = board.open_slots
    slot.open_slots[:] = (open_slots.get("wood", 0), open_slots.get("stone", 0))
    slot.touched = len(board.pieces) % 256
    slot.covered[:] = words_of(board.covered)
    order = (Color.ORANGE, Color.RED) if board.board.is_building else (Color.GREEN,)
    for at, color in enumerate(order):
        slot.apart[at][:] = words_of(board.colored[color])


def _pins(lying: Container[str]) -> int:
    return ("cloakpin" in lying) + 2 * ("drinking_horn" in lying)


def _node(
    kind: str, a: int = 0, b: int = 0, c: int = 0, more: Sequence[int] = (), n: int = 0
) -> structs.FlatNode:
    return structs.FlatNode(NODE_KINDS.index(kind), a, b, c, n, tuple(more))


def _encoded_stack(state: State) -> Iterator[structs.FlatNode]:
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


def _encoded(state: State, node: Node, card: int) -> list[structs.FlatNode]:
    if isinstance(node, _WITHOUT_EFFECT):
        return []
    kind = c_name(type(node))
    if (kind in _OF_OCCUPATIONS or isinstance(node, PlayKept)) and not has_occupations(state):
        return []
    if isinstance(node, _BY_NUMBER) and node in STATIC_NODES:
        return [_node(kind if kind in NODE_KINDS else "effect", STATIC_NODES.index(node))]
    if not node.__struct_fields__ and kind in NODE_KINDS and kind != "roll":
        return [_node(kind)]
    match node:
        case chance.RevealStrips(count):
            return [_node("reveal_strip")] * min(count, len(state.hidden_strips))
        case chance.DrawWeapons(count):
            return [_node("draw_weapon")] * count
        case turn.StartAction(space, told) | turn.FourthColumn(space, told):
            late = tuple(each for each in state.played if each not in told)
            return [_node(kind, SPACE_IDS.index(space), more=late, n=len(late))]
        case (
            phases.LastIncome(number)
            | Emigrate(number)
            | chance.DrawStarting(number)
            | chance.DrawOccupations(number)
        ):
            return [_node(kind, number)]
        case chance.Roll():
            action = state.stack[-2]
            assert isinstance(action, dice.DiceAction)
            return [_node("roll", ACTION_IDS.index(action.action))]
        case dice.DiceAction(name, ore, boats, rolls, result):
            return [_node("dice_action", ACTION_IDS.index(name), ore, boats, (rolls, result))]
        case dice.PayDice(name, amount, reward, boats):
            loot = [NUMBER[tile] for tile, count in reward for _ in range(count)]
            first, second = [*loot, NONE][:2] if dice.ACTIONS[name].high else (NONE, NONE)
            return [_node("pay_dice", ACTION_IDS.index(name), amount, first, (second,), boats)]
        case mountains.Mountain():
            return [_encoded_mountain(node)]
        case mountains.Upgrade(goods, times, made, optional, source):
            bits = optional + 2 * (source == "swap") + 4 * isinstance(node, deck_b.UpgradeOrFur)
            bits += 8 * (isinstance(node, deck_a.UpgradeOneTwice) and not node.doubled)
            return [
                _node("upgrade", goods, times, bits, [NUMBER[each] for each in made], len(made))
            ]
        case deck_b.ExploreAnywhere(space):
            return [_node("explore", STATIC_NODES.index(voyages.Explore(space)), 1)]
        case mountains.Trade(traded):
            return [_node("trade", more=[NUMBER[each] for each in traded], n=len(traded))]
        case voyages.SpecialSale(left, bought):
            gained = state.gained if has_occupations(state) else ()
            paid = sum(TILES[name].price or 0 for name, _ in gained if name in TILES)
            return [_node("special_sale", left, bought, paid)]
    return _encoded_of_card(state, node, card)


def _encoded_of_card(state: State, node: Node, card: int) -> list[structs.FlatNode]:
    match node:
        case KeepOne(starting):
            return [_node("keep", starting)]
        case PlayOccupations(most, optional, begun):
            dark = isinstance(node, PlayKept)
            return [_node("play_occupations", most, optional, begun, (dark,))]
        case dice.FirstRoll(action):
            return [_node("first_roll", ACTION_IDS.index(action))]
        case UseSpace(space):
            return [_node("use_space", SPACE_IDS.index(space))]
        case phases.PauseIfChanged(_, lying):
            before = state.stack[: state.stack.index(node)]
            pauses = sum(isinstance(each, phases.PauseIfChanged) for each in before)
            return [_node("pause_if_changed", pauses, (sum(lying) + len(lying)) % 256)]
        case Resume(space, gained, spent, memory):
            known = structs.FlatAction()
            _encode_action(known, gained, spent, memory)
            at = SPACE_IDS.index(space) if space else NONE
            return [_node("resume", at, more=bytes(known))]
        case Deals(deals, left, optional, space) if type(node) in (Deals, deck_b.TurnTiles):
            return [_node("deals", card, left, optional, _encoded_deals(card, deals, space))]
        case LayTiles(tile, left, where, optional, keep):
            bits = optional + 2 * (where == HOUSES) + 4 * keep
            return [_node("lay", NUMBER[tile], left, bits)]
        case ShipDeal() | Steward() | Latecomer() | ReturnOre():
            return [_node("choose", card)]
        case Offer("lay a snare"):
            return [_node("choose", card, 1)]
        case StripItems(most, kinds, space, optional, least):
            bits = sum(1 << STRIP_ITEMS.index(each) for each in kinds)
            at = SPACE_IDS.index(space) if space else NONE
            return [_node("strip_items", most, bits, optional, (at, least))]
        case ReturnViking(price, spaces, together) if len(spaces) < 2 and len(price) < 2:
            item, count = (NUMBER[price[0][0]], price[0][1]) if price else (0, 0)
            at = SPACE_IDS.index(spaces[0]) if spaces else NONE
            return [
                _node("return_viking", item, count, isinstance(node, Inspector), (at, together))
            ]
        case Offer(_, (Emigrate(cheaper),)):
            return [_node("choose", card, cheaper)]
        case Offer() if card in (70, 71, 79, 85, 120, 159, 184):
            return [_node("choose", card)]
        case Either(options) if any(isinstance(part[0], ItemBeforeOre) for _, part in options):
            labels = [label for label, _ in options]
            number = next(
                number
                for number, whole in enumerate(STATIC_NODES)
                if isinstance(whole, Either) and [label for label, _ in whole.options] == labels
            )
            return [_node("either", number, 1)]
        case Either() if card == 184:
            return [_node("choose", card, 1)]
        case Either() if card == 87 or (isinstance(node, Instead) and node.card in CHOICES):
            asks = node.card if isinstance(node, Instead) else card
            return [_node("choose", asks, SPACE_IDS.index(state.space) if asks != card else 0)]
        case deck_a.ChooseWeapon():
            return [_node("choose", 38)]
        case deck_a.DrawOrPlay():
            return [_node("choose", 99)]
    raise NotCompiledError(f"a node that the compiled engine does not have: {node}")


_AT_ANY_PRICE = (72, 81, 82)
"""Cards whose price in silver depends on the state."""

_SOME = (31, 102, 150, 177)
"""Cards that offer some of their deals."""


def _encoded_deals(card: int, deals: tuple[Deal, ...], space: str) -> tuple[int, ...]:
    """Return where deals are, the silver paid plus one, the bits of those offered, the space."""
    known = deal_lists()
    whole = CARDS[card].offers[0] if card in (*_AT_ANY_PRICE, *_SOME) else deals
    if whole not in known:
        raise NotCompiledError("deals that the compiled engine does not have")
    price = dict(deals[0][0])["silver"] + 1 if card in _AT_ANY_PRICE else 0
    offered = sum(1 << whole.index(each) for each in deals) if card in _SOME else 0
    first = known[whole]
    at = SPACE_IDS.index(space) + 1 if space else 0
    return (first & 255, first >> 8, len(whole), price, *offered.to_bytes(6, "little"), at)


def _encoded_mountain(node: mountains.Mountain) -> structs.FlatNode:
    """Return a mountain node: the effect that it is a part of, and the strips used."""
    step = len(node.used)
    for number, whole in enumerate(STATIC_NODES):
        if not isinstance(whole, mountains.Mountain) or whole.counts[step:] != node.counts:
            continue
        if step or whole.optional == node.optional:
            return _node("mountain", number, step, sum(1 << strip - 1 for strip in node.used))
    raise NotCompiledError(f"a mountain node that the compiled engine does not have: {node}")


# --- moves ---


def _option(flat: structs.FlatMove) -> Move:
    node = STATIC_NODES[flat.a]
    if isinstance(node, Offer):
        return parse(node.label)
    assert isinstance(node, Either)
    return parse(node.options[flat.b][0])


def _where(flat: structs.FlatMove, tile: str) -> tuple[str, Mask]:
    x, y, _, _, board, alike = flat.more[:6]
    name = BOARD_IDS[board]
    mask = _shifted(name, tile, flat.c, x, y)
    return f"{name}#{alike + 1}" if alike else name, mask


@cache
def _shifted(board: str, tile: str, orientation: int, x: int, y: int) -> Mask:
    grid = grid_of(BOARDS[board])
    return grid.mask((x + u, y + v) for u, v in orientations(TILES[tile])[orientation])


def _pay(flat: structs.FlatMove) -> Move:
    rules = dice.ACTIONS[ACTION_IDS[flat.c]]
    paid = ((rules.weapon, flat.a), (rules.resource, flat.b))
    third = ("spear", flat.more[0])
    return moves.Pay(tuple(pair for pair in (*paid, third) if pair[1]))


def _serve(flat: structs.FlatMove) -> Move:
    dishes = flat.more[: flat.a]
    return moves.Serve(
        tuple(None if dish == NONE else (ITEMS[dish & 127], dish > 127) for dish in dishes)
    )


CHOICES: Mapping[int, tuple[Move, ...]] = {
    38: (moves.DRAW, moves.Take("wood"), moves.Take("stone"), moves.Take("ore")),
    42: (moves.FillSlot("wood"), moves.FillSlot("stone")),
    70: (parse("take cloakpin"),),
    71: (parse("take drinking_horn"),),
    79: (parse("turn cattle"),),
    84: (parse("emigrate"),),
    85: (parse("hunt"), parse("lay a snare")),
    87: (parse("take crucifix"), parse("mountain")),
    99: (moves.DRAW,),
    105: (parse("build whaling_boat"), parse("build knarr")),
    110: (parse("emigrate"),),
    120: (parse("pay silver=1"),),
    159: (parse("hunt"),),
    184: (parse("pay wood=4"), parse("pay silver=3")),
    185: (parse("raid"), parse("upgrades")),
}
"""Moves of choices that cards give, in the order of the engine."""


def _choice(flat: structs.FlatMove) -> Move:
    if flat.a in (90, 132):
        return moves.ReturnShipOre("longship", flat.c)
    if flat.a == 99 and flat.b:
        return moves.PlayCard(flat.c)
    if flat.a == 91:
        return moves.UseAlso(SPACE_IDS[flat.b])
    if flat.a == 184 and not flat.c:
        return parse("take longship")
    number: int = flat.b
    return CHOICES[flat.a][number]


def _use(flat: structs.FlatMove) -> Move:
    if flat.a == 39:
        return moves.Disarm(SHIP_IDS[flat.b], flat.c)
    if flat.a == 40:
        return moves.FreeCell(*_where(flat, "silver"))
    return moves.PlayCard(flat.c) if flat.c else moves.JUST_USE


def _deal(flat: structs.FlatMove) -> moves.MakeDeal:
    pays, takes = deals()[flat.more[0] | flat.more[1] << 8]
    if flat.c:  # a price that depends on the state
        pays = tuple((name, flat.c - 1 if name == "silver" else count) for name, count in pays)
    return moves.MakeDeal(pays, takes)


_MOVES: Mapping[str, Callable[[structs.FlatMove], Move]] = {
    "use": lambda flat: moves.Use(SPACE_IDS[flat.a]),
    "option": _option,
    "place": lambda flat: moves.Place(ITEMS[flat.a], *_where(flat, ITEMS[flat.a])),
    "buy_ship": lambda flat: moves.BuyShip(SHIP_IDS[flat.a]),
    "arm": lambda flat: moves.Arm(SHIP_IDS[flat.a], flat.b),
    "sail": lambda flat: moves.SailWith(tuple(flat.more[: flat.a])),
    "loot": lambda flat: moves.TakeLoot(
        tuple(ITEMS[each] for each in (flat.a, flat.b) if each != NONE)
    ),
    "pay": _pay,
    "strip": lambda flat: moves.TakeItems(flat.a, flat.b),
    "upgrade": lambda flat: moves.UpgradeGood(ITEMS[flat.a], bool(flat.b)),
    "trade": lambda flat: moves.TradeGood(ITEMS[flat.a]),
    "sale": lambda flat: moves.BuySpecial(ITEMS[flat.a]),
    "forge": lambda flat: moves.ForgeTile(ITEMS[flat.a]),
    "explore": lambda flat: moves.ExploreBoard(BOARD_IDS[flat.a]),
    "emigrate": lambda flat: moves.EmigrateWith(SHIP_IDS[flat.a], flat.b),
    "give_ship": lambda flat: moves.GiveShip(SHIP_IDS[flat.a], flat.b),
    "serve": _serve,
    "play_card": lambda flat: moves.PlayCard(flat.a),
    "keep": lambda flat: moves.Keep(flat.a),
    "token": lambda flat: moves.ChooseToken(flat.a),
    "deal": _deal,
    "card_deal": lambda flat: moves.UseCard(flat.a, _deal(flat)),
    "take_back": lambda flat: moves.TakeBack(SPACE_IDS[flat.a]),
    "follow": lambda flat: moves.Follow(SPACE_IDS[flat.a]),
    "choice": _choice,
    "card_use": lambda flat: moves.UseCard(flat.a, _use(flat)),
    "other": lambda flat: moves.Other(moves.Use(SPACE_IDS[flat.a])),
    "lay": lambda flat: moves.Lay(ITEMS[flat.a], *_where(flat, ITEMS[flat.a])),
}


def moves_in(log: bytes) -> list[structs.FlatMove]:
    """Return the moves and outcomes of a log."""
    return list((structs.FlatMove * (len(log) // sizeof(structs.FlatMove))).from_buffer_copy(log))


def decode(flat: structs.FlatMove) -> Move | Outcome:
    """Return a flat move as a move of the Python engine, an outcome of chance as its text."""
    kind = MOVE_KINDS[flat.kind]
    if kind == "outcome":
        if flat.a == NONE:
            return "none"
        if flat.b:
            return str(flat.a)
        weapon = flat.a - ITEMS.index(WEAPON_IDS[0])
        return WEAPON_IDS[weapon] if weapon >= 0 else str(flat.a)
    return _MOVES[kind](flat) if kind in _MOVES else parse(kind.replace("_", " "))
