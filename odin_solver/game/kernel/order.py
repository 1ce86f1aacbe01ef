"""Whose turn it is when several cards ask something on the same event.

The rulebooks name no order, so the player chooses. What cards give comes at once, and what is drawn
comes next: that helps with what is asked afterwards, and never stands in its way. Of the cards that
ask something the player chooses the first one, but only if that makes a difference:
`odin_solver.game.kernel.play` tries it out.
"""

from odin_solver.game.kernel.moves import First, Move
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.state import Node, State

Part = tuple[int, tuple[Node, ...]]
"""A card, and what it brings about; the first node comes first."""


class ByCard(GameStep, frozen=True, tag=True):
    """Lies below what a card has brought about, so that a question can say whose it is.

    Attributes
    ----------
    card
        The card's number.
    """

    card: int

    def run(self, state: State) -> None:
        """Nothing is left to be asked."""


class InTurn(Node, frozen=True, tag=True):
    """What several cards bring about on the same event, one after the other."""

    parts: tuple[Part, ...]


class WhichFirst(Decision, frozen=True, tag=True):
    """Choose the card that comes first.

    Attributes
    ----------
    parts
        All cards that have something to ask.
    cards
        Those that it may make a difference to begin with.
    """

    parts: tuple[Part, ...]
    cards: tuple[int, ...]

    def question(self, state: State) -> str:
        return "which card comes first?"

    def moves(self, state: State) -> list[Move]:
        return [First(card) for card in self.cards]

    def do(self, state: State, move: Move) -> None:
        assert isinstance(move, First)
        begin_with(state, self.parts, move.card)


def asked_by(state: State) -> int | None:
    """Return the card that asks what is asked now; None if the rules themselves do."""
    if state.stack and isinstance(node := state.stack[-1], Decision) and node.asker():
        return node.asker()
    return next((node.card for node in reversed(state.stack) if isinstance(node, ByCard)), None)


def enqueue(state: State, parts: tuple[Part, ...]) -> None:
    """Put what cards want to be done on the stack."""
    if len(parts) == 1:
        begin_with(state, parts, parts[0][0])
    else:
        state.push(InTurn(parts))


def begin_with(state: State, parts: tuple[Part, ...], first: int) -> None:
    """Put what one card wants to be done on the stack, above what the others want."""
    rest = tuple(part for part in parts if part[0] != first)
    if rest:
        enqueue(state, rest)
    (nodes,) = (nodes for card, nodes in parts if card == first)
    state.push(*nodes, ByCard(first))
