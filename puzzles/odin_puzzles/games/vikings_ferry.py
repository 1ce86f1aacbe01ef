"""The kind ``boatsmen``: ferry so that the most is scored at the end."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import ClassVar

from odin_puzzles.games.puzzle import Answer, GameGrade, GamePuzzle
from odin_puzzles.games.vikings_base import (
    AnswerError,
    VikingsKind,
    cell_of,
    difficulty_of,
    list_in,
)
from odin_solver.vikings.parts import ROWS, cell_name
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.ferrying import Counts, FerryPlan, ferried, plans
from odin_solver.vikings.rules.scoring import outlook


class BoatsmenKind(VikingsKind):
    """An answer is the cells to which figures come, and the number of boatsmen used."""

    name: ClassVar[str] = "boatsmen"

    def question(self, puzzle: GamePuzzle) -> str:
        """Return the question in words of the game."""
        return (
            f"Round {puzzle.position.round}, before the large scoring: which figures do the "
            f"boatsmen carry, and where to, for {puzzle.value} VP at the end if nothing more "
            "changes?"
        )

    def after(self, puzzle: GamePuzzle, answer: Answer) -> VikingsPosition:
        """Return the position after an answer."""
        position: VikingsPosition = puzzle.position
        cells = frozenset(cell_of(word) for word in list_in(answer, "cells"))
        free = {cell for row in range(len(ROWS)) for cell in position.area.free_cells(row)}
        if not cells <= free:
            wrong = ", ".join(sorted(map(cell_name, cells - free)))
            raise AnswerError(f"solution.cells: no free tile on {wrong}")
        counts = tuple(sum(cell[0] == row for cell in cells) for row in range(len(ROWS)))
        way = answer.get("boatsmen"), counts
        if way not in (ways := dict(_ways(position))):
            raise AnswerError(
                f"solution: {answer.get('boatsmen')} boatsmen cannot carry exactly these figures"
            )
        return ferried(position, ways[way], cells)

    def solutions(self, puzzle: GamePuzzle) -> list[Answer]:
        """Return the answers, at most two, by enumeration."""
        found: list[Answer] = []
        for (boatsmen, counts), plan in _ways(puzzle.position):
            for cells in _cells(puzzle.position, counts):
                if outlook(ferried(puzzle.position, plan, cells)).vp >= puzzle.value:
                    names = [cell_name(cell) for cell in sorted(cells)]
                    found.append({"cells": names, "boatsmen": boatsmen})
                    if len(found) == 2:
                        return found
        return found

    def grade(self, puzzle: GamePuzzle) -> GameGrade:
        """Count the answers that the rules allow."""
        answers = sum(
            sum(1 for _ in _cells(puzzle.position, counts))
            for (_, counts), _ in _ways(puzzle.position)
        )
        return GameGrade(difficulty_of(answers), answers)


def _ways(position: VikingsPosition) -> Iterator[tuple[tuple[int, Counts], FerryPlan]]:
    """Yield the ways to use boatsmen, each once."""
    seen: set[tuple[int, Counts]] = set()
    for plan, counts in plans(position):
        way = plan.boatsmen, counts
        if way not in seen:
            seen.add(way)
            yield way, plan


def _cells(position: VikingsPosition, counts: Counts) -> "Iterator[frozenset[tuple[int, int]]]":
    places = [
        combinations(position.area.free_cells(row), count) for row, count in enumerate(counts)
    ]
    for chosen in product(*places):
        yield frozenset(cell for row in chosen for cell in row)


KIND = BoatsmenKind()
