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
from odin_solver.support.language import say, say_number

MAX_COVERINGS = 200
"""Coverings among which the clues of a puzzle choose."""

CLUE_SETS = 60
"""Sets of clues that are tried."""


class OrderKind(FillKind):
    """Cover a region exactly, in a legal order of placing."""

    name = "order"
    place = "home-6"
    in_order = True
    difficulties = range(2, 6)  # only the order excludes the other coverings

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
        sets = [(frozenset(covering), not self.faults(puzzle, covering)) for covering in coverings]
        pieces = list(puzzle.solution)
        for number in range(CLUE_SETS):
            size = min(number // 10, most)
            clues = frozenset(random.sample(pieces, min(size, len(pieces))))
            left = [legal for covering, legal in sets if clues <= covering]
            if left.count(True) == 1 and len(left) > 1:
                made = with_clues(puzzle, [piece for piece in pieces if piece in clues])
                if made is not None:
                    return made
        return None

    def possible(self, board: Board) -> bool:
        return bool(board.income)

    def small_board(self, level: int, random: Random) -> Board:
        return board_with_diagonal(level, random)


KIND = OrderKind()
