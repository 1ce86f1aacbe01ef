"""How the rules report that something is against them."""

from dataclasses import dataclass

from odin_solver.components import Cell


@dataclass(frozen=True)
class Violation:
    """One breach of a rule.

    Attributes
    ----------
    rule
        Short name of the rule.
    message
        What is wrong, for people; cells are named as on a chess board.
    cells
        The cells concerned.
    board
        Number of the board within the position, from 0; None where it concerns no single board.
    """

    rule: str
    message: str
    cells: tuple[Cell, ...] = ()
    board: int | None = None
