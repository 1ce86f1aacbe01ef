"""What the grader says of a puzzle."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from odin_puzzles.puzzle import SolutionPiece

Method = Literal["logic", "search"]


@dataclass(frozen=True)
class Step:
    """A step of the solution, as a hint may show it.

    Attributes
    ----------
    technique
        What it takes to see it.
    text
        Why it is so, in words of the game.
    placement
        The piece that has to be laid, if the step says so.
    eliminated
        The placements that are ruled out, if the step says so.
    """

    technique: str
    text: str
    placement: SolutionPiece | None = None
    eliminated: tuple[SolutionPiece, ...] = ()


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is, and why.

    Attributes
    ----------
    difficulty
        From 1 to 5: see `odin_puzzles.grading.difficulty`.
    method
        Whether the techniques solve it, or only search does.
    steps
        The solution step by step.
    depth
        How many candidates had to be assumed at once.
    nodes
        How many candidates were tried out.
    """

    difficulty: int
    method: Method
    steps: tuple[Step, ...]
    depth: int
    nodes: int

    @property
    def techniques(self) -> dict[str, int]:
        """How often each technique was used."""
        return dict(sorted(Counter(each.technique for each in self.steps).items()))

    def data(self) -> dict[str, Any]:
        """How the grade came about, as a puzzle file holds it."""
        return {
            "method": self.method,
            "techniques": self.techniques,
            "depth": self.depth,
            "nodes": self.nodes,
            "steps": len(self.steps),
        }
