"""Makes the positions of the packing set from a seed.

Four families: ``game`` (boards and goods at the ends of the six rounds of played games), ``exact``
(tiles that just fill a random board, or nearly), ``full`` (a table of large boards and many goods)
and ``own`` (a random board cut into shapes).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Literal, NamedTuple

from odin_solver.components import BOARDS, TILES, Board, Cell, Color, Tile
from odin_solver.game import apply_legal, new_game
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.playing import SeededChance
from odin_solver.game.positions import position_of
from odin_solver.notation.custom_boards import CustomBoard, custom_board
from odin_solver.rollouts.playing import greedy_move
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rules.allowed import colors_kept_apart, is_allowed_on
from odin_solver.rules.board_state import BoardState, spots
from odin_solver.rules.geometry import Mask, grid_of, normalised
from odin_solver.rules.position import ROUNDS, ObjectiveChoice, Position

FAMILIES = {"game": 60, "exact": 60, "full": 40, "own": 40}
"""Positions of each family."""

RANDOM_COVERS = 40
"""The first positions of ``exact`` are certain to have a cover; those behind may have none."""

CELLS = range(60, 157)
PIECES = range(12, 41)
"""Cells and tiles of a random cover."""

MOST_NODES = 2_000
"""Nodes after which another random cover is tried."""

FINAL = ObjectiveChoice("final")
COVER = ObjectiveChoice("cover")


class SetPosition(NamedTuple):
    """A position of the set."""

    name: str
    family: str
    position: Position


def positions(seed: str) -> Iterator[SetPosition]:
    """Yield the positions of a seed."""
    for family, count in FAMILIES.items():
        for number in range(count):
            made = _MAKERS[family](seed, number)
            name = f"{family}-{number + 1:03d}"
            yield SetPosition(name, family, replace(made, title=name))


def _random(seed: str, family: str, number: int) -> Random:
    return Random(f"{seed} {family} {number}")


def _game(seed: str, number: int) -> Position:
    """Return the boards of a round's end, and all goods that they can take.

    In every other game all tiles are in the supply; in the others those that were laid earlier
    than in the last two rounds stay.
    """
    game, at = divmod(number, ROUNDS["short"])
    ends = _round_ends(_random(seed, "game", game).getrandbits(30))
    position = position_of(ends[at])
    supply = Counter(position.supply)
    boards = []
    for place, state in enumerate(position.boards):
        stay = 0
        if game % 2 and at >= 2 and place < len(ends[at - 2].boards):
            stay = len(ends[at - 2].boards[place].pieces)
        supply.update(piece.tile.id for piece in state.pieces[stay:])
        boards.append(BoardState(state.board, state.pieces[:stay]))
    fitting = {
        name: supply[name]
        for name, tile in TILES.items()
        if supply[name] and any(_takes(state.board, tile) for state in boards)
    }
    return Position(tuple(boards), fitting, objective=FINAL)


def _takes(board: Board, tile: Tile) -> bool:
    if tile.kind == "resource":
        return tile.id in dict(board.slots)
    return bool(grid_of(board).coverable) and is_allowed_on(tile, board)


@cache
def _round_ends(seed: int) -> list[State]:
    """Return the states at the ends of all rounds of a short game."""
    policy, chance = rollout_policy("short"), SeededChance(seed)
    state = new_game(Options(length="short"))
    ends: list[State] = []
    while (node := current(state)) is not None:
        chosen = chance(state, node) if isinstance(node, Chance) else greedy_move(state, policy)
        after = apply_legal(state, chosen)
        if after.round > state.round >= 1:
            ends.append(state)
        state = after
    return [*ends, state]


def _full(seed: str, number: int) -> Position:
    """Return a home board with others beside it, and more goods than fit."""
    choose = _random(seed, "full", number)
    islands = [each for each in BOARDS.values() if each.kind == "exploration"]
    choose.shuffle(islands)
    one_side = {each.letter: each for each in islands}
    houses = [BOARDS["stone_house"], BOARDS["long_house"]]
    boards = [BOARDS["home"], *list(one_side.values())[: choose.randint(1, 3)]]
    boards += choose.sample(houses, choose.randint(0, 2))
    goods = [
        tile
        for tile in TILES.values()
        if tile.kind in ("good", "special") and any(_takes(board, tile) for board in boards)
    ]
    cells = sum(grid_of(board).coverable.bit_count() for board in boards)
    supply: Counter[str] = Counter()
    area = 0
    while area < cells * choose.choice((0.8, 1.0)):
        (tile,) = choose.choices(goods, [1 if each.area > 6 else 2 for each in goods])
        if tile.copies is None or supply[tile.id] < tile.copies:
            supply[tile.id] += 1
            area += tile.area
    supply["silver"], supply["ore"] = choose.randint(1, 8), choose.randint(0, 3)
    objective = FINAL
    if number % 2:
        weights = {"points": 1, "income": choose.randint(2, 4), "bonus": choose.randint(2, 6)}
        objective = ObjectiveChoice("custom", {**_fractions(weights), **_fractions({"silver": -1})})
    counted = {name: supply[name] for name in TILES if supply[name]}
    return Position(tuple(map(BoardState, boards)), counted, objective=objective)


def _fractions(weights: dict[str, int]) -> dict[str, Fraction]:
    return {key: Fraction(weight) for key, weight in weights.items()}


def exact(seed: str, number: int) -> Position:
    """Return a board that printed tiles fill; of the last ones some tiles are exchanged."""
    choose = _random(seed, "exact", number)
    while True:
        board = _random_board(choose)
        laid = _random_cover(board, choose)
        if laid is not None and len(laid) in PIECES:
            break
    if number >= RANDOM_COVERS:
        laid = _exchanged(laid, board, choose, 1 + number % 2)
    counted = Counter(tile.id for tile in laid)
    supply = {name: counted[name] for name in TILES if counted[name]}
    return Position((BoardState(board),), supply, objective=COVER)


def _random_board(choose: Random) -> Board:
    """Return a board with a few cells left out, in an order of marks that rules read."""
    while True:
        width, height = choose.randint(6, 13), choose.randint(6, 13)
        rows = [["."] * width for _ in range(height)]
        for _ in range(choose.randint(0, 6)):
            rows[choose.randrange(height)][choose.randrange(width)] = "~"
        text = ["".join(row) for row in rows]
        if sum(row.count(".") for row in text) in CELLS:
            kind: Literal["exploration", "building"] = choose.choice(("exploration", "building"))
            return custom_board(CustomBoard(map=text, name="Random board", kind=kind))


def _random_cover(board: Board, choose: Random) -> list[Tile] | None:
    """Return tiles that fill a board; None if the search gives up."""
    grid = grid_of(board)
    fitting = [
        tile
        for tile in TILES.values()
        if tile.kind in ("good", "special") and tile.area > 1 and is_allowed_on(tile, board)
    ]
    kinds = choose.sample(fitting, choose.randint(6, min(16, len(fitting))))
    most = {tile.id: tile.copies or choose.randint(2, 6) for tile in kinds}
    apart = colors_kept_apart(board)
    places: dict[Mask, list[tuple[Tile, Mask, Mask]]] = {}
    for tile in kinds:
        for spot in spots(board, tile):
            beside = grid.edge_neighbours(spot.mask) if tile.color in apart else 0
            places.setdefault(spot.mask & -spot.mask, []).append((tile, spot.mask, beside))
    bulk = choose.random()
    nodes = 0
    used: Counter[str] = Counter()

    def cover(left: Mask, colored: dict[Color, Mask]) -> list[Tile] | None:
        nonlocal nodes
        nodes += 1
        if not left:
            return []
        here = places.get(left & -left, [])
        keyed = [(choose.random() ** (tile.area**-bulk), at) for at, (tile, *_) in enumerate(here)]
        for _, at in sorted(keyed, reverse=True):
            tile, mask, beside = here[at]
            same = colored.get(tile.color, 0)
            if mask & ~left or used[tile.id] == most[tile.id] or beside & same:
                continue
            used[tile.id] += 1
            rest = cover(left & ~mask, {**colored, tile.color: same | mask})
            if rest is not None or nodes > MOST_NODES:
                return None if rest is None else [tile, *rest]
            used[tile.id] -= 1
        return None

    return cover(grid.coverable, {})


def _exchanged(laid: Sequence[Tile], board: Board, choose: Random, count: int) -> list[Tile]:
    """Return the tiles with some of them exchanged for others of the same area."""
    tiles = list(laid)
    for _ in range(count):
        at = choose.randrange(len(tiles))
        others = [
            tile
            for tile in TILES.values()
            if tile.kind == "good"
            and tile.id != tiles[at].id
            and tile.area == tiles[at].area
            and is_allowed_on(tile, board)
        ]
        if others:
            tiles[at] = choose.choice(others)
    return tiles


def _own(seed: str, number: int) -> Position:
    """Return a board and the shapes into which it was cut.

    Some may not be turned over; of every other position some have a colour that is kept apart.
    """
    choose = _random(seed, "own", number)
    board = _random_board(choose)
    grid = grid_of(board)
    flips = choose.random() < 0.7
    smallest = choose.randint(3, 5)
    sizes = range(smallest, smallest + choose.randint(2, 5))
    parts: dict[tuple[Cell, ...], list[Mask]] = {}
    for cells in _cut(set(grid.cells(grid.coverable)), sizes, choose):
        parts.setdefault(min(_turned(cells, flips)), []).append(grid.mask(cells))
    (apart,) = colors_kept_apart(board) & {Color.GREEN, Color.RED}
    colored: Mask = 0
    tiles = {}
    for at, (shape, masks) in enumerate(parts.items()):
        color, reached = Color.NONE, colored
        if number % 2:
            color = Color.BLUE
            for mask in masks:
                if grid.edge_neighbours(mask) & reached:
                    break
                reached |= mask
            else:
                color, colored = apart, reached
        name = f"S{at + 1}"
        tiles[name] = Tile(name, name, "own", color, _rows(shape), flips=flips)
    supply = {name: len(masks) for name, masks in zip(tiles, parts.values(), strict=True)}
    return Position((BoardState(board),), supply, objective=COVER, tiles=tiles)


def _cut(left: set[Cell], sizes: Sequence[int], choose: Random) -> Iterator[set[Cell]]:
    """Cut cells into connected parts of random sizes; some are smaller where no more is left."""
    while left:
        fewest = min(sum(each in left for each in _beside(cell)) for cell in left)
        ends = [cell for cell in left if sum(each in left for each in _beside(cell)) == fewest]
        part = {choose.choice(sorted(ends))}
        size = choose.choice(sizes)
        while len(part) < size:
            ring = sorted({each for cell in part for each in _beside(cell)} & (left - part))
            if not ring:
                break
            part.add(choose.choice(ring))
        left -= part
        yield part


def _beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def _turned(cells: Iterable[Cell], flips: bool) -> Iterator[tuple[Cell, ...]]:
    """Yield the turns of a shape, and its reflections."""
    shape = list(cells)
    for _ in range(2 if flips else 1):
        for _ in range(4):
            shape = [(-y, x) for x, y in shape]
            yield normalised(shape)
        shape = [(-x, y) for x, y in shape]


def _rows(shape: Sequence[Cell]) -> tuple[str, ...]:
    width, height = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    return tuple(
        "".join("#" if (x, y) in shape else "." for x in range(width)) for y in range(height)
    )


_MAKERS = {"game": _game, "exact": exact, "full": _full, "own": _own}
