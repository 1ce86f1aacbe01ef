"""The greedy policy: it tries every move and takes the one that leaves most, one move ahead.

What an action leaves is known only when it is done, so its choices are looked through to its end:
decisions by the best of them, dice by their average, up to three rolls. Where an action offers
many choices, only those that bring the most are looked at. See `odin_solver.game.policies.worth`
for what a game is worth, and `odin_solver.game.policies.placing` for where tiles are placed.
"""

from random import Random

from odin_solver.components import TILES
from odin_solver.feast import best_feast
from odin_solver.game import anytime
from odin_solver.game.actions.mountains import upgraded
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.draws import Roll
from odin_solver.game.feast import Feast, food, serve_move
from odin_solver.game.node import Chance, Decision
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.play import apply_legal, current, decision
from odin_solver.game.policies.placing import best_place
from odin_solver.game.policies.worth import VIKING, thing_worth, worth
from odin_solver.game.state import State
from odin_solver.game.turn import Turn

MANY = 2
"""Of the choices that differ only in a thing, so many of the most valuable ones are tried."""

SWORD = 0.7
"""What each point of a raid or pillage is taken to cost when loot is compared."""


def greedy(state: State, rng: Random) -> str:
    """Choose the move after which the game is worth most.

    Ships are bought and armed, and cards used at any time, when that alone makes the game worth
    more. Tiles are placed before the policy passes, and at the end of the game. The feast is the
    proven best one by the usual values of food (`odin_solver.feast`).
    """
    node = decision(state)
    assert node is not None
    if isinstance(node, Feast):
        return serve_move(best_feast(table_cells(state), food(state)))
    if isinstance(node, FinalPlacing):
        return best_place(state) or "finish"
    known: dict[State, float] = {}
    best = max(_choices(state, node), key=lambda move: _value_of(state, move, known))
    if isinstance(node, Turn):
        extra = anytime.listed(state, node)
        more = max(extra, key=lambda move: _value_of(state, move, known), default=None)
        if more is not None and _value_of(state, more, known) > worth(state):
            return more
        if best == "pass":
            return best_place(state) or best
    return best


def _value_of(state: State, move: str, known: dict[State, float]) -> float:
    if move == "pass" and isinstance(current(state), Turn):
        return worth(state) - VIKING * state.vikings
    return _value(apply_legal(state, move), known)


def _value(state: State, known: dict[State, float]) -> float:
    """What a game is worth when what is under way is over, at best or on average."""
    node = current(state)
    if node is None or isinstance(node, Turn | Feast | FinalPlacing):
        return worth(state)
    if state in known:
        return known[state]
    if isinstance(node, Roll):
        outcomes = node.outcomes(state)
        value = sum(_value(apply_legal(state, each), known) for each, _ in outcomes) / len(outcomes)
    elif isinstance(node, Chance):
        # Weapons are worth the same, and so are cards that have not been played.
        value = _value(apply_legal(state, node.outcomes(state)[0][0]), known)
    else:
        assert isinstance(node, Decision)
        value = max(_value(apply_legal(state, move), known) for move in _choices(state, node))
    known[state] = value
    return value


def _choices(state: State, node: Decision) -> list[str]:
    """The moves of a decision without those that promise less than others of the same sort."""
    moves = node.moves(state)
    if len(moves) <= MANY:
        return moves
    kept: list[str] = []
    alike: dict[str, list[str]] = {}
    for move in moves:
        verb, _, words = move.partition(" ")
        if verb == "strip":
            alike.setdefault(words.split()[0], []).append(move)
        elif verb in _GAINS:
            alike.setdefault(verb, []).append(move)
        else:
            kept.append(move)
    for verb, group in alike.items():
        if verb in _GAINS:
            last = state.is_last_round
            kept += sorted(group, key=lambda move: -_gain(move, last))[:MANY]
        else:
            kept.append(group[0])  # as many items as possible
    return kept


_GAINS = frozenset({"upgrade", "trade", "sale", "loot", "forge"})


def _gain(move: str, last: bool) -> float:
    """What a move brings by the things that it is about; cards may let one loot two of them."""
    verb, name, *twice = move.split()
    if verb in ("upgrade", "trade"):
        return thing_worth(upgraded(name, 2 if twice else 1), last) - thing_worth(name, last)
    gain = 0.0
    for each in name.split("+"):
        tile = TILES[each]
        price = {"sale": tile.price or 0, "loot": SWORD * (tile.sword or 0)}.get(verb, 0)
        gain += thing_worth(each, last) - price
    return gain
