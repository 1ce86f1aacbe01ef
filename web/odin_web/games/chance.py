"""Dice and outcomes of chance: what has come, and what could come."""

from collections.abc import Sequence
from typing import Any

import msgspec

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.strips import MOUNTAIN_STRIPS, strip_gain
from odin_solver.game.actions.dice import ACTIONS, DiceAction, action_name, rolls_allowed
from odin_solver.game.kernel.chance import DIE_SIDES, Roll
from odin_solver.game.kernel.moves import FAIL, REROLL, SUCCEED, Move, TakeLoot
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import plain_name
from odin_solver.support.language import say, say_number
from odin_solver.words.menu import meaning_of
from odin_solver.words.moves import capitalised
from odin_web.replies import extended


class StripItem(msgspec.Struct):
    """Items of a mountain strip of one kind, side by side."""

    item: str
    count: int


class OutcomeView(msgspec.Struct, kw_only=True):
    """An outcome of chance; `items` are those of a strip, `card` is the number of one."""

    outcome: str
    label: str
    meaning: str
    items: list[StripItem] | None
    card: int | None


class ChanceView(msgspec.Struct):
    """What chance can bring: an outcome is entered as a move."""

    kind: str
    outcomes: list[OutcomeView]


class RollMeaning(msgspec.Struct, kw_only=True):
    roll: int
    result: int
    success: bool
    text: str


class DiceView(msgspec.Struct, kw_only=True):
    """A dice action under way.

    Attributes
    ----------
    roll, result
        What the die shows, and that with ore and cards; None before the first roll.
    meanings
        What the next roll would mean; empty if there is none.
    """

    name: str
    die: str
    roll: int | None
    result: int | None
    rolls: int
    rolls_allowed: int
    meanings: list[RollMeaning]


def chance_view(state: State) -> ChanceView | None:
    node = current(state)
    if not isinstance(node, Chance):
        return None
    is_card = node.kind.endswith("occupation")
    return ChanceView(
        node.kind,
        [
            OutcomeView(
                outcome=outcome,
                label=OCCUPATIONS[int(outcome)].id if is_card else plain_name(outcome),
                meaning=meaning_of(state, outcome),
                items=strip_items(MOUNTAIN_STRIPS[int(outcome) - 1])
                if node.kind == "strip"
                else None,
                card=int(outcome) if is_card else None,
            )
            for outcome, _ in node.outcomes(state)
        ],
    )


def strip_items(items: Sequence[Any]) -> list[StripItem]:
    return [StripItem(name, count) for name, count in map(strip_gain, items)]


def dice_view(state: State, latest: Move | Outcome | None) -> DiceView | None:
    """Return a dice action under way, with the meaning of the next roll; None if there is none."""
    node = current(state)
    rolling = isinstance(node, Roll)
    action = state.stack[-2] if rolling and len(state.stack) > 1 else node
    if not isinstance(action, DiceAction):
        return None
    rules = ACTIONS[action.action]
    may_roll = rolling or REROLL in action.moves(state)
    sides = DIE_SIDES[rules.die]
    return extended(
        DiceView,
        action,
        name=capitalised(action_name(action.action)),
        die=rules.die,
        roll=int(latest)
        if isinstance(latest, str) and latest.isdecimal() and not rolling
        else None,
        result=action.result if action.rolls else None,
        rolls_allowed=rolls_allowed(state, action.action),
        meanings=[_meaning(state, action, roll) for roll in range(1, sides + 1) if may_roll],
    )


def _meaning(state: State, action: DiceAction, roll: int) -> RollMeaning:
    after = state.copy()
    rest = state.stack[: state.stack.index(action)]
    rolled = action.rolled(after, roll)
    after.stack = (*rest, rolled)
    moves = rolled.moves(after)
    loot = [move for move in moves if isinstance(move, TakeLoot)]
    if loot:
        text: str = say_number(
            "{n} tile within reach: {tiles}",
            "{n} tiles within reach: {tiles}",
            len(loot),
            tiles=", ".join(" + ".join(map(plain_name, move.tiles)) for move in loot),
        )
    elif SUCCEED in moves:
        text = meaning_of(after, SUCCEED)
    else:
        text = say("not enough: {failure}", failure=meaning_of(after, FAIL))
    return RollMeaning(
        roll=roll, result=rolled.result, success=bool(loot) or SUCCEED in moves, text=text
    )
