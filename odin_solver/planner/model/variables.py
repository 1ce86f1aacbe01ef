"""Keys of the variables of the planning model."""

from enum import Enum, unique
from typing import NamedTuple


class VariableKey(NamedTuple):
    """What a variable stands for.

    Attributes
    ----------
    kind
        Kind of the variable.
    round
        Round; None for the end of the game.
    subject
        Spaces, items, boards or numbers, as the kind says.
    """

    kind: "Var"
    round: int | None
    subject: tuple[str | int, ...]

    def __str__(self) -> str:
        return self.kind.value.format(*self.subject, round=self.round)

    @property
    def words(self) -> str:
        """What a plan does, for people: ``lay hide on home``."""
        pattern = _WORDS.get(self.kind) or self.kind.value.removesuffix(" {round}")
        return pattern.format(*self.subject)


@unique
class Var(Enum):
    """Kinds of variables: ``Var.USED(3, "beans")`` is the key of one.

    The values are the patterns of the names in the solver, which are for debugging only.
    """

    STOCK = "{} {round}"  # item: number after the actions of the round
    DRAWN = "draw {} {} {round}"  # weapon, source
    USED = "use {} {round}"  # space
    CHOSEN = "{}: {} {round}"  # space, one of its effects, tiles or ships
    PAID = "{}: pay {} {round}"  # dice space, item
    BOATS = "{}: boats {round}"  # whaling space: boats that sail
    LOADED = "{}: ore on {} {round}"  # dice space, ship: ore that counts
    EXPLORED = "explore {} {round}"  # board
    SHIP = "ship {} {round}"  # kind of ship bought
    ARMED = "arm {} {round}"  # kind of ship: ore laid on it
    UPGRADED = "upgrade {} {round}"  # item
    UPGRADED_TWICE = "upgrade {} twice {round}"  # item
    TRADED = "trade {} {round}"  # item
    STRIP_COMES = "{} comes {round}"  # mountain strip
    STRIP_TAKEN = "{} from {} take {} {round}"  # mountain strip, position, number of items
    LAID = "lay {} {} {round}"  # tile, board
    LAID_CELLS = "lay {} cells {} {round}"  # colour, board
    LAID_ELSEWHERE = "lay {} elsewhere {round}"  # tile, on boards planned by cells
    LAID_IN_EVENING = "lay {} {} in the evening {round}"  # silver, board
    COVERED = "{} part {} {round}"  # board, group of cells: covered cells
    INCOME = "{} income {}.{} {round}"  # board, diagonal, step
    BONUS = "{} bonus {} {round}"  # board, bonus
    GIVEN = "{} gives {} {round}"  # bonus, item
    HOUSE_POINTS = "{} points"  # kind of new houses: negative points covered
    SLOTS_FILLED = "slots filled with {}"  # item
    BEARS = "{} bears {round}"  # animal
    CONCEIVES = "{} becomes pregnant {round}"  # animal
    STAYS_PREGNANT = "{} stays pregnant"  # animal
    SERVED = "feast {} {round}"  # food or silver
    SERVED_ALONG = "feast {} along {round}"  # food laid lengthwise
    LEFT_EMPTY = "feast empty {round}"  # cells of the banquet table
    CUT = "cut {} {} {round}"  # cut, condition

    def __call__(self, round: int | None, *subject: str | int) -> VariableKey:
        """Return a key of this kind."""
        return VariableKey(self, round, subject)


_WORDS = {
    Var.STRIP_TAKEN: "{0} take {2}",
    Var.LAID: "lay {} on {}",
    Var.LAID_CELLS: "lay {} cells on {}",
    Var.LAID_ELSEWHERE: "lay {} on a board or house to come",
    Var.LAID_IN_EVENING: "lay {} in the evening on {}",
    Var.SERVED: "eat {}",
    Var.LEFT_EMPTY: "leave cells of the table empty",
}
"""Descriptions that differ from the name without its round."""
