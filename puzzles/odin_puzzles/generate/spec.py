"""What kind of puzzle is wanted, and whether there can be one."""

import re
from dataclasses import dataclass

from odin_puzzles.kinds import KINDS
from odin_puzzles.puzzle import KindName
from odin_solver.components import BOARDS, Board
from odin_solver.errors import InputError

SMALL = "small"
"""Stands for a small board that is drawn at random."""

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
"""The board of every kind if none is asked for."""


@dataclass(frozen=True)
class Spec:
    """What kind of puzzle is wanted.

    Attributes
    ----------
    kind
        The kind of puzzle.
    board
        Name of a board or building, ``home-N`` for the lower left N x N cells of the home board,
        ``small`` for a board drawn at random, or ``table`` for a banquet.
    difficulty
        From 1 to 5; any if it is None.
    minimal
        Whether nothing may be left that could be dropped without the solution ceasing to be
        unique: no tile on the board from the start, and none in the supply that is not needed.
    """

    kind: KindName
    board: str
    difficulty: int | None = None
    minimal: bool = False


def spec_of(
    kind: str, board: str | None = None, difficulty: int | None = None, minimal: bool = False
) -> Spec:
    """Check what is wanted.

    Raises
    ------
    InputError
        If kind or board are unknown, the difficulty is not 1 to 5, or the kind is impossible on
        the board.
    """
    if kind not in KINDS:
        raise InputError(f"kind: expected one of {', '.join(KINDS)}, got {kind!r}")
    name = DEFAULT_BOARDS[kind] if board is None else board.strip().lower()
    if difficulty is not None and not 1 <= difficulty <= 5:
        raise InputError(f"difficulty: expected 1 to 5, got {difficulty}")
    known = boards_for(kind)
    if name not in known:
        everywhere = {each for other in KINDS for each in boards_for(other)} | set(BOARDS)
        what = "is impossible on" if name in everywhere else "knows no board"
        raise InputError(f"board: {kind} {what} {name!r}, expected one of {', '.join(known)}")
    return Spec(kind, name, difficulty, minimal)


def boards_for(kind: KindName) -> tuple[str, ...]:
    """The names of the boards on which there are puzzles of a kind."""
    if kind == "banquet":
        return (TABLE,)
    printed = [name for name, board in BOARDS.items() if _possible(kind, board)]
    corners = [f"home-{n}" for n in range(LEAST_CORNER, MOST_CORNER + 1)]
    return (SMALL, *(corners if kind in ("fill", "order") else ()), *printed)


def corner_of(board: str) -> int | None:
    """The side of the square that ``home-N`` names; None for every other board."""
    found = re.fullmatch(r"home-(\d+)", board)
    return int(found[1]) if found else None


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
