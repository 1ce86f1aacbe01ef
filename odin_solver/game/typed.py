"""Moves of the lines that a player types."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from odin_solver.components import BOARDS
from odin_solver.components.cells import cell_names
from odin_solver.components.heard import Names, names_of, tiles_named, together
from odin_solver.errors import InputError
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.moves import Move, parse
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.others import SWAPS, UNSEEN
from odin_solver.game.kernel.play import current, decision, read_move
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.notation.pieces import read_placing
from odin_solver.rules.board_state import Piece
from odin_solver.support.language import mark, say

LEAST_LETTERS = 2
"""A single letter is not an abbreviation."""

_CELL = re.compile(r"[a-z]\d|r\d|f$")


def moves_of(state: State, typed: str) -> list[str]:
    """Return the moves of a typed line as texts.

    Spaces, cards, boards, ships and goods have all their names (`odin_solver.components.heard`);
    verbs may be abbreviated. Lines that place tiles are those of
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
    verb, rest = words[0], " ".join(words[1:])
    if verb.lower() in names_of("space").former:
        names_of("space").one(verb)  # is refused, with the key of today
    if verb == "loot" and rest:
        return [f"loot {'+'.join(names_of('tile').listed(rest))}"]
    if verb not in _NAMED or not rest or "=" in words[1]:
        return [_unabridged(state, words)]
    name, rest = _named(verb, rest).first(rest)
    return [f"{verb} {name} {rest}".rstrip()]


_NAMED: Mapping[str, str] = {
    **dict.fromkeys(("use", "follow", "also"), "space"),
    **dict.fromkeys(("play", "keep", "card", "first"), "card"),
    **dict.fromkeys(("ship", "arm", "exchange", "emigrate"), "ship"),
    **dict.fromkeys(("sale", "forge", "upgrade", "trade", "fill", "take"), "item"),
    "explore": "board",
    "return": "",
}
"""Kinds of the things that stand after verbs."""


def _named(verb: str, rest: str = "") -> Names:
    return names_of(_NAMED[verb] or ("ship" if "=" in rest else "space"))


def read_typed(state: State, typed: str) -> Move | Outcome:
    """Return the only move of a typed line; it may be illegal."""
    moves = moves_of(state, typed)
    if len(moves) != 1:
        raise InputError.said("expected one move, got {n}: {typed}", n=len(moves), typed=typed)
    return read_move(state, moves[0])


def _by_others(state: State, words: Sequence[str]) -> str:
    if len(space := names_of("space").meant(" ".join(words))) == 1:
        return f"use {space[0]}"
    verb, name = words[0], " ".join(words[1:])
    if verb == "take" and name:
        buildings = names_of("board").only(each for each in BOARDS if BOARDS[each].is_building)
        specials = names_of("tile").only({*state.specials, *SWAPS})
        unknown = mark("unknown special tile or building {name!r}")
        return f"take {together(unknown, specials, buildings).one(name)}"
    if verb in ("use", "explore", "play") and name:
        return f"{verb} {_named(verb).one(name)}"
    if verb == "lays" and name:
        return f"{verb} {names_of('tile').one(name)}"
    if verb == "weapon" and name:
        return " ".join((verb, *Counter(names_of("weapon").counts(name)).elements()))
    if verb == "pay" and name:
        paid = names_of("weapon").counts(name)
        return " ".join((verb, *(f"{each}={count}" for each, count in paid.items())))
    if verb == "draw" and name:
        return " ".join((verb, *_cards_in(name)))
    if verb in ("vikings", "strip"):
        return " ".join(words)
    return f"use {names_of('space').one(' '.join(words))}"


def _cards_in(text: str) -> Iterator[str]:
    """Yield the cards that a list names: weapons, occupations, unseen ones."""
    weapons, cards = names_of("weapon"), names_of("card")
    unseen = cards.only((), (UNSEEN, say("occupation")))
    names = together(mark("unknown card {name!r}"), weapons, cards, unseen)
    while text:
        name, text = names.first(text)
        yield name
        text = text.lstrip(" ,;")


def _unabridged(state: State, words: Sequence[str]) -> str:
    """Return the only move of the menu whose verb words abbreviate, else the words themselves."""
    typed = " ".join(words)
    node = decision(state)
    if node is None or not node.lists_all or len(words[0]) < LEAST_LETTERS:
        return typed
    moves = [str(move) for move in (*node.moves(state), *anytime.listed(state, node))]
    found = [move for move in moves if _begins(move.split(), words)]
    return found[0] if len(found) == 1 and typed not in moves else typed


def _begins(move: Sequence[str], words: Sequence[str]) -> bool:
    """Whether words abbreviate the verb of a move, or leave out the number of what it pays."""
    return (
        len(move) == len(words)
        and words[0].isalpha()
        and move[0].startswith(words[0])
        and all(
            whole == word or whole.startswith(f"{word}=")
            for whole, word in zip(move[1:], words[1:], strict=True)
        )
    )


def _outcome(node: Chance, words: Sequence[str]) -> str:
    typed = " ".join(words)
    typed = typed.removeprefix("chance ").removeprefix(f"{node.kind}: ").strip()
    if node.kind == "weapon":
        return names_of("weapon").one(typed)
    return typed.rstrip("abc") if node.kind.endswith("occupation") else typed


def _is_placing(state: State, words: Sequence[str]) -> bool:
    if words[0] == "place":
        return len(words) > 2
    if words[0].endswith(":") and len(words) > 2:
        words = words[1:]  # the board
    return bool(_CELL.match(words[-1]) and tiles_named(words[0], anytime.placeable(state)))


def _placing(state: State, typed: str) -> list[str]:
    boards = [board.board for board in state.boards]
    placing = read_placing(typed, boards, anytime.placeable(state))
    pieces = {at: placing.pieces(boards[at]) for at in placing.boards}
    at = next((at for at in pieces if _fits(state, at, pieces[at])), placing.boards[0])
    name, height = board_names(state)[at], boards[at].height
    cells = [cell_names(piece.cells, height).replace(" ", ",") for piece in pieces[at]]
    return [str(parse(f"place {placing.tile.id} {name} {each}")) for each in cells]


def _fits(state: State, at: int, pieces: Sequence[Piece]) -> bool:
    board, piece = state.boards[at], pieces[0]
    holds = all(map(board.grid.holds, piece.cells))
    return holds and not board.why_not(piece.tile, board.grid.mask(piece.cells))
