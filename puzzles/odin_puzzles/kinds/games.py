"""What the kinds of other games than A Feast for Odin share: answers are made step by step."""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar

import msgspec
from rich.console import Group, RenderableType

from odin_puzzles.grading.result import Grade, GradeStep
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.base import PuzzleHint, PuzzleKind
from odin_puzzles.puzzle import Puzzle, Spec
from odin_solver.errors import InputError
from odin_solver.support.language import ENGLISH, say, say_number, speaking

PIECE_SIDE = 76.0
"""Side of the drawings of pieces to cut out."""

Answer = Mapping[str, Any]
"""An answer as plain data; its kind knows its fields."""


class ValueGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value that an answer has to reach."""

    value: Annotated[int, msgspec.Meta(ge=-1000, le=1000)]


@dataclass(frozen=True, repr=False)
class GameGrade(Grade):
    """The grade of a puzzle: difficulty, and the number of answers among which it is found."""

    answers: int = 0

    @property
    def reason(self) -> str:
        return say("one of {n} answers that the rules allow", n=self.answers)

    def data(self) -> dict[str, Any]:
        """Return the `grading` of the command line."""
        return {"answers": self.answers}


@dataclass(frozen=True)
class GamePlay:
    """A puzzle with its solution, and the steps of an answer so far."""

    puzzle: Puzzle
    steps: tuple[str, ...] = ()

    @cached_property
    def kind(self) -> "GameKind":
        kind = kind_of(self.puzzle)
        assert isinstance(kind, GameKind)
        return kind

    @cached_property
    def answer(self) -> Answer:
        return self.kind.answer(self.puzzle, self.steps)

    @cached_property
    def faults(self) -> list[str]:
        """What is wrong with the answer; empty if it solves the puzzle."""
        return self.kind.faults(self.puzzle, self.answer)

    @cached_property
    def nearest(self) -> list[str]:
        return self.kind.nearest(self.puzzle, self.steps)

    @property
    def commands(self) -> tuple[str, ...]:
        return self.steps

    @property
    def solved(self) -> bool:
        return not self.faults

    @property
    def fault(self) -> str:
        """What is wrong once there are as many steps as the solution has; empty otherwise."""
        return next(iter(self.faults), "") if len(self.steps) >= len(self.nearest) else ""

    @property
    def todo(self) -> str:
        """Nothing: the steps are not known to be few."""
        return ""

    @property
    def misplaced(self) -> list[str]:
        return list((Counter(self.steps) - Counter(self.nearest)).elements())

    def after(self, text: str) -> "GamePlay":
        """Return the play after a step.

        Raises
        ------
        InputError
            If it cannot be read, or is impossible.
        """
        return self._with([*self.steps, self.kind.step(text)])

    def without(self, text: str) -> "GamePlay":
        """Return the play without a step.

        Raises
        ------
        InputError
            If there is no such step, or others need it.
        """
        step = self.kind.step(text)
        if step not in self.steps:
            raise InputError.said("{step} is not among your steps", step=step)
        left = list(self.steps)
        left.remove(step)
        return self._with(left)

    def _with(self, steps: Sequence[str]) -> "GamePlay":
        try:
            answer = self.kind.answer(self.puzzle, steps)
        except InputError as error:
            raise InputError(re.sub(r"^solution[\w.]*: ", "", str(error))) from None
        return replace(self, steps=tuple(self.kind.steps(answer)))

    def hint(self, steps: Sequence[GradeStep] = ()) -> PuzzleHint:
        wrong = self.misplaced
        if wrong:
            nudge = say_number(
                "One of your steps does not belong to the solution.",
                "{n} of your steps do not belong to the solution.",
                len(wrong),
            )
            answer = say("{step} does not belong to the solution.", step=wrong[-1])
            return PuzzleHint(nudge, answer, f"take {wrong[-1]}")
        step = next((Counter(self.nearest) - Counter(self.steps)).elements())
        return PuzzleHint(self.kind.nudge(step), say("The solution has this step."), step)

    def drawing(self) -> RenderableType:
        """Draw the position after the steps, and list them."""
        drawn = self.kind.drawing(self.puzzle, self.answer)
        steps = ", ".join(self.steps)
        return Group(drawn, say("So far: {steps}", steps=steps)) if steps else drawn


class GameKind(PuzzleKind):
    """A kind of puzzle of another game, whose goal is a value."""

    goal = ValueGoal
    solution = dict[str, Any] | None
    per_page: ClassVar[int] = 2
    """Puzzles on a page of a booklet."""

    @abstractmethod
    def title(self, position: Any) -> str:
        """Return what a puzzle asks for in a few words, in the language of the reader."""

    def english_title(self, position: Any) -> str:
        """Return the title that a file has."""
        with speaking(ENGLISH):
            return str(self.title(position))

    def boards(self) -> tuple[str, ...]:
        return (self.place,)

    def solution_from(self, solution: Answer, position: Any) -> Answer:
        return solution

    def solution_data(self, solution: Any) -> Any:
        """Return an answer as plain data; None if it is not known."""
        return None if solution == () else solution

    def answer_from(self, data: object, name: str, position: Any) -> Answer:
        """Read an answer: an object, or one with such an object as its ``solution``."""
        if isinstance(data, dict) and "solution" in data:
            data = data["solution"]
        if not isinstance(data, dict):
            raise InputError.said("{name}: expected an object with a solution", name=name)
        return data

    def identity(self, puzzle: Puzzle) -> list[Any]:
        return [puzzle.kind, self.position_data(puzzle.position), puzzle.goal.value]

    def traits(self, puzzle: Puzzle, spec: Spec) -> Iterable[tuple[str, object, object]]:
        return ()

    def play(self, puzzle: Puzzle) -> GamePlay:
        return GamePlay(puzzle)

    def how(self, puzzle: Puzzle) -> str:
        examples = ", ".join(self.help(puzzle))
        return say("Enter what you do, such as {examples}", examples=examples)

    def size(self, puzzle: Puzzle) -> int:
        return len(self.nearest(puzzle, ()))

    @abstractmethod
    def steps(self, answer: Answer) -> list[str]:
        """Return an answer step by step, as a player may enter it."""

    @abstractmethod
    def step(self, text: str) -> str:
        """Return a step as `steps` writes it."""

    @abstractmethod
    def answer(self, puzzle: Puzzle, steps: Sequence[str]) -> Answer:
        """Return the answer of some steps, which may be incomplete.

        Raises
        ------
        InputError
            If a step is impossible after those before it.
        """

    def nearest(self, puzzle: Puzzle, steps: Sequence[str]) -> list[str]:
        """Return the steps of the solution, in the version that has most of the given ones."""
        return self.steps(puzzle.solution or {})

    @abstractmethod
    def nudge(self, step: str) -> str:
        """Return a sentence that points at a step and does not give it away."""

    def solution_drawing(self, puzzle: Puzzle, answer: Answer) -> RenderableType:
        return Group(self.drawing(puzzle, answer), ", ".join(self.steps(answer)))

    def facts(self, puzzle: Puzzle, answer: Answer | None = None) -> list[str]:
        """Return what a page says beside the picture of the position, or of an answer."""
        return []

    def pieces(self, puzzle: Puzzle) -> list[str]:
        """Return drawings of what is to be placed, to be cut out: squares of `PIECE_SIDE`."""
        return []

    @abstractmethod
    def picture(self, puzzle: Puzzle, answer: Answer | None = None) -> tuple[str, float, float]:
        """Draw the position, or an answer: SVG elements, width and height, 0 if it is words."""
