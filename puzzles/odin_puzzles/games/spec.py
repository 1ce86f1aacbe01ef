"""Specification of a puzzle of another game to generate."""

from dataclasses import dataclass

from odin_puzzles.games.kinds import GAMES
from odin_solver.errors import InputError


@dataclass(frozen=True)
class GameSpec:
    """Specification of a puzzle of another game.

    Attributes
    ----------
    kind
        The kind of puzzle.
    board
        Name of its game.
    difficulty
        From 1 to 5; None for any.
    minimal
        Always false: these puzzles have no clues.
    """

    kind: str
    board: str
    difficulty: int | None = None
    minimal: bool = False


def game_spec_of(
    kind: str, board: str | None = None, difficulty: int | None = None, minimal: bool = False
) -> GameSpec | None:
    """Build a valid specification; None if the kind belongs to A Feast for Odin, or is unknown.

    Raises
    ------
    InputError
        If the difficulty is not 1 to 5, or the kind has no such option.
    """
    kind = kind.strip().lower()
    if kind not in GAMES:
        return None
    game = GAMES[kind]
    if board not in (None, game):
        raise InputError(f"board: {kind} is a puzzle of {game.capitalize()} and has no boards")
    if minimal:
        raise InputError(f"minimal: {kind} is a puzzle of {game.capitalize()} and has no clues")
    if difficulty is not None and not 1 <= difficulty <= 5:
        raise InputError(f"difficulty: expected 1 to 5, got {difficulty}")
    return GameSpec(kind, game, difficulty)
