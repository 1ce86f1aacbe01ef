"""Candidates of the kind ``banquet``: random food for a table of random length."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from odin_puzzles.generate.clues import sorted_supply
from odin_puzzles.generate.spec import Spec
from odin_puzzles.kinds.banquet import arranged, banquet_pieces, menus
from odin_puzzles.puzzle import BanquetGoal, Puzzle
from odin_solver.components import TILES
from odin_solver.rules.banquet import is_servable
from odin_solver.rules.position import Position

KINDS_OF_FOOD = {1: (2, 3), 2: (3, 4), 3: (4, 5), 4: (5, 6), 5: (6, 8)}
"""Range of the number of kinds of food, by difficulty."""

CELLS = (6, 13)
"""Range of the open cells of a table."""


def candidates(spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
    """Yield puzzles with at least one solution."""
    foods = [
        tile for tile in TILES.values() if is_servable(tile) and tile.kind in ("good", "animal")
    ]
    foods = [tile for tile in foods if tile.area > 1]
    for _ in range(20):
        least, most = CELLS
        cells = random.randint(least, min(most, 7 + 2 * level))
        supply: Counter[str] = Counter()
        for tile in random.sample(foods, random.randint(*KINDS_OF_FOOD[level])):
            supply[tile.id] = random.choice((1, 1, 1, 2, 2, 3))
        position = Position((), sorted_supply(supply), round=1)
        puzzle = Puzzle(spec.kind, "", position, BanquetGoal(cells))
        menu = next(menus(puzzle), None)
        servings = None if menu is None else arranged(menu)
        if servings is not None:
            yield replace(puzzle, solution=banquet_pieces(servings))
