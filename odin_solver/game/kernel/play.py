"""Legal moves, outcomes of chance, and the loop that applies them.

`legal_moves` is empty unless the player decides, `chance_outcomes` unless chance does. `apply`
takes a move or an outcome and returns a new state.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import ClassVar

from odin_solver.errors import OdinError
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.cards import anytime_moves
from odin_solver.game.kernel.moves import ANYTIME, DONE, SKIP, Move, parse
from odin_solver.game.kernel.nodes import ONLY, Chance, Decision, GameStep, Outcome
from odin_solver.game.kernel.order import InTurn, Part, WhichFirst, begin_with
from odin_solver.game.kernel.state import Node, State
from odin_solver.support.language import say

MOST_CARDS = 3
MOST_STATES = 100
"""With more cards, or with more states to try, the player is asked without a trial."""


class IllegalMove(OdinError):
    """An illegal move, with the reason."""


def current(state: State) -> Node | None:
    """Return the decision or chance node that the game waits for; None if it is over."""
    return state.stack[-1] if state.stack else None


def decision(state: State) -> Decision | None:
    """Return the decision that the game waits for, if any."""
    node = current(state)
    return node if isinstance(node, Decision) else None


def decides(state: State) -> str | None:
    """Return who decides next: the player, chance, or None if the game is over."""
    if state.is_over:
        return None
    return "chance" if decision(state) is None else "player"


def legal_moves(state: State, *, placing: bool = True) -> list[Move]:
    """Return the legal moves.

    Parameters
    ----------
    placing
        Whether to list the ways to place tiles as well, which can be thousands.

    Returns
    -------
    list of Move
        Moves of the decision, then moves at any time. A decision whose `Decision.lists_all` is
        false lists only some of its moves.
    """
    node = decision(state)
    if node is None:
        return []
    moves = [*node.moves(state), *anytime.listed(state, node)]
    if placing:
        moves += anytime.placing_moves(state)
    return moves


def chance_outcomes(state: State) -> list[tuple[str, Fraction]]:
    """Return the outcomes of the chance node with their probabilities; empty at a decision."""
    node = current(state)
    return node.outcomes(state) if isinstance(node, Chance) else []


def why_not(state: State, move: Move | str) -> str | None:
    """Return why a move, given as a value or text, or an outcome is not legal; None if it is."""
    node = current(state)
    if node is None:
        return say("the game is over")
    if isinstance(node, Chance):
        if any(move == outcome for outcome, _ in node.outcomes(state)):
            return None
        return node.why_not(move)
    assert isinstance(node, Decision)
    move = parse(move) if isinstance(move, str) else move
    if isinstance(move, ANYTIME):
        return anytime.why_not(state, node, move)
    return node.why_not(state, move)


def apply(state: State, move: Move | str) -> State:
    """Return the state after a move, given as a value or text, or after an outcome of chance.

    Raises
    ------
    IllegalMove
        If it is not legal; the message says why.
    """
    move = read_move(state, move)
    reason = why_not(state, move)
    if reason is not None:
        raise IllegalMove(f"{move}: {reason}")
    return apply_legal(state, move)


def read_move(state: State, text: Move | str) -> Move | Outcome:
    """Return the move that a text means; outcomes of chance are texts and stay as they are."""
    return parse(text) if isinstance(text, str) and decision(state) is not None else text


def apply_legal(state: State, move: Move | Outcome) -> State:
    """Return the state after a move or outcome that is known to be legal."""
    after = state.copy()
    make(after, move)
    advance(after)
    return after


def make(state: State, move: Move | Outcome) -> None:
    """Make a legal move, or let an outcome happen, without the steps that follow."""
    if isinstance(move, ANYTIME):
        anytime.do(state, move)
        return
    node = state.stack[-1]
    state.stack = state.stack[:-1]
    if isinstance(move, Move):
        assert isinstance(node, Decision)
        node.do(state, move)
    else:
        assert isinstance(node, Chance)
        node.do(state, move)


def advance(state: State) -> None:
    """Do the steps on top of the stack, and decisions that leave no choice."""
    while run_step(state):
        pass


def run_step(state: State) -> bool:
    """Do the step on top of the stack, or a decision without a choice; return whether there is one.

    A decision without moves is none any more: something in between has made it impossible.
    """
    if not state.stack:
        return False
    node = state.stack[-1]
    if isinstance(node, GameStep):
        state.stack = state.stack[:-1]
        node.run(state)
        return True
    if isinstance(node, InTurn):
        state.stack = state.stack[:-1]
        first = first_cards(state, node.parts)
        if len(first) == 1:
            begin_with(state, node.parts, first[0])
        else:
            state.push(WhichFirst(node.parts, first))
        return True
    if not isinstance(node, Decision) or not node.lists_all or node.always_asked:
        return False
    moves = node.moves(state)
    if moves and (moves not in ONLY or anytime.opens_more(state, node)):
        return False
    state.stack = state.stack[:-1]
    if moves:
        node.do(state, moves[0])
    return True


# --- which card comes first ---


class TrialEnd(Decision, frozen=True, tag=True):
    """The bottom of the stack of a trial."""

    always_asked: ClassVar[bool] = True

    def moves(self, state: State) -> list[Move]:
        return []


def first_cards(state: State, parts: tuple[Part, ...]) -> tuple[int, ...]:
    """Return the cards that may make a difference as the first one; at least one, in order.

    A card is left out if another first card reaches every outcome that it reaches.
    """
    for card, nodes in parts:
        if not any(isinstance(node, Decision | InTurn) for node in nodes):
            return (card,)
    asking = tuple(card for card, nodes in parts if _has_a_choice(state, nodes[0]))
    if not asking:
        return (parts[0][0],)
    if len(asking) == 1 or _is_trial(state) or len(asking) > MOST_CARDS:
        return asking
    outcomes = {card: _outcomes(state, parts, card) for card in asking}
    return tuple(
        card for card in asking if not any(_covers(outcomes, other, card) for other in asking)
    )


def _covers(outcomes: Mapping[int, set[State] | None], other: int, card: int) -> bool:
    """Whether another first card reaches every outcome that this one reaches."""
    mine, its = outcomes[card], outcomes[other]
    if mine is None or its is None or other == card:
        return False
    return mine < its or (mine == its and other < card)


def has_no_effect(state: State, effect: Callable[[State], None] | None) -> bool:
    """Whether an effect would change nothing and ask nothing."""
    before = state.copy()
    before.stack = (TrialEnd(),)
    after = before.copy()
    if effect is not None:
        effect(after)
    advance(after)
    return after == before


def _has_a_choice(state: State, node: Node) -> bool:
    return not isinstance(node, Decision) or bool({*node.moves(state)} - {SKIP, DONE})


def _is_trial(state: State) -> bool:
    return isinstance(state.stack[0], TrialEnd) if state.stack else False


def _outcomes(state: State, parts: tuple[Part, ...], first: int) -> set[State] | None:
    """Return the states that can follow if a card comes first; None if there are too many.

    Anytime effects of cards in between are tried as well, but neither placing tiles nor buying
    ships.
    """
    start = state.copy()
    start.stack = (TrialEnd(),)
    begin_with(start, parts, first)
    advance(start)
    ends = set()
    seen, waiting = {start}, [start]
    while waiting:
        now = waiting.pop()
        node = now.stack[-1]
        if isinstance(node, TrialEnd):
            ends.add(now)
            continue
        if not isinstance(node, Decision) or not node.lists_all or len(seen) > MOST_STATES:
            return None  # chance, a feast, or too much
        for move in (*node.moves(now), *anytime_moves(now)):
            after = apply_legal(now, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return ends
