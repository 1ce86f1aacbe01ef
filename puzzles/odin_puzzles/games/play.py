"""Playing a puzzle of another game step by step."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from odin_puzzles.games.puzzle import Answer, GameKind, GamePuzzle, kind_of
from odin_solver.errors import InputError


@dataclass(frozen=True)
class GamePlay:
    """A puzzle with its solution, and the steps of an answer so far."""

    puzzle: GamePuzzle
    steps: tuple[str, ...] = ()

    @cached_property
    def kind(self) -> GameKind:
        """The puzzle's kind."""
        return kind_of(self.puzzle)

    @cached_property
    def answer(self) -> Answer:
        """The answer so far."""
        return self.kind.answer(self.puzzle, self.steps)

    @cached_property
    def faults(self) -> list[str]:
        """What is wrong with the answer; empty if it solves the puzzle."""
        return self.kind.faults(self.puzzle, self.answer)

    @cached_property
    def nearest(self) -> list[str]:
        """Steps of the solution."""
        return self.kind.nearest(self.puzzle, self.steps)

    @property
    def misplaced(self) -> list[str]:
        """Steps that do not belong to the solution."""
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
            raise InputError(f"{step} is not among your steps")
        left = list(self.steps)
        left.remove(step)
        return self._with(left)

    def _with(self, steps: Sequence[str]) -> "GamePlay":
        try:
            answer = self.kind.answer(self.puzzle, steps)
        except InputError as error:
            raise InputError(re.sub(r"^solution[\w.]*: ", "", str(error))) from None
        return replace(self, steps=tuple(self.kind.steps(answer)))

    def hint(self) -> tuple[str, str, str]:
        """Return where to look, what follows, and the command for it."""
        wrong = self.misplaced
        if wrong:
            count = "One of your steps does" if len(wrong) == 1 else f"{len(wrong)} steps do"
            answer = f"{wrong[-1]} does not belong to the solution."
            return f"{count} not belong to the solution.", answer, f"take {wrong[-1]}"
        step = next((Counter(self.nearest) - Counter(self.steps)).elements())
        return self.kind.nudge(step), "The solution has this step.", step
