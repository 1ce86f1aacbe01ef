"""Spaces and actions used without Vikings, and Vikings taken back."""

from odin_solver.game.actions.dice import WITHOUT_VIKINGS, Dice, return_vikings
from odin_solver.game.kernel.cards import emit
from odin_solver.game.kernel.events import ActionStarts
from odin_solver.game.kernel.items import missing, pay
from odin_solver.game.kernel.moves import SKIP, Move, Pairs, TakeBack
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import EndOfAction, StartAction
from odin_solver.names.printed import plain_list
from odin_solver.support.language import say


class UseSpace(GameStep, frozen=True, tag=True):
    """Use an action space without placing Vikings, during another action or after it."""

    space: str

    def run(self, state: State) -> None:
        state.push(StartAction(self.space, state.played), EndOfAction(), _resume(state))
        state.forget_action()
        state.remember(WITHOUT_VIKINGS, 1)
        state.space, state.gained, state.spent = self.space, (), ()
        emit(state, ActionStarts(self.space, 0))


class FreeDice(GameStep, frozen=True, tag=True):
    """Take a dice action without a space: no Viking can come back."""

    action: str

    def run(self, state: State) -> None:
        state.push(Dice(self.action), _resume(state))
        state.forget_action()
        state.space, state.gained, state.spent = "", (), ()


class Resume(GameStep, frozen=True, tag=True):
    """Resume an interrupted action."""

    space: str
    gained: Pairs
    spent: Pairs
    memory: Pairs

    def run(self, state: State) -> None:
        state.space, state.gained, state.spent = self.space, self.gained, self.spent
        state.forget_action()
        for key, number in self.memory:
            state.remember(key, number)


def _resume(state: State) -> Resume:
    return Resume(state.space, state.gained, state.spent, state.action_memory)


class ReturnViking(Decision, frozen=True, tag=True):
    """Take back a Viking placed in this round.

    Attributes
    ----------
    price
        Items to be spent.
    spaces
        Spaces to choose from; empty for all.
    together
        Whether the Viking comes back together with the one before it.
    """

    price: Pairs = ()
    spaces: tuple[str, ...] = ()
    together: bool = False

    def question(self, state: State) -> str:
        if not self.price:
            return say("take a Viking back?")
        return say("take a Viking back for {price}?", price=plain_list(self.price))

    def moves(self, state: State) -> list[Move]:
        if missing(state, dict(self.price)):
            return [SKIP]
        return [
            *(
                TakeBack(space)
                for space, count in state.placed
                if count and (not self.spaces or space in self.spaces)
            ),
            SKIP,
        ]

    def do(self, state: State, move: Move) -> None:
        if isinstance(move, TakeBack):
            pay(state, dict(self.price), "card")
            self.after(state, move.space)
            return_vikings(state, {move.space: 1}, together=self.together)

    def after(self, state: State, space: str) -> None:
        """Hook for what follows."""
