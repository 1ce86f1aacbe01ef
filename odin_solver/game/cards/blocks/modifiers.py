"""Changes of rules that many cards share."""

from collections.abc import Callable, Container, Mapping

import msgspec

from odin_solver.game.actions.exchange import Either
from odin_solver.game.actions.mountains import Upgrade
from odin_solver.game.kernel.anytime import change_ore
from odin_solver.game.kernel.events import Card, Facts, Modifier, Rule
from odin_solver.game.kernel.moves import SKIP, Move, ReturnShipOre
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.state import THIS_ACTION, Node, State


def rolls_count(more: int, *actions: str) -> Mapping[Rule, Modifier]:
    """Rolls of some dice actions count so much more; a result is never below 0."""
    return {"die": lambda state, roll, facts: roll + more * (facts["action"] in actions)}


def worth(thing: str, value: int, *actions: str) -> Mapping[Rule, Modifier]:
    """A thing counts so much when it is paid in some dice actions."""
    return {
        "payment": lambda state, each, facts: (
            each | {thing: value} if facts["action"] in actions else each
        )
    }


def cheaper(thing: str, spaces: Container[str]) -> Mapping[Rule, Modifier]:
    """Actions of some spaces cost one less of a thing, but not less than nothing."""

    def bend(state: State, cost: dict[str, int], facts: Facts) -> dict[str, int]:
        if facts["space"] in spaces and cost.get(thing):
            return cost | {thing: cost[thing] - 1}
        return cost

    return {"cost": bend}


Nodes = tuple[Node, ...]


def changes(spaces: frozenset[str], change: Callable[[Nodes], Nodes]) -> Modifier:
    """Modifier what some spaces do."""
    return lambda state, nodes, facts: change(nodes) if facts["space"] in spaces else nodes


def replace_upgrade(nodes: Nodes, kind: type[Upgrade]) -> Nodes:
    """Put a special kind of upgrade in the place of a usual one."""
    return tuple(
        kind(*msgspec.structs.astuple(node)) if isinstance(node, Upgrade) else node
        for node in nodes
    )


class Instead(Either, frozen=True, tag=True):
    """The effect of a space, or what a card lets the player do instead.

    Attributes
    ----------
    card
        The card.
    """

    card: int = 0

    def asker(self) -> int:
        return self.card


class ReturnOre(Decision, frozen=True, tag=True):
    """Return 1 ore from a longship for a better result of every roll of this action.

    Attributes
    ----------
    key
        Where the card remembers it.
    """

    key: str

    def question(self, state: State) -> str:
        return "return 1 ore from a longship? (every roll counts more)"

    def moves(self, state: State) -> list[Move]:
        loads = sorted({load for load in state.longships if load})
        return [*(ReturnShipOre("longship", load) for load in loads), SKIP]

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, ReturnShipOre):
            change_ore(state, move.ship, move.ore, -1)
            state.remember(self.key, 1)


def ore_for_rolls(number: int, title: str, action: str, more: int) -> Card:
    """A card that takes 1 ore from a longship to let all rolls of an action count more."""
    key = f"{THIS_ACTION}{number} ore"

    def begin(state: State, facts: Facts) -> None:
        if facts["action"] == action:
            state.push(ReturnOre(key))

    def bend(state: State, roll: int, facts: Facts) -> int:
        return roll + more * (facts["action"] == action and state.remembers(key))

    return Card(
        number,
        title,
        on={"before dice": begin},
        rules={"die": bend},
    )
