"""Planning the solo game: the best move now, the score to expect, and what no game exceeds."""

from typing import TYPE_CHECKING

from odin_solver.support.lazy import lazy_names

if TYPE_CHECKING:
    from odin_solver.planner.advice import Advice, Candidate, SearchLimits, advise
    from odin_solver.planner.model.bound import upper_bound
    from odin_solver.planner.policy import Planner

__all__ = ["Advice", "Candidate", "Planner", "SearchLimits", "advise", "upper_bound"]

__getattr__ = lazy_names(
    __name__,
    {
        "Advice": "advice",
        "SearchLimits": "advice",
        "Candidate": "advice",
        "Planner": "policy",
        "advise": "advice",
        "upper_bound": "model.bound",
    },
)
