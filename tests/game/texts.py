"""Moves as texts, as in a log."""

from collections.abc import Iterable

from odin_solver import game
from odin_solver.game import State
from odin_solver.game.kernel.moves import Move


def texts(moves: Iterable[Move | str]) -> list[str]:
    """The texts of moves."""
    return [str(move) for move in moves]


def legal_moves(state: State, *, placing: bool = True) -> list[str]:
    """The texts of the legal moves."""
    return texts(game.legal_moves(state, placing=placing))


def menu(state: State) -> list[str]:
    """The texts of the moves of a decision, those at any time aside."""
    node = game.decision(state)
    assert node is not None
    return texts(node.moves(state))
