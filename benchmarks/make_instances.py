"""Makes the instances of the benchmark: ``python -m benchmarks.make_instances``.

Every instance has its own seed; the script always writes the same files.
"""

import json
import random
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from benchmarks.suite import EXACT, FRESH, INSTANCES, NEW, TUNING, Instance
from odin_solver.components import BOARDS, TILES, Tile, board
from odin_solver.notation.pieces import piece_text
from odin_solver.notation.positions import position_data
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import placements
from odin_solver.rules.layout import board_violations, position_violations
from odin_solver.rules.position import GameLength, ObjectiveChoice, Position


@dataclass(frozen=True)
class Recipe:
    """How to make an instance.

    Attributes
    ----------
    name, seed, boards
        Name, seed of all random choices, boards and buildings.
    green, blue, special, food
        How many tiles of these colours are drawn; food is orange and red.
    silver, ore, wood, stone
        Number of each in the supply.
    small
        Whether to draw mostly tiles of up to four cells, as early in the game; otherwise tiles of
        more than six cells are half as likely.
    preset
        The objective.
    round
        The round of the game.
    lying
        Number of tiles placed on the first boards.
    spare
        If given, tiles are drawn until all but this many free cells could be covered; `green`,
        `blue`, `special` and `food` are then the odds of the colours.
    weights
        Weights of the objective.
    """

    name: str
    seed: int
    boards: tuple[str, ...]
    green: int = 0
    blue: int = 0
    special: int = 0
    food: int = 0
    silver: int = 8
    ore: int = 3
    wood: int = 0
    stone: int = 0
    small: bool = False
    preset: str = "final"
    round: int = 7
    lying: tuple[int, ...] = ()
    spare: int | None = None
    weights: Mapping[str, int] = field(default_factory=dict)


HOME = ("home",)
HOUSES = ("long_house", "stone_house")

TUNING_RECIPES = (
    Recipe("bear12", 1, ("bear_island",), 6, 5, 1, silver=5, ore=2),
    Recipe("caith_sp6", 2, ("caithness",), 0, 0, 6, silver=5, ore=2),
    Recipe("houses18", 3, HOUSES, 4, 3, 0, 11, silver=5, ore=0, small=True),
    Recipe("home20bal", 4, HOME, 10, 7, 3, silver=10),
    Recipe("home30green", 5, HOME, 24, 4, 2),
    Recipe("home30bal", 6, HOME, 14, 10, 6),
    Recipe("home36green", 7, HOME, 30, 4, 2, silver=10, ore=4),
    Recipe("home36bal", 8, HOME, 18, 13, 5),
    Recipe("home40spec", 9, HOME, 15, 13, 12),
    Recipe("home40green", 10, HOME, 34, 3, 3, silver=12, ore=6, small=True),
    Recipe("hi40ice", 11, ("home", "iceland"), 20, 13, 7, silver=10, ore=4),
    Recipe("hi40lab", 12, ("home", "labrador"), 24, 11, 5),
    Recipe(
        "full40", 13, ("home", "baffin_island", "labrador", *HOUSES), 16, 10, 4, 10,
        silver=10, ore=4,
    ),
    Recipe(
        "full55", 14, ("home", "iceland", "newfoundland", *HOUSES), 22, 14, 7, 12,
        silver=12, ore=5,
    ),
    Recipe(
        "full55g", 15, ("home", "faroe_islands", "bear_island", "stone_house", "stone_house"),
        28, 10, 5, 12, silver=15, ore=5,
    ),
    Recipe("home24small", 16, HOME, 14, 8, 2, silver=6, ore=2, small=True),
)  # fmt: skip
"""The instances for tuning; their supplies must never change."""

FRESH_RECIPES = (
    # Islands and buildings alone.
    Recipe("shetland14", 101, ("shetland",), 8, 5, 1, silver=6, ore=1),
    Recipe("faroe12", 102, ("faroe_islands",), 8, 4, silver=5, ore=2, preset="income", round=4),
    Recipe("greenland13", 103, ("greenland",), 6, 5, 2, silver=4, ore=3, preset="score", round=5),
    Recipe("lofoten10", 104, ("lofoten",), 6, 3, 1, silver=3, ore=0, small=True),
    Recipe("caithness14", 105, ("caithness",), 5, 3, 6, silver=2, ore=0, preset="bonus", round=6),
    Recipe("labrador15", 106, ("labrador",), 9, 5, 1, silver=7, ore=2),
    Recipe("newfoundland14", 107, ("newfoundland",), 8, 5, 1, silver=5, ore=1, preset="cover"),
    Recipe("houses20", 108, HOUSES, 5, 4, 1, 10, silver=4, ore=2, wood=2, stone=1, small=True),
    Recipe(
        "houses26", 109, ("long_house", "long_house", "stone_house", "shed"), 6, 4, 2, 14,
        silver=6, ore=1, wood=3, stone=2,
    ),
    # The home board alone, empty.
    Recipe("home12", 110, HOME, 8, 3, 1, silver=9, ore=2, preset="income", round=2),
    Recipe("home20income", 111, HOME, 15, 4, 1, silver=8, preset="income", round=4),
    Recipe("home20blue", 112, HOME, 5, 13, 2, silver=6, ore=1),
    Recipe("home24special", 113, HOME, 8, 7, 9, silver=5, ore=2, preset="bonus", round=5),
    Recipe("home24engine", 114, HOME, 15, 7, 2, silver=12, preset="score", round=4),
    Recipe("home30blue", 115, HOME, 8, 19, 3, silver=7, ore=4),
    Recipe("home30small", 116, HOME, 19, 9, 2, silver=8, ore=4, small=True),
    Recipe("home36cover", 117, HOME, 22, 11, 3, silver=11, ore=5, preset="cover"),
    Recipe("home36green", 118, HOME, 31, 4, 1, silver=9, ore=2),
    Recipe("home40bal", 119, HOME, 20, 14, 6, silver=10, ore=3),
    Recipe("home40blue", 120, HOME, 10, 26, 4, silver=5, ore=0),
    Recipe("home40small", 121, HOME, 28, 9, 3, silver=14, ore=6, small=True),
    # In the middle of the game.
    Recipe("home16mid", 122, HOME, 10, 5, 1, silver=7, ore=2, lying=(6,), round=4,
           preset="score"),
    Recipe("home24mid", 123, HOME, 14, 8, 2, silver=8, ore=3, lying=(8,)),
    Recipe("home-iceland24mid", 124, ("home", "iceland"), 13, 8, 3, silver=9, ore=2,
           lying=(9, 3), preset="income", round=6),
    # Home board and islands.
    Recipe("home-shetland40", 125, ("home", "shetland"), 24, 12, 4, silver=10, ore=3),
    Recipe("home-iceland42", 126, ("home", "iceland"), 22, 15, 5, silver=8, ore=4,
           preset="bonus", round=6),
    Recipe("home-newfoundland55", 127, ("home", "newfoundland"), 31, 18, 6, silver=12, ore=5),
    Recipe("home-orkney-iceland48", 128, ("home", "orkney", "iceland"), 27, 16, 5, silver=13,
           ore=4),
    Recipe("home-bear-labrador52", 129, ("home", "bear_island", "labrador"), 29, 17, 6, silver=9,
           ore=3, preset="score", round=6),
    # Everything.
    Recipe("full42", 130, ("home", "shetland", "greenland", *HOUSES), 18, 10, 5, 9,
           silver=11, ore=4, wood=1, stone=1),
    Recipe("full48", 131, ("home", "baffin_island", "iceland", "long_house", "shed"),
           22, 13, 5, 8, silver=10, ore=5, wood=2, stone=4),
    Recipe("full50mid", 132, ("home", "bear_island", "newfoundland", *HOUSES), 21, 12, 6, 11,
           silver=14, ore=6, wood=1, stone=0, lying=(7, 2)),
    Recipe("full55", 133, ("home", "baffin_island", "labrador", *HOUSES), 23, 14, 6, 12,
           silver=12, ore=4, stone=1),
    Recipe("full55income", 134, ("home", "iceland", "faroe_islands", "long_house", "long_house"),
           22, 13, 8, 12, silver=9, ore=2, preset="income", round=7),
)  # fmt: skip
"""The instances kept from tuning."""


GREEDY_WEIGHTS = {"points": 1, "income": 2, "bonus": 3, "silver": -1}
"""Weights under which everything on a board counts."""

EXACT_RECIPES = (
    # A fifth of the board is laid.
    Recipe("home-mid1", 201, HOME, 6, 4, lying=(6,), spare=0, weights=GREEDY_WEIGHTS),
    Recipe("home-mid2", 202, HOME, 8, 3, 1, lying=(5,), spare=2, weights=GREEDY_WEIGHTS),
    Recipe("home-mid3", 203, HOME, 5, 5, lying=(7,), spare=4, weights={"points": 1}),
    Recipe("home-mid4", 204, HOME, 7, 3, lying=(8,), spare=1, silver=0,
           weights={"cells": 1, "income": 3}),
    Recipe("home-mid5", 205, HOME, 4, 6, 1, lying=(6,), spare=-3,
           weights={"points": 2, "income": 1, "bonus": 5, "silver": -3, "ore": -1}),
    # An empty board.
    Recipe("home1", 206, HOME, 8, 2, spare=0, weights=GREEDY_WEIGHTS),
    Recipe("home2", 207, HOME, 5, 4, 1, spare=3),
    Recipe("iceland", 208, ("iceland",), 5, 4, spare=0, silver=3, ore=1, weights=GREEDY_WEIGHTS),
    Recipe("labrador", 209, ("labrador",), 5, 5, 1, spare=1, silver=2, ore=0),
    Recipe("houses", 210, HOUSES, 3, 3, food=6, spare=0, silver=2, ore=0, wood=2, stone=1,
           weights={"points": 1, "silver": -1, "keep.mead": 1}),
)  # fmt: skip
"""Instances whose tiles would just about fill the free cells."""

NEW_COUNT = 20
"""Number of instances made anew from a seed."""


def new_recipes(seed: int) -> list[Recipe]:
    """Draw recipes of all kinds, a third of them nearly exact, with weights of all kinds."""
    draw = random.Random(f"new instances {seed}")
    islands = [each for each in BOARDS.values() if each.kind == "exploration"]
    kinds: tuple[tuple[str, int, int], ...] = (
        # Name, islands beside the home board, tiles of each colour as a multiple.
        ("exact-mid", 0, 1),
        ("exact", 0, 1),
        ("home", 0, 3),
        ("island", 0, 1),
        ("home-island", 1, 4),
        ("full", 2, 4),
    )
    recipes = []
    for number in range(NEW_COUNT):
        kind, beside, scale = kinds[number % len(kinds)]
        # Two sides of one board never lie open together.
        drawn = {island.letter: island.id for island in draw.sample(islands, len(islands))}
        boards = (*HOME, *list(drawn.values())[:beside])
        if kind == "island":
            boards = (draw.choice(islands).id,)
        if kind == "full":
            boards += HOUSES
        recipe = Recipe(
            f"{seed}-{kind}{number}",
            draw.randrange(10**9),
            boards,
            green=scale * draw.randint(4, 8),
            blue=scale * draw.randint(2, 5),
            special=draw.randint(0, scale),
            food=10 if kind == "full" else 0,
            silver=draw.randint(0, 12),
            ore=draw.randint(0, 5),
            lying=(draw.randint(4, 9),) if kind == "exact-mid" else (),
            spare=draw.randint(-4, 6) if kind.startswith("exact") else None,
            preset=draw.choice(("final", "income", "bonus", "score", "cover")),
            round=draw.randint(3, 7),
        )
        if draw.random() < 0.6:
            weights = {
                "points": draw.randint(1, 2),
                "income": draw.randint(0, 4),
                "bonus": draw.randint(0, 5),
                "silver": draw.randint(-3, 0),
                "ore": draw.randint(-1, 0),
            }
            recipe = replace(recipe, weights=weights)
        recipes.append(recipe)
    return recipes


def drawn_tiles(recipe: Recipe, draw: random.Random) -> Counter[str]:
    """Draw as many tiles of every colour as the recipe says."""
    tiles: Counter[str] = Counter()
    for colors, number in (
        ({"green"}, recipe.green),
        ({"blue"}, recipe.blue),
        ({"orange", "red"}, recipe.food),
    ):
        goods = _goods(colors)
        if recipe.small:
            odds = [1.0 if tile.area <= 4 else 0.15 for tile in goods]
        else:
            odds = [1.0 if tile.area <= 6 else 0.5 for tile in goods]
        for _ in range(number):
            tiles[draw.choices(goods, odds)[0].id] += 1
    special = sorted(tile.id for tile in _specials())
    tiles.update(draw.sample(special, recipe.special))
    return tiles


def filling_tiles(recipe: Recipe, free: int, draw: random.Random) -> Counter[str]:
    """Draw tiles that together could cover all but the spare ones of some free cells."""
    tiles: Counter[str] = Counter()
    pools = (_goods({"green"}), _goods({"blue"}), _specials(), _goods({"orange", "red"}))
    odds = (recipe.green, recipe.blue, recipe.special, recipe.food)
    left = free - (recipe.spare or 0)
    while left > 1:
        (pool,) = draw.choices(pools, odds)
        fitting = [
            tile
            for tile in pool
            # The smallest tiles have two cells.
            if (tile.area == left or tile.area <= left - 2)
            and not (tile.kind == "special" and tiles[tile.id])
        ]
        if fitting:
            (tile,) = draw.choices(fitting, [1.0 if tile.area <= 6 else 0.3 for tile in fitting])
            tiles[tile.id] += 1
            left -= tile.area
    return tiles


def _goods(colors: Container[str]) -> list[Tile]:
    return [
        tile
        for tile in TILES.values()
        if tile.kind == "good" and tile.color in colors and tile.expansion is None
    ]


def _specials() -> list[Tile]:
    return [tile for tile in TILES.values() if tile.kind == "special" and tile.expansion is None]


def with_tiles(state: BoardState, number: int, draw: random.Random) -> BoardState:
    """Return a board with some tiles placed one by one, as people do.

    Each is a random green or blue good that does not cover a bonus cell, put where it gives most
    income, and of such places as near to the lower left corner as possible; with a little chance
    it is put somewhere else.
    """
    grid = state.grid
    goods = _goods({"green", "blue"})
    while len(state.pieces) < number:
        tile = draw.choice(goods)
        taken = state.covered | grid.bonus_cells
        options = []
        for mask in placements(state.board, tile):
            if mask & taken:
                continue
            piece = Piece(tile, grid.cells(mask))
            grown = replace(state, pieces=(*state.pieces, piece))
            far = sum(x + state.board.height - y for x, y in piece.cells)
            earned = grown.income
            options.append((-earned, far / tile.area, draw.random(), grown))
        options.sort(key=lambda option: option[:3])
        legal = (grown for *_, grown in options if not board_violations(grown))
        skipped = draw.choice((0, 0, 0, 1, 4))
        for at, grown in enumerate(legal):
            if at == skipped:
                state = grown
                break
    return state


def position_of(recipe: Recipe, kind: str) -> Position:
    """Make the position of a recipe."""
    draw = random.Random(recipe.seed)
    tiles = drawn_tiles(recipe, draw) if recipe.spare is None else Counter[str]()
    states = [BoardState(board(name)) for name in recipe.boards]
    for at, number in enumerate(recipe.lying):
        states[at] = with_tiles(states[at], number, draw)
    if recipe.spare is not None:
        free = sum((state.grid.coverable & ~state.covered).bit_count() for state in states)
        tiles = filling_tiles(recipe, free, draw)
    units = {name: getattr(recipe, name) for name in ("silver", "ore", "wood", "stone")}
    supply = +Counter({**tiles, **units})
    weights = {key: Fraction(weight) for key, weight in recipe.weights.items() if weight}
    game: GameLength = "long"
    position = Position(
        boards=tuple(states),
        supply=dict(supply),
        game=game,
        round=recipe.round,
        title=f"Benchmark {recipe.name} ({kind}, seed {recipe.seed})",
        objective=ObjectiveChoice("custom" if weights else recipe.preset, weights),
    )
    violations = position_violations(position)
    if violations:
        raise ValueError(f"{recipe.name}: {violations[0].message}")
    return position


def _file_text(position: Position) -> str:
    data: dict[str, Any] = position_data(position)
    for entry, state in zip(data["boards"], position.boards, strict=True):
        entry["placed"] = [piece_text(piece, state.board) for piece in state.pieces]
        if not entry["placed"]:
            del entry["placed"]
    return json.dumps(data, indent=2) + "\n"


def instance_files() -> Iterator[tuple[str, str]]:
    """Yield the names and texts of all files."""
    recipes: Sequence[tuple[str, Recipe]] = [
        *((TUNING, recipe) for recipe in TUNING_RECIPES),
        *((FRESH, recipe) for recipe in FRESH_RECIPES),
        *((EXACT, recipe) for recipe in EXACT_RECIPES),
    ]
    for kind, recipe in recipes:
        yield f"{kind}-{recipe.name}.json", _file_text(position_of(recipe, kind))


def new_instances(seed: int, into: Path) -> list[Instance]:
    """Make instances from a seed and write them into a folder."""
    instances = []
    for recipe in new_recipes(seed):
        instance = Instance(f"{NEW}-{recipe.name}", into / f"{NEW}-{recipe.name}.json")
        instance.path.write_text(_file_text(position_of(recipe, NEW)), encoding="utf-8")
        instances.append(instance)
    return instances


@click.command()
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False),
    default=INSTANCES,
    help="Folder for the files.",
)
def main(into: Path) -> None:
    """Write the benchmark instances."""
    into.mkdir(parents=True, exist_ok=True)
    for name, text in instance_files():
        (into / name).write_text(text, encoding="utf-8")
        click.echo(into / name)


if __name__ == "__main__":
    main()
