"""Effects that many cards share, and what they count."""

from collections import Counter
from collections.abc import Container, Mapping
from typing import TypeVar

from odin_solver.components import TILES
from odin_solver.game.actions.dice import WITHOUT_VIKINGS
from odin_solver.game.actions.mountains import Upgrade
from odin_solver.game.cards.blocks.deals import Deal, Deals
from odin_solver.game.kernel.chance import DrawWeapons
from odin_solver.game.kernel.events import Effect, Facts, Reaction
from odin_solver.game.kernel.items import gain
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import income


def for_low_income(good: str, numbers: dict[int, int]) -> Effect:
    """The effect: take so many of a good if the income is at most so much."""

    def effect(state: State) -> None:
        now = income(state)
        most = min((limit for limit in numbers if now <= limit), default=0)
        take(state, **{good: numbers.get(most, 0)})

    return effect


Value = TypeVar("Value")

HOUSES = ("stone_house", "long_house")
"""What cards call houses; sheds are none."""


def take(state: State, **things: int) -> None:
    """Take things that a card gives."""
    gain(state, {name: count for name, count in things.items() if count > 0}, "card")


def gives(**things: int) -> Effect:
    """The effect: take these things."""
    return lambda state: take(state, **things)


def offers(*deals: Deal, left: int = 1, optional: bool = True) -> Effect:
    """The effect: make one of these deals, up to so many times."""
    return lambda state: state.push(Deals(deals, left, optional))


def always(effect: Effect) -> Reaction:
    """Reaction to every event of a sort alike."""
    return lambda state, facts: effect(state)


def reached(count: int, steps: Mapping[int, Value], none: Value) -> Value:
    """What the highest step gives that a number reaches."""
    return steps[max(each for each in steps if each <= count)] if count >= min(steps) else none


def houses(state: State) -> int:
    """Stone houses and long houses together."""
    return sum(state.buildings(kind) for kind in HOUSES)


def large_ships(state: State) -> int:
    """Knarrs and longships together."""
    return state.knarrs + len(state.longships)


def special_tiles(state: State) -> int:
    """Special tiles that the player has, in the supply and placed."""
    return sum(count for name, count in state.supply.items() if name in SPECIALS) + sum(
        piece.tile.id in SPECIALS for board in state.boards for piece in board.pieces
    )


def vikings_on(state: State, spaces: Container[str]) -> int:
    """Vikings placed in this round that stand on some spaces."""
    return sum(count for space, count in state.placed if space in spaces)


def own_vikings(state: State) -> bool:
    """Whether the space in use is used with Vikings on it."""
    return not state.remembers(WITHOUT_VIKINGS)


SPECIALS = frozenset(each.id for each in TILES.values() if each.kind == "special")
"""The special tiles."""


def served(facts: Facts) -> Counter[str]:
    """How many of each kind were served."""
    return Counter(each.tile.id for each in facts["servings"])


def on_table(state: State, kind: str) -> int:
    """How many of a kind were served at the last feast."""
    return sum(each.tile.id == kind for each in state.table)


def upgrade_for_nothing(state: State) -> None:
    """Offer to upgrade 1 good by one step."""
    state.push(Upgrade(1, optional=True, source="card"))


def draw_weapon(state: State) -> None:
    """Draw 1 weapon card."""
    state.push(DrawWeapons(1))
