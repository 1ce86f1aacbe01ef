"""A position: the boards and the supply of a player."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec

from odin_solver.components import TILES, Cell, Tile, board, tile
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.errors import InputError
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.pieces import pieces_at
from odin_solver.support.display import Displayed
from odin_solver.support.language import say
from odin_solver.support.text import shortened

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


class RuleOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    rules: RuleOptions = field(default_factory=RuleOptions)
    objective: ObjectiveChoice = ObjectiveChoice()
    tiles: Mapping[str, Tile] = field(default_factory=dict)

    @property
    def kinds(self) -> Mapping[str, Tile]:
        """All tiles by id, printed ones first."""
        return {**TILES, **self.tiles} if self.tiles else TILES

    def __repr__(self) -> str:
        placed = sum(len(state.pieces) for state in self.boards)
        return (
            f"<Position{f' {shortened(self.title)!r}' if self.title else ''}: "
            f"{shortened(', '.join(state.board.id for state in self.boards) or 'no boards', 100)}; "
            f"{placed} placed, {sum(self.supply.values())} in the supply; "
            f"{self.when}>"
        )

    @staticmethod
    def build(
        *,
        game: GameLength = "long",
        round: int | None = None,
        banquet: int | None = None,
        title: str = "",
    ) -> "PositionBuilder":
        """Begin a position in code; the arguments are attributes of it.

        >>> Position.build(round=6).board("home").place("robe", "a1:c3").supply(oil=2, silver=4)
        PositionBuilder(<Position: home; 1 placed, 6 in the supply; round 6 of 7>)

        Raises
        ------
        InputError
            If the round or the feast does not exist.
        """
        InputError.unless_among("game", game, ROUNDS)
        for what, number, least, most in (
            ("round", round, 1, ROUNDS[game]),
            ("banquet", banquet, 0, BANQUET_TABLE.cells),
        ):
            if number is not None:
                InputError.unless_within(what, number, least, most)
        return PositionBuilder(Position(game=game, round=round, banquet=banquet, title=title))

    def laid(self, placements: Iterable[Placement]) -> "Position":
        """Return the position with pieces of its supply on its boards, in the given order.

        Nothing is checked: tiles that the supply lacks have negative counts in it.
        """
        lying = [list(state.pieces) for state in self.boards]
        supply = Counter(self.supply)
        for at, piece in placements:
            lying[at].append(piece)
            supply[piece.tile.id] -= 1
        pairs = zip(self.boards, lying, strict=True)
        return replace(
            self,
            boards=tuple(replace(state, pieces=tuple(pieces)) for state, pieces in pairs),
            supply={name: count for name, count in supply.items() if count},
        )

    @property
    def rounds_left(self) -> int:
        """Rounds still to be played, the current one included; all if it is not known."""
        return ROUNDS[self.game] - (self.round or 1) + 1

    @property
    def when(self) -> str:
        """The round in words; the length of the game if it is not known."""
        if self.round:
            return say("round {n} of {last}", n=self.round, last=ROUNDS[self.game])
        return say("short game") if self.game == "short" else say("long game")


class PositionBuilder:
    """A position in the making; each method returns a new one. `solve` takes it as it is."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def __repr__(self) -> str:
        return f"PositionBuilder({self._position!r})"

    def position(self) -> Position:
        """Return the position so far."""
        return self._position

    def board(self, name: str) -> "PositionBuilder":
        """Add a board or building, by id or name."""
        boards = (*self._position.boards, BoardState(board(name)))
        return PositionBuilder(replace(self._position, boards=boards))

    def place(self, name: str, cells: str = "") -> "PositionBuilder":
        """Place a tile on the last board.

        Whether it may lie there is checked together with all others, by `solve`.

        Parameters
        ----------
        name
            The tile, by id or name.
        cells
            Its cells as in files: ``a1:c3``, ``a1 a2 b2``, or the lower left corner with a turn
            such as ``a1 r1``. None for wood and stone in a slot.

        Raises
        ------
        InputError
            If there is no board, or no such tile, or these are not its cells.
        """
        if not self._position.boards:
            raise InputError.said(
                "place: expected a board first, such as {example}", example='build().board("home")'
            )
        *others, last = self._position.boards
        pieces = pieces_at(tile(name), cells.replace(",", " ").split(), last.board)
        boards = (*others, BoardState(last.board, (*last.pieces, *pieces)))
        return PositionBuilder(replace(self._position, boards=boards))

    def supply(self, **counts: int) -> "PositionBuilder":
        """Set how many of each tile the supply holds, by id or name.

        Raises
        ------
        InputError
            If a tile is unknown, or a number negative or not whole.
        """
        supply = dict(self._position.supply)
        for name, count in counts.items():
            if type(count) is not int or count < 0:
                raise InputError.said(
                    "supply: {name}: expected a whole number from 0, got {value}",
                    name=name,
                    value=repr(count),
                )
            supply[tile(name).id] = count
        left = {name: count for name, count in supply.items() if count}
        return PositionBuilder(replace(self._position, supply=left))


def new_placements(before: Position, after: Position) -> list[Placement]:
    """Return the new pieces of a layout, board by board in their order."""
    return [
        Placement(at, piece)
        for at, (old, new) in enumerate(zip(before.boards, after.boards, strict=True))
        for piece in new.pieces[len(old.pieces) :]
    ]
