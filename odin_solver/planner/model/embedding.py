"""Embedding: the values of the model's variables for a game.

First plans come from here; the tests look for real games in the model with it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random

from odin_solver.components import BOARDS, TILES
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game.actions.dice import ACTIONS, DiceAction
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.chance import DrawWeapon, RevealStrip, Roll
from odin_solver.game.kernel.moves import (
    PASS,
    Arm,
    BuyShip,
    BuySpecial,
    EmigrateWith,
    ExploreBoard,
    ForgeTile,
    Move,
    Pay,
    Place,
    Serve,
    TakeLoot,
    TradeGood,
    UpgradeGood,
    Use,
)
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import play_on
from odin_solver.game.policies import greedy
from odin_solver.game.turn import Turn
from odin_solver.planner.model.build import PlanModel
from odin_solver.planner.model.builder import count_of
from odin_solver.planner.model.chance import TYPICAL_STRIP, WEAPONS_IN_TURNS, ChanceModel
from odin_solver.planner.model.variables import Var, VariableKey
from odin_solver.rules.banquet import side_lengths

ZERO_UNLESS_DONE = frozenset(
    {
        Var.USED,
        Var.EXPLORED,
        Var.SHIP,
        Var.ARMED,
        Var.SERVED,
        Var.SERVED_ALONG,
        Var.LAID,
        Var.LAID_CELLS,
        Var.LAID_ELSEWHERE,
        Var.LAID_IN_EVENING,
        Var.UPGRADED,
        Var.UPGRADED_TWICE,
        Var.TRADED,
    }
)
"""Kinds of variables whose values all show in the moves."""


def embedded_values(
    model: PlanModel, steps: Iterable[tuple[State, Move | Outcome]]
) -> dict[VariableKey, int]:
    """Return the values of variables for a game from the model's state on.

    They are complete but for the strips taken from and the weapons drawn, which show in the stocks.

    Parameters
    ----------
    model
        The model.
    steps
        States, each with the move or outcome in it.
    """
    builder, state = model.builder, model.builder.state
    keys = set(builder.keys)
    names = {planned.at: planned.name for planned in model.tiles.boards if planned.at is not None}
    values: Counter[VariableKey] = Counter()
    late: Counter[tuple[str, int]] = Counter()  # tiles laid after the actions of a round
    ends: dict[int, State] = {}
    space = ""
    for before, move in steps:
        r = before.round
        acting = before.phase == "actions"
        at_turn = isinstance(current(before), Turn)
        match move:
            case Use() if at_turn:
                space = move.space
                values[Var.USED(r, space)] = 1
            case BuyShip(ship) | Arm(ship):
                # After the actions it counts to the next round; after the last round, not at all.
                kind = Var.SHIP if isinstance(move, BuyShip) else Var.ARMED
                values[kind(r + (not acting), ship)] += 1
            case Place(tile):
                at, board = anytime.board_at(before, move), move.board_id
                new = f"new {board}" if BOARDS[board].is_building else board
                name = names[at] if at < len(state.boards) else new
                if tile == "silver" and not acting:
                    values[Var.LAID_IN_EVENING(r, tile, name)] += 1
                    continue
                late[tile, r] += not acting
                if Var.LAID(r, tile, name) in keys:
                    values[Var.LAID(r, tile, name)] += 1
                else:
                    values[Var.LAID_CELLS(r, TILES[tile].color, name)] += TILES[tile].area
                    values[Var.LAID_ELSEWHERE(r, tile)] += 1
            case Serve(dishes):
                for dish, lengthwise in filter(None, dishes):
                    food = dish.removeprefix("pregnant_")
                    along = lengthwise and len(set(side_lengths(TILES[food]))) > 1
                    values[(Var.SERVED_ALONG if along else Var.SERVED)(r, food)] += 1
            case UpgradeGood(good, twice):
                kind = Var.UPGRADED_TWICE if twice else Var.UPGRADED
                values[kind(r, good.removeprefix("pregnant_"))] += 1
            case TradeGood(good):
                values[Var.TRADED(r, good)] += 1
            case ExploreBoard(board):
                values[Var.EXPLORED(r, board)] += 1
            case ForgeTile(item) | BuySpecial(item) | TakeLoot((item,)) | EmigrateWith(item):
                values[Var.CHOSEN(r, space, item)] += 1
            case Pay(items) if items:
                for item, count in items:
                    values[Var.PAID(r, space, item)] += count
            case _ if at_turn and move == PASS:
                ends[r] = before
            case _:
                # A failure, or one of several effects of a space by its label.
                values[Var.CHOSEN(r, space, str(move))] += 1
    for key in builder.keys:
        if key.kind in ZERO_UNLESS_DONE:
            values.setdefault(key, 0)
    for r, end in ends.items():
        for item in builder.items:
            values[Var.STOCK(r, item)] = count_of(end, item) - late[item, r]
    return {key: value for key, value in values.items() if key in keys}


def greedy_game(state: State, chance: ChanceModel) -> Iterator[tuple[State, Move | Outcome]]:
    """Play on by the greedy policy, without occupations, with the assumed chance.

    Yields
    ------
    tuple
        A state, and the move or outcome in it.
    """
    rng = Random(0)
    state = state.copy()
    state.hand = state.played = state.deck = state.starting_deck = ()
    assumed = partial(_outcome, chance)
    for before, move, after in play_on(state, lambda now: greedy(now, rng), assumed):
        yield before, move
        if isinstance(current(before), RevealStrip) and not chance.is_optimistic:
            after.strips = (*after.strips[:-1], TYPICAL_STRIP)


def _outcome(chance: ChanceModel, state: State, node: Chance) -> Outcome:
    """Return the assumed outcome, or another one if the deck does not have it."""
    outcomes = [outcome for outcome, _ in node.outcomes(state)]
    if isinstance(node, Roll):
        action = state.stack[-2]
        high = isinstance(action, DiceAction) and ACTIONS[action.action].high
        return str(chance.high(node.die) if high else chance.low(node.die))
    if isinstance(node, DrawWeapon):
        drawing = sum(isinstance(each, DrawWeapon) for each in state.stack)
        turn = state.round - 1 if state.phase == "weapon" else state.round + drawing
        wanted = WEAPONS_IN_TURNS[turn % len(WEAPONS_IN_TURNS)]
        return wanted if wanted in outcomes else outcomes[0]
    if isinstance(node, RevealStrip) and chance.kind == "known":
        items, _ = chance.strips(state)[0]
        return str(MOUNTAIN_STRIPS.index(items) + 1)
    return outcomes[-1]
