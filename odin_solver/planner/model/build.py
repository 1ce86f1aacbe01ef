"""The whole model of the rest of a game."""

from dataclasses import dataclass

from odin_solver.components import BOARDS
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.planner.model.actions import Actions
from odin_solver.planner.model.animals import state_animal_points, state_breeding
from odin_solver.planner.model.draft import HOUSES, Draft, Expr, weapon_of_round
from odin_solver.planner.model.feast import state_feasts
from odin_solver.planner.model.hills import Hills
from odin_solver.planner.model.luck import Luck
from odin_solver.planner.model.scoring import state_score
from odin_solver.planner.model.sea import Ships, Voyages
from odin_solver.planner.model.tiles import Tiles


@dataclass(frozen=True)
class Model:
    """The rest of a game as a linear model over integers.

    Attributes
    ----------
    draft
        The variables.
    tiles
        What is laid.
    score
        What is maximised.
    """

    draft: Draft
    tiles: Tiles
    score: Expr


def is_plannable(state: State) -> bool:
    """Whether the model can be stated: at the player's turn, without the harvest expansion."""
    return isinstance(current(state), Turn) and not state.options.harvest


def build(state: State, luck: Luck, *, fine: bool = True) -> Model:
    """State the rest of a game from a turn of the player (see `is_plannable`)."""
    draft = Draft(state, luck)
    ships, hills, voyages = Ships(draft), Hills(draft), Voyages(draft)
    Actions(draft, hills, ships).state_spaces()
    hills.state_upgrades()
    hills.state_strips()
    ships.state_bay()
    ships.state_arming()
    voyages.state_exploration()
    for r in draft.rounds[1:]:
        weapon_of_round(draft, r)
    tiles = Tiles(draft, voyages, fine=fine)
    tiles.state()
    for r, income in draft.income.items():
        draft.evening(r, "silver", income)
    for r in draft.rounds:
        for name in HOUSES:
            draft.require(draft.acted[name, r] <= BOARDS[name].copies)
    pregnant = state_breeding(draft)
    state_feasts(draft)
    draft.state_stocks()
    state_animal_points(draft, pregnant)
    state_score(draft, tiles)
    score = sum(draft.points.values())
    draft.cp.maximize(score)
    return Model(draft, tiles, score)
