"""Moves of the lines that a player types."""

from collections.abc import Iterable, Sequence

from odin_solver.components import BOARDS, TILES
from odin_solver.components.signs import SIGNS
from odin_solver.components.spaces import SPACES
from odin_solver.errors import InputError
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.moves import Place, parse
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current, decision
from odin_solver.game.kernel.state import State
from odin_solver.rules.geometry import grid_of

LEAST_LETTERS = 2
"""A single letter is not an abbreviation."""


def moves_of(state: State, typed: str) -> list[str]:
    """Return the moves of a typed line as texts.

    Spaces, tiles and boards may be abbreviated if unambiguous; ``place`` without a board means the
    home board; several cells of silver or ore are as many moves. The moves may be illegal.

    Parameters
    ----------
    state
        The game.
    typed
        What was typed.

    Raises
    ------
    InputError
        If a name is ambiguous.
    """
    words = typed.lower().split()
    if not words:
        return []
    node = current(state)
    if isinstance(node, Chance):
        return [_outcome(node, words)]
    if words[0] == "place" and len(words) > 2:
        return _placing(state, words[1:])
    if words[0] == "use" and len(words) > 1:
        return [f"use {_named('_'.join(words[1:]), SPACES)}"]
    if words[0] in ("play", "keep", "card", "first") and len(words) > 1:
        # Cards are printed with the letter of their deck, as in 52a.
        number = words[1].rstrip("abc")
        return [" ".join((words[0], number if number.isdecimal() else words[1], *words[2:]))]
    return [_unabridged(state, words)]


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
    said = " ".join(words)
    said = said.removeprefix("chance ").removeprefix(f"{node.kind}: ").strip()
    if node.kind == "weapon":
        return said.replace(" ", "_").replace("-", "_")
    return said.rstrip("abc") if node.kind.endswith("occupation") else said


def _placing(state: State, words: Sequence[str]) -> list[str]:
    signs = {sign.lower(): name for name, sign in SIGNS.items()}
    here = anytime.placeable(state)
    tile = signs[words[0]] if signs.get(words[0]) in here else _named(words[0], here, TILES)
    names = board_names(state)
    board, cells = words[1], words[2:]
    if not any(name.startswith(board) for name in names) and any(map(str.isdigit, board)):
        board, cells = names[0], words[1:]
    board = _named(board, names)
    single = tile in TILES and TILES[tile].area == 1
    parts = ",".join(cells).split(",") if single else [",".join(cells)]
    return [move for part in parts for move in _pieces(tile, board, part, single)]


def _pieces(tile: str, board: str, cells: str, single: bool) -> list[str]:
    """Return the move that covers some cells, or one for each of them."""
    move = parse(f"place {tile} {board} {cells}")
    if not isinstance(move, Place):
        return [str(move)]  # the game says what is wrong
    if not single:
        return [str(Place(tile, board, move.cells))]
    area = grid_of(BOARDS[move.board_id])
    return [str(Place(tile, board, area.bit(cell))) for cell in area.cells(move.cells)]


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
            raise InputError(f"{word!r} may be {' or '.join(sorted(found)[:6])}")
    return word
