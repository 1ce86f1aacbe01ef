"""Planning the solo game: the best move now, and the score to expect."""

from typing import TYPE_CHECKING

from odin_solver.support.lazy import lazy_names

if TYPE_CHECKING:
    from odin_solver.planner.advice import SearchLimits, advise
    from odin_solver.planner.candidates import Advice, Candidate
    from odin_solver.planner.policy import Planner

__all__ = ["Advice", "Candidate", "Planner", "SearchLimits", "advise"]

__getattr__ = lazy_names(
    __name__,
    {
        "Advice": "candidates",
        "SearchLimits": "advice",
        "Candidate": "candidates",
        "Planner": "policy",
        "advise": "advice",
    },
)
