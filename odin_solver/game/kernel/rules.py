"""Rules that cards may modify: the type of the value, and what is known about the case."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar

import msgspec

from odin_solver.game.kernel.state import Node, State
from odin_solver.rules.banquet import Serving

Value = TypeVar("Value")
Modifier = Callable[[State, Any, Any], Any]
"""A function of the state, the value so far and the rule that returns the new value."""
Modifiers = dict[type["Rule[Any]"], Modifier]


class Rule(msgspec.Struct, Generic[Value], frozen=True):
    """A rule whose value cards may modify."""

    @classmethod
    def by(cls, modifier: Callable[[State, Value, Self], Value]) -> Modifiers:
        """Modify this rule."""
        return {cls: modifier}


class VikingsNeeded(Rule[int], frozen=True):
    """Number of Vikings that a space takes."""

    space: str


class ReasonAgainst(Rule[str | None], frozen=True):
    """Why a space cannot be used; None if cards remove the reason before its action."""

    space: str


class SpaceEffects(Rule[tuple[Node, ...]], frozen=True):
    """What a space does."""

    space: str


class ActionCost(Rule[dict[str, int]], frozen=True):
    """What an action costs, by name."""

    space: str


class SalePrice(Rule[int], frozen=True):
    """Silver for a tile in a special sale."""


class RollResult(Rule[int], frozen=True):
    """The result of a roll."""

    action: str


class RollLimit(Rule[int], frozen=True):
    """Number of rolls allowed."""

    action: str


class PaymentValues(Rule[dict[str, int]], frozen=True):
    """What can be paid for a dice action, and what each item counts."""

    action: str


class LootSwords(Rule[dict[tuple[str, ...], int]], frozen=True):
    """Sword values of what a raid or pillage can take, one tile or several together."""

    action: str


class LengthwiseLimits(Rule[dict[str, int]], frozen=True):
    """How many tiles of a kind may lie lengthwise at the feast."""


class FeastSilver(Rule[int], frozen=True):
    """Silver for what is served, which may lie on the same table."""

    servings: tuple[Serving, ...]


class WeaponDraw(Rule[Node], frozen=True):
    """What happens when a weapon is drawn in its phase."""


class OccupationDraw(Rule[Node], frozen=True):
    """What happens when an occupation is drawn."""


class DoubleUpgrades(Rule[bool], frozen=True):
    """Whether one of several goods that a card upgrades may go up by two steps."""


class EmigrationPrice(Rule[int], frozen=True):
    """Silver for emigration; `space` is empty if a card lets the player emigrate."""

    space: str


class LongshipCount(Rule[int], frozen=True):
    """Number of ships that count as longships, where so many are needed."""

    needed: int
