"""Moves that by the rules are never worse than others, whatever a search estimates."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from odin_solver.game.actions.dice import ACTIONS, DiceAction
from odin_solver.game.actions.exchange import Exchange
from odin_solver.game.actions.spaces import EFFECTS
from odin_solver.game.kernel.cards import has_reaction, is_modified
from odin_solver.game.kernel.events import DiceFailed
from odin_solver.game.kernel.moves import FAIL, NOTE_POINTS, PASS, REROLL, TAKE_SILVER, Move, Use
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.rules import RollResult
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import LastIncome
from odin_solver.game.turn import Turn
from odin_solver.planner.tree import MoveEstimate


class Dominance(NamedTuple):
    """A move that is never better than another one."""

    worse: Move
    better: Move


FREE_SPACES = frozenset(
    name
    for name, effects in EFFECTS.items()
    if all(isinstance(each, Exchange) and not each.pays and not each.then for each in effects)
)
"""Spaces that only give something."""


def dominated(state: State, moves: Sequence[Move]) -> list[Dominance]:
    """Return the pairs of moves of which one is never better by the rules.

    - Failing at dice while another roll is allowed: the next roll can be failed as well, for the
      same compensation. If ore may bring a whaling to 0, which must succeed, this does not hold.
    - Noting the last income as points: silver counts as much, and buys or feeds as well.
    - Ending the last action phase while a space that only gives something can be used. Before the
      last round its use blocks the space for the next one; with several players it does not, and
      this holds in every round.

    Occupations that have been played may reward the opposite: with any nothing is said but of dice
    that they leave alone.
    """
    node = current(state)
    pairs: list[Dominance] = []
    if isinstance(node, DiceAction) and _can_be_failed_again(state, node):
        pairs.append(Dominance(FAIL, REROLL))
    elif state.played:
        pass
    elif isinstance(node, LastIncome):
        pairs.append(Dominance(NOTE_POINTS, TAKE_SILVER))
    elif isinstance(node, Turn) and (state.is_last_round or state.options.players > 1):
        free = [each for each in moves if isinstance(each, Use) and each.space in FREE_SPACES]
        pairs += [Dominance(PASS, each) for each in free]
    return [each for each in pairs if each.worse in moves and each.better in moves]


def _can_be_failed_again(state: State, action: DiceAction) -> bool:
    """Whether the next roll can be failed for the same compensation, whatever it brings."""
    if has_reaction(state, DiceFailed) or is_modified(state, RollResult):
        return False
    return ACTIONS[action.action].high or not action.ore


def respecting(
    estimates: Mapping[Move, MoveEstimate], pairs: Sequence[Dominance]
) -> dict[Move, MoveEstimate]:
    """Return estimates in which no move is behind one that is never better.

    Samples are noisy: where they say otherwise, the better move gets the value of the worse one,
    and they exchange their visits.
    """
    found = dict(estimates)
    known = [each for each in pairs if each.worse in found and each.better in found]
    for worse, better in sorted(known, key=lambda each: -estimates[each.better].visits):
        low, high = found[worse], found[better]
        if low.visits > high.visits:
            found[worse], found[better] = (
                low._replace(visits=high.visits),
                high._replace(visits=low.visits),
            )
        if low.value > high.value:
            found[better] = found[better]._replace(value=low.value, stderr=low.stderr)
    # Equal visits keep this order.
    for worse in dict.fromkeys(each.worse for each in known):
        found[worse] = found.pop(worse)
    return found
