"""Random small boards, buildings, pieces, supplies and positions for Hypothesis.

All sizes are parameters with small defaults. Boards have sea (``~``), parts of the picture
(``#``), plain and negative cells, bonus cells (some of them one symbol on two cells) and income
diagonals with or without gaps, two of them if asked for.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from hypothesis import strategies as st

from odin_solver.components import TILES, Board, Bonus, Cell, Diagonal, Tile
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.position import Position, RuleOptions
from tests import reference

GREEN = ("oil", "hide", "wool", "linen", "skin_and_bones", "robe", "amber")
BLUE = ("rune_stone", "silverware", "chest", "silk", "spices", "gold_ornament")
FOOD = ("peas", "mead", "flax", "stockfish", "beans", "milk", "berry", "egg")
SPECIAL = ("glass_beads", "helmet", "cloakpin", "crucifix", "drinking_horn", "horseshoe", "altar")
FILLERS = ("silver", "ore")
RESOURCES = ("wood", "stone")
BONUS_GOODS = ("oil", "mead", "silver", "ore", "wood", "stone", "wool", "rune_stone")

GROUND = ".....---=~#B"
"""Marks of cells, as often as they are wanted; income cells come on top."""


@st.composite
def boards(
    draw: st.DrawFn,
    max_width: int = 4,
    max_height: int = 4,
    *,
    min_size: int = 2,
    min_diagonals: int = 0,
    max_diagonals: int = 2,
    ground: str = GROUND,
    board_id: str = "test",
) -> Board:
    """A home or exploration board."""
    width = draw(st.integers(min_size, max_width))
    height = draw(st.integers(min_size, max_height))
    marks = _ground(draw, width, height, ground)
    income = []
    sums = st.integers(0, width + height - 2)
    chosen = st.lists(sums, unique=True, min_size=min_diagonals, max_size=max_diagonals)
    for total in draw(chosen):
        on_it = [(x, total - x) for x in range(width) if 0 <= total - x < height]
        cells = [cell for cell in on_it if draw(st.integers(0, 4))]
        if not cells:
            continue
        steps = draw(st.lists(st.integers(0, 3), min_size=len(cells) + 1, max_size=len(cells) + 1))
        values = tuple(sum(steps[: i + 1]) for i in range(len(steps)))
        income.append(Diagonal(tuple(cells), values))
        marks.update(dict.fromkeys(cells, "I"))
    return Board(
        id=board_id,
        name="Random board",
        kind=draw(st.sampled_from(["home", "exploration"])),
        points=draw(st.integers(0, 9)),
        rows=_rows(marks, width, height),
        income=tuple(income),
        bonuses=_bonuses(draw, marks),
    )


@st.composite
def buildings(
    draw: st.DrawFn,
    max_width: int = 4,
    max_height: int = 3,
    *,
    min_size: int = 1,
    max_slots: int = 2,
    ground: str = ".....----~#B",
    board_id: str = "test_house",
) -> Board:
    """A building with a grid and slots; now and then a shed, which has slots only."""
    slots = {name: draw(st.integers(0, max_slots)) for name in RESOURCES}
    width = draw(st.integers(min_size, max_width))
    height = draw(st.integers(min_size, max_height))
    marks = {} if not draw(st.integers(0, 7)) else _ground(draw, width, height, ground)
    return Board(
        id=board_id,
        name="Random building",
        kind="building",
        points=draw(st.integers(0, 9)),
        rows=_rows(marks, width, height) if marks else (),
        bonuses=_bonuses(draw, marks),
        slots=tuple((name, count) for name, count in slots.items() if count),
    )


def _ground(draw: st.DrawFn, width: int, height: int, ground: str) -> dict[Cell, str]:
    cells = [(x, y) for y in range(height) for x in range(width)]
    drawn = draw(st.lists(st.sampled_from(ground), min_size=len(cells), max_size=len(cells)))
    marks = dict(zip(cells, drawn, strict=True))
    if width > 1 and "B" in ground and not draw(st.integers(0, 3)):
        x, y = draw(st.sampled_from([(x, y) for x, y in cells if x + 1 < width]))
        marks[x, y] = marks[x + 1, y] = "B"  # room for a symbol on two cells
    return marks


def _rows(marks: dict[Cell, str], width: int, height: int) -> tuple[str, ...]:
    return tuple("".join(marks[x, y] for x in range(width)) for y in range(height))


def _bonuses(draw: st.DrawFn, marks: dict[Cell, str]) -> tuple[Bonus, ...]:
    """Bonuses for all bonus cells; neighbours in a row may be one symbol."""
    left = sorted(cell for cell, mark in marks.items() if mark == "B")
    found = []
    while left:
        symbol = [left.pop(0)]
        beside = (symbol[0][0] + 1, symbol[0][1])
        if beside in left and draw(st.booleans()):
            left.remove(beside)
            symbol.append(beside)
        names = draw(st.lists(st.sampled_from(BONUS_GOODS), unique=True, min_size=1, max_size=2))
        found.append(Bonus(tuple(symbol), tuple((name, 1) for name in names)))
    return tuple(found)


def areas(max_width: int = 4, max_height: int = 4) -> st.SearchStrategy[Board]:
    """Any board or building with a grid."""
    grids = buildings(max_width, max_height).filter(lambda board: bool(board.rows))
    return st.one_of(boards(max_width, max_height), grids)


def placeable_tiles(max_area: int = 6) -> st.SearchStrategy[Tile]:
    """A tile of any colour that covers some cells, at most `max_area`."""
    return st.sampled_from([tile for tile in TILES.values() if 0 < tile.area <= max_area])


@st.composite
def covered_cells(draw: st.DrawFn, board: Board) -> set[Cell]:
    """Any set of a board's cells: few, many or all but few of them."""
    cells = sorted(reference.existing(board))
    some = draw(st.sets(st.sampled_from(cells))) if cells else set()
    return set(cells) - some if draw(st.booleans()) else some


@st.composite
def torn_pieces(draw: st.DrawFn, board: Board, max_pieces: int = 5) -> tuple[Piece, ...]:
    """Pieces that do not overlap but have any shape at all, holes and islands included.

    Only for rules that look at cells: such pieces need each other far more often than tiles do.
    """
    cells = sorted(reference.existing(board))
    fewest = draw(st.integers(0, 1))  # with 1 all cells are covered
    numbers = draw(
        st.lists(st.integers(fewest, max_pieces), min_size=len(cells), max_size=len(cells))
    )
    groups = [
        tuple(cell for cell, number in zip(cells, numbers, strict=True) if number == group)
        for group in range(1, max_pieces + 1)
    ]
    order = draw(st.permutations([group for group in groups if group]))
    return tuple(Piece(TILES["chest"], group) for group in order)


@st.composite
def apart_pieces(
    draw: st.DrawFn, board: Board, max_pieces: int = 5, tiles: Sequence[str] = ()
) -> tuple[Piece, ...]:
    """Tiles within the area that do not overlap; colours and income order are left to chance."""
    names = tiles or (*GREEN, *BLUE, *FOOD, *SPECIAL, *FILLERS, "sheep")
    chosen = draw(st.lists(st.sampled_from(names), max_size=max_pieces))
    pieces: list[Piece] = []
    for name in chosen:
        taken = reference.covered_by(pieces)
        free = sorted(
            sorted(cells) for cells in reference.places(board, TILES[name]) if not cells & taken
        )
        if free:
            cells = draw(st.sampled_from(free))
            pieces.append(Piece(TILES[name], tuple(sorted(cells, key=lambda c: (c[1], c[0])))))
    return tuple(pieces)


@st.composite
def careless_pieces(draw: st.DrawFn, board: Board, max_pieces: int = 4) -> tuple[Piece, ...]:
    """Mostly sound pieces, some of them spoilt: shifted, torn, doubled, wood and stone anywhere."""
    pieces = list(draw(apart_pieces(board, max_pieces)))
    for _ in range(draw(st.integers(0, 2))):
        pieces.append(Piece(TILES[draw(st.sampled_from(RESOURCES))]))
    spoil = draw(st.sampled_from(["no", "no", "no", "shift", "tear", "double", "slot"]))
    if pieces and spoil != "no":
        number = draw(st.integers(0, len(pieces) - 1))
        piece = pieces[number]
        if spoil == "shift":
            i, j = draw(st.tuples(st.integers(-2, 2), st.integers(-2, 2)))
            pieces[number] = Piece(piece.tile, tuple((x + i, y + j) for x, y in piece.cells))
        elif spoil == "tear":
            pieces[number] = Piece(piece.tile, piece.cells[1:])
        elif spoil == "double":
            pieces.append(piece)
        else:
            pieces[number] = Piece(TILES["wood"], piece.cells)
    return tuple(draw(st.permutations(pieces)))


@st.composite
def supplies(
    draw: st.DrawFn,
    max_tiles: int = 4,
    max_fillers: int = 3,
    max_resources: int = 2,
    tiles: Sequence[str] = (*GREEN, *BLUE, *FOOD, *SPECIAL),
) -> dict[str, int]:
    """A supply with tiles of all colours, silver and ore together, wood and stone together."""
    supply: Counter[str] = Counter()
    for name in draw(st.lists(st.sampled_from(tiles), max_size=max_tiles)):
        if TILES[name].copies is None or not supply[name]:
            supply[name] += 1
    supply.update(draw(st.lists(st.sampled_from(FILLERS), max_size=max_fillers)))
    supply.update(draw(st.lists(st.sampled_from(RESOURCES), max_size=max_resources)))
    return dict(supply)


@st.composite
def positions(
    draw: st.DrawFn,
    max_boards: int = 2,
    max_width: int = 3,
    max_height: int = 3,
    *,
    max_tiles: int = 3,
    max_fillers: int = 2,
    max_resources: int = 1,
    max_diagonals: int = 2,
    max_placed: int = 1,
    kinds: Sequence[Literal["board", "building"]] = ("board", "board", "building"),
    tiles: Sequence[str] = (*GREEN, *BLUE, *FOOD, *SPECIAL),
    simultaneous: bool | None = None,
) -> Position:
    """A legal position with random boards and buildings, some pieces and a small supply.

    `reference.reachable_layouts` enumerates it if the sizes are kept small. With `simultaneous`
    None the rule option is drawn as well.
    """
    states = []
    special: set[str] = set()
    for number in range(draw(st.integers(1, max_boards))):
        name = f"test_{number}"
        if draw(st.sampled_from(kinds)) == "building":
            board = draw(buildings(max_width, max_height, board_id=name))
        else:
            board = draw(boards(max_width, max_height, max_diagonals=max_diagonals, board_id=name))
        pieces: list[Piece] = []
        for piece in draw(apart_pieces(board, max_placed)):
            fits = reference.board_is_legal(BoardState(board, (*pieces, piece)))
            if fits and piece.tile.id not in special:
                pieces.append(piece)
                special |= {piece.tile.id} if piece.tile.copies else set()
        states.append(BoardState(board, tuple(pieces)))
    supply = draw(supplies(max_tiles, max_fillers, max_resources, tiles))
    for name in special:
        supply.pop(name, None)
    together = draw(st.booleans()) if simultaneous is None else simultaneous
    return Position(boards=tuple(states), supply=supply, rules=RuleOptions(simultaneous=together))
