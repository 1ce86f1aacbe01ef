"""What both kinds of puzzles of Vikings share."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, islice
from random import Random
from typing import Any

from rich.console import RenderableType

from odin_puzzles.kinds.games import Answer, GameGrade, GameKind, ValueGoal
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.support.language import say
from odin_solver.vikings.files import vikings_data, vikings_from
from odin_solver.vikings.game.players import greedy_move
from odin_solver.vikings.game.table import new_table, with_rivals
from odin_solver.vikings.parts import ROWS, SAILS, Cell, ShipValue
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.laying import violations
from odin_solver.vikings.rules.scoring import outlook
from odin_solver.vikings.words import figure_name

EASY = (12, 60, 300, 1500)
"""Most answers of puzzles of difficulty 1 to 4."""

LEAST_ANSWERS, MOST_ANSWERS = 4, 20_000
"""Numbers of answers between which puzzles are neither trivial nor too long to enumerate."""

VALUES = {
    "red": ShipValue("gold", 3),
    "green": ShipValue("gold", 5),
    "yellow": ShipValue("vp", 2),
    "blue": ShipValue("vp", 3),
}


class AnswerError(InputError):
    """An answer that says nothing about its puzzle."""


class VikingsKind(GameKind):
    """Positions and pictures of puzzles of Vikings; the kinds say what an answer changes."""

    game = place = "vikings"

    def position_from(self, data: object, name: str) -> VikingsPosition:
        """Read a position; it has to be legal and to have all values that decide a score."""
        position = vikings_from(data, name)
        broken = violations(position)
        if broken:
            raise InputError.said("{name}: not legal: {fault}", name=name, fault=broken[0])
        try:
            outlook(position)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        return position

    def position_data(self, position: VikingsPosition) -> Mapping[str, Any]:
        return vikings_data(position)

    @abstractmethod
    def after(self, puzzle: Puzzle, answer: Answer) -> VikingsPosition:
        """Return the position after an answer."""

    @abstractmethod
    def answer_to(self, puzzle: Puzzle, after: VikingsPosition) -> Answer:
        """Return the answer that leads from the puzzle's position to another."""

    @abstractmethod
    def partial(self, puzzle: Puzzle, answer: Answer) -> VikingsPosition:
        """Return the position after an answer that may be incomplete."""

    def faults(self, puzzle: Puzzle, answer: Answer) -> list[str]:
        try:
            after = self.after(puzzle, answer)
        except InputError as error:
            return list(error.problems)
        broken = violations(after)
        reached = outlook(after).vp
        if not broken and reached < puzzle.goal.value:
            needed = puzzle.goal.value
            broken = [say("it reaches {reached} VP of {needed}", reached=reached, needed=needed)]
        return broken

    def unique(self, position: VikingsPosition, best: int, number: int) -> Puzzle | None:
        """Return a puzzle with solution and grade; None if it has several, or is too easy."""
        title = self.english_title(position)
        puzzle = Puzzle(self.name, title, position, ValueGoal(best), seed=number)
        grade = self.grade(puzzle)
        if not LEAST_ANSWERS <= grade.answers <= MOST_ANSWERS:
            return None
        found = list(islice(self.solutions(puzzle), 2))
        if len(found) != 1 or not any(found[0].values()):
            return None
        return replace(puzzle, solution=found[0], difficulty=grade.difficulty)

    @abstractmethod
    def grade(self, puzzle: Puzzle) -> GameGrade:
        """Return the grade."""

    def drawing(self, puzzle: Puzzle, answer: Answer | None = None) -> RenderableType:
        from odin_solver.vikings.pictures.terminal import position_drawing

        after = self._shown(puzzle, answer)
        return position_drawing(after, _new(puzzle.position, after))

    def facts(self, puzzle: Puzzle, answer: Answer | None = None) -> list[str]:
        if answer is not None:
            return []
        from odin_solver.vikings.pictures.terminal import counted, figures_listed

        free = puzzle.position.free
        tiles = {str(tile): free.tiles[tile] for tile in sorted(free.tiles, key=str)}
        words = [counted(tiles), counted(free.ships), figures_listed(free.figures)]
        return [say("To be placed: {parts}", parts=", ".join(filter(None, words)))]

    def pieces(self, puzzle: Puzzle) -> list[str]:
        from odin_solver.vikings.pictures.svg import part_picture

        free = puzzle.position.free
        counts = chain(free.tiles.items(), free.ships.items(), free.figures.items())
        return [part_picture(str(part)) for part, count in counts for _ in range(count)]

    def picture(self, puzzle: Puzzle, answer: Answer | None = None) -> tuple[str, float, float]:
        from odin_solver.vikings.pictures.svg import position_picture

        after = self._shown(puzzle, answer)
        return position_picture(after, _new(puzzle.position, after))

    def _shown(self, puzzle: Puzzle, answer: Answer | None) -> VikingsPosition:
        position: VikingsPosition = puzzle.position
        if answer is None:
            return position
        try:
            return self.after(puzzle, answer)
        except AnswerError:
            return self.partial(puzzle, answer)


def _new(before: VikingsPosition, after: VikingsPosition) -> frozenset[Cell]:
    laid = after.area.tiles.keys() - before.area.tiles.keys()
    return frozenset(laid | (after.area.figures - before.area.figures))


def facts(position: VikingsPosition) -> str:
    """Return what decides the score and is not in the picture, in sentences."""
    from odin_solver.vikings.pictures.terminal import known_facts

    return "".join(f" {label}: {words.rstrip('.')}." for label, words in known_facts(position))


def row_nudge(cell: Cell) -> str:
    """Return a sentence that points at the row of a cell."""
    return say("Look at the row of {figures}.", figures=figure_name(ROWS[cell[0]], 2))


def difficulty_of(answers: int) -> int:
    """Return a difficulty by the number of answers among which the right one is."""
    return 1 + sum(answers > most for most in EASY)


def cell_of(word: object) -> Cell:
    """Read a cell such as ``G1``."""
    text = str(word).strip().upper()
    number = text[1:]
    if (
        text[:1] not in tuple(ROWS)
        or not (number.isascii() and number.isdecimal())
        or len(text) > 3
    ):
        raise AnswerError.said("expected a cell such as G1, got {word!r}", word=str(word)[:20])
    return ROWS.index(text[0]), int(number)


def list_in(answer: Answer, field: str) -> list[object]:
    """Return a list of an answer."""
    value = answer.get(field, [])
    if not isinstance(value, list):
        raise AnswerError.said("solution.{field}: expected a list", field=field)
    return value


def position_at(seed: int, number: int) -> VikingsPosition:
    """Return a position of a game of greedy players, before the ferrying of a round."""
    table = new_table(3, seed, {sail: VALUES[sail] for sail in SAILS})
    rng = Random(seed)
    while table.round < number or table.phase != "ferry":
        table = table.after(greedy_move(table, rng))
    position = with_rivals(0, table.players)
    return replace(position, round=table.round, start_tile=False)
