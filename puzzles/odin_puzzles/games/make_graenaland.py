"""The pack of Graenaland; ``python -m odin_puzzles.games.make_graenaland`` makes the same files.

All costs are made up. A puzzle is kept if one set of things alone wins, apart from sets that
contain it.
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from odin_puzzles.games.graenaland_win import KIND
from odin_puzzles.games.puzzle import GamePuzzle, game_puzzle_text
from odin_solver.graenaland.files import made_up_profile
from odin_solver.graenaland.parts import GOALS_NEEDED, RESOURCES, WITHOUT_BUILDINGS
from odin_solver.graenaland.position import GraenalandPosition, TileState, default_neighbours
from odin_solver.graenaland.rules.goals import score_of
from odin_solver.graenaland.rules.violations import position_violations
from odin_solver.support.files import write_whole

SEEDS = (
    7,
    30,
    52,
    98,
    101,
    127,
    157,
    173,
    189,
    212,
    227,
    231,
    271,
    316,
    318,
    324,
    407,
    529,
    574,
    657,
    805,
    822,
    901,
    908,
    1245,
)
"""Seeds whose puzzles have one solution; about one in fifteen has."""

PLAYERS = ("yellow", "red", "white", "purple")


def random_position(seed: int) -> GraenalandPosition:
    """Return a random position of four players, in which yellow lacks one or two goals."""
    rng = Random(f"graenaland {seed}")
    profile = made_up_profile()
    coast, inland = rng.sample("ABCDE", 4), rng.sample("FGHI", 3)
    tiles: dict[str, TileState] = {}
    own = rng.sample([*coast, inland[0]], k=rng.randint(2, 4))
    for name in [*coast, *inland]:
        printed = profile.tiles[name]
        villages = {player: rng.randint(1, 2) for player in PLAYERS[1:] if rng.random() < 0.3}
        if name in own:
            villages = {"yellow": rng.choice((1, 1, 2, 2, 3)), **villages}
        works = {"market", "palisade"} if rng.random() < 0.1 else {"market"}
        buildings = {}
        if villages and printed.terrain not in WITHOUT_BUILDINGS and rng.random() < 0.25:
            buildings = {rng.choice(printed.buildings): rng.choice(list(villages))}
        marketed = frozenset(works) if villages and rng.random() < 0.3 else frozenset()
        tiles[name] = TileState(printed, villages, buildings, marketed)
    hand = Counter(
        rng.choices(RESOURCES, weights=(5, 5, 5, 5, 1), k=rng.choice((4, 5, 6, 7, 8, 9)))
    )
    supply = rng.sample(profile.supply_cards, k=3 + rng.randint(0, 1))
    return GraenalandPosition(
        profile,
        PLAYERS,
        "yellow",
        "yellow",
        "main",
        None,
        tiles,
        default_neighbours(tiles),
        {player: rng.choice((1, 2, 2, 3)) for player in PLAYERS},
        {card: hand[card] for card in RESOURCES},
        tuple(supply[3:]),
        tuple(supply[:3]),
    )


def win_puzzle(seed: int, difficulty: int | None = None) -> GamePuzzle | None:
    """Return a puzzle; None if several sets win, none does, or yellow has won already."""
    position = random_position(seed)
    if position_violations(position) or score_of(position) >= GOALS_NEEDED:
        return None
    puzzle = GamePuzzle("win", "", position, GOALS_NEEDED, seed=seed)
    found = KIND.solutions(puzzle)
    if len(found) != 1:
        return None
    puzzle = replace(puzzle, solution=found[0])
    cards = sum(position.hand.values()) + len(position.kept)
    title = f"Win this turn with {cards} cards"
    return replace(puzzle, title=title, difficulty=KIND.grade(puzzle).difficulty)


def main() -> None:
    """Write the pack."""
    folder = Path(__file__).parent.parent.parent / "game_packs" / "graenaland"
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.json"):
        path.unlink()
    for seed in SEEDS:
        puzzle = win_puzzle(seed)
        if puzzle is not None:
            name = f"{puzzle.difficulty}-win-{seed:05}.json"
            write_whole(folder / name, game_puzzle_text(puzzle))
            print(name, flush=True)


if __name__ == "__main__":
    main()
