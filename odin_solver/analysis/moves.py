"""Assessment of a move: its legality, its loss, and the best answer."""

import re
from dataclasses import dataclass, replace

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.components.cells import cell_names
from odin_solver.errors import InputError
from odin_solver.notation.labels import board_labels
from odin_solver.notation.pieces import parse_piece
from odin_solver.placement.solution import Solution
from odin_solver.rules.board_state import Piece
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position
from odin_solver.rules.violation import Violation

MANY_CELLS = 12
"""Maximum number of cells that a sentence names; more are only counted."""


@dataclass(frozen=True)
class MoveResult:
    """Assessment of a move.

    Attributes
    ----------
    board, piece
        Board number and piece.
    violations
        Rules that it breaks.
    answer
        Best placement after it; None if it is not legal.
    loss
        Loss against the best placement; None if it is not legal.
    height
        Number of rows of the board.
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
    still = f"{many} cells are" if many > 1 else "a cell is"
    named = f": {cell_names(violation.cells, height)}" if many <= MANY_CELLS else ""
    return f"{result.piece.tile.id} would cover income while {still} open at its lower left{named}"


def parse_move(position: Position, text: str) -> Placement:
    """Read a move: ``robe a1:c3``, or ``iceland: oil a1:a2`` with the id or name of the board.

    Boards of one kind are numbered: ``stone_house 2: mead b2:b3``. Without a board the piece goes
    to the only board where it is legal.

    Raises
    ------
    InputError
        If the move cannot be read, the tile is not in the supply, or the board is ambiguous.
    """
    head, colon, tail = text.partition(": ")
    if not text.strip():
        raise InputError("move: expected a tile and its cells, such as 'robe a1:c3', got nothing")
    if not position.boards:
        raise InputError("move: the position has no boards")
    boards = _boards_named(position, head) if colon else range(len(position.boards))
    words = tail if colon else text
    moves: list[Placement] = []
    problem: InputError | None = None
    for at in boards:
        try:
            moves.append(Placement(at, parse_piece(words, position.boards[at].board)))
        except InputError as error:
            problem = error
    if not moves:
        raise InputError(f"move: {problem}")
    name = moves[0].piece.tile.id
    if not position.supply.get(name):
        raise InputError(f"move: no {name} in the supply")
    if len(moves) == 1:
        return moves[0]
    legal = [move for move in moves if not _violations(position, *move)]
    if not legal:
        return moves[0]
    if all(position.boards[at] == position.boards[legal[0].board] for at, _ in legal):
        return legal[0]
    names = " or ".join(repr(_board_key(position, at)) for at, _ in legal)
    example = f"{_board_key(position, 0)}: {text}"
    raise InputError(f"move: ambiguous board, expected {names} before it: {example!r}")


def _board_key(position: Position, at: int) -> str:
    """Return how a move names a board."""
    name = position.boards[at].board.id
    same = [n for n, state in enumerate(position.boards) if state.board.id == name]
    return f"{name} {same.index(at) + 1}" if len(same) > 1 else name


def _boards_named(position: Position, text: str) -> list[int]:
    wanted = re.sub(r"[\s_]+", " ", text.strip().lower())
    numbers = range(len(position.boards))
    keys = {at: _board_key(position, at).replace("_", " ") for at in numbers}
    labels = board_labels(position)
    named = [at for at in numbers if wanted in (keys[at], labels[at].lower())]
    named = named or [
        at for at in numbers if wanted == position.boards[at].board.id.replace("_", " ")
    ]
    if not named:
        known = ", ".join(_board_key(position, at) for at in numbers)
        raise InputError(f"move: no board {text.strip()!r} here, expected one of {known}")
    return named


def after_move(position: Position, board: int, piece: Piece) -> Position:
    """Return the position with a piece placed, legal or not."""
    boards = list(position.boards)
    boards[board] = replace(boards[board], pieces=(*boards[board].pieces, piece))
    supply = {name: n - (name == piece.tile.id) for name, n in position.supply.items()}
    return replace(
        position, boards=tuple(boards), supply={name: n for name, n in supply.items() if n > 0}
    )


def _violations(position: Position, board: int, piece: Piece) -> list[Violation]:
    return position_violations(after_move(position, board, piece))


def assess_move(analyst: Analyst, board: int, piece: Piece) -> MoveResult:
    """Return whether a move is legal, and if so, its loss and the best answer.

    No answer exceeds the best placement. If that has the piece in its place, the loss is 0 without
    a search.
    """
    position = analyst.position
    violations = _violations(position, board, piece)
    height = position.boards[board].board.height
    if violations:
        return MoveResult(board, piece, tuple(violations), None, None, height)
    after = after_move(position, board, piece)
    # Income and bonuses are those of the whole layout; what the piece covers was gained before.
    shift = [
        one - two
        for one, two in zip(
            analyst.values(position, after), analyst.values(after, after), strict=True
        )
    ]
    bounds = analyst.proven_values
    answer = analyst.solve(
        "the best answer to the move",
        after,
        start=analyst.start_for(after),
        bounds=[v - s for v, s in zip(bounds, shift, strict=False)],
    )
    loss = loss_of(analyst.best, answer, shift)
    return MoveResult(board, piece, (), answer, loss, height)
