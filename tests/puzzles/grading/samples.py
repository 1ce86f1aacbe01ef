"""Random puzzles with one solution, for the tests of the grader; no tests in here."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from odin_puzzles.kinds.banquet import BanquetGoal
from odin_puzzles.kinds.best import BestGoal
from odin_puzzles.kinds.bonus import BonusGoal
from odin_puzzles.kinds.fill import RegionGoal
from odin_puzzles.kinds.income import IncomeGoal
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness import placement_model
from odin_puzzles.uniqueness.check import find_solutions
from odin_solver.components import TILES
from odin_solver.notation.custom_boards import CustomBoard, DiagonalEntry, SymbolEntry, custom_board
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import preset
from odin_solver.placement.problem import compile_problem, layout
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests.puzzles.samples import task_of

ON_BOARDS = tuple(
    name
    for name, tile in TILES.items()
    if tile.color in ("green", "blue") and tile.expansion is None and tile.area <= 9
)
IN_BUILDINGS = (
    *(name for name, tile in TILES.items() if tile.color in ("orange", "red") and tile.area <= 4),
    *("oil", "chest", "rune_stone", "silverware", "belt", "helmet"),
)
FOOD = ("peas", "mead", "flax", "stockfish", "grain", "salt_meat", "cabbage", "game_meat", "sheep")


def board(rows: Sequence[str], **more: object) -> BoardState:
    """A board of one's own; `more` is what the file of a board may say besides the map."""
    # Checked when it is made.
    return BoardState(custom_board(CustomBoard(map=list(rows), **more)))  # type: ignore[arg-type]


def puzzle(
    kind: str, boards: Sequence[BoardState], supply: Mapping[str, int], goal: object
) -> Puzzle:
    return Puzzle(kind, "", Position(tuple(boards), dict(supply)), goal)


def whole_board(state: BoardState, supply: Mapping[str, int], kind: str = "fill") -> Puzzle:
    """The puzzle to cover a board."""
    cells = state.grid.cells(state.grid.coverable)
    return puzzle(kind, [state], supply, RegionGoal(cells=cells))


def fill(rows: Sequence[str], supply: Mapping[str, int], **more: object) -> Puzzle:
    return whole_board(board(rows, **more), supply)


def unique(made: Puzzle) -> Puzzle | None:
    """The puzzle with its solution, if it has one and no other."""
    found = find_solutions(made)
    return replace(made, solution=found.solutions[0]) if found.unique else None


def random_rows(rng: Random, width: int, height: int, holes: float = 0.06) -> list[str]:
    return [
        "".join("#" if rng.random() < holes else "." for _ in range(width)) for _ in range(height)
    ]


def diagonal_board(
    size: int, marks: Mapping[tuple[int, int], str] | None = None, incomes: int = 9
) -> BoardState:
    """A square board with an income diagonal, and other marks where they do not lie on it."""
    steps = range(min(size, incomes))
    diagonal = {(n, size - 1 - n): "I" for n in steps}
    signs = {**(marks or {}), **diagonal}
    rows = ["".join(signs.get((x, y), ".") for x in range(size)) for y in range(size)]
    names = " ".join(f"{'abcdefghij'[n]}{n + 1}" for n in steps)
    return board(rows, income=[DiagonalEntry(names, list(range(len(steps) + 1)))])


def random_tiling(rng: Random, state: BoardState, names: Sequence[str]) -> Counter[str]:
    """Tiles that cover a board: laid at random, the rest filled with silver."""
    problem = compile_problem(Position((state,), dict.fromkeys(names, 1)))
    (area,) = problem.areas
    left, used = area.free, Counter[str]()
    apart: dict[str, int] = {}
    while left:
        cell = left & -left
        fits = [
            (stock.tile, mask)
            for stock, masks in zip(problem.stock, area.placements, strict=True)
            for mask in masks
            if mask & cell and not mask & ~left
            if stock.tile.copies is None or not used[stock.tile.id]
            if not mask & apart.get(stock.tile.color, 0)
        ]
        if fits and rng.random() < 0.97:
            tile, mask = rng.choice(fits)
            used[tile.id] += 1
            left &= ~mask
            if tile.color in ("orange", "red") or (
                tile.color == "green" and not state.board.is_building
            ):
                apart[tile.color] = apart.get(tile.color, 0) | area.grid.edge_neighbours(mask)
        else:
            used["silver"] += 1
            left &= ~cell
    return used


def random_fills(
    seed: int, sizes: Sequence[int] = (4, 5), *, building: bool = False
) -> Iterator[Puzzle]:
    """Random ``fill`` puzzles with one solution, without end."""
    rng = Random(seed)
    names = IN_BUILDINGS if building else ON_BOARDS
    while True:
        rows = random_rows(rng, rng.choice(sizes), rng.choice(sizes))
        state = board(rows, kind="building" if building else "exploration")
        some = rng.sample(names, min(len(names), rng.randint(4, 12)))
        supply = random_tiling(rng, state, some)
        made = unique(whole_board(state, supply)) if supply["silver"] <= 2 else None
        if made is not None:
            yield made


def random_orders(seed: int) -> Iterator[Puzzle]:
    """Random ``order`` puzzles with one solution, without end."""
    rng = Random(seed)
    while True:
        marks = {(rng.randrange(5), rng.randrange(5)): "#" for _ in range(rng.randint(0, 5))}
        state = diagonal_board(rng.choice((4, 5)), marks, rng.randint(1, 3))
        supply = random_tiling(rng, state, rng.sample(ON_BOARDS, rng.randint(4, 14)))
        if supply["silver"] <= 2 and supply.total() > 3:
            made = unique(whole_board(state, supply, "order"))
            if made is not None:
                yield made


def random_incomes(seed: int) -> Iterator[Puzzle]:
    """Random ``income`` puzzles with one solution, without end."""
    rng = Random(seed)
    while True:
        marks = {(rng.randrange(5), rng.randrange(5)): "#" for _ in range(rng.randint(0, 6))}
        state = diagonal_board(rng.choice((4, 5)), marks)
        supply = Counter(rng.choices(ON_BOARDS, k=rng.randint(2, 4)))
        supply["silver"] = rng.randint(0, 2)
        if any(count > (TILES[name].copies or 9) for name, count in supply.items()):
            continue
        goal = IncomeGoal(income=rng.randint(2, len(state.board.rows)))
        made = unique(puzzle("income", [state], +supply, goal))
        if made is not None:
            yield made


def random_bonuses(seed: int) -> Iterator[Puzzle]:
    """Random ``bonus`` puzzles with one solution, without end."""
    rng = Random(seed)
    while True:
        size = rng.choice((4, 5))
        x, y = rng.randrange(size), rng.randrange(size)
        rows = [list(row) for row in random_rows(rng, size, size, 0.1)]
        rows[y][x] = "B"
        at = f"{'abcde'[x]}{size - y}"
        state = board(["".join(row) for row in rows], bonuses=[SymbolEntry(at, {"mead": 1})])
        supply = Counter(rng.sample(ON_BOARDS, rng.randint(2, 5)))
        goal = BonusGoal(bonuses=((x, y),), tiles=rng.randint(2, 4))
        made = unique(puzzle("bonus", [state], supply, goal))
        if made is not None:
            yield made


def random_bests(seed: int) -> Iterator[Puzzle]:
    """Random ``best`` puzzles with one solution, without end."""
    rng = Random(seed)
    while True:
        cells = [(x, y) for x in range(5) for y in range(5)]
        marks = {cell: rng.choice(".--#") for cell in cells}
        state = diagonal_board(rng.choice((4, 5)), marks)
        supply = Counter(rng.sample(ON_BOARDS, rng.randint(2, 4)))
        supply["silver"] = rng.randint(0, 2)
        made = puzzle("best", [state], +supply, BestGoal(1, rng.randint(1, 3)))
        task = task_of(made)
        laid = placement_model.find_best(task)
        if laid is None:
            continue
        (weights,) = preset("final").levels
        reached = value(weights, gains(made.position, layout(task.problem, laid)))
        assert reached == Fraction(int(reached))
        goal = BestGoal(int(reached), made.goal.tiles) if isinstance(made.goal, BestGoal) else None
        assert goal is not None
        found = unique(replace(made, goal=goal))
        if found is not None:
            yield found


def random_banquets(seed: int) -> Iterator[Puzzle]:
    """Random ``banquet`` puzzles with one solution, without end."""
    rng = Random(seed)
    while True:
        supply = Counter(rng.choices(FOOD, k=rng.randint(2, 6)))
        supply["silver"] = rng.choice((0, 0, 1))
        made = unique(puzzle("banquet", [], +supply, BanquetGoal(rng.randint(6, 12))))
        if made is not None:
            yield made
