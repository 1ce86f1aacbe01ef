"""Violations of the placing rules: of a piece, a board, a position."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from odin_solver.components import BOARDS, TILES, Board
from odin_solver.components.cells import cell_names
from odin_solver.rules.allowed import is_allowed_on
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import Grid, Mask, grid_of, normalised, orientations
from odin_solver.rules.income import required_cells
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Position, RuleOptions
from odin_solver.rules.touching import touching_violations
from odin_solver.rules.violation import Violation, refused_kind, tile_name
from odin_solver.support.language import mark, say

NEVER_COVERED = mark(", and no piece ever covers it")


def piece_violations(board: Board, piece: Piece) -> list[Violation]:
    """Return the violations of a piece on an otherwise empty board (rules, 1.1, 1.2, 1.7, 1.8)."""
    tile = piece.tile
    if tile.kind == "resource":
        if piece.cells:
            text = say("{tile} belongs in a slot, not on cells", tile=tile_name(tile))
            return [Violation(mark("slots"), text)]
        if tile.id not in dict(board.slots):
            text = say("{board} has no slots for {tile}", board=board.id, tile=tile_name(tile))
            return [Violation("slots", text)]
        return []
    grid = grid_of(board)
    if not is_allowed_on(tile, board):
        text = say("{board} takes no {what}", board=board.id, what=refused_kind(tile))
        return [Violation(mark("colour"), f"{_where(piece, grid)}: {text}", piece.cells)]
    outside = tuple(
        cell for cell in piece.cells if not grid.holds(cell) or not grid.bit(cell) & grid.coverable
    )
    if outside:
        names = cell_names(outside, grid.height)
        text = say("{cells} cannot be covered on {board}", cells=names, board=board.id)
        return [Violation(mark("area"), f"{_where(piece, grid)}: {text}", outside)]
    if not piece.cells or normalised(piece.cells) not in orientations(tile):
        text = say("not the shape of {tile}", tile=tile_name(tile))
        return [Violation(mark("shape"), f"{_where(piece, grid)}: {text}", piece.cells)]
    return []


def _where(piece: Piece, grid: Grid) -> str:
    return say(
        "{tile} at {cells}", tile=tile_name(piece.tile), cells=cell_names(piece.cells, grid.height)
    )


def order_violations(
    grid: Grid, before: Mask, pieces: Sequence[Piece], rules: RuleOptions
) -> list[Violation]:
    """Return the violations of placing pieces in this order (rules, 1.4).

    With ``rules.simultaneous`` all of them may be placed in one step; otherwise one per step.
    """
    covered = before
    whole = before | grid.mask(cell for piece in pieces for cell in piece.cells)
    violations = []
    for number, piece in enumerate(pieces):
        mask = grid.mask(piece.cells)
        covered |= mask
        reached = whole if rules.simultaneous else covered
        missing = required_cells(grid, mask) & ~reached
        if missing:
            advice = _order_advice(grid, covered & ~mask, pieces[number:])
            violations.append(_too_early(grid, piece, missing, advice))
    return violations


def reach_violations(grid: Grid, pieces: Sequence[Piece]) -> list[Violation]:
    """Return why no order places these pieces one by one; nothing if some order does.

    Pieces that only wait for the pieces named are not named themselves.
    """
    order = placing_order(grid, 0, pieces)
    if order.one_at_a_time:
        return []
    masks = [grid.mask(piece.cells) for piece in pieces]
    violations = []
    covered = 0
    for step in order.steps:
        first = step[0]
        missing = required_cells(grid, masks[first]) & ~(covered | masks[first])
        if missing:
            advice = _need_each_other(pieces[i] for i in step)
            violations.append(_too_early(grid, pieces[first], missing, advice))
        for i in step:
            covered |= masks[i]
    for i in order.stuck:
        covered |= masks[i]
    for i in order.stuck:
        missing = required_cells(grid, masks[i]) & ~covered
        if missing:
            violations.append(_too_early(grid, pieces[i], missing, say(NEVER_COVERED)))
    return violations


def _too_early(grid: Grid, piece: Piece, missing: Mask, advice: str) -> Violation:
    cells = grid.cells(missing)
    text = say(
        "{piece} covers income before {cells} is covered{advice}",
        piece=_where(piece, grid),
        cells=cell_names(cells, grid.height),
        advice=advice,
    )
    return Violation(mark("income order"), text, cells)


def _order_advice(grid: Grid, before: Mask, pieces: Sequence[Piece]) -> str:
    """Say why the first of these pieces cannot be placed now, and what would help."""
    order = placing_order(grid, before, pieces)
    if 0 in order.stuck:
        return say(NEVER_COVERED)
    upto = order.steps[: 1 + next(at for at, step in enumerate(order.steps) if 0 in step)]
    group = next((step for step in reversed(upto) if len(step) > 1), None)
    if group is not None:
        return _need_each_other(pieces[i] for i in group)
    return say(": another order of these pieces is legal")


def _need_each_other(pieces: Iterable[Piece]) -> str:
    return say(
        ": {names} need each other first; they could only be placed in one step",
        names=say(" and ").join(tile_name(piece.tile) for piece in pieces),
    )


def board_violations(
    state: BoardState, rules: RuleOptions | None = None, *, in_order: bool = False
) -> list[Violation]:
    """Return the violations of a board; parameters as for `position_violations`."""
    rules = rules or RuleOptions()
    grid = state.grid
    violations = [each for piece in state.pieces for each in piece_violations(state.board, piece)]
    covered = 0
    for piece in state.pieces:
        mask = grid.mask(piece.cells)
        if covered & mask:
            cells = grid.cells(covered & mask)
            text = say("{cells} is covered twice", cells=cell_names(cells, grid.height))
            violations.append(Violation(mark("overlap"), f"{_where(piece, grid)}: {text}", cells))
        covered |= mask
    slots = dict(state.board.slots)
    filled = Counter(piece.tile.id for piece in state.pieces if piece.tile.kind == "resource")
    violations += [
        Violation(
            "slots", say("{n} {tile} in {slots} slots", n=count, tile=name, slots=slots[name])
        )
        for name, count in filled.items()
        if count > slots.get(name, count)
    ]
    violations += touching_violations(state)
    if in_order or rules.simultaneous:
        return violations + order_violations(grid, 0, state.pieces, rules)
    return violations + reach_violations(grid, state.pieces)


def component_violations(position: Position) -> list[Violation]:
    """Return the violations of the number of boards and tiles (rules, 2)."""
    violations = []
    boards = Counter(state.board.id for state in position.boards)
    for name, count in boards.items():
        copies = BOARDS[name].copies if name in BOARDS else count
        if count > copies:
            text = say("{n} times {name}: only {copies} exist", n=count, name=name, copies=copies)
            violations.append(Violation(mark("components"), text))
    letters: dict[str, str] = {}
    for state in position.boards:
        letter = state.board.letter
        if letter and letters.setdefault(letter, state.board.id) != state.board.id:
            violations.append(
                Violation(
                    "components",
                    say(
                        "{one} and {other} are two sides of one board",
                        one=letters[letter],
                        other=state.board.id,
                    ),
                )
            )
    tiles = {name: TILES[name] for name in position.supply if name in TILES}
    tiles |= {piece.tile.id: piece.tile for state in position.boards for piece in state.pieces}
    placed = Counter(piece.tile.id for state in position.boards for piece in state.pieces)
    for name, tile in tiles.items():
        count = placed[name] + position.supply.get(name, 0)
        if tile.copies is not None and count > tile.copies:
            text = say("{n} times {name}: only 1 exists", n=count, name=name)
            violations.append(Violation("components", text))
    return violations


def position_violations(position: Position, *, in_order: bool = False) -> list[Violation]:
    """Return the violations of a position; none if it is legal.

    Parameters
    ----------
    position
        The position. Its pieces may be listed in any order if they can be placed in some order.
    in_order
        Whether the order in which they are listed has to be legal itself.
    """
    violations = component_violations(position)
    for number, state in enumerate(position.boards):
        violations += [
            replace(each, board=number)
            for each in board_violations(state, position.rules, in_order=in_order)
        ]
    return violations
