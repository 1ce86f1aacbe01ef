"""Nodes of a game: decisions, chance nodes, and steps.

A state holds a stack of nodes. The game waits for the top one; a step on top is done at once.
"""

from fractions import Fraction
from typing import ClassVar

from odin_solver.game.kernel.moves import DONE, SKIP, Move
from odin_solver.game.kernel.state import Node, State
from odin_solver.support.language import say


class GameStep(Node, frozen=True, tag=True):
    """A step that needs neither the player nor chance."""

    def run(self, state: State) -> None:
        """Do it; the node has been popped."""
        raise NotImplementedError


class Decision(Node, frozen=True, tag=True):
    """A decision of the player.

    Attributes
    ----------
    in_action
        Whether an action is under way, so that ships cannot be armed (rules, 4).
    lists_all
        Whether `moves` lists every legal move; else some of them.
    always_asked
        Whether the game waits for it even if there is no choice.
    """

    in_action: ClassVar[bool] = True
    lists_all: ClassVar[bool] = True
    always_asked: ClassVar[bool] = False

    def question(self, state: State) -> str:
        """Return the question to the player."""
        raise NotImplementedError

    def moves(self, state: State) -> list[Move]:
        """Return the legal moves, without duplicates."""
        raise NotImplementedError

    def why_not(self, state: State, move: Move) -> str | None:
        """Return why a move is not legal; None if it is."""
        if move in self.moves(state):
            return None
        return say("expected one of: {moves}", moves="; ".join(map(str, self.moves(state)[:12])))

    def do(self, state: State, move: Move) -> None:
        """Make a legal move; the node has been popped."""
        raise NotImplementedError

    def asker(self) -> int | None:
        """Return the occupation that asks, if only one can."""
        return None

    def blocked(self, state: State) -> str | None:
        """Return why there is no legal move; None if there is one."""
        return None if self.moves(state) else say("there is nothing to choose from")


ONLY = ([SKIP], [DONE])
"""Moves of decisions that leave no choice."""


Outcome = str
"""What chance brings: the side of the die, the weapon, the number of the strip or card."""


class Chance(Node, frozen=True, tag=True):
    """A chance node.

    Attributes
    ----------
    kind
        The die, the weapon deck, the mountain strips, or the occupations.
    of_table
        Whether it is for the whole table, not for the player whose turn it is.
    """

    kind: ClassVar[str]
    of_table: ClassVar[bool] = False

    def outcomes(self, state: State) -> list[tuple[Outcome, Fraction]]:
        """Return the outcomes with their probabilities."""
        raise NotImplementedError

    def do(self, state: State, outcome: Outcome) -> None:
        """Let an outcome happen; the node has been popped."""
        raise NotImplementedError

    def why_not(self, outcome: object) -> str:
        """Return why something else than an outcome is refused."""
        return say(
            "chance decides here ({kind}), and {outcome!r} is none of its outcomes",
            kind=self.kind,
            outcome=str(outcome),
        )
