"""Breaches of the rules."""

from dataclasses import dataclass

from odin_solver.components import Cell, Tile
from odin_solver.support.language import say, say_as


def tile_name(tile: Tile) -> str:
    """Return the name of a tile within a sentence."""
    name = say_as("good", tile.name)
    return name[:1].lower() + name[1:]


def refused_kind(tile: Tile) -> str:
    """Return why a board takes no such tile: it is livestock, or of its colour."""
    return say("livestock") if tile.kind == "animal" else say(tile.color)


@dataclass(frozen=True)
class Violation:
    """A breach of a rule.

    Attributes
    ----------
    message
        What is wrong, with cell names as on a chess board.
    board
        Index of the board in the position; None if no single board is concerned.
    """

    rule: str
    message: str
    cells: tuple[Cell, ...] = ()
    board: int | None = None
