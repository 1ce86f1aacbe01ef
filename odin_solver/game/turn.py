"""Turns of the action phase: placing Vikings on a space and using it (rules, 4)."""

from typing import ClassVar

from odin_solver.components.spaces import SPACES
from odin_solver.game.actions.mountains import clear_strips
from odin_solver.game.actions.occupations import PlayOccupations, play_card
from odin_solver.game.actions.spaces import effects_of, why_not_used
from odin_solver.game.kernel import others
from odin_solver.game.kernel.cards import emit, modified, notify
from odin_solver.game.kernel.chance import DrawOccupations
from odin_solver.game.kernel.events import CHANGED, ActionEnded, ActionStarts
from odin_solver.game.kernel.moves import PASS, SKIP, Move, PlayCard, Use
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.rules import ReasonAgainst, VikingsNeeded
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.seats import sit
from odin_solver.game.kernel.state import Node, State
from odin_solver.support.language import say, say_number


class Turn(Decision, frozen=True, tag=True):
    """Place Vikings on a space, or pass; passing ends the action phase for the player."""

    in_action: ClassVar[bool] = False
    always_asked: ClassVar[bool] = True

    def question(self, state: State) -> str:
        if not state.vikings:
            return say("no Viking is left: place tiles, buy ships, or pass")
        return say_number(
            "place your last Viking on a space, or pass",
            "place some of {n} Vikings on a space, or pass",
            state.vikings,
        )

    def moves(self, state: State) -> list[Move]:
        return [*map(Use, free_spaces(state)), PASS]

    def why_not(self, state: State, move: Move) -> str | None:
        if move == PASS:
            return None
        if isinstance(move, PlayCard):
            return say("an occupation is played by an action, or next to one of the fourth column")
        if not isinstance(move, Use):
            return say("expected use SPACE, pass, or a move that can be made at any time")
        if move.space not in SPACES:
            return say("there is no action space {space!r}", space=move.space)
        return why_not_taken(state, move.space)

    def do(self, state: State, move: Move) -> None:
        again: tuple[Node, ...] = (self,)
        if state.away:
            *rest, turns = state.stack
            assert isinstance(turns, Turns)
            state.stack, again = (*rest, turns.after(placed=isinstance(move, Use))), ()
        if not isinstance(move, Use):
            return
        name = move.space
        state.forget_action()
        column, needed = SPACES[name].column, vikings_needed(state, name)
        state.vikings -= needed
        if name in state.blocked:
            others.use_copy_tile(state, column)
        before = (each for each in state.placed if each[0] != name)
        state.placed = (*before, (name, needed))
        state.space, state.gained, state.spent = name, (), ()
        begin = FourthColumn if column == 4 else StartAction
        state.push(begin(name, state.played), EndOfAction(), *again)
        emit(state, ActionStarts(name, needed))
        emit(state, CHANGED)
        if column == 3:
            state.push(DrawOccupations(1))


class Turns(GameStep, frozen=True, tag=True):
    """The turns of several seats: clockwise, until all have passed (rules, 3.5 and 3.6).

    Attributes
    ----------
    order
        Seats that have not passed, the one whose turn it is first.
    last
        Seat that placed Vikings last; it begins the next round.
    """

    order: tuple[int, ...]
    last: int

    def run(self, state: State) -> None:
        if self.order:
            sit(state, self.order[0], self.order)
            state.push(Turn(), self)
        else:
            state.first = self.last

    def after(self, *, placed: bool) -> "Turns":
        """Return the turns that follow a turn."""
        now, *others = self.order
        return Turns((*others, now), now) if placed else Turns((*others,), self.last)


class StartAction(GameStep, frozen=True, tag=True):
    """The effect of a space, unless something in between has made it impossible.

    Attributes
    ----------
    told
        Cards that have been notified of the Vikings placed. Those played since are notified now.
    """

    compulsory: ClassVar[bool] = True

    space: str
    told: tuple[int, ...] = ()

    def blocked(self, state: State) -> str | None:
        return why_not_used(state, self.space)

    def run(self, state: State) -> None:
        late = tuple(card for card in state.played if card not in self.told)
        if late:
            state.push(StartAction(self.space, state.played))
            notify(state, late, ActionStarts(self.space, 0))
        elif why_not_used(state, self.space) is None:
            state.push(*effects_of(state, self.space))


BEFORE_ONLY = Ruling.CARD_BEFORE_ONLY


class FourthColumn(Decision, frozen=True, tag=True):
    """Before or after an action of the fourth column an occupation may be played (rules, 4).

    Attributes
    ----------
    space, told
        As for `StartAction`.
    """

    space: str
    told: tuple[int, ...] = ()

    def question(self, state: State) -> str:
        if state.ruled(BEFORE_ONLY):
            return say("play an occupation before the action?")
        return say("play an occupation before the action? (you may also do so after it)")

    def moves(self, state: State) -> list[Move]:
        return [*map(PlayCard, state.hand), SKIP]

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, PlayCard):
            state.push(StartAction(self.space, self.told))
            play_card(state, move.card)
        else:
            later = () if state.ruled(BEFORE_ONLY) else (PlayOccupations(1, optional=True),)
            state.push(StartAction(self.space, self.told), *later)


class EndOfAction(GameStep, frozen=True, tag=True):
    """The end of an action."""

    def run(self, state: State) -> None:
        space, gained, spent = state.space, dict(state.gained), dict(state.spent)
        clear_strips(state)
        state.space, state.gained, state.spent = "", (), ()
        emit(state, ActionEnded(space, gained, spent))


def free_spaces(state: State) -> list[str]:
    """Return the spaces on which Vikings can be placed."""
    mine = {space for space, vikings in state.placed if vikings}
    return [
        name
        for name, space in SPACES.items()
        if name not in mine
        and (name not in state.blocked or others.has_copy_tile(state, space.column))
        and (space.column <= state.vikings or vikings_needed(state, name) <= state.vikings)
        and reason_against(state, name) is None
    ]


def vikings_needed(state: State, name: str) -> int:
    """Return the number of Vikings that a space takes."""
    return modified(state, VikingsNeeded(name), SPACES[name].vikings)


def reason_against(state: State, name: str) -> str | None:
    """Return why a space cannot be used, gains of cards before its action included."""
    reason = why_not_used(state, name)
    return reason and modified(state, ReasonAgainst(name), reason)


def why_not_taken(state: State, name: str) -> str | None:
    """Return why Vikings may not be placed on a space now; None if they may."""
    needed = vikings_needed(state, name)
    if state.vikings < needed:
        return say_number(
            "it takes {n} Viking, and the Thing square has {left}",
            "it takes {n} Vikings, and the Thing square has {left}",
            needed,
            left=state.vikings,
        )
    if dict(state.placed).get(name):
        return say("it has been used in this round")
    if name in state.options.closed:
        return say("it is closed in this game")
    if name in state.blocked and not others.has_copy_tile(state, SPACES[name].column):
        if state.options.players > 1:
            return say("another player has used it in this round")
        return say("Vikings of the previous round still stand there")
    return reason_against(state, name)
