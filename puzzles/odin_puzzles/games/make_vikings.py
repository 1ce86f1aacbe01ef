"""The pack of Vikings; ``python -m odin_puzzles.games.make_vikings`` makes the same files again.

Positions come from games of greedy players. Of each, the best value is computed by enumeration; a
puzzle is kept if one answer alone reaches it.
"""

from collections import Counter
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from random import Random

from odin_puzzles.games.puzzle import GamePuzzle, game_puzzle_text, kind_of, make_game_puzzle
from odin_puzzles.games.vikings_build import layouts
from odin_solver.support.files import write_whole
from odin_solver.vikings.archipelago import IslandTile
from odin_solver.vikings.ferry import ferries_here
from odin_solver.vikings.game.players import greedy_move
from odin_solver.vikings.game.table import VikingsTable, new_table, with_rivals
from odin_solver.vikings.parts import BOATSMAN, ROWS, SAILS, ShipValue
from odin_solver.vikings.position import FreeParts, VikingsPosition
from odin_solver.vikings.rules.scoring import outlook

COUNTS = {
    ("boatsmen", 1): 3,
    ("boatsmen", 2): 3,
    ("boatsmen", 3): 3,
    ("boatsmen", 4): 2,
    ("boatsmen", 5): 1,
    ("archipelago", 1): 2,
    ("archipelago", 2): 3,
    ("archipelago", 3): 3,
    ("archipelago", 4): 4,
}
"""Puzzles of each kind and difficulty."""

LEAST_ANSWERS, MOST_ANSWERS = 4, 20_000
"""Numbers of answers between which puzzles are neither trivial nor too long to enumerate."""

LIFTED = (0, 0, 2, 4, 6, 9)
"""Figures that go back to the mainland, by difficulty, so that there is more to ferry."""

VALUES = {
    "red": ShipValue("gold", 3),
    "green": ShipValue("gold", 5),
    "yellow": ShipValue("vp", 2),
    "blue": ShipValue("vp", 3),
}


def table_at(seed: int, number: int) -> VikingsTable:
    """Return a game of greedy players before the ferrying of a round."""
    table = new_table(3, seed, {sail: VALUES[sail] for sail in SAILS})
    rng = Random(seed)
    while table.round < number or not table.is_ferrying:
        table.apply(greedy_move(table, rng))
    return table


def boatsmen_puzzle(seed: int, difficulty: int | None = None) -> GamePuzzle | None:
    """Return a puzzle about ferrying; None if its answer is not unique, or if it is too easy."""
    rng = Random(f"boatsmen {seed}")
    number = rng.choice((2, 4, 6))
    position = _known(table_at(seed, number), 0)
    mainland = dict(position.mainland) | {BOATSMAN: rng.randint(1, 3)}
    for code in rng.sample(ROWS, 2):
        mainland[code] = mainland.get(code, 0) + 1
    standing = sorted(position.area.figures)
    lifted = rng.sample(standing, min(len(standing), LIFTED[difficulty or 1]))
    for row, _ in lifted:
        mainland[ROWS[row]] = mainland.get(ROWS[row], 0) + 1
    area = replace(position.area, figures=position.area.figures - set(lifted))
    position = replace(position, area=area, mainland=mainland, title="")
    best = ferries_here(position)[0].after
    title = f"Boatsmen before round {number}'s scoring"
    return _unique(GamePuzzle("boatsmen", title, position, outlook(best).vp, seed=seed))


def archipelago_puzzle(seed: int, difficulty: int | None = None) -> GamePuzzle | None:
    """Return a puzzle about laying; None if its answer is not unique, or if it is too easy."""
    rng = Random(f"archipelago {seed}")
    position = _known(table_at(seed, rng.choice((2, 4))), 0)
    tile_count = rng.randint(1, 3) if difficulty is None else (1, 2, 3, 3, 4)[difficulty - 1]
    tiles = Counter(IslandTile(rng.choice("SME")) for _ in range(tile_count))  # type: ignore[arg-type]
    ships = {rng.choice(SAILS): 1} if rng.random() < 0.6 and len(position.area.ships) < 3 else {}
    figures = Counter(rng.choice(ROWS) for _ in range(rng.randint(2, 4)))
    position = replace(
        position, round=6, free=FreeParts(dict(tiles), ships, dict(figures)), title=""
    )
    best = max((outlook(after).vp for after in layouts(position)), default=None)
    if best is None:
        return None
    title = f"{_number(tile_count, 'tile')}, {_number(sum(figures.values()), 'figure')}"
    return _unique(GamePuzzle("archipelago", title, position, best, seed=seed))


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' if count > 1 else ''}"


def _known(table: VikingsTable, player: int) -> VikingsPosition:
    position = with_rivals(player, table.players)
    return replace(position, round=table.round, start_tile=False)


def _unique(puzzle: GamePuzzle) -> GamePuzzle | None:
    kind = kind_of(puzzle)
    grade = kind.grade(puzzle)
    if not LEAST_ANSWERS <= grade.answers <= MOST_ANSWERS:
        return None
    found = kind.solutions(puzzle)
    if len(found) != 1 or not any(found[0].values()):
        return None
    return replace(puzzle, solution=found[0], difficulty=grade.difficulty)


def main() -> None:
    """Write the pack."""
    folder = Path(__file__).parent.parent.parent / "game_packs" / "vikings"
    folder.mkdir(parents=True, exist_ok=True)
    made: set[str] = set()
    for (kind, difficulty), wanted in COUNTS.items():
        attempts = (make_game_puzzle(kind, seed, difficulty) for seed in count(1))
        for puzzle in islice(filter(None, attempts), wanted):
            name = f"{difficulty}-{kind}-{puzzle.seed:05}.json"
            write_whole(folder / name, game_puzzle_text(puzzle))
            made.add(name)
            print(name, flush=True)
    for path in folder.glob("*.json"):
        if path.name not in made:
            path.unlink()


if __name__ == "__main__":
    main()
