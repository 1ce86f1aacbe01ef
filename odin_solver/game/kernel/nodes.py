"""What a game consists of: decisions of the player, chance, and steps that need neither.

A state holds a stack of nodes. The top one is what the game waits for; steps are done as soon as
they are on top.
"""

from fractions import Fraction
from typing import ClassVar

from odin_solver.game.kernel.moves import DONE, SKIP, Move
from odin_solver.game.kernel.state import Node, State


class GameStep(Node, frozen=True, tag=True):
    """Something that happens by itself."""

    def run(self, state: State) -> None:
        """Do it; the node is off the stack already."""
        raise NotImplementedError


class Decision(Node, frozen=True, tag=True):
    """Something that the player decides.

    Attributes
    ----------
    in_action
        Whether an action is under way, so that ships cannot be armed (rules, 4).
    lists_all
        Whether `moves` lists every legal move; else some of them.
    always_asked
        Whether the game waits for it without looking whether there is a choice.
    """

    in_action: ClassVar[bool] = True
    lists_all: ClassVar[bool] = True
    always_asked: ClassVar[bool] = False

    def question(self, state: State) -> str:
        """What is to be decided, in a few words for people."""
        raise NotImplementedError

    def moves(self, state: State) -> list[Move]:
        """The legal moves, none twice."""
        raise NotImplementedError

    def why_not(self, state: State, move: Move) -> str | None:
        """Why a move is not legal; None if it is."""
        if move in self.moves(state):
            return None
        return f"expected one of: {'; '.join(map(str, self.moves(state)[:12]))}"

    def do(self, state: State, move: Move) -> None:
        """Make a legal move; the node is off the stack already."""
        raise NotImplementedError

    def asker(self) -> int | None:
        """The occupation whose question it is, if it can be only one."""
        return None

    def blocked(self, state: State) -> str | None:
        """Why there is no legal move."""
        return None if self.moves(state) else "there is nothing to choose from"


ONLY = ([SKIP], [DONE])
"""Moves of decisions that leave nothing but to go on."""


Outcome = str
"""What chance brings: the side of the die, the weapon, the number of the strip or card."""


class Chance(Node, frozen=True, tag=True):
    """Something that chance decides.

    Attributes
    ----------
    kind
        What decides: the die, the weapon deck, the mountain strips, the occupations.
    """

    kind: ClassVar[str]

    def outcomes(self, state: State) -> list[tuple[Outcome, Fraction]]:
        """What can come, with its probability."""
        raise NotImplementedError

    def any_outcome(self, state: State) -> Outcome:
        """One of the outcomes, for those to whom they are all the same."""
        return self.outcomes(state)[0][0]

    def do(self, state: State, outcome: Outcome) -> None:
        """Let it happen; the node is off the stack already."""
        raise NotImplementedError
