"""Specifications of puzzles to generate, from what a user names."""

from odin_puzzles.kinds import GAME_OF, KINDS, kind_named
from odin_puzzles.kinds.base import ODIN
from odin_puzzles.puzzle import Spec
from odin_solver.components import BOARDS, Tile
from odin_solver.components.heard import names_of
from odin_solver.errors import InputError
from odin_solver.rules.position import Position
from odin_solver.support.language import say

OF_OWN_TILES = ("fill", "order")
"""Kinds that can be made of tiles of one's own."""


def spec_of(
    kind: str,
    board: str | None = None,
    difficulty: int | None = None,
    minimal: bool = False,
    own: Position | None = None,
) -> Spec:
    """Build a valid specification; the default board depends on the kind.

    The tiles of one's own in the supply of `own` take the place of printed ones.

    Raises
    ------
    InputError
        If kind or board are unknown, the difficulty is not 1 to 5, the kind is impossible on
        the board, or there are no tiles of one's own for it.
    """
    kind = kind.strip().lower()
    if kind not in GAME_OF:
        raise InputError.said(
            "{field}: expected one of {names}, got {got!r}",
            field="kind",
            names=", ".join(GAME_OF),
            got=kind,
        )
    made, game = kind_named(kind), GAME_OF[kind]
    place = made.place
    name = place if board is None else board.strip().lower()
    if game != ODIN:
        about = {"kind": kind, "game": game.capitalize()}
        if name != place:
            raise InputError.said("board: {kind} is a puzzle of {game} and has no boards", **about)
        if minimal:
            raise InputError.said("minimal: {kind} is a puzzle of {game} and has no clues", **about)
    if difficulty is not None and not 1 <= difficulty <= 5:
        raise InputError.said(
            "{field}: expected {least} to {most}, got {got}",
            field="difficulty",
            least=1,
            most=5,
            got=difficulty,
        )
    known = made.boards()
    meant = names_of("board").meant(name)
    name = meant[0] if len(meant) == 1 else name
    if name not in known:
        everywhere = {each for other in KINDS for each in kind_named(other).boards()} | set(BOARDS)
        about = {"kind": kind, "name": name, "names": ", ".join(known)}
        raise InputError(
            say("board: {kind} is impossible on {name!r}, expected one of {names}", **about)
            if name in everywhere
            else say("board: {kind} knows no board {name!r}, expected one of {names}", **about)
        )
    return Spec(kind, name, difficulty, minimal, _own_tiles(kind, own))


def _own_tiles(kind: str, own: Position | None) -> tuple[tuple[Tile, int], ...]:
    if own is None:
        return ()
    if kind not in OF_OWN_TILES:
        known = ", ".join(OF_OWN_TILES)
        raise InputError.said(
            "tiles: only for the kinds {names}, got {kind}", names=known, kind=kind
        )
    tiles = tuple((own.tiles[name], n) for name, n in own.supply.items() if name in own.tiles)
    if not tiles:
        raise InputError.said("tiles: expected a supply with tiles of one's own")
    return tiles
