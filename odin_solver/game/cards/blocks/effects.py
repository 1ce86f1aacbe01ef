"""Effects that cards share, and what they count."""

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import TypeVar

from odin_solver.components import TILES
from odin_solver.game.actions.dice import WITHOUT_VIKINGS
from odin_solver.game.actions.mountains import Upgrade
from odin_solver.game.cards.blocks.deals import Deals
from odin_solver.game.kernel.cards import Deal, Effect
from odin_solver.game.kernel.chance import DrawWeapons
from odin_solver.game.kernel.events import FeastServed
from odin_solver.game.kernel.items import gain
from odin_solver.game.kernel.moves import Pairs
from odin_solver.game.kernel.rules import FeastSilver
from odin_solver.game.kernel.state import Node, State
from odin_solver.game.phases import income

Value = TypeVar("Value")

HOUSES = ("stone_house", "long_house")
"""What cards call houses; sheds do not count."""


def take(state: State, **items: int) -> None:
    """Take items from a card."""
    gain(state, {name: count for name, count in items.items() if count > 0}, "card")


@dataclass(frozen=True)
class Fixed:
    """An effect that is the same in every state."""

    gains: Pairs = ()
    nodes: tuple[Node, ...] = ()

    def __call__(self, state: State) -> None:
        take(state, **dict(self.gains))
        state.push(*self.nodes)


def gives(**items: int) -> Fixed:
    """The effect: take these items."""
    return Fixed(gains=tuple(items.items()))


def pushes(*nodes: Node) -> Fixed:
    """The effect: these nodes come next."""
    return Fixed(nodes=nodes)


def offers(*deals: Deal, left: int = 1, optional: bool = True) -> Fixed:
    """The effect: make one of these deals, up to `left` times."""
    return pushes(Deals(deals, left, optional))


def reached(count: int, steps: Mapping[int, Value], none: Value) -> Value:
    """Return the value of the highest step that a number reaches."""
    return steps[max(each for each in steps if each <= count)] if count >= min(steps) else none


def houses(state: State) -> int:
    """Return the number of stone houses and long houses."""
    return sum(state.buildings(kind) for kind in HOUSES)


def large_ships(state: State) -> int:
    """Return the number of knarrs and longships."""
    return state.knarrs + len(state.longships)


def special_tiles(state: State) -> int:
    """Return the number of special tiles in the supply and on boards."""
    return sum(count for name, count in state.supply.items() if name in SPECIALS) + sum(
        piece.tile.id in SPECIALS for board in state.boards for piece in board.pieces
    )


def vikings_on(state: State, spaces: Container[str]) -> int:
    """Return the number of Vikings placed on some spaces in this round."""
    return sum(count for space, count in state.placed if space in spaces)


def own_vikings(state: State) -> bool:
    """Whether Vikings were placed for the action under way."""
    return not state.remembers(WITHOUT_VIKINGS)


SPECIALS = frozenset(each.id for each in TILES.values() if each.kind == "special")


def served(event: FeastServed | FeastSilver) -> Counter[str]:
    """Count the servings of a feast by kind."""
    return Counter(each.tile.id for each in event.servings)


def on_table(state: State, kind: str) -> int:
    """Count the servings of a kind at the last feast."""
    return sum(each.tile.id == kind for each in state.table)


free_upgrade = pushes(Upgrade(1, optional=True, source="swap"))
"""The effect: upgrade 1 good by one step."""

draw_weapon = pushes(DrawWeapons(1))
"""The effect: draw 1 weapon card."""


def for_low_income(good: str, numbers: dict[int, int]) -> Effect:
    """The effect: take a number of goods that depends on the upper limit of the income."""

    def effect(state: State) -> None:
        now = income(state)
        most = min((limit for limit in numbers if now <= limit), default=0)
        take(state, **{good: numbers.get(most, 0)})

    return effect
