"""A position: the boards and the supply of a player."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple

from odin_solver.components import TILES, Cell, Tile
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.support.display import Displayed

GameLength = Literal["long", "short"]

ROUNDS: Mapping[GameLength, int] = MappingProxyType({"long": 7, "short": 6})
"""Number of rounds by length of the game (rules, 3)."""


class Placement(NamedTuple):
    """A piece on one of the boards of a position: index of the board, and the piece."""

    board: int
    piece: Piece

    @property
    def tile(self) -> Tile:
        """The kind of tile."""
        return self.piece.tile

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The covered cells."""
        return self.piece.cells


@dataclass(frozen=True)
class RuleOptions:
    """Readings of the rules where the rulebooks are silent.

    Attributes
    ----------
    simultaneous
        Whether several tiles may be placed in one step and so cover income cells together
        (rules, 1.4). By default a step is one tile.
    """

    simultaneous: bool = False


@dataclass(frozen=True)
class ObjectiveChoice:
    """The objective stored with a position: a preset and weights."""

    preset: str | None = None
    weights: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True)
class Position(Displayed):
    """A player's boards and supply.

    Attributes
    ----------
    boards
        Boards and buildings with their pieces.
    supply
        Number of each tile still to be placed, by tile id.
    game, round
        Length of the game and current round, from 1; None if the round is not known.
    banquet
        Free cells of the table at this round's feast; None for those of the round, without
        emigrated ships.
    title
        A line of text.
    rules
        Readings of the rules.
    objective
        Default objective; the caller may override it.
    tiles
        Tiles of one's own by id.
    """

    boards: tuple[BoardState, ...] = ()
    supply: Mapping[str, int] = field(default_factory=dict)
    game: GameLength = "long"
    round: int | None = None
    banquet: int | None = None
    title: str = ""
    rules: RuleOptions = RuleOptions()
    objective: ObjectiveChoice = ObjectiveChoice()
    tiles: Mapping[str, Tile] = field(default_factory=dict)

    @property
    def kinds(self) -> Mapping[str, Tile]:
        """All tiles by id, printed ones first."""
        return {**TILES, **self.tiles} if self.tiles else TILES

    def __repr__(self) -> str:
        placed = sum(len(state.pieces) for state in self.boards)
        return (
            f"<Position{f' {self.title!r}' if self.title else ''}: "
            f"{', '.join(state.board.id for state in self.boards) or 'no boards'}; "
            f"{placed} placed, {sum(self.supply.values())} in the supply; "
            f"{self.when}>"
        )

    @property
    def rounds_left(self) -> int:
        """Rounds still to be played, the current one included; all if it is not known."""
        return ROUNDS[self.game] - (self.round or 1) + 1

    @property
    def when(self) -> str:
        """The round in words; the length of the game if it is not known."""
        length = ROUNDS[self.game]
        return f"round {self.round} of {length}" if self.round else f"{self.game} game"


def new_placements(before: Position, after: Position) -> list[Placement]:
    """Return the new pieces of a layout, board by board in their order."""
    return [
        Placement(at, piece)
        for at, (old, new) in enumerate(zip(before.boards, after.boards, strict=True))
        for piece in new.pieces[len(old.pieces) :]
    ]
