"""Moves of the lines that a player types."""

import re
from collections.abc import Mapping, Sequence

from odin_solver.components import BOARDS
from odin_solver.components.cells import cell_names
from odin_solver.components.heard import Names, names_of, tiles_named, together
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.moves import parse
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.notation.pieces import read_placing
from odin_solver.rules.board_state import Piece
from odin_solver.support.language import mark

LEAST_LETTERS = 2
"""A single letter is not an abbreviation."""

_CELL = re.compile(r"[a-z]\d|r\d|f$")


def moves_of(state: State, typed: str) -> list[str]:
    """Return the moves of a typed line as texts.

    Spaces, cards, boards, ships and goods have all their names (`odin_solver.components.heard`);
    words of the menu may be abbreviated. Lines that place tiles are those of
    `odin_solver.notation.pieces`; without a board they mean the home board, else one where they are
    legal. The moves may be illegal.
    """
    words = typed.lower().split()
    if not words:
        return []
    node = current(state)
    if isinstance(node, Chance):
        return [_outcome(node, words)]
    if isinstance(node, Turn) and len(space := names_of("space").meant(typed.strip())) == 1:
        return [f"use {space[0]}"]
    if words[0] == "other" and len(words) > 1:
        return [f"other {_by_others(state, words[1:])}"]
    if _is_placing(state, words):
        return _placing(state, typed)
    typed = _unabridged(state, words)
    verb, _, rest = typed.partition(" ")
    if verb not in _NAMED or not rest or "=" in rest.split()[0]:
        return [typed]
    name, rest = _named(verb).first(rest)
    return [f"{verb} {name} {rest}".rstrip()]


_NAMED: Mapping[str, str] = {
    **dict.fromkeys(("use", "follow", "also"), "space"),
    **dict.fromkeys(("play", "keep", "card", "first"), "card"),
    **dict.fromkeys(("ship", "arm", "exchange", "emigrate"), "ship"),
    **dict.fromkeys(("sale", "forge", "upgrade", "trade", "fill", "take"), "item"),
    "explore": "board",
}
"""Kinds of the things that stand after verbs."""


def _named(verb: str) -> Names:
    return names_of(_NAMED[verb])


def _by_others(state: State, words: Sequence[str]) -> str:
    """Return the move of others that words mean: a space, or a verb and a name."""
    verb, name = words[0], " ".join(words[1:])
    if verb == "take" and name:
        buildings = names_of("board").only(each for each in BOARDS if BOARDS[each].is_building)
        specials = names_of("tile").only(state.specials)
        unknown = mark("unknown special tile or building {name!r}")
        return f"take {together(unknown, specials, buildings).one(name)}"
    if verb in ("use", "explore") and name:
        return f"{verb} {_named(verb).one(name)}"
    if verb == "vikings":
        return " ".join(words)
    return f"use {names_of('space').one(' '.join(words))}"


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
        return names_of("weapon").one(typed)
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
