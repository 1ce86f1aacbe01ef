"""Embedding: the values of the model's variables for a game.

First plans come from here; the tests look for real games in the model with it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from odin_solver.components import BOARDS, TILES
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game.actions.dice import ACTIONS, DiceAction
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.chance import DrawWeapon, RevealStrip, Roll
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import apply_legal, current
from odin_solver.game.kernel.state import State
from odin_solver.game.policies import greedy
from odin_solver.game.turn import Turn
from odin_solver.planner.model.build import PlanModel
from odin_solver.planner.model.builder import count_of
from odin_solver.planner.model.chance import TYPICAL_STRIP, WEAPONS_IN_TURNS, ChanceModel
from odin_solver.planner.model.variables import Var, VariableKey
from odin_solver.rules.banquet import side_lengths

CHOICES = frozenset({"forge", "sale", "loot", "emigrate"})
"""Verbs of moves that choose an item at a space."""

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


def embedded_values(model: PlanModel, steps: Iterable[tuple[State, str]]) -> dict[VariableKey, int]:
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
        verb, _, words = move.partition(" ")
        acting = before.phase == "actions"
        if isinstance(current(before), Turn) and move == "pass":
            ends[r] = before
        elif isinstance(current(before), Turn) and verb == "use":
            space = words
            values[Var.USED(r, space)] = 1
        elif verb in ("ship", "arm"):
            # After the actions it counts to the next round; after the last round, not at all.
            kind = Var.SHIP if verb == "ship" else Var.ARMED
            values[kind(r + (not acting), words.split()[0])] += 1
        elif verb == "place":
            tile, at, _ = anytime.placing(before, move.split()[1:])
            board = before.boards[at].id
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
        elif verb == "serve":
            for word in words.split():
                if word != "-":
                    food = word.rstrip("+").removeprefix("pregnant_")
                    along = word.endswith("+") and len(set(side_lengths(TILES[food]))) > 1
                    values[(Var.SERVED_ALONG if along else Var.SERVED)(r, food)] += 1
        elif verb == "upgrade":
            item, *twice = words.removeprefix("pregnant_").split()
            values[(Var.UPGRADED_TWICE if twice else Var.UPGRADED)(r, item)] += 1
        elif verb == "trade":
            values[Var.TRADED(r, words)] += 1
        elif verb == "explore":
            values[Var.EXPLORED(r, words)] += 1
        elif verb in CHOICES:
            values[Var.CHOSEN(r, space, words.split()[0])] += 1
        elif verb == "pay" and "=" in words:
            for item, _, count in (word.partition("=") for word in words.split()):
                values[Var.PAID(r, space, item)] += int(count)
        else:
            # A failure, or one of several effects of a space by its label.
            values[Var.CHOSEN(r, space, move)] += 1
    for key in builder.keys:
        if key.kind in ZERO_UNLESS_DONE:
            values.setdefault(key, 0)
    for r, end in ends.items():
        for item in builder.items:
            values[Var.STOCK(r, item)] = count_of(end, item) - late[item, r]
    return {key: value for key, value in values.items() if key in keys}


def greedy_game(state: State, chance: ChanceModel) -> Iterator[tuple[State, str]]:
    """Play on by the greedy policy, without occupations, with the assumed chance.

    Yields
    ------
    tuple
        A state, and the move or outcome in it.
    """
    rng = Random(0)
    state = state.copy()
    state.hand = state.played = state.deck = state.starting_deck = ()
    while (node := current(state)) is not None:
        move = _outcome(state, node, chance) if isinstance(node, Chance) else greedy(state, rng)
        yield state, move
        state = apply_legal(state, move)
        if isinstance(node, RevealStrip) and not chance.is_optimistic:
            state.strips = (*state.strips[:-1], TYPICAL_STRIP)


def _outcome(state: State, node: Chance, chance: ChanceModel) -> str:
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
