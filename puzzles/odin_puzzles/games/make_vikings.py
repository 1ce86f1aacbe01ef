"""The pack of Vikings; ``python -m odin_puzzles.games.make_vikings`` makes the same files again.

Positions come from games of greedy players. Of each, the best value is computed by enumeration; a
puzzle is kept if one answer alone reaches it.
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from odin_puzzles.games.puzzle import GamePuzzle, game_puzzle_text, kind_of
from odin_puzzles.games.vikings_build import layouts
from odin_solver.support.files import write_whole
from odin_solver.vikings.archipelago import IslandTile
from odin_solver.vikings.ferry import ferries_here
from odin_solver.vikings.game.players import greedy_move
from odin_solver.vikings.game.table import VikingsTable, new_table, with_rivals
from odin_solver.vikings.parts import BOATSMAN, ROWS, SAILS, ShipValue
from odin_solver.vikings.position import FreeParts, VikingsPosition
from odin_solver.vikings.rules.scoring import outlook

COUNTS: dict[tuple[str, int | None], int] = {
    ("boatsmen", 1): 5,
    ("boatsmen", 2): 6,
    ("boatsmen", 3): 1,
    ("archipelago", 2): 5,
    ("archipelago", 3): 5,
    ("archipelago", 4): 2,
}
"""Puzzles of each kind and difficulty."""

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


def boatsmen_puzzle(seed: int) -> GamePuzzle | None:
    """Return a puzzle about ferrying; None if its answer is not unique."""
    rng = Random(f"boatsmen {seed}")
    number = rng.choice((2, 4, 6))
    position = _known(table_at(seed, number), 0)
    mainland = dict(position.mainland) | {BOATSMAN: rng.randint(1, 3)}
    for code in rng.sample(ROWS, 2):
        mainland[code] = mainland.get(code, 0) + 1
    position = replace(position, mainland=mainland, title="")
    best = ferries_here(position)[0].after
    title = f"Boatsmen before round {number}'s scoring"
    return _unique(GamePuzzle("boatsmen", title, position, outlook(best).vp, seed=seed))


def archipelago_puzzle(seed: int) -> GamePuzzle | None:
    """Return a puzzle about laying; None if its answer is not unique."""
    rng = Random(f"archipelago {seed}")
    position = _known(table_at(seed, rng.choice((2, 4))), 0)
    tiles = Counter(IslandTile(rng.choice("SME")) for _ in range(rng.randint(1, 3)))  # type: ignore[arg-type]
    ships = {rng.choice(SAILS): 1} if rng.random() < 0.6 and len(position.area.ships) < 3 else {}
    figures = Counter(rng.choice(ROWS) for _ in range(rng.randint(2, 4)))
    position = replace(
        position, round=6, free=FreeParts(dict(tiles), ships, dict(figures)), title=""
    )
    best = max((outlook(after).vp for after in layouts(position)), default=None)
    if best is None:
        return None
    title = f"{sum(tiles.values())} tiles, {sum(figures.values())} figures"
    return _unique(GamePuzzle("archipelago", title, position, best, seed=seed))


def _known(table: VikingsTable, player: int) -> VikingsPosition:
    position = with_rivals(player, table.players)
    return replace(position, round=table.round, start_tile=False)


def _unique(puzzle: GamePuzzle) -> GamePuzzle | None:
    kind = kind_of(puzzle)
    found = kind.solutions(puzzle)
    if len(found) != 1 or not any(found[0].values()):
        return None
    return replace(puzzle, solution=found[0], difficulty=kind.grade(puzzle).difficulty)


def main() -> None:
    """Write the pack."""
    folder = Path(__file__).parent.parent.parent / "game_packs" / "vikings"
    folder.mkdir(parents=True, exist_ok=True)
    left: Counter[tuple[str, int | None]] = Counter(COUNTS)
    seed = 0
    made: set[str] = set()
    while +left:
        seed += 1
        for make in (boatsmen_puzzle, archipelago_puzzle):
            if not any(count for (kind, _), count in left.items() if kind == make.__name__[:-7]):
                continue
            puzzle = make(seed)
            if puzzle is not None and left[puzzle.kind, puzzle.difficulty] > 0:
                left[puzzle.kind, puzzle.difficulty] -= 1
                name = f"{puzzle.difficulty}-{puzzle.kind}-{seed:05}.json"
                write_whole(folder / name, game_puzzle_text(puzzle))
                made.add(name)
                print(name, flush=True)
    for path in folder.glob("*.json"):
        if path.name not in made:
            path.unlink()


if __name__ == "__main__":
    main()
