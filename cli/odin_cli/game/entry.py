"""Moves of the lines that a player types."""

import re
from collections.abc import Iterable, Mapping, Sequence

from odin_solver.components import BOARDS
from odin_solver.components.cells import cell_names
from odin_solver.components.finding import tiles_named
from odin_solver.components.spaces import SPACES, SPACES_BY_KEY
from odin_solver.errors import InputError
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.moves import Move, parse
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current, decision, read_move
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.notation.pieces import read_placing
from odin_solver.rules.board_state import Piece
from odin_solver.support.language import say

LEAST_LETTERS = 2
"""A single letter is not an abbreviation."""

_CELL = re.compile(r"[a-z]\d|r\d|f$")


def moves_of(state: State, typed: str) -> list[str]:
    """Return the moves of a typed line as texts.

    Spaces may be named by their keys, and spaces, tiles and boards abbreviated if unambiguous.
    Lines that place tiles are those of `odin_solver.notation.pieces`; without a board they mean the
    home board, else one where they are legal. The moves may be illegal.
    """
    words = typed.lower().split()
    if not words:
        return []
    node = current(state)
    if isinstance(node, Chance):
        return [_outcome(node, words)]
    if len(words) == 1 and words[0] in SPACES_BY_KEY and isinstance(node, Turn):
        return [f"use {SPACES_BY_KEY[words[0]].id}"]
    if words[0] == "other" and len(words) > 1:
        return [f"other {_by_others(state, words[1:])}"]
    if _is_placing(state, words):
        return _placing(state, typed)
    if words[0] == "use" and len(words) > 1:
        key = SPACES_BY_KEY.get(words[1])
        return [f"use {key.id if key else _named('_'.join(words[1:]), SPACES)}"]
    if words[0] in ("play", "keep", "card", "first") and len(words) > 1:
        # Cards are printed with the letter of their deck, as in 52a.
        number = words[1].rstrip("abc")
        return [" ".join((words[0], number if number.isdecimal() else words[1], *words[2:]))]
    return [_unabridged(state, words)]


def read_asked(state: State, typed: str) -> Move:
    """Return the one legal move that a typed line means.

    Raises
    ------
    InputError
        If it is not one move, or not legal.
    """
    from odin_solver.planner.asked import checked

    moves = moves_of(state, typed)
    if len(moves) != 1:
        raise InputError(say("expected one move, got {n}: {typed}", n=len(moves), typed=typed))
    return checked(state, read_move(state, moves[0]))


def _by_others(state: State, words: Sequence[str]) -> str:
    """Return the move of others that words mean: a key of a space, or a verb and a name."""
    if len(words) == 1 and words[0] in SPACES_BY_KEY:
        return f"use {SPACES_BY_KEY[words[0]].id}"
    verb, name = words[0], "_".join(words[1:])
    names: Mapping[str, Iterable[str]] = {
        "use": SPACES,
        "explore": (each.board for each in state.exploration),
        "take": (*sorted(state.specials), *(each for each in BOARDS if BOARDS[each].is_building)),
    }
    if verb == "use" and name in SPACES_BY_KEY:
        return f"use {SPACES_BY_KEY[name].id}"
    if verb in names and name:
        return f"{verb} {_named(name, names[verb])}"
    return " ".join(words)


def _unabridged(state: State, words: Sequence[str]) -> str:
    """Return the only move of the menu that the words abbreviate, else the words themselves."""
    typed = " ".join(words)
    node = decision(state)
    if node is None or not node.lists_all or len(words[0]) < LEAST_LETTERS:
        return typed
    moves = [str(move) for move in (*node.moves(state), *anytime.listed(state, node))]
    found = [move for move in moves if _begins(move.split(), words)]
    return found[0] if len(found) == 1 and typed not in moves else typed


def _begins(move: Sequence[str], words: Sequence[str]) -> bool:
    """Whether words abbreviate a move; numbers cannot be abbreviated."""
    return len(move) == len(words) and all(
        whole == word or (word.replace("_", "").isalpha() and whole.startswith(word))
        for whole, word in zip(move, words, strict=True)
    )


def _outcome(node: Chance, words: Sequence[str]) -> str:
    """Read an outcome of chance, also in the form of a log."""
    typed = " ".join(words)
    typed = typed.removeprefix("chance ").removeprefix(f"{node.kind}: ").strip()
    if node.kind == "weapon":
        return typed.replace(" ", "_").replace("-", "_")
    return typed.rstrip("abc") if node.kind.endswith("occupation") else typed


def _is_placing(state: State, words: Sequence[str]) -> bool:
    """Whether a line places a tile, perhaps without the verb."""
    if words[0] == "place":
        return len(words) > 2
    if words[0].endswith(":") and len(words) > 2:
        words = words[1:]  # the board
    return bool(_CELL.match(words[-1]) and tiles_named(words[0], anytime.placeable(state)))


def _placing(state: State, typed: str) -> list[str]:
    """Return the moves of a line on the board that it names, else home or where it is legal."""
    boards = [board.board for board in state.boards]
    placing = read_placing(typed, boards, anytime.placeable(state))
    pieces = {at: placing.pieces(boards[at]) for at in placing.boards}
    at = next((at for at in pieces if _fits(state, at, pieces[at])), placing.boards[0])
    name, height = board_names(state)[at], boards[at].height
    cells = [cell_names(piece.cells, height).replace(" ", ",") for piece in pieces[at]]
    return [str(parse(f"place {placing.tile.id} {name} {each}")) for each in cells]


def _fits(state: State, at: int, pieces: Sequence[Piece]) -> bool:
    """Whether the first of some pieces may lie on a board."""
    board, piece = state.boards[at], pieces[0]
    holds = all(map(board.grid.holds, piece.cells))
    return holds and not board.why_not(piece.tile, board.grid.mask(piece.cells))


def _named(word: str, names: Iterable[str], more: Iterable[str] = ()) -> str:
    """Return the name that a word abbreviates; unknown words are returned as they are."""
    word = word.replace("-", "_")
    for known in (list(names), list(more)):
        if word in known:
            return word
        found = [name for name in known if name.startswith(word)]
        if len(found) == 1:
            return found[0]
        if found:
            names = say(" or ").join(sorted(found)[:6])
            raise InputError(say("{word!r} may be {names}", word=word, names=names))
    return word
