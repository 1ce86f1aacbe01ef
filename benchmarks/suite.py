"""The positions of the placement benchmark: committed files, and new ones made from a seed."""

import json
import random
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from odin_solver.components import BOARDS, TILES, Tile, board
from odin_solver.notation.pieces import piece_text
from odin_solver.notation.positions import parse_position, position_data
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import placements
from odin_solver.rules.layout import board_violations, position_violations
from odin_solver.rules.position import ObjectiveChoice, Position

INSTANCES = Path(__file__).parent / "instances"

NEW = "new"
"""Begins the names of positions made from a seed."""

HOME = ("home",)
HOUSES = ("long_house", "stone_house")


@dataclass(frozen=True)
class Instance:
    """A position of the benchmark: the name of its file without ending, and the file."""

    name: str
    path: Path

    @cached_property
    def position(self) -> Position:
        return parse_position(self.path.read_text(encoding="utf-8"), self.path.name)

    @property
    def objective(self) -> Objective:
        """The objective of the position file."""
        return choose_objective(self.position)

    @property
    def nothing_placed(self) -> Fraction:
        """Value of the first level before anything is placed."""
        return value(self.objective.levels[0], gains(self.position, self.position))


def all_instances() -> list[Instance]:
    """All committed instances, by name."""
    return [Instance(path.stem, path) for path in sorted(INSTANCES.glob("*.json"))]


def chosen(instances: Iterable[Instance], pattern: str) -> list[Instance]:
    """Return the instances whose names match one of several patterns, separated by commas."""
    patterns = pattern.split(",")
    return [each for each in instances if any(fnmatchcase(each.name, one) for one in patterns)]


@dataclass(frozen=True)
class Recipe:
    """How to make an instance.

    Attributes
    ----------
    name, seed, boards
        Name, seed of all random choices, boards and buildings.
    green, blue, special, food
        How many tiles of these colours are drawn; food is orange and red.
    silver, ore
        Number of each in the supply.
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
    preset: str = "final"
    round: int = 7
    lying: tuple[int, ...] = ()
    spare: int | None = None
    weights: Mapping[str, int] = field(default_factory=dict)


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


def position_of(recipe: Recipe) -> Position:
    """Make the position of a recipe."""
    draw = random.Random(recipe.seed)
    tiles = drawn_tiles(recipe, draw) if recipe.spare is None else Counter[str]()
    states = [BoardState(board(name)) for name in recipe.boards]
    for at, number in enumerate(recipe.lying):
        states[at] = with_tiles(states[at], number, draw)
    if recipe.spare is not None:
        free = sum((state.grid.coverable & ~state.covered).bit_count() for state in states)
        tiles = filling_tiles(recipe, free, draw)
    supply = +Counter({**tiles, "silver": recipe.silver, "ore": recipe.ore})
    weights = {key: Fraction(weight) for key, weight in recipe.weights.items() if weight}
    position = Position(
        boards=tuple(states),
        supply=dict(supply),
        game="long",
        round=recipe.round,
        title=f"Benchmark {recipe.name} ({NEW}, seed {recipe.seed})",
        objective=ObjectiveChoice("custom" if weights else recipe.preset, weights),
    )
    violations = position_violations(position)
    if violations:
        raise ValueError(f"{recipe.name}: {violations[0].message}")
    return position


def _file_text(position: Position) -> str:
    data = position_data(position)
    for entry, state in zip(data["boards"], position.boards, strict=True):
        entry["placed"] = [piece_text(piece, state.board) for piece in state.pieces]
        if not entry["placed"]:
            del entry["placed"]
    return json.dumps(data, indent=2) + "\n"


def new_instances(seed: int, into: Path) -> list[Instance]:
    """Make instances from a seed and write them into a folder."""
    instances = []
    for recipe in new_recipes(seed):
        instance = Instance(f"{NEW}-{recipe.name}", into / f"{NEW}-{recipe.name}.json")
        instance.path.write_text(_file_text(position_of(recipe)), encoding="utf-8")
        instances.append(instance)
    return instances
