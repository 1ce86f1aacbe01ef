"""What a game that was played comes to in the variables of the model.

It is where first plans come from, and how the tests look for games in the model.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game.actions.dice import ACTIONS, DiceAction
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.chance import DrawWeapon, RevealStrip, Roll
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import apply_legal, current
from odin_solver.game.kernel.state import State
from odin_solver.game.policies import greedy
from odin_solver.game.turn import Turn
from odin_solver.planner.model.build import Model
from odin_solver.planner.model.draft import ANIMALS
from odin_solver.planner.model.luck import TYPICAL_STRIP, WEAPONS_IN_TURNS, Luck
from odin_solver.rules.banquet import side_lengths

Steps = Sequence[tuple[State, str]]
"""States, each with the move or outcome that followed."""

OF_THE_ACTION = frozenset({"forge", "sale", "loot", "emigrate"})
"""Moves that name what an action is about."""


def in_the_model(model: Model, steps: Steps) -> dict[str, int]:
    """The values of variables, by name, for what a game did from the model's state on.

    All that the game decided is here but which strips were taken from and which weapons came,
    which shows in the stocks.
    """
    draft, state = model.draft, model.draft.state
    names = {each.name for each in draft.cp.proto.variables}
    plots = {plot.at: plot.name for plot in model.tiles.plots if plot.at is not None}
    found: Counter[str] = Counter()
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
            found[f"use {words} {r}"] = 1
        elif verb in ("ship", "arm"):
            # What comes after the actions counts to the next round; after the last, not at all.
            found[f"{verb} {words.split()[0]} {r + (not acting)}"] += 1
        elif verb == "place":
            tile, at, _ = anytime.placing(before, move.split()[1:])
            board = before.boards[at].id
            later = f"new {board}" if BOARDS[board].is_building else board
            name = plots[at] if at < len(state.boards) else later
            evening = tile == "silver" and not acting
            _count_tile(found, names, tile, f"{name}{' in the evening' * evening} {r}")
            if not acting and not evening:
                late[tile, r] += 1
        elif verb == "serve":
            for word in words.split():
                if word != "-":
                    food = word.rstrip("+").removeprefix("pregnant_")
                    along = word.endswith("+") and len(set(side_lengths(TILES[food]))) > 1
                    found[f"feast {food}{' along' * along} {r}"] += 1
        elif verb in ("upgrade", "trade"):
            found[f"{verb} {words.removeprefix('pregnant_')} {r}"] += 1
        elif verb in OF_THE_ACTION:
            found[f"{space}: {words.split()[0]} {r}"] += 1
        elif verb == "pay" and "=" in words:
            for thing, _, count in (word.partition("=") for word in words.split()):
                found[f"{space}: pay {thing} {r}"] += int(count)
        else:
            # explore BOARD; fail; one of several effects of a space by its label.
            found[f"{move} {r}"] += verb == "explore"
            found[f"{space}: {move} {r}"] += 1
    for name in names:
        if name.startswith(_ALL_KNOWN) and " empty " not in name:
            found.setdefault(name, 0)
    for r, end in ends.items():
        for thing in draft.things:
            found[f"{thing} {r}"] = stock(end, thing) - late[thing, r]
    return {name: value for name, value in found.items() if name in names}


_ALL_KNOWN = ("use ", "explore ", "ship ", "arm ", "feast ", "lay ", "upgrade ", "trade ")
"""What such variables begin with that are 0 unless the game did what they say."""


def _count_tile(found: Counter[str], names: set[str], tile: str, where: str) -> None:
    """Count a tile; where only areas are planned, it counts by its cells."""
    if f"lay {tile} {where}" in names:
        found[f"lay {tile} {where}"] += 1
    else:
        color, r = TILES[tile].color, where.rpartition(" ")[2]
        found[f"lay {color} cells {where}"] += TILES[tile].area
        found[f"lay {tile} elsewhere {r}"] += 1


def stock(state: State, thing: str) -> int:
    """How many of a thing there are."""
    if thing in ANIMALS:
        return state.animals(thing)
    if thing in SHIPS:
        return state.ships(thing)
    return state.buildings(thing) if thing in BOARDS else state.has(thing)


def greedy_steps(state: State, luck: Luck) -> Iterator[tuple[State, str]]:
    """How the greedy policy plays on when chance brings what a plan takes it to bring.

    It plays without occupations, which the model does not know.
    """
    rng = Random(0)
    state = state.copy()
    state.hand = state.played = state.deck = state.starting_deck = ()
    while (node := current(state)) is not None:
        move = _outcome(state, node, luck) if isinstance(node, Chance) else greedy(state, rng)
        yield state, move
        state = apply_legal(state, move)
        if isinstance(node, RevealStrip) and not luck.bounds:
            state.strips = (*state.strips[:-1], TYPICAL_STRIP)


def _outcome(state: State, node: Chance, luck: Luck) -> str:
    """What chance brings; as near as can be where the deck does not have it."""
    outcomes = [outcome for outcome, _ in node.outcomes(state)]
    if isinstance(node, Roll):
        action = state.stack[-2]
        high = isinstance(action, DiceAction) and ACTIONS[action.action].high
        return str(luck.high(node.die) if high else luck.low(node.die))
    if isinstance(node, DrawWeapon):
        drawing = sum(isinstance(each, DrawWeapon) for each in state.stack)
        turn = state.round - 1 if state.phase == "weapon" else state.round + drawing
        wanted = WEAPONS_IN_TURNS[turn % len(WEAPONS_IN_TURNS)]
        return wanted if wanted in outcomes else outcomes[0]
    if isinstance(node, RevealStrip) and luck.kind == "known":
        items, _ = luck.strips(state)[0]
        return str(MOUNTAIN_STRIPS.index(items) + 1)
    return outcomes[-1]
