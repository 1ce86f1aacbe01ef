"""Rollout policies: greedy policies of the compiled engine, by the weights of their evaluation.

The evaluation (``source/evaluation.c``) estimates the final score. It is the score sheet of the
state plus estimates of the rest of the game:

- *Tiles and open cells.* Uncovered cells cost points, less those that will be covered by tiles of
  the supply and of later rounds. A soft minimum joins tiles and cells: the more tiles there are,
  the less another one is worth, and the more another board.
- *Income and bonuses* of the boards as they are, once for each phase to come.
- *Food*: what the next feast would lack, in silver and penalties; and a little for each piece.
- *Ships* that may emigrate, *animals* that will breed, *Vikings* that can still be used, silver,
  resources, weapons and cards: a number each.
- *Corrections*: corrections for every round (`odin_solver.rollouts.policies.corrections`).

Small weights (`EvaluationWeights`) break ties.
"""

from itertools import accumulate

import msgspec

from odin_solver.components import TILES, Color
from odin_solver.components.ships import SHIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.rollouts.policies.corrections import (
    Corrections,
    RoundCorrections,
    corrections_in,
    learned_corrections,
)
from odin_solver.rules.position import GameLength


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
        Sharpness of the soft minimum of tiles and cells.
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


class RolloutPolicy:
    """A greedy policy of the compiled engine.

    Parameters
    ----------
    network
        Name of a network that is added to the evaluation (`odin_solver.rollouts.networks`); empty
        for none.
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

    def learned(self, length: GameLength, number: int, occupations: bool) -> RoundCorrections:
        """Return the corrections of a round."""
        return corrections_in(self.corrections, length, occupations, number)

    def hand(self) -> list[float]:
        """Return the value of no card in the hand, one, two ...; the last for all above."""
        card, further = self.weights.card, self.weights.further_card
        return [0.0, *accumulate(card * further**each for each in range(MOST_CARDS))]

    def ship(self, name: str, later: int) -> float:
        """Return the value of a ship in the bay, with so many rounds to come."""
        ship, weights = SHIPS[name], self.weights
        if ship.emigration_points is None:
            return ship.points + weights.boat * later
        return ship.points + weights.emigration * (ship.emigration_points - ship.points) * (
            later > 0
        )

    def item_value(self, name: str, later: int) -> float:
        """Return the value of an item of the supply as long as there are cells to cover.

        Corrections are left out: they hold for whole games, and mislead where items are compared.
        """
        own, cells = self.item(name, later)
        tile = TILES.get(name)
        food = {Color.RED: 0.3, Color.ORANGE: 0.15}.get(tile.color, 0.0) if tile else 0.0
        return own + cells + (food * tile.area if tile else 0.0)

    def item(self, name: str, later: int) -> tuple[float, float]:
        """Return the value of an item of the supply, and the cells that it helps to cover."""
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


GREEDY = RolloutPolicy(corrections=learned_corrections())
