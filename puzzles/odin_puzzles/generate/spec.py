"""Specification of a puzzle to generate."""

import re
from dataclasses import dataclass

from odin_puzzles.games.kinds import GAMES
from odin_puzzles.kinds import KINDS
from odin_puzzles.puzzle import KindName
from odin_solver.components import BOARDS, Board
from odin_solver.components.finding import candidates
from odin_solver.errors import InputError

SMALL = "small"
"""Name of a small random board."""

TABLE = "table"
"""The banquet table: the only "board" of the kind ``banquet``."""

LEAST_CORNER, MOST_CORNER = 4, 8
"""Sides of the squares in the lower left of the home board: ``home-4`` to ``home-8``."""

DEFAULT_BOARDS: dict[KindName, str] = {
    "fill": "home-7",
    "income": "home",
    "bonus": "home",
    "best": SMALL,
    "order": "home-6",
    "banquet": TABLE,
}
"""The default board of every kind."""


@dataclass(frozen=True)
class Spec:
    """Specification of a puzzle.

    Attributes
    ----------
    kind
        The kind of puzzle.
    board
        Name of a board or building, ``home-N`` for the lower left N x N cells of the home board,
        ``small`` for a random board, or ``table`` for a banquet.
    difficulty
        From 1 to 5; None for any.
    minimal
        Whether to drop every clue and every unused tile without which the solution stays unique.
    """

    kind: KindName
    board: str
    difficulty: int | None = None
    minimal: bool = False


def spec_of(
    kind: str, board: str | None = None, difficulty: int | None = None, minimal: bool = False
) -> Spec:
    """Build a valid specification; the default board depends on the kind.

    Raises
    ------
    InputError
        If kind or board are unknown, the difficulty is not 1 to 5, or the kind is impossible on
        the board.
    """
    kind = kind.strip().lower()
    if kind not in KINDS:
        raise InputError(f"kind: expected one of {', '.join((*KINDS, *GAMES))}, got {kind!r}")
    name = DEFAULT_BOARDS[kind] if board is None else board.strip().lower()
    if difficulty is not None and not 1 <= difficulty <= 5:
        raise InputError(f"difficulty: expected 1 to 5, got {difficulty}")
    known = boards_for(kind)
    printed = {each: (BOARDS[each].name,) if each in BOARDS else () for each in known}
    meant = candidates(name, printed)
    name = meant[0] if len(meant) == 1 else name
    if name not in known:
        everywhere = {each for other in KINDS for each in boards_for(other)} | set(BOARDS)
        what = "is impossible on" if name in everywhere else "knows no board"
        raise InputError(f"board: {kind} {what} {name!r}, expected one of {', '.join(known)}")
    return Spec(kind, name, difficulty, minimal)


def boards_for(kind: KindName) -> tuple[str, ...]:
    """Return the names of the boards that a kind supports."""
    if kind == "banquet":
        return (TABLE,)
    printed = [name for name, board in BOARDS.items() if _possible(kind, board)]
    corners = [f"home-{n}" for n in range(LEAST_CORNER, MOST_CORNER + 1)]
    return (SMALL, *(corners if kind in ("fill", "order") else ()), *printed)


def corner_of(board: str) -> int | None:
    """Return the side N of ``home-N``; None for other boards."""
    match = re.fullmatch(r"home-(\d{1,9})", board)
    return int(match[1]) if match else None


def _possible(kind: KindName, board: Board) -> bool:
    if not board.rows:
        return False
    if kind == "order":
        return bool(board.income)
    if kind == "income":
        return len(board.income) == 1
    if kind == "bonus":
        return bool(board.bonuses)
    return True
