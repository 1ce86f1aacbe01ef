"""A move: whether it is legal, what it loses, and the best that can follow it."""

import re
from dataclasses import dataclass, replace

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.analysis.starts import Placed
from odin_solver.components.cells import cell_names
from odin_solver.errors import InputError
from odin_solver.notation.positions import parse_piece
from odin_solver.notation.reports import board_labels
from odin_solver.placement.solution import Solution
from odin_solver.rules.board_state import Piece
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.rules.violation import Violation

MANY_CELLS = 12
"""More cells than this are counted, not named."""


@dataclass(frozen=True)
class MoveResult:
    """What a move comes to.

    Attributes
    ----------
    board, piece
        The piece and the number of the board on which it is laid.
    violations
        Why it is not legal; nothing if it is.
    answer
        The best layout after it; None if it is not legal.
    loss
        What is lost against the best layout without it; None if it is not legal.
    height
        Rows of the board, which its cells are counted from.
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
    """Why a move is not legal, for people who could still lay other tiles first."""
    if violation.rule != "income order":
        return violation.message
    height = result.height
    many = len(violation.cells)
    still = f"{many} cells are" if many > 1 else "a cell is"
    named = f": {cell_names(violation.cells, height)}" if many <= MANY_CELLS else ""
    return f"{result.piece.tile.id} would cover income while {still} open at its lower left{named}"


def parse_move(position: Position, text: str) -> Placed:
    """Read a move: ``robe a1:c3``, with the board before it where there are several.

    The board is named by its id or name, with its number among its like: ``iceland: oil a1:a2``,
    ``stone_house 2: mead b2:b3``. Without it the piece goes to the board where it is legal, if
    there is just one.

    Raises
    ------
    InputError
        If the text is no move, the tile is not in the supply, or the board is not clear.
    """
    head, colon, tail = text.partition(": ")
    if not text.strip():
        raise InputError("move: expected a tile and its cells, such as 'robe a1:c3', got nothing")
    if not position.boards:
        raise InputError("move: the position has no boards")
    boards = _boards_called(position, head) if colon else range(len(position.boards))
    words = tail if colon else text
    moves: list[Placed] = []
    problem: InputError | None = None
    for at in boards:
        try:
            moves.append((at, parse_piece(words, position.boards[at].board)))
        except InputError as error:
            problem = error
    if not moves:
        raise InputError(f"move: {problem}")
    name = moves[0][1].tile.id
    if not position.supply.get(name):
        raise InputError(f"move: no {name} in the supply")
    if len(moves) == 1:
        return moves[0]
    legal = [move for move in moves if not _violations(position, *move)]
    if not legal:
        return moves[0]
    if all(position.boards[at] == position.boards[legal[0][0]] for at, _ in legal):
        return legal[0]
    names = " or ".join(repr(_call(position, at)) for at, _ in legal)
    raise InputError(f"move: on which board? Put {names} before it: '{_call(position, 0)}: {text}'")


def _call(position: Position, at: int) -> str:
    """How a board is called in a move."""
    name = position.boards[at].board.id
    same = [n for n, state in enumerate(position.boards) if state.board.id == name]
    return f"{name} {same.index(at) + 1}" if len(same) > 1 else name


def _boards_called(position: Position, text: str) -> list[int]:
    wanted = re.sub(r"[\s_]+", " ", text.strip().lower())
    numbers = range(len(position.boards))
    calls = {at: _call(position, at).replace("_", " ") for at in numbers}
    labels = board_labels(position)
    found = [at for at in numbers if wanted in (calls[at], labels[at].lower())]
    if not found:
        found = [at for at in numbers if wanted == position.boards[at].board.id.replace("_", " ")]
    if not found:
        known = ", ".join(_call(position, at) for at in numbers)
        raise InputError(f"move: no board {text.strip()!r} here, expected one of {known}")
    return found


def after_move(position: Position, board: int, piece: Piece) -> Position:
    """The position with a piece laid, whether or not that is legal."""
    boards = list(position.boards)
    boards[board] = replace(boards[board], pieces=(*boards[board].pieces, piece))
    supply = {name: n - (name == piece.tile.id) for name, n in position.supply.items()}
    return replace(
        position, boards=tuple(boards), supply={name: n for name, n in supply.items() if n > 0}
    )


def _violations(position: Position, board: int, piece: Piece) -> list[Violation]:
    return position_violations(after_move(position, board, piece))


def assess_move(analyst: Analyst, board: int, piece: Piece) -> MoveResult:
    """Say whether a move is legal, and if so, what it loses and what should follow.

    Nothing that can follow the move exceeds the best without it. A best line that has the piece
    in its place loses nothing, without any search.
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
