"""The kind ``order``: cover a region exactly, in a legal order; most coverings have none."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from odin_puzzles.generate.boards import board_with_diagonal
from odin_puzzles.generate.clues import any_clue, with_clues
from odin_puzzles.generate.titles import number_word
from odin_puzzles.kinds.fill import FillKind
from odin_puzzles.kinds.layout_task import solution_pieces
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness import exact_cover
from odin_solver.components import Board
from odin_solver.rules.position import Placement, RuleOptions
from odin_solver.support.language import mark, say, say_number

MAX_COVERINGS = 200
"""Coverings among which the clues of a puzzle choose."""

PAIRS = 60
"""Pairs of a legal covering and another one that are tried."""


class OrderKind(FillKind):
    """Cover a region exactly, in a legal order of placing."""

    name = "order"
    place = "home-6"
    hardest_place = "home-7"
    in_order = True
    difficulties = range(2, 6)
    why = mark("the order of placing has to exclude other coverings, which is harder")

    def question(self, puzzle: Puzzle) -> str:
        return say(
            "Cover {region} exactly, with all the tiles, and say in which order they go down: an "
            "income cell may be covered only when everything to its lower left is.",
            region=self.region_text(puzzle),
        )

    def title(self, puzzle: Puzzle, where: str) -> str:
        return say_number(
            "First things first: {word} tile on {board}",
            "First things first: {word} tiles on {board}",
            len(puzzle.solution),
            word=number_word(len(puzzle.solution)),
            board=where,
        )

    def fits(self, puzzle: Puzzle) -> bool:
        return len(self.coverings(puzzle, 2)) > 1

    def with_clues(self, puzzle: Puzzle, random: Random, most: int) -> Puzzle | None:
        for spent in range(most + 1):
            coverings = self.coverings(puzzle, MAX_COVERINGS)
            if len(coverings) < MAX_COVERINGS:
                return self._with_one_legal(puzzle, coverings, random, most - spent)
            fewer = any_clue(puzzle, random)
            if fewer is None:
                return None
            puzzle = fewer
        return None

    def coverings(self, puzzle: Puzzle, limit: int) -> list[tuple[Placement, ...]]:
        """Return coverings with or without a legal order."""
        position = replace(puzzle.position, rules=RuleOptions(simultaneous=True))
        task = self.task(replace(puzzle, position=position))
        found = exact_cover.soon(task, limit).found
        return [solution_pieces(task.problem, layout) for layout in found]

    def _with_one_legal(
        self, puzzle: Puzzle, coverings: Sequence[Any], random: Random, most: int
    ) -> Puzzle | None:
        """Return a puzzle whose clues belong to one legal covering, and to others that are not."""
        legal: dict[frozenset[Placement], Sequence[Placement]] = {}
        illegal: list[frozenset[Placement]] = []
        for covering in coverings:
            if self.faults(puzzle, covering):
                illegal.append(frozenset(covering))
            else:
                legal[frozenset(covering)] = covering
        for _ in range(PAIRS if legal and illegal else 0):
            solution, other = random.choice([*legal]), random.choice(illegal)
            clues = solution & other
            if sum(clues <= each for each in legal) > 1:
                continue
            for piece in random.sample(sorted(clues, key=str), len(clues)):
                if sum(clues - {piece} <= each for each in legal) == 1:
                    clues -= {piece}
            if len(clues) <= most:
                made = with_clues(replace(puzzle, solution=tuple(legal[solution])), clues)
                if made is not None:
                    return made
        return None

    def possible(self, board: Board) -> bool:
        return bool(board.income)

    def small_board(self, level: int, random: Random) -> Board:
        return board_with_diagonal(level, random)


KIND = OrderKind()
