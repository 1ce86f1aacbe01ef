"""Specifications of puzzles to generate, from what a user names."""

from collections.abc import Mapping
from typing import Any

from odin_puzzles.grading.difficulty import LEAST
from odin_puzzles.kinds import GAME_OF, KINDS, feast_kind_named, kind_named
from odin_puzzles.kinds.base import ODIN, OWN
from odin_puzzles.puzzle import Spec
from odin_solver.components import BOARDS, Tile
from odin_solver.components.heard import names_of
from odin_solver.errors import InputError
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.order import in_legal_order
from odin_solver.rules.position import Position
from odin_solver.support.language import mark, say

ATTEMPTS = 1_000_000
"""Attempts of one seed: they are numbered from seed * ATTEMPTS."""

OF_OWN_TILES = ("fill", "order")
"""Kinds that can be made of tiles of one's own, or with pieces that lie on a board of one's own."""

MOST_CELLS, MOST_TILES = 400, 60
"""Open cells of a board of one's own, and tiles beside it: each step proves uniqueness."""

EXPECTED = {
    "order": mark("a board with income cells"),
    "income": mark("a board with one income diagonal"),
    "bonus": mark("a board with a bonus"),
    "best": mark("a board with negative points or income"),
}
"""What kinds expect that cannot be made on every board of one's own."""


def spec_of(
    kind: str,
    board: str | None = None,
    difficulty: int | None = None,
    minimal: bool = False,
    own: Position | None = None,
    **aims: Any,
) -> Spec:
    """Build a valid specification; the default board depends on the kind.

    The aims are `pieces`, `cells`, `symmetric` and `needs`, see `odin_puzzles.puzzle.Spec`.

    The tiles in the supply of `own` take the place of all printed ones, and its board that of the
    default board.

    Raises
    ------
    InputError
        If kind or board are unknown, the kind cannot have the difficulty or what else is wanted,
        it is impossible on the board or with those tiles, or these are too large for a proof.
    """
    kind = kind.strip().lower()
    InputError.unless_among("kind", kind, GAME_OF)
    made, game = kind_named(kind), GAME_OF[kind]
    place = (difficulty == 5 and made.hardest_place) or made.place
    is_own = board is None and own is not None and bool(own.boards)
    name = OWN if is_own else place if board is None else board.strip().lower()
    if game != ODIN:
        about = {"kind": kind, "game": game.capitalize()}
        if name != place:
            raise InputError.said("board: {kind} is a puzzle of {game} and has no boards", **about)
        if minimal:
            raise InputError.said("minimal: {kind} is a puzzle of {game} and has no clues", **about)
    if difficulty is not None:
        InputError.unless_within("difficulty", difficulty, 1, 5)
        if difficulty not in made.difficulties:
            raise InputError.said(
                "difficulty: {kind} has none of {n}, expected {least} to {most}: {why}",
                kind=kind,
                n=difficulty,
                least=made.difficulties[0],
                most=made.difficulties[-1],
                why=say(made.why),
            )
    _check_aims(kind, difficulty, aims)
    if own is not None and is_own and not feast_kind_named(kind).at_table:
        start = _own_board(kind, own)
        return Spec(kind, name, difficulty, minimal, _own_tiles(kind, own), start, **aims)
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
    return Spec(kind, name, difficulty, minimal, _own_tiles(kind, own), **aims)


def _check_aims(kind: str, difficulty: int | None, aims: Mapping[str, Any]) -> None:
    """Refuse what no puzzle of a kind can have."""
    needs = aims.get("needs")
    if needs:
        InputError.unless_among("needs", needs, LEAST)
        if (difficulty or 5) < LEAST[needs]:
            raise InputError.said(
                "needs: {technique} makes difficulty {n} at least", technique=needs, n=LEAST[needs]
            )
    of_boards = GAME_OF[kind] == ODIN and not feast_kind_named(kind).at_table
    if any(aims.values()) and not of_boards:
        raise InputError.said(
            "{kind}: no tiles are laid on boards, so that only a difficulty can be wanted",
            kind=kind,
        )


def _own_tiles(kind: str, own: Position | None) -> tuple[tuple[Tile, int], ...]:
    if own is None or (own.boards and not own.supply):
        return ()
    if kind not in OF_OWN_TILES:
        known = ", ".join(OF_OWN_TILES)
        raise InputError.said(
            "tiles: only for the kinds {names}, got {kind}", names=known, kind=kind
        )
    kinds = {name: own.kinds[name] for name in own.supply}
    tiles = tuple(
        (tile, own.supply[name])
        for name, tile in kinds.items()
        if name in own.tiles or tile.area > 1
    )
    if not tiles and not own.boards:
        raise InputError.said("expected a board, or a supply with tiles")
    _refuse_more("tiles", sum(n for _, n in tiles), MOST_TILES)
    return tiles


def _own_board(kind: str, own: Position) -> BoardState:
    if len(own.boards) > 1:
        raise InputError.said("boards: expected one board, got {n}", n=len(own.boards))
    if violations := position_violations(own):
        message = violations[0].message
        raise InputError.said(
            "{name}: the position is not legal: {message}", name="board", message=message
        )
    (state,) = in_legal_order(own).boards
    open_cells = (state.grid.coverable & ~state.covered).bit_count()
    if not open_cells:
        raise InputError.said("board: expected open cells, got none")
    _refuse_more("board", open_cells, MOST_CELLS)
    if not feast_kind_named(kind).possible(state.board):
        raise InputError.said("board: {kind} expects {what}", kind=kind, what=say(EXPECTED[kind]))
    if state.pieces and kind not in OF_OWN_TILES:
        raise InputError.said(
            "board: only the kinds {names} can begin with tiles on it, got {kind}",
            names=", ".join(OF_OWN_TILES),
            kind=kind,
        )
    return state


def _refuse_more(field: str, got: int, most: int) -> None:
    if got > most:
        raise InputError.said(
            "{field}: a puzzle has at most {most} (each has to be proven unique), got {got}",
            field=field,
            most=most,
            got=got,
        )
