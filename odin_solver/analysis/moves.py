"""Assessment of a move: its legality, its loss, and the best answer."""

from dataclasses import dataclass

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.components.cells import cell_names
from odin_solver.errors import InputError
from odin_solver.notation.pieces import board_keys, read_placing
from odin_solver.placement.solution import Solution
from odin_solver.rules.board_state import Piece
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position
from odin_solver.rules.violation import Violation, tile_name
from odin_solver.support.display import Brief
from odin_solver.support.language import say, say_number

MANY_CELLS = 12
"""Maximum number of cells that a sentence names; more are only counted."""


@dataclass(frozen=True, repr=False)
class MoveResult(Brief):
    """Assessment of a move.

    Attributes
    ----------
    violations
        Rules that it breaks.
    answer
        Best placement after it; None if it is not legal.
    loss
        Loss against the best placement; None if it is not legal.
    """

    board: int
    piece: Piece
    violations: tuple[Violation, ...]
    answer: Solution | None
    loss: Loss | None
    height: int

    @property
    def legal(self) -> bool:
        """Whether the rules allow the move."""
        return not self.violations


def reason(result: MoveResult, violation: Violation) -> str:
    """Return why a move is not legal, given that other tiles could still be placed first."""
    if violation.rule != "income order":
        return violation.message
    height = result.height
    many = len(violation.cells)
    text = say_number(
        "{tile} would cover income while a cell is open at its lower left",
        "{tile} would cover income while {n} cells are open at its lower left",
        many,
        tile=tile_name(result.piece.tile),
    )
    return f"{text}: {cell_names(violation.cells, height)}" if many <= MANY_CELLS else text


def parse_move(position: Position, text: str) -> Placement:
    """Read a move such as ``robe a1:c3`` or ``place oil iceland a1:a2``.

    `odin_solver.notation.pieces` describes the notation. Without a board the piece goes to the only
    board where it is legal.

    Raises
    ------
    InputError
        If the move cannot be read, the tile is not in the supply, or the board is ambiguous.
    """
    if not position.boards:
        raise InputError.said("move: the position has no boards")
    boards = [state.board for state in position.boards]
    try:
        placing = read_placing(text, boards, position.supply, position.tiles)
        pieces = [(at, placing.pieces(boards[at])) for at in placing.boards]
    except InputError as error:
        raise InputError.said("{field}: {problem}", field="move", problem=error) from None
    if len(pieces[0][1]) > 1:
        raise InputError.said("move: expected one tile, got {n}", n=len(pieces[0][1]))
    moves = [Placement(at, piece) for at, (piece,) in pieces]
    name = moves[0].piece.tile.id
    if not position.supply.get(name):
        raise InputError.said("move: no {tile} in the supply", tile=name)
    if len(moves) == 1:
        return moves[0]
    legal = [move for move in moves if not position_violations(position.laid([move]))]
    if not legal:
        return moves[0]
    if all(position.boards[at] == position.boards[legal[0].board] for at, _ in legal):
        return legal[0]
    keys = board_keys(boards)
    raise InputError.said(
        "move: ambiguous board, expected {names} before it: {example}",
        names=say(" or ").join(repr(keys[at]) for at, _ in legal),
        example=repr(f"{keys[0]}: {text}"),
    )


def assess_move(analyst: Analyst, board: int, piece: Piece) -> MoveResult:
    """Return whether a move is legal, and if so, its loss and the best answer.

    No answer exceeds the best placement. If that has the piece in its place, the loss is 0 without
    a search.
    """
    position = analyst.position
    after = position.laid([Placement(board, piece)])
    violations = position_violations(after)
    height = position.boards[board].board.height
    if violations:
        return MoveResult(board, piece, tuple(violations), None, None, height)
    # Income and bonuses are those of the whole layout; what the piece covers was gained before.
    shift = [
        one - two
        for one, two in zip(
            analyst.values(position, after), analyst.values(after, after), strict=True
        )
    ]
    bounds = analyst.proven_values
    answer = analyst.solve(
        say("the best answer to the move"),
        after,
        start=analyst.start_for(after),
        bounds=[v - s for v, s in zip(bounds, shift, strict=False)],
    )
    loss = loss_of(analyst.best, answer, shift)
    return MoveResult(board, piece, (), answer, loss, height)
