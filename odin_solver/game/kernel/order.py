"""Order of cards that react to the same event.

The rulebooks name no order, so the player chooses. What cards give comes at once, and what is drawn
comes next: that can only help with the questions that follow. Of the cards with a question the
player chooses the first one, if that makes a difference: `odin_solver.game.kernel.play` tries it.
"""

from odin_solver.game.kernel.moves import First, Move
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.state import Node, State
from odin_solver.support.language import say

Part = tuple[int, tuple[Node, ...]]
"""A card and its nodes; the first node comes first."""


class ByCard(GameStep, frozen=True, tag=True):
    """Lies below the nodes of a card, so that a question can name the card."""

    card: int

    def run(self, state: State) -> None:
        """All nodes of the card are done."""


class InTurn(Node, frozen=True, tag=True):
    """Nodes of several cards on the same event, card by card."""

    parts: tuple[Part, ...]


class WhichFirst(Decision, frozen=True, tag=True):
    """Choose the card that comes first."""

    parts: tuple[Part, ...]
    cards: tuple[int, ...]

    def question(self, state: State) -> str:
        return say("which card comes first?")

    def moves(self, state: State) -> list[Move]:
        return [First(card) for card in self.cards]

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, First)
        begin_with(state, self.parts, move.card)


def asked_by(state: State) -> int | None:
    """Return the card that asks the present question; None if the rules do."""
    if state.stack and isinstance(node := state.stack[-1], Decision) and node.asker():
        return node.asker()
    return next((node.card for node in reversed(state.stack) if isinstance(node, ByCard)), None)


def enqueue(state: State, parts: tuple[Part, ...]) -> None:
    """Push the nodes of cards."""
    if len(parts) == 1:
        begin_with(state, parts, parts[0][0])
    else:
        state.push(InTurn(parts))


def begin_with(state: State, parts: tuple[Part, ...], first: int) -> None:
    """Push the nodes of the first card above those of the others."""
    rest = tuple(part for part in parts if part[0] != first)
    if rest:
        enqueue(state, rest)
    (nodes,) = (nodes for card, nodes in parts if card == first)
    state.push(*nodes, ByCard(first))
