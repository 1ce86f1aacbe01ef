"""What a game is worth to somebody who looks no further than the move at hand.

The sum of what the score sheet would say now, and of guesses about what will come of the rest:

- *Tiles and open cells.* All that is uncovered will cost points, less what will be covered until
  the end: by the green and blue tiles of the supply, and by what the Vikings of the rounds to
  come will bring in (`CELLS_OF_A_VIKING`). One cannot cover more than there is, so the two are
  joined by a soft minimum: the more tiles there are, the less worth is another one, and the more
  a board to lay them on.
- *Income and bonuses* of the boards as they are, once for every phase still to come.
- *Food*: what the next feast would lack, in silver and penalties; and a little for each piece.
- *Ships* that may emigrate, *animals* that will breed, *Vikings* that can still be used, silver,
  resources, weapons and cards: a number each.

The numbers are judgements, tried one at a time on 40 to 60 long games (seeds 1001 to 1060). They
are not meant to be the best ones.
"""

from functools import cache, lru_cache

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.round_tracks import BANQUET_TABLE, TRACKS
from odin_solver.components.ships import SHIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.actions.mountains import Trade, Upgrade, upgraded
from odin_solver.game.boards import GameBoard, grid
from odin_solver.game.state import State
from odin_solver.objective import BONUS_VALUES
from odin_solver.position import GameLength
from odin_solver.rules.banquet import side_lengths
from odin_solver.rules.scoring import THING_PENALTY_POINTS

VIKING = 2.2
"""A Viking that may still be placed in this round, so that many are not used for little."""

CELLS_OF_A_VIKING = 1.5
"""Cells that a Viking of a later round will help to cover."""

EFFECTIVE = {Color.BLUE: 1.0, Color.GREEN: 0.85, Color.ORE: 0.5}
"""How much of a tile in the supply will be of use; green ones must be kept apart."""

INCOME_OF_A_CELL = 0.1
"""Income that every cell of a tile in the supply will add to each income phase."""

LATER_FOOD = 0.5
"""A cell of food that the next feast does not need, as long as a later one may."""

YOUNG = 0.8
"""Share of the points of an animal that is to be born."""

EMIGRATION = 0.1
"""Share of what a large ship in the bay would gain by emigrating. More of it, and ships would be
bought with the silver that emigrating costs, and stay where they are."""

SILVER = 0.3
"""What silver is worth beyond the point that it scores, before the last round."""

RESOURCE = {"wood": 1.0, "stone": 1.2, "ore": 1.0}
LAST_RESOURCE = 0.3
WEAPON = 0.4
CARD = 0.5
"""Resources before the last round and in it, weapons before it, and cards in the hand."""


def worth(state: State) -> float:
    """What a game is worth, in points, at a moment when nothing is under way."""
    ahead = incomes_ahead(state)
    last = state.is_last_round
    points = float(
        state.has("silver") + state.final_income + THING_PENALTY_POINTS * state.penalties
    )
    points += VIKING * state.vikings
    if not last:
        points += SILVER * state.has("silver")
    points += _ships(state)
    points += _animals(state)
    points += _food(state)
    tiles = 0.0
    for name, count in (*state.supply.items(), *_put_aside(state)):
        each, cells = _thing(name, last)
        points += each * count
        tiles += cells * count
    open_cells = 0
    for board in state.boards:
        each, missing = board_worth(board, ahead, state.rounds - state.round)
        points += each
        open_cells += missing
    points += soft_min(open_cells, tiles + CELLS_OF_A_VIKING * _vikings_to_come(state)) - open_cells
    points += INCOME_OF_A_CELL * ahead * min(tiles, open_cells)
    return points + _cards(state)


def soft_min(first: float, second: float) -> float:
    """A smooth minimum of two numbers that are not negative; a fifth less where they are equal."""
    low, high = sorted((first, second))
    if low <= 0:
        return 0.0
    return float(low / (1 + (low / high) ** 3) ** (1 / 3))


def incomes_ahead(state: State) -> int:
    """Income phases to come."""
    return state.rounds - state.round + (state.phase not in _AFTER_INCOME)


_AFTER_INCOME = frozenset(
    {"breeding", "feast", "bonus", "mountains", "return", "final placing", "end"}
)


@lru_cache(maxsize=4096)
def board_worth(board: GameBoard, incomes: int, bonuses: int) -> tuple[float, int]:
    """What a board is worth without its open cells, and how many points these cost.

    Parameters
    ----------
    board
        The board with what lies on it.
    incomes, bonuses
        How many phases of income and bonus are to come.
    """
    printed = BOARDS[board.id]
    gives = sum(BONUS_VALUES[name] * count for name, count in board.bonuses.items())
    slots = sum(board.open_slots(name) for name, _ in printed.slots)
    area = grid(board.id)
    missing = area.points(area.coverable & ~board.covered)
    crown = sum(TILES[name].points for name, _ in board.pieces if name == "english_crown")
    return printed.points + incomes * board.income + bonuses * gives - slots + crown, missing


@cache
def _thing(name: str, last: bool) -> tuple[float, float]:
    """Worth of a thing in the supply by itself, and the cells that it will help to cover."""
    if name in RESOURCE:
        own = LAST_RESOURCE if last else RESOURCE[name]
        return own, EFFECTIVE[Color.ORE] if name == "ore" else 0.0
    if name in WEAPONS:
        return (0.0 if last else WEAPON), 0.0
    tile = TILES.get(name)
    if tile is None or tile.kind not in ("good", "special"):
        return 0.0, 0.0
    cells = EFFECTIVE.get(tile.color, 0.0) * tile.area
    return float(tile.points), cells


def thing_worth(name: str, last: bool) -> float:
    """Worth of a thing in the supply as long as there are cells to be covered."""
    own, cells = _thing(name, last)
    tile = TILES.get(name)
    food = {Color.RED: 0.3, Color.ORANGE: 0.15}.get(tile.color, 0.0) if tile else 0.0
    return own + cells + (food * tile.area if tile else 0.0)


def _put_aside(state: State) -> list[tuple[str, int]]:
    """What an upgrade or overseas trade under way will bring."""
    made: tuple[str, ...] = ()
    for node in state.stack[-1:]:
        if isinstance(node, Upgrade):
            made = node.made
        elif isinstance(node, Trade):
            made = tuple(map(upgraded, node.traded))
    return [(name, 1) for name in made]


def _vikings_to_come(state: State) -> int:
    return _vikings_after(state.options.length, state.round)


@cache
def _vikings_after(length: GameLength, number: int) -> int:
    return sum(each.vikings for each in TRACKS[length].rounds[number:])


def _ships(state: State) -> float:
    """Ships in the bay, emigrated ones, and hopes for large ships in the bay (rules, 6)."""
    points = float(sum(SHIPS[name].emigration_points or 0 for name in state.emigrated))
    for name, ship in SHIPS.items():
        hope = 0.0
        if ship.emigration_points is not None and not state.is_last_round:
            hope = EMIGRATION * (ship.emigration_points - ship.points)
        points += (ship.points + hope) * state.ships(name)
    return points


def _animals(state: State) -> float:
    """Animals, and the young that will be born until the end (rules, 3.8)."""
    points = 0.0
    phases = incomes_ahead(state)
    for kind in ("sheep", "cattle"):
        tile = TILES[kind]
        pregnant = state.has(f"pregnant_{kind}")
        count = state.has(kind) + pregnant
        points += tile.points * count + (tile.pregnant_points - tile.points) * pregnant
        # Every other phase brings a young one; one phase less if none is on the way yet.
        births = (phases + (pregnant > 0)) // 2
        if count >= 2 or pregnant:
            points += YOUNG * tile.points * births
    return points


def _food(state: State) -> float:
    """What the food saves: silver and penalties at the next feast, something at later ones."""
    need, later = _feasts(state)
    cells = _food_cells(state)
    lacking = max(0, need - cells)
    paid = min(lacking, state.has("silver"))
    return (
        THING_PENALTY_POINTS * (lacking - paid)
        - paid
        + LATER_FOOD * (min(max(0, cells - need), later) - later)
    )


def feast_lacks(state: State) -> int:
    """Cells of the next feast that silver must fill, as far as can be told quickly."""
    return max(0, _feasts(state)[0] - _food_cells(state))


def _feasts(state: State) -> tuple[int, int]:
    """Cells to be filled at the next feast, and at all later ones, beside emigrated ships."""
    rounds = TRACKS[state.options.length].rounds
    feasts = rounds[max(0, state.round - (state.phase not in _AFTER_FEAST)) :]
    covered = BANQUET_TABLE.ship_covers * len(state.emigrated)
    cells = [max(0, each.open_cells - covered) for each in feasts]
    return (cells[0], sum(cells[1:])) if cells else (0, 0)


def _food_cells(state: State) -> int:
    cells = 0
    for name, count in state.supply.items():
        first, other = _widths(name)
        cells += first + other * (count - 1)
    return cells


_AFTER_FEAST = _AFTER_INCOME - {"breeding", "feast"}


@cache
def _widths(name: str) -> tuple[int, int]:
    """Cells of the table that the first piece of a kind of food fills, and every other one."""
    tile = TILES.get(name)
    if tile is None or tile.kind != "good" or tile.color not in (Color.ORANGE, Color.RED):
        return 0, 0
    sides = side_lengths(tile)
    return max(sides), min(sides)


def _cards(state: State) -> float:
    if not state.hand and not state.played:
        return 0.0
    from odin_solver.components.occupations import OCCUPATIONS

    return CARD * len(state.hand) + sum(OCCUPATIONS[number].points for number in state.played)
