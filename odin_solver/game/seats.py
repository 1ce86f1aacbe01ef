"""A game of several seats as one of them sees it."""

from collections.abc import Collection

import msgspec

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game.kernel.moves import Keep, Move
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.seats import EachSeat, sit
from odin_solver.game.kernel.state import Node, State
from odin_solver.game.phases import OF_TABLE, ActionPhase, FirstTurn
from odin_solver.game.turn import Turn, Turns


def seat_name(state: State) -> str:
    """Return the name of the player whose turn it is; empty for one seat and for the table."""
    node = current(state)
    if not state.away or (isinstance(node, Chance) and node.of_table):
        return ""
    return state.options.seats[state.seat]


def persons(state: State) -> list[int]:
    """Return the numbers of the seats at which no bot plays."""
    bots = state.options.bots or (0,) * len(state.seats)
    return [seat for seat, strength in enumerate(bots) if not strength]


def is_secret(state: State, move: Move | Outcome) -> bool:
    """Whether only the player whose turn it is sees a move or an outcome: cards in the hand."""
    node = current(state)
    drawn = isinstance(node, Chance) and node.kind.endswith("occupation")
    return bool(state.away) and (drawn or isinstance(move, Keep))


def seated(state: State, seat: int) -> State:
    """Return a game as it is when one of its seats has the turn."""
    other = state.copy()
    if seat != state.seat:
        sit(other, seat)
    return other


def seen_by(state: State, looking: Collection[int]) -> State:
    """Return a game as the people at some seats see it.

    It is that of the seat whose turn it is. If nobody looks from there, it is that of the first one
    that looks, of which nothing is asked; nobody sees no hand.
    """
    if state.seat in looking or not state.away:
        return state
    other = seated(state, min(looking, default=persons(state)[0]))
    if not state.is_over:
        other.stack = (EachSeat(()),)
    if not looking:
        other.hand = ()
    return other


def of_person(state: State) -> State:
    """Return a game as the person sees it whose turn it is, else the first person."""
    return seen_by(state, persons(state))


def alone(state: State) -> State:
    """Return the game of the seat whose turn it is, with what that player knows.

    It is a game of one who enters what the others do: their hands count as not seen. So policies
    and the planner advise every seat as they advise one.
    """
    if not state.away:
        return state
    own = of_seat(state, state.seat)
    unseen = [card for each in state.away for card in each.hand if not OCCUPATIONS[card].starting]
    own.deck = tuple(sorted((*own.deck, *unseen)))
    own.others = msgspec.structs.replace(own.others, hidden=len(unseen))
    return own


def of_seat(state: State, seat: int) -> State:
    """Return the game of a seat as a game of one, with what is still to come for that seat."""
    own = seated(state, seat)
    stack = state.stack
    if seat != state.seat:  # what is under way is not its own
        stack = tuple(each for each in stack if isinstance(each, (EachSeat, Turns, *OF_TABLE)))
        own.space, own.gained, own.spent = "", (), ()
    nodes = [part for node in stack for part in _of_seat(seat, node)]
    # A turn that has begun lies above the turns still to come.
    own.stack = tuple(
        node
        for below, node in zip((None, *nodes), nodes, strict=False)
        if not below == node == Turn()
    )
    if own.stack[-1:] == (FirstTurn(),):  # which the action phase begins with
        own.stack = (*own.stack[: own.stack.index(Turn()) - 1], ActionPhase())
    own.options = msgspec.structs.replace(own.options, seats=(), bots=())
    own.seat, own.away, own.first = 0, (), 0
    return own


def unseen_by(state: State, seat: int) -> frozenset[int]:
    """Return the occupations that others may hold or draw, as far as a seat knows."""
    own, *others = state.seats[seat:] + state.seats[:seat]
    starting = {card for card in state.options.cards if OCCUPATIONS[card].starting}
    known = {*own.hand, *own.played, *(card for each in others for card in each.played)}
    hands = {card for each in others for card in each.hand}
    return frozenset((starting | hands | set(state.deck)) - known)


def _of_seat(seat: int, node: Node) -> tuple[Node, ...]:
    """Return what a seat does of a node, the last thing first."""
    match node:
        case EachSeat(steps, left):
            return steps[::-1] if left is None or seat in left else ()
        case Turns(order):
            return (Turn(),) if seat in order else ()
    return (node,)
