"""The constructive search: builds layouts by recipes and keeps what works.

Every board is filled by a beam search (`odin_solver.placement.constructive.beam`). A partial
layout is judged by its loss so far: points of cells left open, income and bonuses forfeited,
silver placed, and a price on the area of the tiles used, since area is scarce when the supply is
small. The order of cells, how far up the diagonals to go and the price of area are not known
beforehand: a recipe fixes them, and this search changes recipes at random.

The results start the exact search, as a complete hint, and are the first answer that a user sees.
"""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

from odin_solver.placement.constructive.beam import COUNT_BITS, MAX_COUNT, PartialLayout, fill
from odin_solver.placement.constructive.lane import FoldedWeights, Lane, SearchStopped
from odin_solver.placement.constructive.recipes import (
    FIRST_LEVELS,
    BuildRecipe,
    RecipeBook,
    without_levels,
)
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective
from odin_solver.placement.problem import STONE, WOOD, Laid, Problem, in_placing_order, layout
from odin_solver.rules.layout import position_violations


class BeamSearch:
    """The constructive search for one problem and objective; deterministic for a seed.

    Parameters
    ----------
    problem
        The boards and the supply.
    objective
        What to maximise.
    seed
        Seed of all random choices.
    stop
        Polled for whether to stop: one layout of large boards can take seconds.
    """

    def __init__(
        self,
        problem: Problem,
        objective: Objective,
        seed: int = 0,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._stop = stop
        self._problem = problem
        self._objective = objective
        self._weights = FoldedWeights(objective)
        self._random = random.Random(seed)
        self._recipes = RecipeBook(problem, self._random)
        self._lanes: dict[tuple[int, str], Lane] = {}

    def layouts(
        self, rounds: int
    ) -> Iterator[tuple[tuple[Fraction, ...], tuple[Laid, ...]] | None]:
        """Build layouts; yield each that beats all before, with the values of its levels.

        Between them yields None, so that the caller can look after other things.

        Parameters
        ----------
        rounds
            How many recipes to try.
        """
        best: BuildRecipe | None = None
        best_values: tuple[Fraction, ...] = ()
        for trial in range(rounds):
            if trial < len(FIRST_LEVELS) or best is None or self._random.random() < 0.3:
                recipe = self._recipes.new(trial)
                if trial and best is None:
                    recipe = without_levels(recipe)
            else:
                recipe = self._recipes.changed(best, trial)
            try:
                laid = self._build(recipe)
            except SearchStopped:
                return
            yield None
            if laid is None:
                continue
            laid = in_placing_order(self._problem, laid)
            after = layout(self._problem, laid)
            gained = gains(self._problem.position, after)
            values = tuple(value(weights, gained) for weights in self._objective.levels)
            if best is not None and values <= best_values:
                best = recipe if values == best_values else best
            elif not position_violations(after):
                best, best_values = recipe, values
                yield values, laid

    def _lane(self, number: int, order: str) -> Lane:
        lane = self._lanes.get((number, order))
        if lane is None:
            area = self._problem.areas[number]
            lane = Lane(self._problem, self._weights, area, order, self._stop)
            self._lanes[number, order] = lane
        return lane

    def _prices(self, recipe: BuildRecipe) -> list[float]:
        """Return the loss of using one tile of each kind of stock."""
        choose = random.Random(recipe.jitter)
        weights = self._weights
        cell_value = max(abs(weights.points), abs(weights.cells), 1e-9)
        prices = []
        for stock in self._problem.stock:
            price = recipe.price * stock.tile.area**recipe.exponent
            if stock.tile.color == "green":
                price -= recipe.pull * choose.choice([0.0, 0.5, 1.0])
            prices.append(
                weights.keep(stock.tile.id) + cell_value * (price + 0.2 * choose.random())
            )
        return prices

    def _build(self, recipe: BuildRecipe) -> tuple[Laid, ...] | None:
        """Fill the boards one after the other; None if no partial layout survives."""
        problem = self._problem
        prices = self._prices(recipe)
        counts = 0
        for kind, stock in enumerate(problem.stock):
            counts |= min(stock.count, MAX_COUNT) << (COUNT_BITS * kind)
        starts: list[PartialLayout] = [
            (0.0, 0, 0, (), 0, 0, counts, problem.silver, problem.ore, None)
        ]
        lanes = {}
        for number in recipe.boards:
            board_recipe = recipe.areas[number]
            lane = lanes[number] = self._lane(number, board_recipe.cells)
            starts = fill(
                lane, board_recipe, starts, self._weights, prices, recipe.width, self._stop
            )
            if not starts:
                return None
        laid = []
        trail = starts[0][-1]
        while trail is not None:
            trail, number, kind, encoded = trail
            laid.append(Laid(number, kind, lanes[number].decode(encoded)))
        return (*reversed(laid), *slot_pieces(problem, self._weights))


def slot_pieces(problem: Problem, weights: FoldedWeights) -> list[Laid]:
    """Return wood and stone for the slots of buildings, if filling them gains anything."""
    pieces = []
    for kind, name in ((WOOD, "wood"), (STONE, "stone")):
        if weights.points <= weights.keep(name):
            continue
        left = problem.position.supply.get(name, 0)
        for area in problem.areas:
            filled = min(left, area.slots.get(name, 0))
            pieces += [Laid(area.number, kind, 0)] * filled
            left -= filled
    return pieces
