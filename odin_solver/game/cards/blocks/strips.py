"""Items of mountain strips taken through cards."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from odin_solver.components.strips import STRIP_ITEMS, StripItem, strip_gain
from odin_solver.game.actions.mountains import clear_strips, take_items
from odin_solver.game.actions.spaces import usable_with, why_not_used
from odin_solver.game.cards.blocks.effects import pushes, vikings_on
from odin_solver.game.cards.blocks.triggers import On
from odin_solver.game.kernel.cards import card
from odin_solver.game.kernel.events import ActionStarts
from odin_solver.game.kernel.moves import SKIP, Move, TakeItems
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.rules import ReasonAgainst
from odin_solver.game.kernel.state import State
from odin_solver.support.language import say, say_number


class StripItems(Decision, frozen=True, tag=True):
    """Take items from the front of one mountain strip through a card.

    Attributes
    ----------
    space
        Space whose action is still to come and has to be possible with what is taken.
    optional
        Whether the player may skip it.
    """

    most: int = 1
    kinds: tuple[StripItem, ...] = STRIP_ITEMS
    space: str = ""
    optional: bool = True
    least: int = 1

    def question(self, state: State) -> str:
        if self.optional:
            return say_number(
                "take {n} item from a strip?", "take up to {n} items from a strip?", self.most
            )
        if self.least < self.most:
            return say_number(
                "take {n} item from a strip", "take up to {n} items from a strip", self.most
            )
        return say("take {n} items from a strip", n=self.most)

    def moves(self, state: State) -> list[Move]:
        found: list[Move] = [
            TakeItems(number, count)
            for number, items in enumerate(state.strips, 1)
            for count in range(min(self.most, len(items)), self.least - 1, -1)
            if all(item in self.kinds for item in items[:count])
            and (not self.space or usable_with(state, self.space, dict([strip_gain(items[0])])))
        ]
        if self.optional and (not self.space or why_not_used(state, self.space) is None):
            found.append(SKIP)
        return found

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, TakeItems):
            take_items(state, move.strip - 1, move.count, "card")
            clear_strips(state)


@dataclass(frozen=True)
class ItemBeforeAction(On):
    """Take an item of a strip before the action of some spaces."""

    kinds: tuple[StripItem, ...] = STRIP_ITEMS
    vikings: int = 0

    def __call__(self, state: State, event: Any) -> None:
        if event.space in self.keys and self.vikings <= max(
            event.vikings, vikings_on(state, {event.space})
        ):
            state.push(StripItems(kinds=self.kinds, space=event.space))

    def may_help(self, state: State, reason: str | None, rule: ReasonAgainst) -> str | None:
        """A space can also be used if only such an item makes its action possible."""
        first = {items[0] for items in state.strips if items}
        if (
            reason
            and rule.space in self.keys
            and any(
                usable_with(state, rule.space, dict([strip_gain(item)]))
                for item in first.intersection(self.kinds)
            )
        ):
            return None
        return reason


def item_before_action(
    number: int,
    spaces: Collection[str],
    kinds: tuple[StripItem, ...] = STRIP_ITEMS,
    vikings: int = 0,
) -> None:
    """Add a card that lets the player take an item of a strip before the action of some spaces.

    A space can also be used if only such an item makes its action possible; then it has to be
    taken. At least `vikings` have to be placed.
    """
    item = pushes(StripItems(kinds=kinds, space="*"))
    reaction = ItemBeforeAction(item, "space", spaces, None, kinds, vikings)
    card(number, on={ActionStarts: reaction}, rules=ReasonAgainst.by(reaction.may_help))
