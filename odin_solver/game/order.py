"""Which card comes first when several of them have something to ask on the same event.

The rulebooks name no order, so the player chooses. What cards give comes at once, and what is drawn
comes next: that helps with what is asked afterwards, and never stands in its way. Of the cards that
ask something the player is to choose the first one, but only if that can make a difference. Whether
it can is found out by trying: a card need not be asked about if all that can come of its being
first can also come of another one's.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from odin_solver.game.node import Decision, Node, Step

if TYPE_CHECKING:
    from odin_solver.game.state import State

Part = tuple[int, tuple[Node, ...]]
"""A card, and what it brings about; the first node comes first."""

MOST_CARDS = 3
MOST_STATES = 100
"""With more cards, or where more than so many states can follow, the player is asked anyway."""


class ByCard(Step, frozen=True, tag=True):
    """Lies below what a card has brought about, so that a question can say whose it is.

    Attributes
    ----------
    card
        The card's number.
    """

    card: int

    def run(self, state: "State") -> None:
        """Nothing is left to be asked."""


class InTurn(Step, frozen=True, tag=True):
    """What several cards bring about on the same event, one after the other."""

    parts: tuple[Part, ...]

    def run(self, state: "State") -> None:
        found = first_ones(state, self.parts)
        if len(found) == 1:
            _begin(state, self.parts, found[0])
        else:
            state.push(WhichFirst(self.parts, found))


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

    def question(self, state: "State") -> str:
        return "which card comes first?"

    def moves(self, state: "State") -> list[str]:
        return [f"first {card}" for card in self.cards]

    def do(self, state: "State", move: str) -> None:
        _begin(state, self.parts, int(move.removeprefix("first ")))


class Afterwards(Decision, frozen=True, tag=True):
    """Stands for all that comes after the cards while their order is tried out."""

    always_asked: ClassVar[bool] = True

    def moves(self, state: "State") -> list[str]:
        return []


def asked_by(state: "State") -> int | None:
    """The card that asks what is asked now; None if the rules themselves do."""
    if state.stack and isinstance(node := state.stack[-1], Decision) and node.asker():
        return node.asker()
    return next((node.card for node in reversed(state.stack) if isinstance(node, ByCard)), None)


def bring_about(state: "State", parts: tuple[Part, ...]) -> None:
    """Put what cards want to be done on the stack."""
    if len(parts) == 1:
        _begin(state, parts, parts[0][0])
    else:
        state.push(InTurn(parts))


def _begin(state: "State", parts: tuple[Part, ...], first: int) -> None:
    rest = tuple(part for part in parts if part[0] != first)
    if rest:
        bring_about(state, rest)
    (nodes,) = (nodes for card, nodes in parts if card == first)
    state.push(*nodes, ByCard(first))


def first_ones(state: "State", parts: tuple[Part, ...]) -> tuple[int, ...]:
    """The cards that it may make a difference to begin with; at least one, in order."""
    for card, nodes in parts:
        if not any(isinstance(node, Decision | InTurn) for node in nodes):
            return (card,)
    asking = tuple(card for card, nodes in parts if _has_a_choice(state, nodes[0]))
    if not asking:
        return (parts[0][0],)
    if len(asking) == 1 or _is_tried_out(state) or len(asking) > MOST_CARDS:
        return asking
    ends = {card: _ends(state, parts, card) for card in asking}
    return tuple(
        card for card in asking if not any(_does_as_well(ends, other, card) for other in asking)
    )


def _does_as_well(ends: "Mapping[int, set[State] | None]", other: int, card: int) -> bool:
    """Whether all that can come of a card's being first can come of another one's as well."""
    mine, its = ends[card], ends[other]
    if mine is None or its is None or other == card:
        return False
    return mine < its or (mine == its and other < card)


def does_nothing(state: "State", effect: "Callable[[State], None] | None") -> bool:
    """Whether an effect would change nothing and leave nothing to be chosen."""
    from odin_solver.game.play import advance

    before = state.copy()
    before.stack = (Afterwards(),)
    after = before.copy()
    if effect is not None:
        effect(after)
    advance(after)
    return after == before


def _has_a_choice(state: "State", node: Node) -> bool:
    return not isinstance(node, Decision) or bool({*node.moves(state)} - {"skip", "done"})


def _is_tried_out(state: "State") -> bool:
    return isinstance(state.stack[0], Afterwards) if state.stack else False


def _ends(state: "State", parts: tuple[Part, ...], first: int) -> "set[State] | None":
    """All that can come of it if a card begins; None if that cannot be told.

    What may be done with cards at any time in between is tried as well, but neither placing tiles
    nor buying ships.
    """
    from odin_solver.game.kernel.cards import anytime_moves
    from odin_solver.game.play import advance, apply_legal

    start = state.copy()
    start.stack = (Afterwards(),)
    _begin(start, parts, first)
    advance(start)
    ends = set()
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        node = here.stack[-1]
        if isinstance(node, Afterwards):
            ends.add(here)
            continue
        if not isinstance(node, Decision) or not node.lists_all or len(seen) > MOST_STATES:
            return None  # chance, a feast, or too much
        for move in (*node.moves(here), *anytime_moves(here)):
            after = apply_legal(here, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return ends
