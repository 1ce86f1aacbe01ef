"""The rest of a solo game as one model: bounds on the score, and plans.

See ``docs/planner-model.md`` for what is modelled, what is relaxed, and why a bound holds.
"""

from odin_solver.planner.model.benders import CheckedPlan, fitting_plans
from odin_solver.planner.model.bound import branched_bound, upper_bound
from odin_solver.planner.model.chance import ChanceModel
from odin_solver.planner.model.plan import Plan, RoundPlan, best_plan

__all__ = [
    "ChanceModel",
    "CheckedPlan",
    "Plan",
    "RoundPlan",
    "best_plan",
    "branched_bound",
    "fitting_plans",
    "upper_bound",
]
