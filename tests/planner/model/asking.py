"""Asking the model single questions."""

from collections.abc import Mapping

from ortools.sat.python import cp_model

from odin_solver.components import BOARDS
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.log import Game
from odin_solver.linear.cpsat import new_solver
from odin_solver.planner.model.build import PlanModel, build
from odin_solver.planner.model.chance import ChanceModel
from odin_solver.rules.board_state import BoardState

SECONDS = 30.0


def turn(
    round: int = 7,
    vikings: int = 12,
    *,
    supply: Mapping[str, int] | None = None,
    boards: tuple[BoardState, ...] = (BoardState(BOARDS["home"]),),
    **changes: object,
) -> State:
    """A turn of the long game: nothing in the supply but what is given."""
    game = Game(Options(), seed=1)
    game.let_chance_decide()
    state = game.state.copy()
    state.round, state.vikings = round, vikings
    state.supply = dict(supply or {})
    state.boards = boards
    for name, value in changes.items():
        assert hasattr(state, name)
        setattr(state, name, value)
    return state


def most(
    state: State, *wanted: Mapping[str, int], chance: ChanceModel | None = None, fine: bool = True
) -> int | None:
    """The most points if some variables have given values; None if they cannot.

    Variables are named as in the model: ``{"use beans 7": 1, "silver 7": 3}``. Spaces that are
    not named stay unused.
    """
    model = build(state, chance or ChanceModel.best(), fine=fine)
    return most_of(model, dict(item for each in wanted for item in each.items()))


def most_of(model: PlanModel, wanted: Mapping[str, int]) -> int | None:
    """The same for a model that is there already, which is left as it is."""
    cp = model.builder.cp.clone()
    numbers = {each.name: n for n, each in enumerate(cp.proto.variables)}
    fixed = {x.index: 0 for x in model.builder.use.values()}
    fixed |= {numbers[name]: value for name, value in wanted.items()}
    for number, value in fixed.items():
        cp.add(cp.get_int_var_from_proto_index(number) == value)
    solver = new_solver(workers=1, seconds=SECONDS)
    solver.parameters.linearization_level = 2
    solver.parameters.cp_model_probing_level = 0
    status = solver.solve(cp)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)
