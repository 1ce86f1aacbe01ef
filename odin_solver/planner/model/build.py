"""The planning model of the rest of a game."""

from dataclasses import dataclass

from odin_solver.components import BOARDS
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.planner.model.animals import add_animal_points, add_breeding
from odin_solver.planner.model.builder import HOUSES, Expr, ModelBuilder, add_weapon_of_round
from odin_solver.planner.model.chance import ChanceModel
from odin_solver.planner.model.feast import add_feasts
from odin_solver.planner.model.mountains import MountainConstraints
from odin_solver.planner.model.scoring import add_score
from odin_solver.planner.model.ships import Ships, Voyages
from odin_solver.planner.model.spaces import SpaceConstraints
from odin_solver.planner.model.tiles import Tiles


@dataclass(frozen=True)
class PlanModel:
    """The rest of a game as a linear model over integers.

    Attributes
    ----------
    builder
        The variables and constraints.
    tiles
        Tiles laid on boards.
    score
        The objective.
    """

    builder: ModelBuilder
    tiles: Tiles
    score: Expr


def is_plannable(state: State) -> bool:
    """Whether the model covers a state: a turn of the player, without *Harvest*."""
    return isinstance(current(state), Turn) and not state.options.harvest


def build(state: State, chance: ChanceModel, *, fine: bool = True) -> PlanModel:
    """Build the model of the rest of a game.

    Parameters
    ----------
    state
        A state that `is_plannable`.
    chance
        Assumption about chance.
    fine
        Whether boards not yet owned are planned by tiles instead of cells of a colour.
    """
    builder = ModelBuilder(state, chance)
    ships, strips, voyages = Ships(builder), MountainConstraints(builder), Voyages(builder)
    SpaceConstraints(builder, strips, ships).add_spaces()
    strips.add_upgrades()
    strips.add_strips()
    ships.add_bay()
    ships.add_arming()
    voyages.add_exploration()
    for r in builder.rounds[1:]:
        add_weapon_of_round(builder, r)
    tiles = Tiles(builder, voyages, fine=fine)
    tiles.add_constraints()
    for r, income in builder.income.items():
        builder.evening(r, "silver", income)
    for r in builder.rounds:
        for name in HOUSES:
            builder.require(builder.stock[name, r] <= BOARDS[name].copies)
    pregnant = add_breeding(builder)
    add_feasts(builder)
    builder.add_stocks()
    add_animal_points(builder, pregnant)
    add_score(builder, tiles)
    score = sum(builder.points.values())
    builder.cp.maximize(score)
    return PlanModel(builder, tiles, score)
