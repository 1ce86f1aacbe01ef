"""The result of grading: difficulty, and the solution step by step."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from odin_solver.rules.position import Placement
from odin_solver.support.display import Brief
from odin_solver.support.language import mark, say

Method = Literal["logic", "search", "counting"]

_FOUND = {"logic": mark("by logic"), "search": mark("by search"), "counting": mark("by counting")}


@dataclass(frozen=True)
class GradeStep:
    """A deduction in words.

    Attributes
    ----------
    text
        The reason in words of the game.
    placement
        The piece that must be laid, if any.
    eliminated
        The placements that are eliminated, if any.
    """

    technique: str
    text: str
    placement: Placement | None = None
    eliminated: tuple[Placement, ...] = ()


@dataclass(frozen=True, repr=False)
class Grade(Brief):
    """The grade of a puzzle.

    Attributes
    ----------
    difficulty
        From 1 to 5: see `odin_puzzles.grading.difficulty`.
    method
        Whether the techniques solve it, or only search does; in other games answers are counted.
    depth
        The most candidates assumed at once.
    """

    difficulty: int
    method: Method
    steps: tuple[GradeStep, ...] = ()
    depth: int = 0
    nodes: int = 0

    @property
    def techniques(self) -> dict[str, int]:
        """Number of steps of each technique."""
        return dict(sorted(Counter(step.technique for step in self.steps).items()))

    @property
    def reason(self) -> str:
        """How it was found."""
        return say(_FOUND[self.method])

    def data(self) -> dict[str, Any]:
        """Return the `grading` of a puzzle file."""
        return {
            "method": self.method,
            "techniques": self.techniques,
            "depth": self.depth,
            "nodes": self.nodes,
            "steps": len(self.steps),
        }
