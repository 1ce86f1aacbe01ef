"""Specifications of puzzles to generate, from what a user names."""

from odin_puzzles.kinds import GAME_OF, KINDS, kind_named
from odin_puzzles.kinds.base import ODIN
from odin_puzzles.puzzle import Spec
from odin_solver.components import BOARDS
from odin_solver.components.finding import candidates
from odin_solver.errors import InputError
from odin_solver.support.language import say


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
    if kind not in GAME_OF:
        raise InputError(
            say(
                "{field}: expected one of {names}, got {got!r}",
                field="kind",
                names=", ".join(GAME_OF),
                got=kind,
            )
        )
    place, game = kind_named(kind).place, GAME_OF[kind]
    name = place if board is None else board.strip().lower()
    if game != ODIN:
        about = {"kind": kind, "game": game.capitalize()}
        if name != place:
            raise InputError(say("board: {kind} is a puzzle of {game} and has no boards", **about))
        if minimal:
            raise InputError(say("minimal: {kind} is a puzzle of {game} and has no clues", **about))
    if difficulty is not None and not 1 <= difficulty <= 5:
        raise InputError(
            say(
                "{field}: expected {least} to {most}, got {got}",
                field="difficulty",
                least=1,
                most=5,
                got=difficulty,
            )
        )
    known = boards_for(kind)
    printed = {each: (BOARDS[each].name,) if each in BOARDS else () for each in known}
    meant = candidates(name, printed)
    name = meant[0] if len(meant) == 1 else name
    if name not in known:
        everywhere = {each for other in KINDS for each in boards_for(other)} | set(BOARDS)
        about = {"kind": kind, "name": name, "names": ", ".join(known)}
        raise InputError(
            say("board: {kind} is impossible on {name!r}, expected one of {names}", **about)
            if name in everywhere
            else say("board: {kind} knows no board {name!r}, expected one of {names}", **about)
        )
    return Spec(kind, name, difficulty, minimal)


def boards_for(kind: str) -> tuple[str, ...]:
    """Return the names of the boards that a kind supports."""
    return kind_named(kind).boards()
