"""The rest of a solo game as one model: bounds on the score, and plans.

See ``docs/planner-model.md`` for what is modelled, what is relaxed, and why a bound holds.
"""

from odin_solver.planner.model.bound import upper_bound
from odin_solver.planner.model.loop import Agreement, fitting_plan, fitting_plans
from odin_solver.planner.model.luck import Luck
from odin_solver.planner.model.plan import Plan, RoundPlan, best_plan

__all__ = [
    "Agreement",
    "Luck",
    "Plan",
    "RoundPlan",
    "best_plan",
    "fitting_plan",
    "fitting_plans",
    "upper_bound",
]
