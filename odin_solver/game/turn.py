"""The player's turns in the action phase: placing Vikings on a space and using it (rules, 4)."""

from typing import ClassVar

from odin_solver.components.spaces import SPACES
from odin_solver.game.actions.occupations import PlayOccupations, play_card
from odin_solver.game.actions.spaces import EFFECTS, why_not_used
from odin_solver.game.cards import emit
from odin_solver.game.draws import DrawOccupations
from odin_solver.game.node import Decision, Node, Step
from odin_solver.game.state import State


class Turn(Decision, frozen=True, tag=True):
    """Place Vikings on a space, or pass; passing ends the action phase."""

    in_action: ClassVar[bool] = False

    def question(self, state: State) -> str:
        return f"use a space with some of {state.vikings} Vikings, or pass"

    def moves(self, state: State) -> list[str]:
        return [
            *(f"use {name}" for name in SPACES if why_not_taken(state, name) is None),
            "pass",
        ]

    def why_not(self, state: State, move: str) -> str | None:
        verb, _, name = move.partition(" ")
        if move == "pass":
            return None
        if verb != "use":
            return "expected use SPACE, pass, or something that can be done at any time"
        if name not in SPACES:
            return f"there is no action space {name!r}"
        return why_not_taken(state, name)

    def do(self, state: State, move: str) -> None:
        if move == "pass":
            return
        name = move.removeprefix("use ")
        space = SPACES[name]
        state.vikings -= space.vikings
        state.placed = (*state.placed, (name, space.vikings))
        state.space, state.gained, state.spent = name, (), ()
        action = EFFECTS[name]
        state.push(*action, EndOfAction(), self)
        if space.column == 4:
            state.stack = state.stack[: -len(action)]
            state.push(FourthColumn(action))
        emit(state, "before action", space=name)
        emit(state, "changed")
        if space.column == 3:
            state.push(DrawOccupations(1))


class FourthColumn(Decision, frozen=True, tag=True):
    """Before or after an action of the fourth column an occupation may be played (rules, 4)."""

    action: tuple[Node, ...]

    def question(self, state: State) -> str:
        return "play an occupation before the action? (you may also do so after it)"

    def moves(self, state: State) -> list[str]:
        return [*(f"play {number}" for number in state.hand), "skip"]

    def do(self, state: State, move: str) -> None:
        if move == "skip":
            state.push(*self.action, PlayOccupations(1, optional=True))
        else:
            state.push(*self.action)
            play_card(state, int(move.removeprefix("play ")))


class EndOfAction(Step, frozen=True, tag=True):
    """The action is done."""

    def run(self, state: State) -> None:
        space, gained, spent = state.space, dict(state.gained), dict(state.spent)
        state.space, state.gained, state.spent = "", (), ()
        emit(state, "after action", space=space, gained=gained, spent=spent)


def why_not_taken(state: State, name: str) -> str | None:
    """Why Vikings may not be placed on a space now; None if they may."""
    needed = SPACES[name].vikings
    if state.vikings < needed:
        return f"it takes {needed} Vikings, and the Thing square has {state.vikings}"
    if any(space == name for space, _ in state.placed):
        return "it has been used in this round"
    if name in state.blocked:
        return "Vikings of the round before still stand there"
    return why_not_used(state, name)
