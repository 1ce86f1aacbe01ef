"""Events of the game that cards may react to, and what is known about each."""

from collections.abc import Mapping, Sequence

import msgspec

from odin_solver.components.strips import StripItem
from odin_solver.rules.banquet import Serving
from odin_solver.rules.board_state import BoardState


class Event(msgspec.Struct, frozen=True):
    """Something that has happened, or is about to happen."""


class CardPlayed(Event, frozen=True):
    """A card was played; `first` if it is the first one on this occasion."""

    card: int
    first: bool


class ActionStarts(Event, frozen=True):
    """Vikings were placed on a space; its action is still to come."""

    space: str
    vikings: int


class ActionEnded(Event, frozen=True):
    """The action of a space is over; `gained` and `spent` are of the action itself, by name."""

    space: str
    gained: Mapping[str, int]
    spent: Mapping[str, int]


class ItemsGained(Event, frozen=True):
    """Items came into the supply; `source` as for `odin_solver.game.kernel.items.gain`."""

    items: Mapping[str, int]
    source: str


class TilePlaced(Event, frozen=True):
    """A tile was placed on a board."""

    tile: str
    board: str


class StripItemsTaken(Event, frozen=True):
    """Items were taken from a mountain strip; `emptied` if the last one was among them."""

    items: tuple[StripItem, ...]
    source: str
    emptied: bool


class DiceStarts(Event, frozen=True):
    """A dice action begins."""

    action: str


class DiceSucceeded(Event, frozen=True):
    """A dice action succeeded; `paid` by name, with so many whaling boats."""

    action: str
    paid: Mapping[str, int]
    boats: int


class DiceFailed(Event, frozen=True):
    """A dice action failed after so many rolls."""

    action: str
    rolls: int


class VikingsReturned(Event, frozen=True):
    """Vikings came back to the Thing square; `together` with those that came just before."""

    vikings: int
    together: bool = False


class ShipEmigrated(Event, frozen=True):
    """A ship was turned over onto the banquet table."""

    ship: str


class BoardExplored(Event, frozen=True):
    """An exploration board was taken."""

    board: str


class ItemBuilt(Event, frozen=True):
    """A building or ship was built on a space."""

    item: str


class HarvestStarts(Event, frozen=True):
    """The goods of a harvest are about to come."""


class HarvestEnded(Event, frozen=True):
    """The goods of a harvest have come."""


class HarvestSkipped(Event, frozen=True):
    """The harvest phase of a round without a harvest."""


class ActionsEnded(Event, frozen=True):
    """The action phase is over."""


class IncomeStarts(Event, frozen=True):
    """The income is about to be counted."""


class FeastStarts(Event, frozen=True):
    """A feast is about to be held."""


class FeastServed(Event, frozen=True):
    """The table of a feast is set."""

    servings: tuple[Serving, ...]


class FeastEnded(Event, frozen=True):
    """A feast is over."""


class BonusesStart(Event, frozen=True):
    """The goods of the bonus phase are about to come."""


class BonusesGiven(Event, frozen=True):
    """Boards gave their bonuses."""

    boards: Sequence[BoardState]


class BonusesEnded(Event, frozen=True):
    """The bonus phase is over."""


class StripsShortened(Event, frozen=True):
    """The mountain strips lost their next items in the mountain phase."""

    removed: tuple[StripItem, ...]


class StateChanged(Event, frozen=True):
    """Anything may have changed: for cards that wait for a condition."""


class ScoringStarts(Event, frozen=True):
    """The game is about to be scored."""


CHANGED = StateChanged()
