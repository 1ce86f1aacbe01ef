"""A quick constructive search: good layouts in a fraction of a second, proven nothing.

Every board is filled cell by cell in some order (a beam search: at each cell the best partial
layouts survive). A partial layout is judged by what it has given up so far: points of cells left
open, income and bonuses that can no longer be reached, silver laid, and a price on the area of
the tiles used, since area is what is scarce when the supply is small. Which order of cells, how
far up the diagonal to go, and what area should cost is not known beforehand: that is a recipe,
and the outer search changes recipes at random and keeps what works.

The results start the exact search, as a complete hint and as the first answer that a user sees.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from odin_solver.placement.objective import Objective, gains, value
from odin_solver.placement.problem import (
    ORE,
    SILVER,
    STONE,
    WOOD,
    Area,
    Goal,
    Laid,
    Problem,
    in_placing_order,
    layout,
)
from odin_solver.rules.geometry import Mask, bits, singles
from odin_solver.rules.layout import position_violations
from odin_solver.rules.touching import colors_apart

CELL_ORDERS: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "rows up": lambda x, y: (-y, x),
    "rows down": lambda x, y: (y, -x),
    "columns right": lambda x, y: (x, -y),
    "columns left": lambda x, y: (-x, y),
    "diagonals up": lambda x, y: (x - y, x),
    "diagonals down": lambda x, y: (y - x, x),
}


_FIRST_LEVELS = (None, 0.0, 0.4, 0.7)
"""How far up all diagonals the first recipes go: as it comes, then shares of their length."""


@dataclass(frozen=True)
class AreaRecipe:
    """How one board is to be filled.

    Attributes
    ----------
    cells
        The order of its cells, a key of `CELL_ORDERS`.
    levels
        For every diagonal the number of income cells to be covered, no more and no less; None
        leaves it to the search.
    """

    cells: str
    levels: tuple[int | None, ...]


@dataclass(frozen=True)
class Recipe:
    """How a layout is to be built: the boards in turn, and the price of area."""

    boards: tuple[int, ...]
    areas: tuple[AreaRecipe, ...]
    price: float
    exponent: float
    pull: float
    jitter: int
    width: int


class _Option(NamedTuple):
    """A placement in a lane: what it covers, forbids and needs, in the lane's bits."""

    kind: int
    cells: Mask
    beside: Mask
    color: int
    needs: Mask
    kills: int


_Trail = tuple["_Trail", int, int, Mask] | None
"""What has been laid, last first: area, kind of stock (or SILVER or ORE), cells in lane bits."""

_State = tuple[float, Mask, Mask, tuple[Mask, ...], Mask, int, int, int, int, _Trail]
"""A partial layout within a lane, as a plain tuple for speed: what it has given up; cells
covered; cells left open; per colour to be kept apart, cells of it; cells that must still be
covered; features that can no longer be reached; tiles left, packed; silver left; ore left; what
has been laid."""

_COUNT_BITS = 8
"""Bits for the number of tiles left of a kind, in the packed number of all kinds."""

_ONE_COUNT = (1 << _COUNT_BITS) - 1


class _Lane:
    """A board whose cells are numbered in a certain order, with everything re-encoded in it."""

    def __init__(self, problem: Problem, goal: Goal, area: Area, cells: str) -> None:
        grid = area.grid
        order = CELL_ORDERS[cells]
        self.area = area
        self.cells = [grid.bit(c) for c in sorted(grid.cells(area.free), key=lambda c: order(*c))]
        self._number = {cell: i for i, cell in enumerate(self.cells)}
        self.full = (1 << len(self.cells)) - 1
        self.colors = sorted(colors_apart(area.state.board))

        diagonals = [
            [(self._encode(c.cell), self._encode(c.needs)) for c in d.cells] for d in grid.diagonals
        ]
        features: list[tuple[float, Mask, Mask]] = []
        self.required: list[list[Mask]] = []
        self.given_up: list[list[int]] = []
        for diagonal, printed in zip(diagonals, grid.diagonals, strict=True):
            first = len(features)
            steps = zip(printed.values[1:], printed.values, strict=False)
            for (_, needs), (above, below) in zip(diagonal, steps, strict=True):
                features.append((goal.income * (above - below), needs, 0))
            self.required.append([0, *(needs for _, needs in diagonal)])
            self.given_up.append(
                [
                    sum(1 << j for j in range(first + k, len(features)))
                    for k in range(len(diagonal) + 1)
                ]
            )
        for bonus in grid.bonuses:
            if not bonus.cells & area.covered:
                worth = goal.bonus_value(bonus.gives)
                features.append((worth, self._encode(bonus.surround), self._encode(bonus.cells)))
        self._worth = [worth for worth, _, _ in features]
        self._losses = {0: 0.0}
        self.killed_open = [
            sum(1 << f for f, (_, opened, _) in enumerate(features) if opened >> i & 1)
            for i in range(len(self.cells))
        ]

        def killed_by(covered: Mask) -> int:
            return sum(1 << f for f, (_, _, covers) in enumerate(features) if covers & covered)

        def needed(covered: Mask) -> Mask:
            """The cells that an option needs to be covered besides its own (rules, 1.4)."""
            needs = 0
            for diagonal in diagonals:
                for cell, lower_left in diagonal:
                    if cell & covered:
                        needs |= lower_left
            return needs & ~covered

        self.singles = [(needed(1 << i), killed_by(1 << i)) for i in range(len(self.cells))]
        self.open_loss = [goal.points * grid.points(cell) + goal.cells for cell in self.cells]
        self.options: list[list[_Option]] = [[] for _ in self.cells]
        for kind, stock in enumerate(problem.stock):
            apart = stock.tile.color in self.colors
            color = self.colors.index(stock.tile.color) if apart else -1
            for mask in area.placements[kind]:
                encoded = self._encode(mask)
                beside = self._encode(grid.beside(mask)) if apart else 0
                anchor = (encoded & -encoded).bit_length() - 1
                self.options[anchor].append(
                    _Option(kind, encoded, beside, color, needed(encoded), killed_by(encoded))
                )

    def _encode(self, mask: Mask) -> Mask:
        encoded = 0
        for cell in singles(mask & self.area.free):
            encoded |= 1 << self._number[cell]
        return encoded

    def decode(self, encoded: Mask) -> Mask:
        mask = 0
        for i in bits(encoded):
            mask |= self.cells[i]
        return mask

    def loss_of(self, dead: int) -> float:
        """Worth of a set of features that can no longer be reached."""
        found = self._losses.get(dead)
        if found is None:
            found = self._losses[dead] = sum(self._worth[f] for f in bits(dead))
        return found


def _as_far_as_it_comes(recipe: Recipe) -> Recipe:
    """A recipe that asks for no part of a diagonal, which may be out of reach."""
    free = [replace(each, levels=(None,) * len(each.levels)) for each in recipe.areas]
    return replace(recipe, areas=tuple(free))


class BeamSearch:
    """The constructive search for one problem and goal; deterministic for a seed.

    Parameters
    ----------
    problem
        What is to be placed where.
    objective
        What to maximise.
    seed
        Seed of all random choices.
    """

    def __init__(self, problem: Problem, objective: Objective, seed: int = 0) -> None:
        self._problem = problem
        self._objective = objective
        self._goal = Goal(objective)
        self._random = random.Random(seed)
        self._lanes: dict[tuple[int, str], _Lane] = {}

    def layouts(
        self, rounds: int
    ) -> Iterator[tuple[tuple[Fraction, ...], tuple[Laid, ...]] | None]:
        """Build layouts; yield each that is better than all before, with the values of its sums.

        Between them it yields None, so that the caller can look after other things.

        Parameters
        ----------
        rounds
            How many recipes to try.
        """
        best: Recipe | None = None
        best_values: tuple[Fraction, ...] = ()
        for trial in range(rounds):
            if trial < len(_FIRST_LEVELS) or best is None or self._random.random() < 0.3:
                recipe = self._new_recipe(trial)
                if trial and best is None:
                    recipe = _as_far_as_it_comes(recipe)
            else:
                recipe = self._changed(best, trial)
            laid = self._build(recipe)
            yield None
            if laid is None:
                continue
            laid = in_placing_order(self._problem, laid)
            after = layout(self._problem, laid)
            found = gains(self._problem.position, after)
            values = tuple(value(weights, found) for weights in self._objective.levels)
            if best is not None and values <= best_values:
                best = recipe if values == best_values else best
            elif not position_violations(after):
                best, best_values = recipe, values
                yield values, laid

    @cached_property
    def _prices_of_area(self) -> tuple[float, ...]:
        """Prices worth trying: the scarcer the tiles, the dearer; first the one to begin with.

        A price of 1 is what a cell with a negative point is worth.
        """
        problem = self._problem
        area = sum(each.count * each.tile.area for each in problem.stock) + problem.ore
        worth = sum(each.grid.points(each.free) for each in problem.areas)
        if area < 0.8 * worth:
            return (0.8, 0.5, 0.7, 0.9)
        if area < 1.4 * worth:
            return (0.3, 0.0, 0.1, 0.5, 0.8)
        return (0.0, 0.0, 0.1, 0.3)

    def _width(self, trial: int) -> int:
        return (8, 8, 12, 12, 20, 20, 30)[min(trial // 4, 6)]

    def _new_area_recipe(self, area: Area) -> AreaRecipe:
        choose = self._random
        levels = tuple(
            choose.choice([None, choose.randint(0, len(diagonal.cells)), len(diagonal.cells)])
            for diagonal in area.grid.diagonals
        )
        return AreaRecipe(choose.choice(list(CELL_ORDERS)), levels)

    def _new_recipe(self, trial: int) -> Recipe:
        choose = self._random
        areas = [a for a in self._problem.areas if a.free]
        choose.shuffle(areas)
        areas.sort(key=lambda each: not each.state.board.is_building)
        recipes = [self._new_area_recipe(area) for area in self._problem.areas]
        if trial < len(_FIRST_LEVELS) and (share := _FIRST_LEVELS[trial]) is not None:
            recipes = [
                replace(
                    recipe,
                    levels=tuple(round(share * len(d.cells)) for d in area.grid.diagonals),
                )
                for recipe, area in zip(recipes, self._problem.areas, strict=True)
            ]
        return Recipe(
            boards=tuple(area.number for area in areas),
            areas=tuple(recipes),
            price=choose.choice(self._prices_of_area) if trial else self._prices_of_area[0],
            exponent=choose.choice([1.0, 1.0, 0.9, 0.8]),
            pull=choose.choice([0.0, 0.3, 0.6]),
            jitter=choose.randrange(1 << 30),
            width=self._width(trial),
        )

    def _changed(self, recipe: Recipe, trial: int) -> Recipe:
        """A neighbour of a recipe: one thing changed, and the small random weights anew."""
        choose = self._random
        recipe = replace(recipe, jitter=choose.randrange(1 << 30), width=self._width(trial))
        what = choose.random()
        if what < 0.5 and self._problem.areas:
            at = choose.randrange(len(self._problem.areas))
            old = recipe.areas[at]
            new = self._new_area_recipe(self._problem.areas[at])
            if choose.random() < 0.5 and any(level is not None for level in old.levels):
                near = tuple(
                    None
                    if level is None
                    else max(0, min(level + choose.choice([-1, 1]), len(d.cells)))
                    for level, d in zip(
                        old.levels, self._problem.areas[at].grid.diagonals, strict=True
                    )
                )
                new = replace(old, levels=near)
            elif choose.random() < 0.5:
                new = replace(new, levels=old.levels)
            return replace(recipe, areas=(*recipe.areas[:at], new, *recipe.areas[at + 1 :]))
        if what < 0.7:
            return replace(recipe, price=choose.choice(self._prices_of_area))
        if what < 0.8:
            return replace(recipe, pull=choose.choice([0.0, 0.3, 0.6]))
        if what < 0.9 and len(recipe.boards) > 1:
            boards = list(recipe.boards)
            choose.shuffle(boards)
            return replace(recipe, boards=tuple(boards))
        return recipe

    def _lane(self, number: int, cells: str) -> _Lane:
        lane = self._lanes.get((number, cells))
        if lane is None:
            lane = _Lane(self._problem, self._goal, self._problem.areas[number], cells)
            self._lanes[number, cells] = lane
        return lane

    def _prices(self, recipe: Recipe) -> list[float]:
        """Loss of using one tile of each kind of stock."""
        choose = random.Random(recipe.jitter)
        goal = self._goal
        cell_worth = max(abs(goal.points), abs(goal.cells), 1e-9)
        prices = []
        for stock in self._problem.stock:
            price = recipe.price * stock.tile.area**recipe.exponent
            if stock.tile.color == "green":
                price -= recipe.pull * choose.choice([0.0, 0.5, 1.0])
            prices.append(goal.keep(stock.tile.id) + cell_worth * (price + 0.2 * choose.random()))
        return prices

    def _build(self, recipe: Recipe) -> tuple[Laid, ...] | None:
        """Fill the boards one after the other; None if no partial layout survives."""
        problem = self._problem
        prices = self._prices(recipe)
        counts = 0
        for kind, stock in enumerate(problem.stock):
            counts |= min(stock.count, _ONE_COUNT) << (_COUNT_BITS * kind)
        starts: list[_State] = [(0.0, 0, 0, (), 0, 0, counts, problem.silver, problem.ore, None)]
        lanes = {}
        for number in recipe.boards:
            area_recipe = recipe.areas[number]
            lane = lanes[number] = self._lane(number, area_recipe.cells)
            starts = self._fill(lane, area_recipe, starts, prices, recipe.width)
            if not starts:
                return None
        laid = []
        trail = starts[0][-1]
        while trail is not None:
            trail, number, kind, encoded = trail
            laid.append(Laid(number, kind, lanes[number].decode(encoded)))
        return (*reversed(laid), *self._slot_pieces())

    def _slot_pieces(self) -> list[Laid]:
        """Wood and stone for the slots of buildings, if filling them gains anything."""
        pieces = []
        for kind, name in ((WOOD, "wood"), (STONE, "stone")):
            if self._goal.points <= self._goal.keep(name):
                continue
            left = self._problem.position.supply.get(name, 0)
            for area in self._problem.areas:
                filled = min(left, area.slots.get(name, 0))
                pieces += [Laid(area.number, kind, 0)] * filled
                left -= filled
        return pieces

    def _fill(
        self,
        lane: _Lane,
        recipe: AreaRecipe,
        starts: Sequence[_State],
        prices: Sequence[float],
        width: int,
    ) -> list[_State]:
        """Fill one board from each of the given partial layouts; the best results, best first."""
        must = dead = 0
        for required, given_up, level in zip(
            lane.required, lane.given_up, recipe.levels, strict=True
        ):
            if level is not None:
                must |= required[level]
                dead |= given_up[level]
        number = lane.area.number
        size = len(lane.cells)
        full = lane.full
        goal = self._goal
        fillers = []
        if lane.area.takes_ore:
            fillers.append((-goal.ore, ORE))
        if lane.area.takes_silver:
            fillers.append((-goal.silver, SILVER))
        fillers.sort()
        buckets: list[dict[tuple[Mask, Mask, int], _State]] = [{} for _ in range(size + 1)]
        none_apart = (0,) * len(lane.colors)
        for loss, *_, counts, silver, ore, trail in starts:
            start = (loss, 0, 0, none_apart, must, dead, counts, silver, ore, trail)
            buckets[0][0, 0, counts] = start
        for i in range(size):
            bit = 1 << i
            needs_here, kills_here = lane.singles[i]
            for state in sorted(buckets[i].values(), key=itemgetter(0))[:width]:
                loss, covered, opened, apart, owed, gone, counts, silver, ore, trail = state
                decided = covered | opened
                for kind, cells, beside, color, needs, kills in lane.options[i]:
                    if cells & decided or needs & opened:
                        continue
                    if not counts >> (_COUNT_BITS * kind) & _ONE_COUNT:
                        continue
                    if color >= 0 and beside & apart[color]:
                        continue
                    now_loss = loss + prices[kind]
                    now_gone = gone
                    if kills & ~gone:
                        now_loss += lane.loss_of(kills & ~gone)
                        now_gone |= kills
                    undecided = full & ~(decided | cells)
                    at = (undecided & -undecided).bit_length() - 1 if undecided else size
                    now_counts = counts - (1 << (_COUNT_BITS * kind))
                    key = (covered | cells, opened, now_counts)
                    rival = buckets[at].get(key)
                    if rival is not None and rival[0] <= now_loss:
                        continue
                    now_apart = apart
                    if color >= 0:
                        now_apart = (*apart[:color], apart[color] | cells, *apart[color + 1 :])
                    buckets[at][key] = (
                        now_loss,
                        covered | cells,
                        opened,
                        now_apart,
                        (owed | needs) & ~cells & ~covered,
                        now_gone,
                        now_counts,
                        silver,
                        ore,
                        (trail, number, kind, cells),
                    )
                undecided = full & ~(decided | bit)
                at = (undecided & -undecided).bit_length() - 1 if undecided else size
                if not needs_here & opened:
                    for cost, kind in fillers:
                        if (silver if kind == SILVER else ore) == 0:
                            continue
                        now_loss = loss + cost + lane.loss_of(kills_here & ~gone)
                        key = (covered | bit, opened, counts)
                        rival = buckets[at].get(key)
                        if rival is None or rival[0] > now_loss:
                            buckets[at][key] = (
                                now_loss,
                                covered | bit,
                                opened,
                                apart,
                                (owed | needs_here) & ~covered & ~bit,
                                gone | kills_here,
                                counts,
                                silver - (kind == SILVER),
                                ore - (kind == ORE),
                                (trail, number, kind, bit),
                            )
                        break
                if not owed & bit:
                    killed = lane.killed_open[i]
                    now_loss = loss + lane.open_loss[i] + lane.loss_of(killed & ~gone)
                    key = (covered, opened | bit, counts)
                    rival = buckets[at].get(key)
                    if rival is None or rival[0] > now_loss:
                        buckets[at][key] = (
                            now_loss,
                            covered,
                            opened | bit,
                            apart,
                            owed,
                            gone | killed,
                            counts,
                            silver,
                            ore,
                            trail,
                        )
            buckets[i].clear()
        return sorted(buckets[size].values(), key=itemgetter(0))[:width]
