"""Random small positions and objectives in which much can happen.

They are made with `random.Random`, not by Hypothesis' own choices, which come out far too plain
to bring tiles, bonuses and diagonals together: Hypothesis draws the generator and so its seed.
`tests.strategies.positions` makes positions that shrink well.
"""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from hypothesis import strategies as st

from odin_solver.components import TILES, Board, Bonus, Cell, Diagonal
from odin_solver.notation.positions import position_data, position_from
from odin_solver.placement.objective import (
    PLAIN_KEYS,
    PRESETS,
    Banquet,
    Objective,
    Weights,
    choose_objective,
)
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position, RuleOptions
from tests import reference
from tests.custom_boards import ITEMS, random_custom_board
from tests.placement.model.exhaustive import made_small
from tests.strategies import BONUS_GOODS

GREEN = ("oil", "hide", "wool", "linen", "amber", "oil", "hide")
BLUE = ("rune_stone", "silverware", "chest", "gold_ornament", "silk")
SPECIAL = ("helmet", "cloakpin", "glass_beads", "drinking_horn", "belt", "horseshoe")
FOOD = ("peas", "mead", "flax", "stockfish", "berry", "egg", "beans")
THINGS = (*BONUS_GOODS, "hide", "stockfish")

generators = st.randoms(use_true_random=True)


def random_board(choose: random.Random, name: str, diagonals: int | None = None) -> Board:
    """A board with up to two diagonals."""
    width, height = choose.choice([(2, 2), (3, 2), (3, 3), (3, 3), (4, 2), (4, 3), (5, 2), (2, 5)])
    ground = choose.choice(["....--=~#BB", "....--=BB", "...-", ".....~~--", "...."])
    marks = {(x, y): choose.choice(ground) for x in range(width) for y in range(height)}
    income = []
    if diagonals is None:
        diagonals = choose.choice([0, 1, 1, 1, 2, 2])
    for total in choose.sample(range(width + height - 1), min(diagonals, width + height - 1)):
        cells = [(x, total - x) for x in range(width) if 0 <= total - x < height]
        cells = [cell for cell in cells if choose.random() < 0.9]
        if not cells:
            continue
        values = [choose.choice([0, 0, 1])]
        for _ in cells:
            values.append(values[-1] + choose.choice([0, 1, 1, 2, 3]))
        income.append(Diagonal(tuple(cells), tuple(values)))
        marks.update(dict.fromkeys(cells, "I"))
    return Board(
        id=name,
        name="Random board",
        kind=choose.choice(["home", "exploration"]),
        points=0,
        rows=_rows(marks, width, height),
        income=tuple(income),
        bonuses=_bonuses(choose, marks),
    )


def random_building(choose: random.Random, name: str) -> Board:
    """A building with a grid, slots or both."""
    width, height = choose.choice([(0, 0), (2, 2), (3, 2), (4, 2), (3, 3), (4, 1), (5, 1)])
    marks = {
        (x, y): choose.choice("...---~#B" if choose.random() < 0.8 else ".")
        for x in range(width)
        for y in range(height)
    }
    return Board(
        id=name,
        name="Random building",
        kind="building",
        points=0,
        rows=_rows(marks, width, height),
        bonuses=_bonuses(choose, marks),
        slots=tuple(
            (each, choose.choice([1, 1, 2])) for each in ("wood", "stone") if choose.random() < 0.5
        ),
    )


def _rows(marks: dict[Cell, str], width: int, height: int) -> tuple[str, ...]:
    return tuple("".join(marks[x, y] for x in range(width)) for y in range(height))


def _bonuses(choose: random.Random, marks: dict[Cell, str]) -> tuple[Bonus, ...]:
    left = sorted(cell for cell, mark in marks.items() if mark == "B")
    found = []
    while left:
        symbol = [left.pop(0)]
        beside = (symbol[0][0] + 1, symbol[0][1])
        if beside in left and choose.random() < 0.5:
            left.remove(beside)
            symbol.append(beside)
        names = choose.sample(THINGS, choose.choice([1, 1, 2]))
        found.append(Bonus(tuple(symbol), tuple((name, choose.choice([1, 2])) for name in names)))
    return tuple(found)


def random_supply(choose: random.Random, *, building: bool, most: int) -> dict[str, int]:
    """A supply that suits the boards most of the time."""
    supply: Counter[str] = Counter()
    kinds = [GREEN, GREEN, BLUE, SPECIAL, *([FOOD, FOOD, FOOD] if building else [FOOD][:1])]
    for _ in range(choose.randint(0, most)):
        name = choose.choice(choose.choice(kinds))
        if TILES[name].copies is None or not supply[name]:
            supply[name] += choose.choice([1, 1, 2]) if TILES[name].copies is None else 1
    supply["silver"] = choose.choice([0, 0, 1, 2, 3])
    supply["ore"] = choose.choice([0, 0, 0, 1, 2])
    if building:
        supply["wood"] = choose.choice([0, 1, 2, 3])
        supply["stone"] = choose.choice([0, 1, 2])
    return dict(+supply)


def random_position(
    choose: random.Random,
    *,
    limit: int | None = 700,
    diagonals: int | None = None,
    most_boards: int = 3,
    simultaneous: bool | None = None,
    placed: bool = True,
) -> Position:
    """A legal position, often with pieces on its boards.

    Its supply is so small that it has at most `limit` layouts (those with the same future counted
    once); with None there may be any number.
    """
    boards = []
    for number in range(choose.choice([1, 1, 2, 2, 3][: 2 * most_boards - 1])):
        name = f"test_{number}"
        if diagonals is None and choose.random() < 0.35:
            boards.append(random_building(choose, name))
        else:
            boards.append(random_board(choose, name, diagonals))
        if number and choose.random() < 0.2:
            boards[-1] = boards[0]
    building = any(each.is_building for each in boards)
    together = choose.random() < 0.3 if simultaneous is None else simultaneous
    position = Position(
        boards=tuple(BoardState(each) for each in boards),
        supply=random_supply(choose, building=building, most=3),
        rules=RuleOptions(simultaneous=together),
    )
    if placed and choose.random() < 0.4:
        some = list(islice(reference.reachable_layouts(position, together, limit=10**6), 60))
        lying = choose.choice(some)
        if all(reference.board_is_legal(state, together) for state in lying.boards):
            position = lying
    used = {piece.tile.id for state in position.boards for piece in state.pieces}
    supply = random_supply(choose, building=building, most=4)
    supply = {name: n for name, n in supply.items() if not TILES[name].copies or name not in used}
    position = replace(position, supply=supply)
    return position if limit is None else made_small(position, limit)


def random_custom_position(choose: random.Random, *, limit: int = 700) -> Position:
    """A legal position on custom boards, read from data as a file holds it."""
    together = choose.random() < 0.2
    boards = [random_custom_board(choose) for _ in range(choose.choice([1, 1, 1, 2, 2, 3]))]
    if choose.random() < 0.15:
        boards.append(boards[0])
    building = any(board.get("kind") == "building" for board in boards)
    data = {
        "schema": 1,
        "supply": random_supply(choose, building=building, most=3),
        "boards": [{"board": board} for board in boards],
        "rules": {"simultaneous": together},
    }
    position = position_from(data)
    if choose.random() < 0.4:
        some = list(islice(reference.reachable_layouts(position, together, limit=10**6), 60))
        position = choose.choice(some)
        used = {piece.tile.id for state in position.boards for piece in state.pieces}
        supply = random_supply(choose, building=building, most=3)
        supply = {
            name: n for name, n in supply.items() if not TILES[name].copies or name not in used
        }
        position = replace(position, supply=supply)
    # What is written is read again as it was.
    assert position_from(position_data(position)) == position
    return made_small(position, limit)


def random_weight(choose: random.Random) -> Fraction:
    """Small, negative, zero, fractional."""
    return Fraction(choose.choice([1, 1, 2, 3, 5, -1, -2, 0, 7]), choose.choice([1, 1, 1, 2, 3, 7]))


def random_weights(choose: random.Random) -> dict[str, Fraction]:
    """Some keys of the contract."""
    keys = [key for key in PLAIN_KEYS if choose.random() < 0.4]
    keys += [f"bonus.{each}" for each in THINGS if choose.random() < 0.3]
    keys += [f"bonus.{each}" for each in ITEMS if choose.random() < 0.1]
    tiles = (*GREEN, *BLUE, *SPECIAL, *FOOD, "silver", "ore", "wood", "stone")
    keys += [f"keep.{name}" for name in tiles if choose.random() < 0.15]
    return {key: random_weight(choose) for key in keys}


def random_feast(choose: random.Random) -> Weights:
    """Any weights beside a feast, and tiles whose worth falls with their number."""
    keep = {}
    for name in (*GREEN, *FOOD, "silver", "ore"):
        if choose.random() < 0.6:
            worth = [abs(random_weight(choose)) for _ in range(choose.randint(1, 3))]
            keep[name] = tuple(sorted(worth, reverse=True))
    weights = Weights()
    for key, weight in random_weights(choose).items():
        weights = weights if key.startswith("keep.") else weights.with_weight(key, weight)
    banquet = Banquet(choose.randint(0, 6), Fraction(choose.randint(1, 3)), choose.random() < 0.3)
    return replace(weights, keep=keep, banquet=choose.choice([banquet, banquet, None]))


def random_objective(choose: random.Random) -> Objective:
    """A preset, a preset with weights of its own, or one to three levels of any weights."""
    kind = choose.choice(["preset", "changed", "custom", "sums", "feast", "feast"])
    if kind == "feast":
        return Objective("feast", (random_feast(choose),))
    if kind in ("preset", "changed"):
        weights = random_weights(choose) if kind == "changed" else {}
        name = choose.choice(PRESETS)
        if name == "score":
            weights = {key: abs(weight) for key, weight in weights.items()}
        return choose_objective(Position(), name, weights, choose.randint(1, 7))
    if kind == "custom":
        return choose_objective(Position(), "custom", random_weights(choose))
    sums = []
    for _ in range(choose.randint(1, 3)):
        weights_ = Weights()
        for key, weight in random_weights(choose).items():
            weights_ = weights_.with_weight(key, weight)
        sums.append(weights_)
    return Objective("sums", tuple(sums))


positions = st.builds(random_position, generators)
custom_positions = st.builds(random_custom_position, generators)
objectives = st.builds(random_objective, generators)
