"""Chance nodes: dice, weapon cards, mountain strips and occupations (rules, 2 to 5)."""

from fractions import Fraction
from functools import cache
from typing import ClassVar

import msgspec

from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game.kernel.cards import emit, modified
from odin_solver.game.kernel.events import ItemsGained
from odin_solver.game.kernel.nodes import Chance, Decision, GameStep
from odin_solver.game.kernel.rules import OccupationDraw, RollResult
from odin_solver.game.kernel.state import State


class DrawWeapons(GameStep, frozen=True, tag=True):
    """Draw so many weapon cards, one after the other."""

    count: int = 1

    def run(self, state: State) -> None:
        state.push(*[DrawWeapon()] * self.count)


class DrawWeapon(Chance, frozen=True, tag=True):
    """The top card of the weapon deck; an empty deck is rebuilt from the discards."""

    kind: ClassVar[str] = "weapon"

    def outcomes(self, state: State) -> list[tuple[str, Fraction]]:
        pile = state.weapons or state.discards
        total = sum(count for _, count in pile)
        if not total:
            return [("none", Fraction(1))]  # all weapons are in the player's hands
        return [(name, Fraction(count, total)) for name, count in pile]

    def do(self, state: State, outcome: str) -> None:
        take_top_weapon(state, outcome)
        if outcome == "none":
            return
        state.add(outcome, 1)
        emit(state, ItemsGained({outcome: 1}, "draw"))


def take_top_weapon(state: State, drawn: str) -> None:
    """Take the top card off the weapon deck, after it has been rebuilt if it was empty."""
    if not state.weapons:
        state.weapons, state.discards = state.discards, ()
    state.weapons = tuple(
        (name, left) for name, count in state.weapons if (left := count - (name == drawn))
    )


class RevealStrips(GameStep, frozen=True, tag=True):
    """Reveal so many mountain strips, as long as there are any."""

    count: int = 1

    def run(self, state: State) -> None:
        state.push(*[RevealStrip()] * min(self.count, len(state.hidden_strips)))


class RevealStrip(Chance, frozen=True, tag=True):
    """The next mountain strip; they are numbered from 1 in the order of the component file."""

    kind: ClassVar[str] = "strip"
    of_table: ClassVar[bool] = True

    def outcomes(self, state: State) -> list[tuple[str, Fraction]]:
        each = Fraction(1, len(state.hidden_strips))
        return [(str(number), each) for number in state.hidden_strips]

    def do(self, state: State, outcome: str) -> None:
        number = int(outcome)
        state.hidden_strips = tuple(each for each in state.hidden_strips if each != number)
        state.strips = (*state.strips, MOUNTAIN_STRIPS[number - 1])


class DrawOccupations(GameStep, frozen=True, tag=True):
    """Draw so many dark occupations, as long as there are any."""

    count: int = 1

    def run(self, state: State) -> None:
        if self.count > 1:
            state.push(DrawOccupations(self.count - 1))
        if self.count and state.can_draw:
            state.push(modified(state, OccupationDraw(), DrawOccupation()))


class DrawOccupation(Chance, frozen=True, tag=True):
    """The top card of the dark occupations."""

    kind: ClassVar[str] = "occupation"

    def outcomes(self, state: State) -> list[tuple[str, Fraction]]:
        each = Fraction(1, len(state.deck))
        return [(str(number), each) for number in state.deck]

    def do(self, state: State, outcome: str) -> None:
        at = state.deck.index(int(outcome))
        state.hand = (*state.hand, state.deck[at])
        state.deck = state.deck[:at] + state.deck[at + 1 :]


class DrawStarting(Chance, frozen=True, tag=True):
    """A starting occupation (rules, 2).

    Attributes
    ----------
    more
        How many the player draws after it; what nobody draws leaves the game.
    """

    more: int = 0
    kind: ClassVar[str] = "starting occupation"

    def outcomes(self, state: State) -> list[tuple[str, Fraction]]:
        each = Fraction(1, len(state.starting_deck))
        return [(str(number), each) for number in state.starting_deck]

    def do(self, state: State, outcome: str) -> None:
        card = int(outcome)
        state.hand = (*state.hand, card)
        left = (each for each in state.starting_deck if each != card)
        state.starting_deck = tuple(left) if self.more or not state.is_last_seat else ()


class RevealMarker(Chance, frozen=True, tag=True):
    """The next harvest marker; the first one has a harvest (rules, 8)."""

    kind: ClassVar[str] = "harvest marker"
    of_table: ClassVar[bool] = True

    def outcomes(self, state: State) -> list[tuple[str, Fraction]]:
        profile, pile = state.options.profile, state.markers
        assert profile is not None
        if not state.round:
            pile = profile.with_harvest(pile)
        return [(str(number), Fraction(1, len(pile))) for number in pile]

    def do(self, state: State, outcome: str) -> None:
        state.marker = int(outcome)
        state.markers = tuple(each for each in state.markers if each != state.marker)


class TurnCopyTile(Chance, frozen=True, tag=True):
    """The side of a copy tile that is up with four players (rules, 4): the column it copies."""

    columns: tuple[int, int]
    kind: ClassVar[str] = "copy tile"
    of_table: ClassVar[bool] = True

    def outcomes(self, state: State) -> list[tuple[str, Fraction]]:
        return [(str(column), Fraction(1, 2)) for column in self.columns]

    def do(self, state: State, outcome: str) -> None:
        copies = (*state.others.copies, int(outcome))
        state.others = msgspec.structs.replace(state.others, copies=copies)


class DrawFirst(Chance, frozen=True, tag=True):
    """The player who begins (rules, 2)."""

    kind: ClassVar[str] = "starting player"
    of_table: ClassVar[bool] = True

    def outcomes(self, state: State) -> list[tuple[str, Fraction]]:
        return [(name, Fraction(1, state.options.players)) for name in state.options.seats]

    def do(self, state: State, outcome: str) -> None:
        state.first = state.options.seats.index(outcome)


DIE_SIDES = {"d8": 8, "d12": 12}


class Roll(Chance, frozen=True, tag=True):
    """A roll of a die.

    Attributes
    ----------
    die
        ``d8`` or ``d12``.
    """

    die: str
    kind: ClassVar[str] = "die"

    def outcomes(self, state: State) -> list[tuple[str, Fraction]]:
        return list(roll_outcomes(self.die))

    def why_not(self, outcome: object) -> str:
        shows = f"the {self.die} shows 1 to {DIE_SIDES[self.die]}"
        return shows if str(outcome).isdigit() else f"{super().why_not(outcome)}: {shows}"

    def do(self, state: State, outcome: str) -> None:
        """Tell the decision below the outcome."""
        *rest, action = state.stack
        assert isinstance(action, AwaitsRoll)
        state.stack = (*rest, action.rolled(state, int(outcome)))


class AwaitsRoll(Decision, frozen=True, tag=True):
    """A decision that lies below a `Roll` and depends on it."""

    def rolled(self, state: State, roll: int) -> Decision:
        """Return the same decision after one more roll."""
        raise NotImplementedError


@cache
def roll_outcomes(die: str) -> tuple[tuple[str, Fraction], ...]:
    """Return all outcomes of a die."""
    sides = DIE_SIDES[die]
    return tuple((str(roll), Fraction(1, sides)) for roll in range(1, sides + 1))


def result_of(state: State, action: str, roll: int) -> int:
    """Return the result of a roll as the cards modify it, at least 0."""
    return max(0, modified(state, RollResult(action), roll))
