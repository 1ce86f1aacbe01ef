"""The kind ``banquet``: fill the open cells of the banquet table without a penalty.

The order along the table makes no new solution.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Annotated, Any

import msgspec

from odin_puzzles.generate.clues import sorted_supply
from odin_puzzles.generate.titles import number_word
from odin_puzzles.grading.difficulty import banquet_difficulty
from odin_puzzles.grading.result import Grade, GradeStep
from odin_puzzles.kinds.menus import (
    TABLE_ROWS,
    arranged,
    banquet_pieces,
    count_menus,
    menu_of,
    menus,
    serving_of,
)
from odin_puzzles.kinds.tiles import TileKind
from odin_puzzles.puzzle import Puzzle, Spec
from odin_solver.components import TILES, Board
from odin_solver.rules.banquet import banquet_violations, empty_cells, is_servable
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Placement, Position
from odin_solver.rules.violation import tile_name
from odin_solver.support.language import say, say_number

KINDS_OF_FOOD = {1: (2, 3), 2: (3, 4), 3: (4, 5), 4: (5, 6), 5: (6, 8)}
"""Range of the number of kinds of food, by difficulty."""

CELLS = (6, 13)
"""Range of the open cells of a table."""


class BanquetGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goal of ``banquet``: open cells of the table."""

    cells: Annotated[int, msgspec.Meta(ge=1, le=20)]


class BanquetKind(TileKind):
    """Fill the open cells of the banquet table."""

    name = "banquet"
    goal = BanquetGoal
    place = "table"
    at_table = True

    def question(self, puzzle: Puzzle) -> str:
        return say(
            "Serve a feast on {n} open cells without a penalty: no orange beside orange, no red "
            "beside red, one tile of a kind lengthwise, the others upright.",
            n=puzzle.goal.cells,
        )

    def title(self, puzzle: Puzzle, where: str) -> str:
        return say("A feast on {n} cells", n=number_word(puzzle.goal.cells))

    def faults(self, puzzle: Puzzle, answer: Sequence[Placement]) -> list[str]:
        cells, supply = puzzle.goal.cells, puzzle.position.supply
        used = Counter(piece.tile.id for piece in answer)
        broken: list[str] = [
            say("{n} {tile} more than there are", n=count - supply.get(name, 0), tile=name)
            for name, count in used.items()
            if count > supply.get(name, 0)
        ]
        servings = []
        for piece in answer:
            serving = serving_of(piece)
            if serving is None:
                broken.append(
                    say("{tile} does not stand on the table's edge like that", tile=piece.tile.id)
                )
            else:
                servings.append(serving)
        broken += banquet_violations(cells, servings)
        empty = empty_cells(cells, servings)
        if not broken and empty:
            broken.append(say_number("{n} cell is empty", "{n} cells are empty", empty))
        return broken

    def solutions(self, puzzle: Puzzle) -> Iterator[tuple[Placement, ...]]:
        """Return the menus that fill the table, each in one order."""
        for menu in menus(puzzle):
            servings = arranged(menu)
            assert servings is not None
            yield banquet_pieces(servings)

    def proven(self, puzzle: Puzzle) -> bool:
        """Whether there is one menu: they are few, and listing them by the plain rules is proof."""
        return self.find(puzzle, 0).unique

    def same(self, puzzle: Puzzle, one: Any, other: Any) -> bool:
        return menu_of(one) == menu_of(other)

    def grade(self, puzzle: Puzzle) -> Grade:
        """Grade by the menus that fill the table, and the rules that exclude all but one."""
        counts = count_menus(puzzle)
        if counts.apart != 1:
            raise ValueError(say("solutions of the banquet: {n}", n=counts.apart))
        solution = next(self.solutions(puzzle))
        if puzzle.solution and not self.same(puzzle, puzzle.solution, solution):
            raise ValueError(say("the puzzle has another solution"))
        filling, lengthwise, apart = counts
        steps = []
        if filling > lengthwise:
            text = say(
                "{n} of {all} menus that fill the table need two tiles of a kind lengthwise",
                n=filling - lengthwise,
                all=filling,
            )
            steps.append(GradeStep("lengthwise", text))
        if lengthwise > apart:
            text = say(
                "{n} of {all} menus left put orange beside orange, or red beside red",
                n=lengthwise - apart,
                all=lengthwise,
            )
            steps.append(GradeStep("colour ban", text))
        for piece in puzzle.solution or solution:
            text = say("the only menu left has {food}", food=tile_name(piece.tile))
            steps.append(GradeStep("serving", text, piece))
        return Grade(
            difficulty=banquet_difficulty(filling - apart),
            method="logic",
            steps=tuple(steps),
            nodes=filling,
        )

    def help(self, puzzle: Puzzle) -> Mapping[str, str]:
        return {
            "peas": say("serve upright where the table is free; peas 5: from cell 5"),
            "peas lengthwise": say("serve with the long side along the table (or: peas l)"),
        }

    def standing(self, puzzle: Puzzle, pieces: Sequence[Placement]) -> dict[str, tuple[int, int]]:
        return {"cells": (len({x for each in pieces for x, _ in each.cells}), puzzle.goal.cells)}

    def empty_boards(self, puzzle: Puzzle) -> list[BoardState]:
        rows = ("." * puzzle.goal.cells,) * TABLE_ROWS
        return [BoardState(Board("banquet", "Banquet table", "building", 0, rows))]

    def boards(self) -> tuple[str, ...]:
        return (self.place,)

    def candidates(self, spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
        """Yield random food for a table of random length, with at least one solution."""
        foods = [
            tile
            for tile in TILES.values()
            if is_servable(tile) and tile.kind in ("good", "animal") and tile.area > 1
        ]
        for _ in range(20):
            least, most = CELLS
            cells = random.randint(least, min(most, 7 + 2 * level))
            supply: Counter[str] = Counter()
            for tile in random.sample(foods, random.randint(*KINDS_OF_FOOD[level])):
                supply[tile.id] = random.choice((1, 1, 1, 2, 2, 3))
            position = Position((), sorted_supply(supply), round=1)
            puzzle = Puzzle(spec.kind, "", position, BanquetGoal(cells))
            solution = next(self.solutions(puzzle), None)
            if solution is not None:
                yield replace(puzzle, solution=solution)


KIND = BanquetKind()
