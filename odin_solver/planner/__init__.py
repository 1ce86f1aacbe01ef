"""Planning the solo game: the best move now, and the score to expect."""

from typing import TYPE_CHECKING

from odin_solver.support.lazy import lazy_names

if TYPE_CHECKING:
    from odin_solver.planner.advice import SearchLimits, advise
    from odin_solver.planner.asked import MoveAnswer, what_if
    from odin_solver.planner.candidates import Advice, Candidate
    from odin_solver.planner.policy import Planner

__all__ = ["Advice", "Candidate", "MoveAnswer", "Planner", "SearchLimits", "advise", "what_if"]

__getattr__ = lazy_names(
    __name__,
    {
        "advice": "SearchLimits advise",
        "asked": "MoveAnswer what_if",
        "candidates": "Advice Candidate",
        "policy": "Planner",
    },
)
