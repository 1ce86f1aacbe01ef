"""Playing a game: what is legal, what a move does, and what chance may bring.

Decisions and chance are kept apart. `legal_moves` is empty unless the player decides,
`chance_outcomes` unless chance does, and `apply` takes a move or an outcome and leaves the state
it was given as it was.
"""

from fractions import Fraction

from odin_solver.errors import OdinError
from odin_solver.game import anytime
from odin_solver.game.node import ONLY, Chance, Decision, Node, Step
from odin_solver.game.state import State


class IllegalMove(OdinError):
    """A move that the rules do not allow, with the reason."""


def current(state: State) -> Node | None:
    """What the game waits for: a decision or chance; None if it is over."""
    return state.stack[-1] if state.stack else None


def decision(state: State) -> Decision | None:
    """The decision that the player has to make now, or None."""
    node = current(state)
    return node if isinstance(node, Decision) else None


def legal_moves(state: State, *, placing: bool = True) -> list[str]:
    """All legal moves.

    Parameters
    ----------
    state
        The game.
    placing
        Whether to list the ways to place tiles as well, which can be thousands.

    Returns
    -------
    list of str
        First those that the decision is about, then what can be done at any time. For a decision
        that does not list all its moves (`Decision.lists_all`) it holds some of them.
    """
    node = decision(state)
    if node is None:
        return []
    moves = [*node.moves(state), *anytime.listed(state, node)]
    if placing:
        moves += anytime.placing_moves(state)
    return moves


def chance_outcomes(state: State) -> list[tuple[str, Fraction]]:
    """What chance may bring now, with probabilities that add up to 1; empty unless it decides."""
    node = current(state)
    return node.outcomes(state) if isinstance(node, Chance) else []


def why_not(state: State, move: str) -> str | None:
    """Why a move or an outcome is not possible; None if it is."""
    node = current(state)
    if node is None:
        return "the game is over"
    if isinstance(node, Chance):
        if any(move == outcome for outcome, _ in node.outcomes(state)):
            return None
        return f"chance decides here ({node.kind}), and {move!r} is none of its outcomes"
    assert isinstance(node, Decision)
    if anytime.is_anytime(move):
        return anytime.why_not(state, node, move)
    return node.why_not(state, move)


def apply(state: State, move: str) -> State:
    """The state after a move or an outcome of chance.

    Raises
    ------
    IllegalMove
        If it is not possible; the message says why.
    """
    reason = why_not(state, move)
    if reason is not None:
        raise IllegalMove(f"{move}: {reason}")
    return apply_legal(state, move)


def apply_legal(state: State, move: str) -> State:
    """The same for a move that is known to be legal, without looking whether it is."""
    after = state.copy()
    node = after.stack[-1]
    if isinstance(node, Decision) and anytime.is_anytime(move):
        anytime.do(after, move)
    else:
        assert isinstance(node, Decision | Chance)
        after.stack = after.stack[:-1]
        node.do(after, move)
    advance(after)
    return after


def advance(state: State) -> None:
    """Do the steps on top of the stack, and decisions that leave nothing but to go on."""
    while state.stack:
        node = state.stack[-1]
        if isinstance(node, Step):
            state.stack = state.stack[:-1]
            node.run(state)
        elif isinstance(node, Decision) and node.lists_all and not node.always_asked:
            moves = node.moves(state)
            if moves and (moves not in ONLY or anytime.opens_more(state, node)):
                return
            state.stack = state.stack[:-1]
            if moves:
                node.do(state, moves[0])
            # Without moves, something done in between has made it impossible.
        else:
            return
