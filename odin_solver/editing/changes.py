"""Changes of a position; one that the rules forbid is refused with the reason."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from odin_solver.components import TILES, Board, Cell, Tile
from odin_solver.components.cells import cell_names
from odin_solver.errors import OdinError
from odin_solver.names.printed import plain_name
from odin_solver.notation.own_tiles import MAX_TILES, clash
from odin_solver.notation.pieces import piece_text
from odin_solver.notation.positions import MAX_COUNT
from odin_solver.rules import layout
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import ROUNDS, GameLength, Placement, Position, RuleOptions

NAMED_CELLS = 5
"""Cells that a reason names at most."""


class ChangeRefused(OdinError):
    """A change that cannot be made; the message says why."""


def with_board(position: Position, board: Board) -> Position:
    """Add an empty board."""
    return _checked(position, replace(position, boards=(*position.boards, BoardState(board))))


def without_board(position: Position, at: int) -> Position:
    """Remove a board with the pieces on it."""
    return replace(position, boards=position.boards[:at] + position.boards[at + 1 :])


def with_count(position: Position, tile: Tile, count: int) -> Position:
    """Set the number of a tile in the supply."""
    ChangeRefused.unless_within(plain_name(tile.id), count, 0, MAX_COUNT)
    supply = +Counter({**position.supply, tile.id: count})
    return _checked(position, replace(position, supply=dict(supply)))


def with_supply(position: Position, supply: Mapping[str, int]) -> Position:
    """Replace the supply.

    Raises
    ------
    ChangeRefused
        If it has more than `MAX_COUNT` of a tile, or more than there are.
    """
    after = replace(position, supply={})
    for name, count in supply.items():
        after = with_count(after, TILES[name], count)
    return after


def with_own_tile(position: Position, tile: Tile) -> Position:
    """Add a tile of one's own, and one of it to the supply."""
    if (names := clash([*position.tiles, tile.id])) or tile.id in position.tiles:
        name = names[0] if names else tile.id
        raise ChangeRefused.said("{tile}: there is a tile {name} already", tile=tile.id, name=name)
    if len(position.tiles) >= MAX_TILES:
        raise ChangeRefused.said("expected at most {most} tiles of one's own", most=MAX_TILES)
    after = replace(position, tiles={**position.tiles, tile.id: tile})
    return with_count(after, tile, 1)


def with_facts(
    position: Position,
    *,
    title: str | None = None,
    game: GameLength | None = None,
    round: int | None = None,
    simultaneous: bool | None = None,
    objective: str | None = None,
) -> Position:
    """Set what a position has besides boards and supply; None keeps it.

    An empty objective and a round of 0 are not stored. Another objective drops the weights.
    """
    after = position
    if title is not None:
        if not title.isprintable():
            raise ChangeRefused.said("title: expected one line without control characters")
        after = replace(after, title=title)
    if game is not None:
        after = replace(after, game=game)
        if after.round is not None:
            after = replace(after, round=min(after.round, ROUNDS[game]))
    if round is not None:
        if round:
            ChangeRefused.unless_within("round", round, 1, ROUNDS[after.game])
        after = replace(after, round=round or None)
    if simultaneous is not None:
        after = replace(after, rules=RuleOptions(simultaneous=simultaneous))
    if objective is not None and (objective or None) != after.objective.preset:
        after = replace(after, objective=type(after.objective)(objective or None))
    return after


def why_refused(position: Position, at: int, piece: Piece, *, from_box: bool = False) -> str | None:
    """Return why a piece cannot be laid even in another order; None if it can."""
    state = position.boards[at]
    if not state.fits(piece):
        return why_not_now(state, piece)
    try:
        _laid(position, at, piece, from_box)
    except ChangeRefused as refusal:
        return str(refusal)
    return None


def why_not_now(state: BoardState, piece: Piece) -> str | None:
    """Return why a piece is illegal now, with the cells concerned; None if it is legal."""
    reason = state.why_not(piece.tile, state.grid.mask(piece.cells))
    cells = clashes(state, piece)
    if reason is None or not cells or cells == piece.cells:
        return reason
    names = cell_names(cells[:NAMED_CELLS], state.grid.height)
    return f"{reason}: {names}" + " ..." * (len(cells) > NAMED_CELLS)


def clashes(state: BoardState, piece: Piece) -> tuple[Cell, ...]:
    """Return the cells for which the rules refuse a piece, or want them covered before it."""
    for cells in _clashes(state, piece):
        return tuple(cell for cell in cells if cell not in piece.cells) or cells
    return ()


def _clashes(state: BoardState, piece: Piece) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each violation that a piece adds; the costly ones come last."""
    for wrong in layout.piece_violations(state.board, piece):
        yield wrong.cells
    grid = state.grid
    mask = grid.mask(piece.cells)
    if mask & state.covered:
        yield grid.cells(mask & state.covered)
    if piece.tile.color in colors_kept_apart(state.board):
        beside = grid.edge_neighbours(mask)
        for other in state.pieces:
            if other.tile.color == piece.tile.color and beside & grid.mask(other.cells):
                yield other.cells + piece.cells
    known = {each.cells for each in layout.reach_violations(grid, state.pieces)}
    for late in layout.reach_violations(grid, (*state.pieces, piece)):
        if late.cells not in known:
            yield late.cells


def with_piece(position: Position, at: int, piece: Piece, *, from_box: bool = False) -> Position:
    """Lay a piece from the supply, or from the box if the supply has none or `from_box` is set.

    The income order is not demanded, as pieces that lie on a table are entered in any order:
    the pieces of a board are put into a legal order as soon as there is one.
    """
    reason = why_refused(position, at, piece, from_box=from_box)
    if reason is not None:
        raise ChangeRefused(reason)
    return _laid(position, at, piece, from_box)


def without_piece(
    position: Position, at: int, number: int, *, into_supply: bool = True
) -> Position:
    """Lift a piece from a board into the supply, or into the box."""
    state = position.boards[at]
    piece = state.pieces[number]
    left = replace(state, pieces=state.pieces[:number] + state.pieces[number + 1 :])
    supply = dict(position.supply)
    if into_supply and supply.get(piece.tile.id, 0) < MAX_COUNT:
        supply[piece.tile.id] = supply.get(piece.tile.id, 0) + 1
    return in_order(replace(position, supply=supply), at, left)


def with_pieces(position: Position, placements: Sequence[Placement]) -> Position:
    """Lay several pieces from the supply, in their order."""
    for at, piece in placements:
        if not position.supply.get(piece.tile.id):
            name = plain_name(piece.tile.id)
            raise ChangeRefused.said("no {tile} is left in the supply", tile=name)
        position = with_piece(position, at, piece)
    return position


def piece_at(state: BoardState, cell: Cell) -> int | None:
    """Return the number of the uppermost piece on a cell."""
    numbers = [number for number, piece in enumerate(state.pieces) if cell in piece.cells]
    return numbers[-1] if numbers else None


def described(state: BoardState, piece: Piece) -> str:
    """Return a piece in the short notation, with the tile's plain name."""
    words = piece_text(piece, state.board).removeprefix(piece.tile.id)
    return f"{plain_name(piece.tile.id)}{words}"


def _laid(position: Position, at: int, piece: Piece, from_box: bool) -> Position:
    supply = Counter(position.supply)
    supply[piece.tile.id] -= not from_box
    state = position.boards[at]
    more = replace(state, pieces=(*state.pieces, piece))
    return _checked(position, in_order(replace(position, supply=dict(+supply)), at, more))


def in_order(position: Position, at: int, state: BoardState) -> Position:
    """Replace a board, its pieces in a legal order if there is one."""
    if layout.order_violations(state.grid, 0, state.pieces, position.rules):
        order = placing_order(state.grid, 0, state.pieces)
        if not order.stuck:
            pieces = tuple(state.pieces[i] for step in order.steps for i in step)
            state = replace(state, pieces=pieces)
    boards = (*position.boards[:at], state, *position.boards[at + 1 :])
    return replace(position, boards=boards)


def _checked(before: Position, after: Position) -> Position:
    known = layout.component_violations(before)
    for violation in layout.component_violations(after):
        if violation not in known:
            raise ChangeRefused(violation.message)
    return after
