"""Candidates of the kind ``banquet``: food at random for a table of random length."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from odin_puzzles.generate.clues import sorted_supply
from odin_puzzles.generate.spec import Spec
from odin_puzzles.kinds.banquet import arranged, banquet_pieces, menus
from odin_puzzles.puzzle import BanquetGoal, Puzzle
from odin_solver.components import TILES
from odin_solver.rules.banquet import is_servable
from odin_solver.rules.position import Position

KINDS_OF_FOOD = {1: (2, 3), 2: (3, 4), 3: (4, 5), 4: (5, 6), 5: (6, 8)}
"""How many kinds of food there are, by difficulty."""

CELLS = (6, 13)
"""Open cells of a table in the game: from a short first round to a long last one."""


def candidates(spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
    """Puzzles that can be solved in some way."""
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
        position = Position((), sorted_supply(supply))
        puzzle = Puzzle(spec.kind, "", position, BanquetGoal(cells))
        served = next(menus(puzzle), None)
        servings = None if served is None else arranged(served)
        if servings is not None:
            yield Puzzle(spec.kind, "", position, BanquetGoal(cells), banquet_pieces(servings))
