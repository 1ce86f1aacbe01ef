"""Modified rules that cards share."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

import msgspec

from odin_solver.game.actions.exchange import Either
from odin_solver.game.actions.mountains import Upgrade
from odin_solver.game.kernel.anytime import change_ore
from odin_solver.game.kernel.cards import card
from odin_solver.game.kernel.events import DiceStarts
from odin_solver.game.kernel.moves import SKIP, Move, ReturnShipOre
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.rules import (
    ActionCost,
    Modifiers,
    PaymentValues,
    RollResult,
    SpaceEffects,
)
from odin_solver.game.kernel.state import THIS_ACTION, Node, State
from odin_solver.support.language import say


@dataclass(frozen=True)
class RollMore:
    """Rolls of some dice actions count more; a result is never below 0."""

    more: int
    actions: tuple[str, ...]

    def __call__(self, state: State, roll: int, rule: RollResult) -> int:
        return roll + self.more * (rule.action in self.actions)


def roll_modifier(more: int, *actions: str) -> Modifiers:
    """Rolls of some dice actions count `more`."""
    return RollResult.by(RollMore(more, actions))


@dataclass(frozen=True)
class Worth:
    """An item counts a value when it is paid in some dice actions."""

    item: str
    value: int
    actions: tuple[str, ...]

    def __call__(self, state: State, values: dict[str, int], rule: PaymentValues) -> dict[str, int]:
        return values | {self.item: self.value} if rule.action in self.actions else values


def payment_value(item: str, value: int, *actions: str) -> Modifiers:
    """An item counts `value` when it is paid in some dice actions."""
    return PaymentValues.by(Worth(item, value, actions))


@dataclass(frozen=True)
class Cheaper:
    """Actions of some spaces that cost `least` of an item, or more, cost one less."""

    item: str
    spaces: Collection[str]
    least: int = 1

    def __call__(self, state: State, cost: dict[str, int], rule: ActionCost) -> dict[str, int]:
        count = cost.get(self.item, 0)
        if rule.space in self.spaces and count >= self.least:
            return cost | {self.item: count - 1}
        return cost


def cheaper(item: str, spaces: Collection[str], least: int = 1) -> Modifiers:
    """Actions of some spaces cost one less of an item, if they cost at least so many."""
    return ActionCost.by(Cheaper(item, spaces, least))


Nodes = tuple[Node, ...]


@dataclass(frozen=True)
class Changed:
    """Some spaces have other effects."""

    spaces: Collection[str]
    change: Callable[[Nodes], Nodes]

    def __call__(self, state: State, nodes: Nodes, rule: SpaceEffects) -> Nodes:
        return self.change(nodes) if rule.space in self.spaces else nodes


def space_effects(spaces: Collection[str], change: Callable[[Nodes], Nodes]) -> Modifiers:
    """Some spaces have other effects."""
    return SpaceEffects.by(Changed(spaces, change))


def replace_upgrade(nodes: Nodes, kind: type[Upgrade]) -> Nodes:
    """Replace the upgrades among some nodes by upgrades of another kind."""
    return tuple(
        kind(*msgspec.structs.astuple(node)) if isinstance(node, Upgrade) else node
        for node in nodes
    )


class Instead(Either, frozen=True, tag=True):
    """The effect of a space, or the alternative of a card."""

    card: int = 0

    def asker(self) -> int:
        return self.card


class ReturnOre(Decision, frozen=True, tag=True):
    """Return 1 ore from a longship to improve every roll of this action.

    Attributes
    ----------
    key
        Key of the memory of the card.
    more
        What every roll counts more then.
    pillager
        Whether the ore is that of the longship that pillages, the one with the most ore.
    """

    key: str
    more: int
    pillager: bool

    def question(self, state: State) -> str:
        return say("return 1 ore from a longship? (every roll counts more)")

    def moves(self, state: State) -> list[Move]:
        loads = sorted({load for load in state.longships if load})
        if self.pillager:
            loads = loads[-1:]
        return [*(ReturnShipOre("longship", load) for load in loads), SKIP]

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, ReturnShipOre):
            change_ore(state, move.ship, move.ore, -1)
            # Another longship with as much ore does not pillage in its place.
            lost = self.pillager and max(state.longships) == move.ore
            state.remember(self.key, self.more - lost)


def ore_for_rolls(number: int, action: str, more: int) -> None:
    """Add a card that lets all rolls of an action count more for 1 ore from a longship."""
    key = f"{THIS_ACTION}{number} ore"

    def begin(state: State, event: DiceStarts) -> None:
        if event.action == action:
            state.push(ReturnOre(key, more, pillager=action == "pillaging"))

    def modifier(state: State, roll: int, rule: RollResult) -> int:
        return roll + state.remembers(key) * (rule.action == action)

    card(number, on={DiceStarts: begin}, rules=RollResult.by(modifier))
