"""Builder of the planning model: rounds, stocks of items, and their gains and costs.

A round has three stages. *Actions*: all that the player does in the action phase, as one moment, so
that what is gained in it pays for what is bought in it. *Evening*: income, breeding, the feast, and
silver laid before or after the feast. *Night*: bonuses; then the harvest and the weapon of the next
round.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ortools.sat.python import cp_model

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.round_tracks import TRACKS, Round
from odin_solver.components.ships import SHIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import harvest
from odin_solver.planner.model.chance import WEAPONS_IN_TURNS, ChanceModel
from odin_solver.planner.model.variables import Var, VariableKey

Expr = Any
"""A number, a variable or a linear expression of CP-SAT, which has no common type for them."""

MOST = 999
"""Upper bound of counts without a better one, far above any game."""

GOODS = tuple(tile.id for tile in TILES.values() if tile.kind == "good" and tile.expansion is None)
ANIMALS = ("sheep", "cattle")
HOUSES = ("shed", "stone_house", "long_house")
FOODS = tuple(
    tile.id
    for tile in TILES.values()
    if tile.color in (Color.ORANGE, Color.RED) and tile.expansion is None
)
"""Food and animals, which a feast takes besides silver."""


@dataclass
class ModelBuilder:
    """Variables and constraints of the planning model.

    Attributes
    ----------
    state, chance
        State to plan from, and what chance is assumed to bring.
    cp
        The CP-SAT model; all constraints are linear.
    keys
        Keys of the variables, in the order of the variables.
    use
        Whether a space is used in a round.
    failed
        Of these, dice actions that fail.
    stock
        Items after the actions of a round.
    details
        Contents of a plan besides the spaces, each with its count.
    emigrated
        Ships that emigrate in a round, by kind.
    income
        Income of a round.
    points
        Terms of the score, by category.
    """

    state: State
    chance: ChanceModel
    cp: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    keys: list[VariableKey] = field(default_factory=list)
    use: dict[tuple[str, int], Expr] = field(default_factory=dict)
    failed: dict[tuple[str, int], Expr] = field(default_factory=dict)
    stock: dict[tuple[str, int], Expr] = field(default_factory=dict)
    details: list[tuple[VariableKey, Expr]] = field(default_factory=list)
    emigrated: dict[tuple[str, int], Expr] = field(default_factory=dict)
    income: dict[int, Expr] = field(default_factory=dict)
    points: dict[str, Expr] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.now = self.state.round
        self.last = self.state.rounds
        self.rounds = range(self.now, self.last + 1)
        self.specials = sorted(self.state.specials)
        self._gains: dict[tuple[str, int], list[Expr]] = defaultdict(list)
        self._costs: dict[tuple[str, int], list[Expr]] = defaultdict(list)
        self._evening: dict[tuple[str, int], list[Expr]] = defaultdict(list)
        self._night: dict[tuple[str, int], list[Expr]] = defaultdict(list)
        self._needs: list[tuple[Expr, tuple[str, ...], int]] = []
        special = [name for name, tile in TILES.items() if tile.kind == "special"]
        self.special_tiles = [
            name for name in special if name in self.specials or self.state.has(name)
        ]
        self.items = (
            *GOODS,
            "silver",
            "wood",
            "stone",
            "ore",
            *WEAPONS,
            *ANIMALS,
            *SHIPS,
            *HOUSES,
            *self.special_tiles,
        )
        self.stock = {
            (item, r): self.integer(Var.STOCK(r, item)) for r in self.rounds for item in self.items
        }

    # --- variables and constraints ---

    def integer(self, key: VariableKey, upper: int = MOST) -> Expr:
        """Add an integer variable from 0 to `upper`."""
        self.keys.append(key)
        return self.cp.new_int_var(0, upper, str(key))

    def boolean(self, key: VariableKey) -> Expr:
        """Add a 0-1 variable."""
        self.keys.append(key)
        return self.cp.new_bool_var(str(key))

    def require(self, condition: Any) -> None:
        """Add a constraint, unless it holds trivially."""
        if condition is not True:
            self.cp.add(condition)

    def detail(self, key: VariableKey, count: Expr) -> None:
        """Add contents of a plan."""
        self.details.append((key, count))

    def choose_one(self, r: int, space: str, items: Iterable[str], x: Expr) -> dict[str, Expr]:
        """Choose exactly one of some items if x is 1."""
        chosen: dict[str, Expr] = {}
        for item in items:
            key = Var.CHOSEN(r, space, item)
            chosen[item] = self.boolean(key)
            self.detail(key, chosen[item])
        self.require(sum(chosen.values()) == x)
        return chosen

    # --- gains and costs ---

    def gain(self, r: int, item: str, amount: Expr) -> None:
        """Gain items during the actions."""
        self._gains[item, r].append(amount)

    def spend(self, r: int, item: str, amount: Expr) -> None:
        """Spend items during the actions."""
        self._costs[item, r].append(amount)

    def evening(self, r: int, item: str, amount: Expr) -> None:
        """Gain items between the income and the feast, or spend them if the amount is negative."""
        self._evening[item, r].append(amount)

    def night(self, r: int, item: str, amount: Expr) -> None:
        """Gain items in the bonus phase."""
        if (item, r) in self.stock:
            self._night[item, r].append(amount)

    def need(self, r: int, amount: Expr, *items: str) -> None:
        """Require a number of these items at some time of the actions."""
        self._needs.append((amount, items, r))

    def round(self, r: int) -> Round:
        """Return a round of the round track."""
        return TRACKS[self.state.options.length].rounds[r - 1]

    def at_start(self, item: str, r: int) -> Expr:
        """Items when the actions of a round begin; in the present round, items now."""
        if r == self.now:
            return count_of(self.state, item)
        grown = harvest(self.round(r).harvest).get(item, 0)
        return self.at_end(item, r - 1) + sum(self._night[item, r - 1]) + grown

    def at_end(self, item: str, r: int) -> Expr:
        """Items after the feast of a round."""
        return self.stock[item, r] + sum(self._evening[item, r])

    def add_stocks(self) -> None:
        """Balance gains and costs; no stock is negative. Call it after all gains and costs."""
        for r in self.rounds:
            for item in self.items:
                start = self.at_start(item, r)
                gains, costs = sum(self._gains[item, r]), sum(self._costs[item, r])
                self.require(self.stock[item, r] == start + gains - costs)
                if self._evening[item, r]:
                    self.require(self.at_end(item, r) >= 0)
        for amount, items, r in self._needs:
            available = sum(self.at_start(item, r) + sum(self._gains[item, r]) for item in items)
            self.require(available >= amount)
        for tile in self.special_tiles:
            self.require(self.gained(tile) <= int(tile in self.specials))

    def gained(self, item: str) -> Expr:
        """Items gained in the rest of the game, by actions and bonuses."""
        return sum(sum(self._gains[item, r]) + sum(self._night[item, r]) for r in self.rounds)


def count_of(state: State, item: str) -> int:
    """Return the number of items that a player has."""
    if item in ANIMALS:
        return state.animals(item)
    if item in SHIPS:
        return state.ships(item)
    return state.buildings(item) if item in BOARDS else state.has(item)


def add_weapon_of_round(builder: ModelBuilder, r: int) -> None:
    """Phase 4: a weapon is drawn at the beginning of a round (rules, 3.4).

    It belongs to the night before, as nothing else happens in between.
    """
    draw_weapons(builder, r - 1, 1, 1, f"round {r}", night=True)


def draw_weapons(
    builder: ModelBuilder, r: int, count: int, x: Expr, source: str, *, night: bool = False
) -> None:
    """Draw weapon cards if x is 1."""
    gain = builder.night if night else builder.gain
    if builder.chance.is_optimistic:
        drawn = {weapon: builder.integer(Var.DRAWN(r, weapon, source), count) for weapon in WEAPONS}
        builder.require(sum(drawn.values()) <= count * x)
        for weapon, number in drawn.items():
            gain(r, weapon, number)
    else:
        for n in range(count):
            gain(r, WEAPONS_IN_TURNS[(r + n) % len(WEAPONS_IN_TURNS)], x)
