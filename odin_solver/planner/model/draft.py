"""A model under construction: rounds, stocks of things, and what comes and goes when.

What happens in a round has three parts here. *Actions*: everything that the player does in the
action phase, taken as one moment, so that what is gained in it pays for what is bought in it.
*Evening*: income, breeding, the feast, and silver that is laid before or after the feast.
*Night*: bonuses; then the harvest and the weapon of the next round.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from ortools.sat.python import cp_model

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.round_tracks import TRACKS, Round
from odin_solver.components.ships import SHIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import harvest
from odin_solver.planner.model.luck import WEAPONS_IN_TURNS, Luck

Expr = Any
"""A number, a variable or a linear expression of CP-SAT, which has no common type for them."""

MOST = 999
"""More than there can ever be of anything: no game comes near it."""

GOODS = tuple(tile.id for tile in TILES.values() if tile.kind == "good" and tile.expansion is None)
ANIMALS = ("sheep", "cattle")
HOUSES = ("shed", "stone_house", "long_house")
FOODS = tuple(
    tile.id
    for tile in TILES.values()
    if tile.color in (Color.ORANGE, Color.RED) and tile.expansion is None
)
"""Food and animals: what is eaten besides silver."""


def round_of(name: str) -> int | None:
    """The round of a variable, by its name; None if it is about the end of the game."""
    word = name.rpartition(" ")[2]
    return int(word) if word.isdecimal() else None


@dataclass
class Detail:
    """Something that a plan may do in a round: in words, and how often."""

    round: int
    words: str
    times: Expr


@dataclass
class Draft:
    """A model under construction.

    Attributes
    ----------
    state, luck
        Where the game stands, and what chance is taken to bring.
    cp
        The variables and constraints; all constraints are linear.
    use
        Whether a space is used in a round.
    failed
        Of these, dice actions that end in failure.
    acted
        Things at the end of the actions of a round.
    details
        What a plan consists of besides the spaces.
    emigrated
        Ships that emigrate in a round, by kind.
    income
        What the boards pay in a round.
    points
        The terms of the score, by category.
    """

    state: State
    luck: Luck
    cp: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    use: dict[tuple[str, int], Expr] = field(default_factory=dict)
    failed: dict[tuple[str, int], Expr] = field(default_factory=dict)
    acted: dict[tuple[str, int], Expr] = field(default_factory=dict)
    details: list[Detail] = field(default_factory=list)
    emigrated: dict[tuple[str, int], Expr] = field(default_factory=dict)
    income: dict[int, Expr] = field(default_factory=dict)
    points: dict[str, Expr] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.now = self.state.round
        self.last = self.state.rounds
        self.rounds = range(self.now, self.last + 1)
        self.specials = sorted(self.state.specials)
        self._gains: dict[tuple[str, int], list[Expr]] = defaultdict(list)
        self._pays: dict[tuple[str, int], list[Expr]] = defaultdict(list)
        self._evening: dict[tuple[str, int], list[Expr]] = defaultdict(list)
        self._night: dict[tuple[str, int], list[Expr]] = defaultdict(list)
        self._needs: list[tuple[Expr, tuple[str, ...], int]] = []
        kept = [name for name, tile in TILES.items() if tile.kind == "special"]
        self.special_tiles = [
            name for name in kept if name in self.specials or self.state.has(name)
        ]
        self.things = (
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
        self.acted = {
            (thing, r): self.number(f"{thing} {r}") for r in self.rounds for thing in self.things
        }

    # --- variables ---

    def number(self, name: str, most: int = MOST) -> Expr:
        """A new variable from 0 to `most`; its name ends with its round if it has one."""
        return self.cp.new_int_var(0, most, name)

    def flag(self, name: str) -> Expr:
        """A new 0-1 variable."""
        return self.cp.new_bool_var(name)

    def require(self, condition: Any) -> None:
        """State a constraint; one that holds of itself is left out."""
        if condition is not True:
            self.cp.add(condition)

    def detail(self, r: int, words: str, times: Expr) -> None:
        """Remember something that a plan may consist of."""
        self.details.append(Detail(r, words, times))

    # --- what comes and goes ---

    def gain(self, r: int, thing: str, amount: Expr) -> None:
        """Something comes during the actions."""
        self._gains[thing, r].append(amount)

    def pay(self, r: int, thing: str, amount: Expr) -> None:
        """Something goes during the actions."""
        self._pays[thing, r].append(amount)

    def evening(self, r: int, thing: str, amount: Expr) -> None:
        """Something comes, or goes if it is negative, from the income to the feast."""
        self._evening[thing, r].append(amount)

    def night(self, r: int, thing: str, amount: Expr) -> None:
        """Something comes in the bonus phase."""
        if (thing, r) in self.acted:
            self._night[thing, r].append(amount)

    def need(self, r: int, amount: Expr, *things: str) -> None:
        """So many of these things must have been there at some time of the actions."""
        self._needs.append((amount, things, r))

    def round(self, r: int) -> Round:
        """A round as printed on the round track."""
        return TRACKS[self.state.options.length].rounds[r - 1]

    def at_start(self, thing: str, r: int) -> Expr:
        """What is there when the actions of a round begin, or go on if it is the present one."""
        state = self.state
        if r == self.now:
            if thing in ANIMALS:
                return state.animals(thing)
            if thing in SHIPS:
                return state.ships(thing)
            if thing in BOARDS:
                return state.buildings(thing)
            return state.has(thing)
        grown = harvest(self.round(r).harvest).get(thing, 0)
        return self.at_end(thing, r - 1) + sum(self._night[thing, r - 1]) + grown

    def at_end(self, thing: str, r: int) -> Expr:
        """What is there after the feast of a round."""
        return self.acted[thing, r] + sum(self._evening[thing, r])

    def state_stocks(self) -> None:
        """Nothing falls below zero; to be called when all that comes and goes is stated."""
        for r in self.rounds:
            for thing in self.things:
                start = self.at_start(thing, r)
                comes, goes = sum(self._gains[thing, r]), sum(self._pays[thing, r])
                self.require(self.acted[thing, r] == start + comes - goes)
                if self._evening[thing, r]:
                    self.require(self.at_end(thing, r) >= 0)
        for amount, things, r in self._needs:
            there = sum(self.at_start(thing, r) + sum(self._gains[thing, r]) for thing in things)
            self.require(there >= amount)
        for tile in self.special_tiles:
            comes = sum(sum(self._gains[tile, r]) + sum(self._night[tile, r]) for r in self.rounds)
            self.require(comes <= int(tile in self.specials))

    def gained(self, thing: str) -> Expr:
        """What comes of a thing in all that is left of the game."""
        return sum(sum(self._gains[thing, r]) + sum(self._night[thing, r]) for r in self.rounds)


def weapon_of_round(draft: Draft, r: int) -> None:
    """Phase 4: a weapon is drawn at the beginning of a round (rules, 3.4).

    It counts to the night before, which nothing else happens in between.
    """
    draw_weapons(draft, r - 1, 1, 1, f"round {r}", night=True)


def draw_weapons(
    draft: Draft, r: int, count: int, x: Expr, name: str, *, night: bool = False
) -> None:
    """Draw weapon cards if x is 1."""
    come = draft.night if night else draft.gain
    if draft.luck.bounds:
        drawn = {each: draft.number(f"draw {each} {name} {r}", count) for each in WEAPONS}
        draft.require(sum(drawn.values()) <= count * x)
        for each, number in drawn.items():
            come(r, each, number)
    else:
        for n in range(count):
            come(r, WEAPONS_IN_TURNS[(r + n) % len(WEAPONS_IN_TURNS)], x)
