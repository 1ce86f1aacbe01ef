"""What an editor of positions shows, and its commands: an immutable value without a screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from odin_solver.components import Board, Cell, Tile
from odin_solver.editing import changes
from odin_solver.editing.changes import ChangeRefused, described
from odin_solver.editing.finding import entry
from odin_solver.editing.ghost import Ghost, ghost_of, ghost_of_piece, places
from odin_solver.names.printed import plain_name
from odin_solver.notation.labels import board_labels
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position
from odin_solver.rules.violation import Violation
from odin_solver.support.language import mark, say, say_as, say_number


@dataclass(frozen=True)
class Step:
    """A change."""

    description: str
    before: Position
    after: Position
    board: int


@dataclass(frozen=True)
class History:
    """Changes of a position.

    Attributes
    ----------
    present
        The position now.
    saved
        The position as it is in its file.
    done, undone
        Changes that can be undone and redone, the next one last.
    """

    present: Position
    saved: Position
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the position differs from its file."""
        return self.present != self.saved

    def with_change(self, description: str, after: Position, board: int) -> "History":
        """Add a change; what was undone cannot be redone any more."""
        step = Step(description, self.present, after, board)
        return History(after, self.saved, (*self.done, step))

    def undo(self) -> "History":
        """Take the last change back."""
        step = self.done[-1]
        return History(step.before, self.saved, self.done[:-1], (*self.undone, step))

    def redo(self) -> "History":
        """Make the change again that was undone last."""
        step = self.undone[-1]
        return History(step.after, self.saved, (*self.done, step), self.undone[:-1])


@dataclass(frozen=True)
class GhostVerdict:
    """Whether the tile in hand may lie where it is held.

    Attributes
    ----------
    text
        The answer in words.
    refused
        Whether it cannot be laid at all.
    waits
        Whether income cells before it are still open, so that the layout is not legal yet.
    cells
        The cells that are the reason.
    """

    text: str
    refused: bool = False
    waits: bool = False
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Editor:
    """A position being edited; every command returns another editor.

    Commands that cannot be carried out raise `odin_solver.editing.changes.ChangeRefused`.

    Attributes
    ----------
    board
        Number of the board shown.
    ghost
        Tile in hand, if any.
    from_box
        Whether tiles are taken from the box even if the supply has them.
    """

    history: History
    board: int = 0
    cursor: Cell = (0, 0)
    ghost: Ghost | None = None
    from_box: bool = False

    @classmethod
    def of(cls, position: Position, saved: Position | None = None) -> "Editor":
        """Begin with a position; `saved` is that of its file, by default the same."""
        return cls(History(position, position if saved is None else saved), board=-1).show(0)

    # --- what is shown ---------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position now."""
        return self.history.present

    @property
    def state(self) -> BoardState | None:
        """The board shown; None if there is no board."""
        boards = self.position.boards
        return boards[self.board] if boards else None

    @property
    def piece(self) -> int | None:
        """Number of the piece under the cursor, or else of the last one in a slot."""
        if self.state is None:
            return None
        slots = [number for number, piece in enumerate(self.state.pieces) if not piece.cells]
        at = changes.piece_at(self.state, self.cursor)
        return slots[-1] if at is None and slots else at

    @cached_property
    def violations(self) -> list[Violation]:
        """The rules that the position breaks."""
        return position_violations(self.position)

    @cached_property
    def verdict(self) -> GhostVerdict | None:
        """Whether the tile in hand may lie here; None with empty hands."""
        if self.ghost is None or self.state is None:
            return None
        piece = self.ghost.piece
        reason = changes.why_refused(self.position, self.board, piece, from_box=self.from_box)
        what = described(self.state, piece)
        clashes = changes.clashes(self.state, piece)
        if reason is not None:
            return GhostVerdict(f"{what}: {reason}", refused=True, cells=clashes)
        later = changes.why_not_now(self.state, piece)
        if later is not None and not self.position.rules.simultaneous:
            return GhostVerdict(f"{what}: {later}", waits=True, cells=clashes)
        return GhostVerdict(f"{what}: {self.source(piece.tile)}")

    def source(self, tile: Tile) -> str:
        """Return where a tile to be laid comes from."""
        count = 0 if self.from_box else self.position.supply.get(tile.id, 0)
        return say("from the supply ({n})", n=count) if count else say("from the box")

    # --- the board shown, the cursor, the hand ---------------------------------------------------

    def show(self, at: int) -> "Editor":
        """Show a board; numbers beyond the last one begin again."""
        boards = self.position.boards
        if not boards:
            return self._settled()
        at %= len(boards)
        lower_left = 0, boards[at].board.height - 1
        cursor = self.cursor if at == self.board else lower_left
        return replace(self, board=at, cursor=cursor)._settled()

    def take(self, tile: Tile) -> "Editor":
        """Take a tile in hand, over the cursor or the nearest place where it may lie."""
        if self.state is None:
            raise ChangeRefused.said("no board to lay it on: add one first")
        taken = replace(self, ghost=ghost_of(tile).over(self.cursor))._settled()
        printed = taken.ghost
        assert printed is not None
        legal = places(self.state, tile)
        if not legal or printed in legal:
            return taken

        def distance(ghost: Ghost) -> tuple[bool, int]:
            (x, y), (i, j) = ghost.middle, self.cursor
            return ghost.shape != printed.shape, abs(x - i) + abs(y - j)

        return replace(self, ghost=min(legal, key=distance))._settled()

    def drop(self) -> "Editor":
        """Empty the hand."""
        return replace(self, ghost=None)

    def move(self, dx: int, dy: int) -> "Editor":
        """Move the tile in hand, or the cursor."""
        if self.ghost is None:
            return replace(self, cursor=(self.cursor[0] + dx, self.cursor[1] + dy))._settled()
        return replace(self, ghost=self.ghost.moved(dx, dy))._settled()

    def point(self, cell: Cell) -> "Editor":
        """Move the tile in hand, or the cursor, to a cell."""
        if self.ghost is None:
            return replace(self, cursor=cell)._settled()
        return replace(self, ghost=self.ghost.over(cell))._settled()

    def turn(self) -> "Editor":
        """Turn the tile in hand."""
        return self._with_ghost(Ghost.turned)

    def flip(self) -> "Editor":
        """Turn the tile in hand over."""
        return self._with_ghost(Ghost.flipped)

    def next_place(self, step: int = 1) -> "Editor":
        """Move the tile in hand to the next place where it may lie, or the one before it."""
        if self.ghost is None or self.state is None:
            return self
        legal = places(self.state, self.ghost.tile)
        if not legal:
            raise ChangeRefused.said(
                "no place on this board is legal for {tile}", tile=plain_name(self.ghost.tile.id)
            )
        now = legal.index(self.ghost) if self.ghost in legal else (-1 if step > 0 else 0)
        return replace(self, ghost=legal[(now + step) % len(legal)])._settled()

    def toggle_box(self) -> "Editor":
        """Take tiles from the box only, or from the supply first."""
        return replace(self, from_box=not self.from_box)

    # --- changes of the position -----------------------------------------------------------------

    def lay(self, keep: bool = False) -> "Editor":
        """Lay the tile in hand; `keep` keeps another one in hand."""
        if self.ghost is None:
            return self
        after = self.lay_pieces([self.ghost.piece])
        return replace(after, ghost=self.ghost if keep else None)

    def lay_pieces(self, pieces: Sequence[Piece]) -> "Editor":
        """Lay pieces of one kind on the board shown."""
        if self.state is None:
            raise ChangeRefused.said("no board to lay it on: add one first")
        after = self.position
        for piece in pieces:
            after = changes.with_piece(after, self.board, piece, from_box=self.from_box)
        what = _with_more(described(self.state, pieces[0]), len(pieces) - 1)
        source = self.source(pieces[0].tile)
        return self._changed(say("{piece} laid, {source}", piece=what, source=source), after)

    def lift(self, number: int | None = None, *, take: bool = False) -> "Editor":
        """Lift a piece (by default that under the cursor) into the supply; `take` holds it."""
        number = self.piece if number is None else number
        if self.state is None or number is None:
            raise ChangeRefused.said("no piece lies here")
        piece = self.state.pieces[number]
        after = changes.without_piece(self.position, self.board, number)
        what = described(self.state, piece)
        lifted = self._changed(say("{piece} lifted into the supply", piece=what), after)
        return replace(lifted, ghost=ghost_of_piece(piece) if take else None)

    def add_count(self, tile: Tile, more: int) -> "Editor":
        """Change the number of a tile in the supply; it does not fall below 0."""
        return self.set_count(tile, max(0, self.position.supply.get(tile.id, 0) + more))

    def set_count(self, tile: Tile, count: int) -> "Editor":
        """Set the number of a tile in the supply."""
        after = changes.with_count(self.position, tile, count)
        what = say("{n} {tile} in the supply", n=count, tile=plain_name(tile.id))
        return self._changed(what, after)

    def add_board(self, board: Board) -> "Editor":
        """Add a board and show it."""
        what = say("{board} added", board=say_as("board", board.name))
        after = self._changed(what, changes.with_board(self.position, board))
        return after.show(len(after.position.boards) - 1)

    def remove_board(self, at: int) -> "Editor":
        """Remove a board with the pieces on it."""
        pieces, label = len(self.position.boards[at].pieces), board_labels(self.position)[at]
        description = say("{board} removed", board=label)
        if pieces:
            description = say_number(
                "{board} removed with {n} piece",
                "{board} removed with {n} pieces",
                pieces,
                board=label,
            )
        after = self._changed(description, changes.without_board(self.position, at))
        return after.show(max(0, self.board - (self.board >= at)))

    def set_facts(self, after: Position) -> "Editor":
        """Set title, round, rules or objective: see `odin_solver.editing.changes.with_facts`."""
        before = self.position
        names = (mark("title"), mark("game"), mark("round"), mark("rules"), mark("objective"))
        changed = [say(name) for name in names if getattr(after, name) != getattr(before, name)]
        return self._changed(say("{names} changed", names=", ".join(changed)), after)

    def accept(self, placements: Sequence[Placement]) -> "Editor":
        """Lay pieces from the supply."""
        if not placements:
            return self
        after = changes.with_pieces(self.position, placements)
        first = placements[0]
        piece = described(self.position.boards[first.board], first.piece)
        what = say("{piece} laid, from the supply", piece=_with_more(piece, len(placements) - 1))
        return self._changed(what, after).show(first.board)

    def enter(self, typed: str) -> "Editor":
        """Carry out a typed line: take a tile, set its count, or lay it on cells."""
        board = None if self.state is None else self.state.board
        found = entry(typed, board, self.position.tiles)
        if found is None:
            raise ChangeRefused.said("no tile matches {name!r}", name=typed.strip())
        if found.count is not None:
            return self.set_count(found.tile, found.count)
        if not found.pieces:
            return self.take(found.tile)
        return self.lay_pieces(found.pieces)

    def undo(self) -> "Editor":
        """Take the last change back."""
        if not self.history.done:
            raise ChangeRefused.said("nothing to undo")
        return self._at(self.history.undo(), self.history.done[-1])

    def redo(self) -> "Editor":
        """Make the change again that was undone last."""
        if not self.history.undone:
            raise ChangeRefused.said("nothing to redo")
        return self._at(self.history.redo(), self.history.undone[-1])

    def marked_saved(self) -> "Editor":
        """Note that the file holds the present position."""
        return replace(self, history=replace(self.history, saved=self.position))

    # --- helpers ---------------------------------------------------------------------------------

    def _changed(self, description: str, after: Position) -> "Editor":
        if after == self.position:
            return self
        history = self.history.with_change(description, after, self.board)
        shown = min(self.board, max(0, len(after.boards) - 1))
        return replace(self, history=history, board=shown)._settled()

    def _at(self, history: History, step: Step) -> "Editor":
        return replace(self, history=history, ghost=None).show(
            min(step.board, max(0, len(history.present.boards) - 1))
        )

    def _with_ghost(self, change: Callable[[Ghost], Ghost]) -> "Editor":
        return self if self.ghost is None else replace(self, ghost=change(self.ghost))._settled()

    def _settled(self) -> "Editor":
        if self.state is None:
            return replace(self, board=0, cursor=(0, 0), ghost=None)
        board = self.state.board
        x, y = self.cursor
        cursor = max(0, min(x, board.width - 1)), max(0, min(y, board.height - 1))
        ghost = None if self.ghost is None else self.ghost.within(board)
        if ghost is not None and ghost.cells:
            cursor = ghost.middle
        return replace(self, cursor=cursor, ghost=ghost)


def _with_more(piece: str, more: int) -> str:
    return say("{piece} and {n} more", piece=piece, n=more) if more else piece
