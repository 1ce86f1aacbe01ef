"""Breaches of the rules."""

from dataclasses import dataclass

from odin_solver.components import Cell


@dataclass(frozen=True)
class Violation:
    """A breach of a rule.

    Attributes
    ----------
    rule
        Short name of the rule.
    message
        What is wrong, with cell names as on a chess board.
    cells
        The cells concerned.
    board
        Index of the board in the position; None if no single board is concerned.
    """

    rule: str
    message: str
    cells: tuple[Cell, ...] = ()
    board: int | None = None
