"""What both kinds of puzzles of Vikings share."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType

from odin_puzzles.games.puzzle import Answer, GamePuzzle
from odin_solver.errors import InputError
from odin_solver.vikings.files import vikings_data, vikings_from
from odin_solver.vikings.parts import FIGURES, ROWS, Cell
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.laying import violations
from odin_solver.vikings.rules.scoring import outlook

EASY = (12, 60, 300, 1500)
"""Most answers of puzzles of difficulty 1 to 4."""


class AnswerError(InputError):
    """An answer that says nothing about its puzzle."""


class VikingsKind:
    """Positions and pictures of puzzles of Vikings; the kinds say what an answer changes."""

    def position_from(self, data: object, name: str) -> VikingsPosition:
        """Read a position; it has to be legal and to have all values that decide a score."""
        position = vikings_from(data, name)
        broken = violations(position)
        if broken:
            raise InputError(f"{name}: not legal: {broken[0]}")
        try:
            outlook(position)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        return position

    def position_data(self, position: VikingsPosition) -> Mapping[str, Any]:
        """Return a position as plain data."""
        return vikings_data(position)

    def after(self, puzzle: GamePuzzle, answer: Answer) -> VikingsPosition:
        """Return the position after an answer.

        Raises
        ------
        AnswerError
            If the answer breaks a rule.
        """
        raise NotImplementedError

    def answer_to(self, puzzle: GamePuzzle, after: VikingsPosition) -> Answer:
        """Return the answer that leads from the puzzle's position to another."""
        raise NotImplementedError

    def partial(self, puzzle: GamePuzzle, answer: Answer) -> VikingsPosition:
        """Return the position after an answer that may be incomplete."""
        raise NotImplementedError

    def nearest(self, puzzle: GamePuzzle, steps: Sequence[str]) -> list[str]:
        """Return the steps of the solution."""
        return self.steps(puzzle.solution or {})

    def steps(self, answer: Answer) -> list[str]:
        """Return an answer step by step."""
        raise NotImplementedError

    def faults(self, puzzle: GamePuzzle, answer: Answer) -> list[str]:
        """Return everything that is wrong with an answer, by the plain rules."""
        try:
            after = self.after(puzzle, answer)
        except InputError as error:
            return list(error.problems)
        broken = violations(after)
        reached = outlook(after).vp
        if not broken and reached < puzzle.value:
            broken = [f"it reaches {reached} VP of {puzzle.value}"]
        return broken

    def drawing(self, puzzle: GamePuzzle, answer: Answer | None = None) -> RenderableType:
        """Draw the position, or an answer, for a terminal."""
        from odin_solver.vikings.pictures.terminal import position_drawing

        after = self._shown(puzzle, answer)
        return position_drawing(after, _new(puzzle.position, after))

    def parts(self, puzzle: GamePuzzle) -> str:
        """Return what is to be placed, in words."""
        from odin_solver.vikings.pictures.terminal import counted, name, sorted_figures

        free = puzzle.position.free
        tiles = {str(tile): free.tiles[tile] for tile in sorted(free.tiles, key=str)}
        words = [counted(tiles), counted(free.ships)]
        words += [f"{n} {name(code, n)}" for code, n in sorted_figures(free.figures)]
        return ", ".join(filter(None, words))

    def picture(self, puzzle: GamePuzzle, answer: Answer | None = None) -> tuple[str, float, float]:
        """Draw the position, or an answer: SVG elements, width and height."""
        from odin_solver.vikings.pictures.svg import position_picture

        after = self._shown(puzzle, answer)
        return position_picture(after, _new(puzzle.position, after))

    def _shown(self, puzzle: GamePuzzle, answer: Answer | None) -> VikingsPosition:
        position: VikingsPosition = puzzle.position
        if answer is None:
            return position
        try:
            return self.after(puzzle, answer)
        except AnswerError:
            return self.partial(puzzle, answer)


def _new(before: VikingsPosition, after: VikingsPosition) -> frozenset[Cell]:
    """Return the cells on which something has changed."""
    laid = after.area.tiles.keys() - before.area.tiles.keys()
    return frozenset(laid | (after.area.figures - before.area.figures))


def facts(position: VikingsPosition) -> str:
    """Return what decides the score and is not in the picture, in sentences."""
    from odin_solver.vikings.pictures.terminal import known_facts

    return "".join(f" {label}: {words}." for label, words in known_facts(position))


def row_nudge(cell: Cell) -> str:
    """Return a sentence that points at the row of a cell."""
    return f"Look at the row of {FIGURES[ROWS[cell[0]]].plural}."


def difficulty_of(answers: int) -> int:
    """Return a difficulty by the number of answers among which the right one is."""
    return 1 + sum(answers > most for most in EASY)


def cell_of(word: object) -> Cell:
    """Read a cell such as ``G1``.

    Raises
    ------
    AnswerError
        If it is none.
    """
    text = str(word).strip().upper()
    number = text[1:]
    if (
        text[:1] not in tuple(ROWS)
        or not (number.isascii() and number.isdecimal())
        or len(text) > 3
    ):
        raise AnswerError(f"expected a cell such as G1, got {str(word)[:20]!r}")
    return ROWS.index(text[0]), int(number)


def list_in(answer: Answer, field: str) -> list[object]:
    """Return a list of an answer.

    Raises
    ------
    AnswerError
        If the field is no list.
    """
    value = answer.get(field, [])
    if not isinstance(value, list):
        raise AnswerError(f"solution.{field}: expected a list")
    return value
