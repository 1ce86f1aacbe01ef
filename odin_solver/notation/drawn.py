"""Boards drawn as text, in which letters stand for tiles.

A row has a word for each cell: the two letters of a tile (``odin tiles`` lists them), a letter of
one's own that ``letters`` explains, or the mark of an open cell. Neighbours of the same word belong
to one tile; where two tiles of a kind touch, one is written otherwise, such as ``OI`` for ``Oi``.
"""

from collections.abc import Iterator, Mapping, Sequence

from odin_solver.components import TILES, Board, Cell, Tile, tile
from odin_solver.components.signs import SIGNS
from odin_solver.errors import InputError
from odin_solver.notation.pieces import NO_TILES
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.order import placing_order
from odin_solver.rules.pieces import checked_piece

OPEN = frozenset(".-=IB#~")
"""Marks of cells without a tile, as on maps of boards; all mean the same."""

_BY_SIGN = {SIGNS[name].lower(): kind for name, kind in TILES.items() if kind.cells}


def drawn_pieces(
    drawn: str | Sequence[str],
    letters: Mapping[str, str],
    on: Board,
    own: Mapping[str, Tile] = NO_TILES,
) -> list[Piece]:
    """Read the pieces of a drawing, in a legal placing order if there is one.

    Parameters
    ----------
    drawn
        The rows, the top one first. Without spaces each character is a cell.
    letters
        Names of tiles by what stands for them.
    own
        Tiles of one's own, whose ids stand for them.

    Raises
    ------
    InputError
        If the rows do not fit the board, a word is unknown, or neighbours of one word are no tile.
    """
    kinds = {**own, **{word: own.get(name) or tile(name) for word, name in letters.items()}}
    lines = drawn.strip("\n").split("\n") if isinstance(drawn, str) else list(drawn)
    if len(lines) != on.height:
        raise InputError.said(
            "expected {expected} rows, got {got}", expected=on.height, got=len(lines)
        )
    spaced = on.width == 1 or any(len(line.split()) > 1 for line in lines)
    cells: dict[Cell, str] = {}
    for y, line in enumerate(lines):
        words = line.split() if spaced else list(line.strip())
        if len(words) != on.width:
            raise InputError.said(
                "row {row}: expected {expected} cells, got {got}",
                row=y + 1,
                expected=on.width,
                got=len(words),
            )
        for x, word in enumerate(words):
            if word in kinds or word not in OPEN:
                cells[x, y] = word
                if _kind(word, kinds) is None:
                    raise InputError.said(
                        "row {row}: expected the two letters of a tile, a letter of 'letters' "
                        "or '.', got {got!r}",
                        row=y + 1,
                        got=word,
                    )
    pieces = list(_pieces(cells, kinds, on))
    order = placing_order(grid_of(on), 0, pieces)
    return [pieces[at] for step in (*order.steps, order.stuck) for at in step]


def drawing(state: BoardState) -> str | None:
    """Return a board drawn with the two letters of its tiles; None if it cannot be drawn.

    Layouts that cannot be drawn are illegal, or more than four tiles of one kind touch each other.
    """
    board = state.board
    words = {(x, y): mark for y, row in enumerate(board.rows) for x, mark in enumerate(row)}
    pieces = [piece for piece in state.pieces if piece.cells]
    covered: dict[Cell, str] = {}
    for piece in pieces:
        sign = SIGNS.get(piece.tile.id, piece.tile.id[:2])
        near = {covered[cell] for cell in _around(piece.cells) if cell in covered}
        spellings = (sign, sign.upper(), sign.lower(), sign.swapcase())
        free = (each for each in spellings if piece.tile.area == 1 or each not in near)
        covered |= dict.fromkeys(piece.cells, next(free, ""))
    if not covered.keys() <= words.keys():
        return None
    words |= covered
    text = "\n".join(
        " ".join(f"{words[x, y]:>2}" for x in range(board.width)) for y in range(board.height)
    )
    try:
        drawn = drawn_pieces(text, {}, board)
    except InputError:
        return None
    return text if sorted(drawn, key=_key) == sorted(pieces, key=_key) else None


def _kind(word: str, kinds: Mapping[str, Tile]) -> Tile | None:
    return kinds.get(word) or _BY_SIGN.get(word.lower())


def _pieces(cells: Mapping[Cell, str], kinds: Mapping[str, Tile], on: Board) -> Iterator[Piece]:
    left = dict(cells)
    while left:
        first, word = next(iter(left.items()))
        kind = _kind(word, kinds)
        assert kind is not None
        group = [first]
        del left[first]
        if kind.area > 1:
            for cell in group:
                for near in _around([cell]):
                    if left.get(near) == word:
                        group.append(near)
                        del left[near]
        try:
            yield checked_piece(kind, group)
        except InputError as error:
            if len(group) <= kind.area:
                raise
            raise InputError.said(
                "{error}; tiles that touch need different words, such as {word} and {other}",
                error=error,
                word=word,
                other=word.swapcase(),
            ) from None


def _around(cells: Sequence[Cell]) -> Iterator[Cell]:
    for x, y in cells:
        yield from ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))


def _key(piece: Piece) -> tuple[str, tuple[Cell, ...]]:
    return piece.tile.id, piece.cells
