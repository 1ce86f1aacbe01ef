"""States of the Python engine as flat structs, and flat moves as moves of the Python engine."""

from collections.abc import Callable, Iterable, Mapping
from ctypes import sizeof
from functools import cache

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import SHIPS
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.errors import OdinError
from odin_solver.game.actions.dice import ACTIONS, Dice, DiceAction, PayDice, Sail
from odin_solver.game.actions.exchange import (
    BoatToKnarr,
    Either,
    Exchange,
    IfAnimal,
    Offer,
    PerAnimal,
)
from odin_solver.game.actions.mountains import Mountain, Trade, Upgrade
from odin_solver.game.actions.occupations import PlayOccupations
from odin_solver.game.actions.spaces import EmigrateAfterExchange, NeedsKnarr, NeedsLongships
from odin_solver.game.actions.voyages import Emigrate, Explore, Forge, SpecialSale
from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel.chance import (
    DrawOccupations,
    DrawWeapon,
    DrawWeapons,
    RevealStrip,
    RevealStrips,
    Roll,
)
from odin_solver.game.kernel.moves import (
    DONE,
    FAIL,
    FINISH,
    NOTE_POINTS,
    PASS,
    REROLL,
    SKIP,
    SUCCEED,
    TAKE_SILVER,
    Arm,
    BuyShip,
    BuySpecial,
    EmigrateWith,
    ExploreBoard,
    ForgeTile,
    GiveShip,
    Move,
    Pay,
    Place,
    SailWith,
    Serve,
    TakeItems,
    TakeLoot,
    TradeGood,
    UpgradeGood,
    Use,
    parse,
)
from odin_solver.game.kernel.nodes import Outcome
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
    HarvestPhase,
    IncomePhase,
    LastIncome,
    MountainPhase,
    NewRound,
    NoHarvest,
    ReturnPhase,
    WeaponPhase,
)
from odin_solver.game.turn import EndOfAction, StartAction, Turn
from odin_solver.rollouts.structs import (
    MOST_EXPLORATION,
    MOST_NODES,
    FlatBoard,
    FlatMove,
    FlatState,
)
from odin_solver.rollouts.tables import (
    ACTION_IDS,
    BOARD_IDS,
    ITEMS,
    MOVE_KINDS,
    NODE_KINDS,
    NONE,
    NUMBER,
    SPACE_IDS,
    STATIC_NODES,
    WORDS,
)
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Mask, grid_of, orientations

SHIP_IDS = tuple(SHIPS)
WEAPON_IDS = ITEMS[len(TILES) + 2 :]


class NotCompiledError(OdinError):
    """A state that the compiled engine cannot play: with occupations or rulings."""


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
    Emigrate: "emigrate",
    BoatToKnarr: "boat_to_knarr",
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

_WITHOUT_EFFECT = (
    AfterHarvest,
    NoHarvest,
    AfterActions,
    AfterFeast,
    AfterBonuses,
    PlayOccupations,
    DrawOccupations,
    NeedsKnarr,
    NeedsLongships,
)
"""Nodes that do nothing in a game without occupations."""


def encode(state: State) -> FlatState:
    """Return a state as a flat struct; `Library.refresh` has to complete its boards.

    Raises
    ------
    NotCompiledError
        If the compiled engine cannot play it.
    """
    if state.options.cards or state.options.rulings or state.hand or state.played:
        raise NotCompiledError("the compiled engine plays games without occupations and rulings")
    flat = FlatState()
    flat.length = tuple(TRACKS).index(state.options.length)
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
    flat.blocked = _spaces(state.blocked)
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
    nodes = [encoded for node in state.stack for encoded in _encoded(state, node)]
    if len(nodes) > MOST_NODES:
        raise NotCompiledError("too much is under way")
    flat.n_nodes = len(nodes)
    for slot, fields in zip(flat.stack, nodes, strict=False):
        kind, slot.a, slot.b, slot.c, more = fields
        slot.kind = NODE_KINDS.index(kind)
        slot.more[: len(more)] = more
        slot.n = len(more) if kind in ("upgrade", "trade") else 0
    return flat


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


def _encode_board(board: BoardState, slot: FlatBoard) -> None:
    slot.id = BOARD_IDS.index(board.id)
    slot.crown = sum(piece.tile.id == "english_crown" for piece in board.pieces)
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


def _encoded(state: State, node: Node) -> list[_Encoded]:
    """Return a node of the stack as nodes of the engine."""
    if isinstance(node, _WITHOUT_EFFECT):
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
        case StartAction(space):
            return [("start_action", SPACE_IDS.index(space), 0, 0, ())]
        case LastIncome(silver):
            return [("last_income", silver, 0, 0, ())]
        case Roll():
            action = state.stack[-2]
            assert isinstance(action, DiceAction)
            return [("roll", ACTION_IDS.index(action.action), 0, 0, ())]
        case DiceAction(name, ore, boats, rolls, result):
            return [("dice_action", ACTION_IDS.index(name), ore, boats, (rolls, result))]
        case PayDice(name, amount, reward):
            loot = NUMBER[reward[0][0]] if ACTIONS[name].high else NONE
            return [("pay_dice", ACTION_IDS.index(name), amount, loot, ())]
        case Mountain():
            return [_encoded_mountain(node)]
        case Upgrade(goods, times, made, optional):
            return [("upgrade", goods, times, optional, tuple(NUMBER[each] for each in made))]
        case Trade(traded):
            return [("trade", 0, 0, 0, tuple(NUMBER[each] for each in traded))]
        case SpecialSale(left, bought):
            return [("special_sale", left, bought, 0, ())]
    raise NotCompiledError(f"a node that the compiled engine does not have: {node}")


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


def _place(flat: FlatMove) -> Move:
    tile = ITEMS[flat.a]
    x, y, _, _, board, alike = flat.more[:6]
    name = BOARD_IDS[board]
    mask = _shifted(name, tile, flat.c, x, y)
    return Place(tile, f"{name}#{alike + 1}" if alike else name, mask)


@cache
def _shifted(board: str, tile: str, orientation: int, x: int, y: int) -> Mask:
    grid = grid_of(BOARDS[board])
    return grid.mask((x + u, y + v) for u, v in orientations(TILES[tile])[orientation])


def _pay(flat: FlatMove) -> Move:
    rules = ACTIONS[ACTION_IDS[flat.c]]
    paid = ((rules.weapon, flat.a), (rules.resource, flat.b))
    return Pay(tuple(pair for pair in paid if pair[1]))


def _serve(flat: FlatMove) -> Move:
    dishes = flat.more[: flat.a]
    return Serve(
        tuple(None if dish == NONE else (ITEMS[dish & 127], dish > 127) for dish in dishes)
    )


_MOVES: Mapping[str, Callable[[FlatMove], Move]] = {
    "use": lambda flat: Use(SPACE_IDS[flat.a]),
    "option": _option,
    "place": _place,
    "buy_ship": lambda flat: BuyShip(SHIP_IDS[flat.a]),
    "arm": lambda flat: Arm(SHIP_IDS[flat.a], flat.b),
    "sail": lambda flat: SailWith(tuple(flat.more[: flat.a])),
    "loot": lambda flat: TakeLoot((ITEMS[flat.a],)),
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
}


def encode_move(move: Move) -> FlatMove:
    """Return a move of a turn as a flat move.

    Raises
    ------
    NotCompiledError
        If it is no such move, or places a tile.
    """
    match move:
        case Use(space):
            return FlatMove(MOVE_KINDS.index("use"), SPACE_IDS.index(space))
        case BuyShip(ship):
            return FlatMove(MOVE_KINDS.index("buy_ship"), SHIP_IDS.index(ship))
        case Arm(ship, ore):
            return FlatMove(MOVE_KINDS.index("arm"), SHIP_IDS.index(ship), ore)
    if move == PASS:
        return FlatMove(MOVE_KINDS.index("pass"))
    raise NotCompiledError(f"no move of a turn for the compiled engine: {move}")


def moves_in(log: bytes) -> list[FlatMove]:
    """Return the moves and outcomes of a log."""
    return list((FlatMove * (len(log) // sizeof(FlatMove))).from_buffer_copy(log))


def decode(flat: FlatMove) -> Move | Outcome:
    """Return a flat move as a move of the Python engine, an outcome of chance as its text."""
    kind = MOVE_KINDS[flat.kind]
    if kind == "outcome":
        if flat.a == NONE:
            return "none"
        weapon = flat.a - ITEMS.index(WEAPON_IDS[0])
        return WEAPON_IDS[weapon] if weapon >= 0 else str(flat.a)
    labelled = _LABELLED.get(kind)
    return labelled or _MOVES[kind](flat)
