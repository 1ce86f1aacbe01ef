"""Evaluation of a state: an estimate of the final score.

It is the score sheet of the state plus estimates of the rest of the game:

- *Tiles and open cells.* Uncovered cells cost points, less those that will be covered: by green and
  blue tiles of the supply, and by what the Vikings of later rounds will bring. One cannot cover
  more than there is, so a soft minimum joins the two: the more tiles there are, the less another
  one is worth, and the more another board.
- *Income and bonuses* of the boards as they are, once for each phase to come.
- *Food*: what the next feast would lack, in silver and penalties; and a little for each piece.
- *Ships* that may emigrate, *animals* that will breed, *Vikings* that can still be used, silver,
  resources, weapons and cards: a number each.
- *Corrections*: corrections for every round (`odin_solver.game.policies.corrections`).

The weights (`EvaluationWeights`) were tuned by random changes that scored more in whole games: 120
long and 120 short ones for each change, on seeds from 3000 on; those of cards in 400 games of each
length with all decks. Small ones break ties.
"""

from functools import cache, lru_cache
from itertools import accumulate

import msgspec

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.round_tracks import BANQUET_TABLE, TRACKS
from odin_solver.components.ships import SHIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.actions.mountains import Trade, Upgrade, upgraded
from odin_solver.game.kernel.state import State
from odin_solver.game.policies.corrections import Corrections, corrections_in
from odin_solver.placement.objective import BONUS_VALUES
from odin_solver.rules.banquet import side_lengths
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.rules.scoring import THING_PENALTY_POINTS


class EvaluationWeights(msgspec.Struct, frozen=True):
    """Weights of the evaluation, in points unless stated otherwise.

    Attributes
    ----------
    viking
        A Viking that can still be placed in this round.
    cells_of_a_viking
        Cells that a Viking of a later round will help to cover.
    blue, green, ore_cell
        Share of a tile in the supply that will cover cells; green ones must be kept apart.
    bend
        Sharpness of the soft minimum of tiles and cells (`soft_min`).
    income_of_a_cell
        Income that every cell of a tile in the supply will add to each income phase.
    later_food
        A cell of food that the next feast does not need, as long as a later one may.
    young
        Share of the points of an animal that is to be born.
    emigration
        Share of what a large ship in the bay would gain by emigrating.
    boat
        A whaling boat in the bay, for each round to come, beyond its points.
    silver
        Silver beyond the point that it scores, before the last round.
    wood, stone, ore, weapon
        Resources and weapons before the last round.
    silver_ahead, wood_ahead, ore_ahead
        More of silver, wood and ore for each round after the next one.
    last_resource
        Wood, stone and ore in the last round.
    card, further_card
        The first card in the hand, and the ratio of the value of each further one to the one
        before.
    sword
        Cost of each sword when loot is compared.
    orange, red
        A cell of food before the last round, for what it can be upgraded to.
    """

    viking: float = 2.2
    cells_of_a_viking: float = 1.774
    blue: float = 0.967
    green: float = 0.747
    ore_cell: float = 0.892
    bend: float = 2.3
    income_of_a_cell: float = 0.052
    later_food: float = 0.35
    young: float = 0.8
    emigration: float = 0.057
    boat: float = -0.15
    silver: float = 0.3
    wood: float = 1.0
    stone: float = 0.829
    ore: float = 1.106
    weapon: float = 0.4
    wood_ahead: float = 0.009
    ore_ahead: float = -0.04
    silver_ahead: float = 0.006
    last_resource: float = 0.333
    card: float = 1.0
    further_card: float = 0.6
    sword: float = 0.7
    orange: float = -0.06
    red: float = 0.062


WEIGHTS = EvaluationWeights()

MOST_CARDS = 12
"""Further cards in the hand are worth nothing."""

_EMIGRATION_GAIN = {
    name: ship.emigration_points - ship.points
    for name, ship in SHIPS.items()
    if ship.emigration_points is not None
}


class When(msgspec.Struct, frozen=True):
    """Time of a state within the game.

    Attributes
    ----------
    ahead
        Income phases to come.
    later
        Rounds after this one.
    vikings
        Vikings of the rounds after this one.
    feasts
        Open cells of the feasts to come.
    """

    ahead: int
    later: int
    vikings: int
    feasts: tuple[int, ...]


@cache
def when(length: GameLength, number: int, phase: str) -> When:
    """Return the time of a round and phase."""
    rounds = TRACKS[length].rounds
    later = ROUNDS[length] - number
    return When(
        ahead=later + (phase not in _AFTER_INCOME),
        later=later,
        vikings=sum(each.vikings for each in rounds[number:]),
        feasts=tuple(
            each.open_cells for each in rounds[max(0, number - (phase not in _AFTER_FEAST)) :]
        ),
    )


class Prices(msgspec.Struct, frozen=True):
    """Weights of a round, corrections included.

    Attributes
    ----------
    items
        For every item: its value, the cells it helps to cover, and its cells at a feast.
    viking, boat, knarr, longship, ore_aboard
        Value of each.
    emigrated
        Value of an emigrated ship by kind, besides its points.
    home, other
        For the silver of the income, and for the points that open cells cost: of the home board and
        of the others.
    boards
        Value of a board, besides its points.
    hand
        Value of no card in the hand, one, two ...; the last for all above.
    played
        Value of a played occupation, besides its points.
    """

    items: dict[str, tuple[float, float, int, int]]
    viking: float
    boat: float
    knarr: float
    longship: float
    ore_aboard: float
    emigrated: dict[str, float]
    home: tuple[float, float]
    other: tuple[float, float]
    boards: dict[str, float]
    hand: tuple[float, ...]
    played: float


class Evaluator:
    """Evaluates states.

    Parameters
    ----------
    weights
        Its weights.
    corrections
        Corrections; none by default.
    network
        Name of a network that the compiled engine adds (`odin_solver.rollouts.networks`); the
        evaluation in Python does without it.
    """

    def __init__(
        self,
        weights: EvaluationWeights = WEIGHTS,
        corrections: Corrections | None = None,
        network: str = "",
    ) -> None:
        self.weights = weights
        self.corrections = corrections or {}
        self.network = network
        self._items: dict[int, dict[str, tuple[float, float, int, int]]] = {}
        self._by_themselves: dict[tuple[str, int], float] = {}
        self._prices: dict[tuple[GameLength, bool, int], Prices] = {}

    def evaluate(self, state: State) -> float:
        """Return the evaluation of a state in which no action is under way, in points."""
        weights = self.weights
        now = when(state.options.length, state.round, state.phase)
        ahead, later = now.ahead, now.later
        kind = state.options.length, bool(state.options.cards), state.round
        prices = self._prices.get(kind) or self._priced(*kind)
        points = float(state.final_income + THING_PENALTY_POINTS * state.penalties)
        points += prices.viking * state.vikings
        tiles = 0.0
        food = 0
        for name, count in state.supply.items():
            own, cells, first, other = prices.items[name]
            points += own * count
            tiles += cells * count
            food += first + other * (count - 1)
        for name in _put_aside(state):
            own, cells, _, _ = prices.items[name]
            points += own
            tiles += cells
        # Ships: what they score, and hopes for large ships in the bay (rules, 6).
        for name in state.emigrated:
            points += prices.emigrated[name]
        points += len(state.boats) * prices.boat
        points += state.knarrs * prices.knarr
        points += len(state.longships) * prices.longship
        points += prices.ore_aboard * (sum(state.boats) + sum(state.longships))
        points += self._animals(state, ahead)
        # Food: silver and penalties at the next feast, something at later ones.
        if now.feasts:
            covered = BANQUET_TABLE.ship_covers * len(state.emigrated)
            need = now.feasts[0] - covered
            after = sum(max(0, cells - covered) for cells in now.feasts[1:])
            lacking = max(0, need - food)
            paid = min(lacking, state.supply.get("silver", 0))
            points += THING_PENALTY_POINTS * (lacking - paid) - paid
            points += weights.later_food * (min(max(0, food - max(0, need)), after) - after)
        open_cells = 0
        for board in state.boards:
            each, missing, income = board_value(board, ahead, later)
            points += each
            open_cells += missing
            of_income, of_open = prices.home if board.id == "home" else prices.other
            points += of_income * income + of_open * missing + prices.boards[board.id]
        covering = tiles + weights.cells_of_a_viking * now.vikings
        points += soft_min(open_cells, covering, weights.bend) - open_cells
        points += weights.income_of_a_cell * ahead * min(tiles, open_cells)
        if state.hand:
            points += prices.hand[min(len(state.hand), MOST_CARDS)]
        if state.played:
            points += _card_points(state.played) + prices.played * len(state.played)
        return points

    def prices(self, length: GameLength, number: int, occupations: bool = False) -> Prices:
        """Return the weights of a round."""
        return self._priced(length, occupations, number)

    def _priced(self, length: GameLength, occupations: bool, number: int) -> Prices:
        """Return the weights of a round."""
        weights, later = self.weights, when(length, number, "").later
        learned_then = corrections_in(self.corrections, length, occupations, number)

        def learned(name: str) -> float:
            return learned_then.get(name, 0.0)

        cards = accumulate(weights.card * weights.further_card**each for each in range(MOST_CARDS))
        hope = weights.emigration if later else 0.0
        found = Prices(
            items={
                name: (own + learned(name), cells, first, other)
                for name, (own, cells, first, other) in self._table(later).items()
            },
            viking=weights.viking + learned("vikings"),
            boat=_BOAT + weights.boat * later + learned("whaling_boats"),
            knarr=_KNARR + hope * _EMIGRATION_GAIN["knarr"] + learned("knarrs"),
            longship=_LONGSHIP + hope * _EMIGRATION_GAIN["longship"] + learned("longships"),
            ore_aboard=learned("ore_aboard"),
            emigrated={
                name: (ship.emigration_points or 0) + learned(f"emigrated_{name}")
                for name, ship in SHIPS.items()
            },
            home=(learned("home_income"), learned("home_open")),
            other=(learned("other_income"), learned("other_open")),
            boards={name: learned(f"board_{name}") for name in BOARDS},
            hand=tuple(
                worth + learned("hand") * count for count, worth in enumerate([0.0, *cards])
            ),
            played=learned("played"),
        )
        self._prices[length, occupations, number] = found
        return found

    def item_value(self, name: str, later: int) -> float:
        """Return the value of an item of the supply as long as there are cells to cover.

        Corrections are left out: they hold for whole games, and mislead where items are compared.
        """
        found = self._by_themselves.get((name, later))
        if found is None:
            own, cells, _, _ = self._table(later)[name]
            tile = TILES.get(name)
            food = {Color.RED: 0.3, Color.ORANGE: 0.15}.get(tile.color, 0.0) if tile else 0.0
            found = own + cells + (food * tile.area if tile else 0.0)
            self._by_themselves[name, later] = found
        return found

    def _animals(self, state: State, phases: int) -> float:
        """Return the value of the animals and of the young to come (rules, 3.8)."""
        points = 0.0
        for kind in ("sheep", "cattle"):
            pregnant = state.supply.get(f"pregnant_{kind}", 0)
            count = state.supply.get(kind, 0) + pregnant
            if not count:
                continue
            tile = TILES[kind]
            points += tile.points * count + (tile.pregnant_points - tile.points) * pregnant
            # Every other phase brings a young one; one phase less if none is on the way yet.
            if count >= 2 or pregnant:
                points += self.weights.young * tile.points * ((phases + (pregnant > 0)) // 2)
        return points

    def _table(self, later: int) -> dict[str, tuple[float, float, int, int]]:
        """Return for each item its value, the cells it helps to cover, its cells at a feast."""
        found = self._items.get(later)
        if found is None:
            names = {*TILES, *WEAPONS, "wood", "stone", "ore", "silver"}
            names |= {f"pregnant_{kind}" for kind in ("sheep", "cattle")}
            found = self._items[later] = {
                name: (*self._own(name, later), *_widths(name)) for name in names
            }
        return found

    def _own(self, name: str, later: int) -> tuple[float, float]:
        """Return the value of an item by itself, and the cells that it helps to cover."""
        weights = self.weights
        if name == "silver":
            return 1.0 + (weights.silver + weights.silver_ahead * (later - 1)) * (later > 0), 0.0
        if name in ("wood", "stone", "ore"):
            own = {
                "wood": weights.wood + weights.wood_ahead * (later - 1),
                "stone": weights.stone,
                "ore": weights.ore + weights.ore_ahead * (later - 1),
            }[name]
            cells = weights.ore_cell if name == "ore" else 0.0
            return own if later else weights.last_resource, cells
        if name in WEAPONS:
            return weights.weapon * (later > 0), 0.0
        tile = TILES.get(name)
        if tile is None or tile.kind not in ("good", "special"):
            return 0.0, 0.0
        points = float(tile.points)
        if tile.kind == "good" and later:
            food = {Color.RED: weights.red, Color.ORANGE: weights.orange}
            points += food.get(tile.color, 0.0) * tile.area
        useful = {Color.BLUE: weights.blue, Color.GREEN: weights.green}
        return points, useful.get(tile.color, 0.0) * tile.area


_BOAT, _KNARR, _LONGSHIP = (SHIPS[name].points for name in ("whaling_boat", "knarr", "longship"))
_AFTER_INCOME = frozenset(
    {"breeding", "feast", "bonus", "mountains", "return", "final placing", "end"}
)
_AFTER_FEAST = _AFTER_INCOME - {"breeding", "feast"}


def soft_min(first: float, second: float, bend: float = 3.0) -> float:
    """Return a smooth minimum of two numbers from 0 on; a fifth less where they are equal."""
    low, high = (first, second) if first < second else (second, first)
    if low <= 0:
        return 0.0
    return float(low / (1 + (low / high) ** bend) ** (1 / bend))


def incomes_ahead(state: State) -> int:
    """Return the number of income phases to come."""
    return when(state.options.length, state.round, state.phase).ahead


@lru_cache(maxsize=8192)
def board_value(board: BoardState, incomes: int, bonuses: int) -> tuple[float, int, int]:
    """Return the value of a board without its open cells, the points these cost, and its income.

    Parameters
    ----------
    board
        The board with what lies on it.
    incomes, bonuses
        Number of phases of income and bonus to come.
    """
    gives = sum(BONUS_VALUES[name] * count for name, count in board.bonuses.items())
    slots = sum(board.open_slots.values())
    area = board.grid
    missing = area.points(area.coverable & ~board.covered)
    crown = sum(each.tile.points for each in board.pieces if each.tile.id == "english_crown")
    income = board.income
    points = board.board.points + incomes * income + bonuses * gives - slots + crown
    return points, missing, income


def _put_aside(state: State) -> tuple[str, ...]:
    """Return the goods that an upgrade or overseas trade under way will bring."""
    node = state.stack[-1] if state.stack else None
    if isinstance(node, Upgrade):
        return node.made
    if isinstance(node, Trade):
        return tuple(map(upgraded, node.traded))
    return ()


def feast_lacks(state: State) -> int:
    """Return a quick estimate of the cells of the next feast that silver must fill."""
    now = when(state.options.length, state.round, state.phase)
    if not now.feasts:
        return 0
    need = now.feasts[0] - BANQUET_TABLE.ship_covers * len(state.emigrated)
    return max(0, need - _food_cells(state))


def _food_cells(state: State) -> int:
    cells = 0
    for name, count in state.supply.items():
        first, other = _widths(name)
        cells += first + other * (count - 1)
    return cells


@cache
def _widths(name: str) -> tuple[int, int]:
    """Return the cells of the table that the first piece of a food fills, and each further one."""
    tile = TILES.get(name)
    if tile is None or tile.kind != "good" or tile.color not in (Color.ORANGE, Color.RED):
        return 0, 0
    sides = side_lengths(tile)
    return max(sides), min(sides)


@cache
def _card_points(played: tuple[int, ...]) -> int:
    from odin_solver.components.occupations import OCCUPATIONS

    return sum(OCCUPATIONS[number].points for number in played)
