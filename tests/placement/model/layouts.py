"""Layouts as the model's pieces: from positions of the oracle, and random ones."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from odin_solver.components import Board, Diagonal
from odin_solver.placement.local.search import local_search, slot_pieces
from odin_solver.placement.objective import Objective
from odin_solver.placement.problem import ORE, SILVER, STONE, WOOD, Laid, Problem, in_placing_order
from odin_solver.placement.restrictions import UNRESTRICTED
from odin_solver.rules.position import Position
from tests import reference

UNIT_KINDS = {"silver": SILVER, "ore": ORE, "wood": WOOD, "stone": STONE}


def laid_of(problem: Problem, after: Position) -> tuple[Laid, ...]:
    """The new pieces of a layout, in the order in which they lie on each board."""
    kinds = {stock.tile.id: number for number, stock in enumerate(problem.stock)} | UNIT_KINDS
    laid = []
    for area, state in zip(problem.areas, after.boards, strict=True):
        for piece in state.pieces[len(area.state.pieces) :]:
            laid.append(Laid(area.number, kinds[piece.tile.id], area.grid.mask(piece.cells)))
    return tuple(laid)


def some_layouts(
    choose: random.Random, position: Position, count: int, limit: int = 600
) -> list[Position]:
    """A few of all layouts of a position, and one that is among the fullest."""
    layouts = []
    try:
        for each in reference.reachable_layouts(position, position.rules.simultaneous, limit=limit):
            layouts.append(each)
    except reference.TooManyLayouts:
        pass
    fullest = max(layouts, key=lambda each: sum(len(state.pieces) for state in each.boards))
    return [*choose.sample(layouts, min(count, len(layouts))), fullest]


def random_pieces(
    choose: random.Random, board: Board, most: int = 5
) -> list[frozenset[tuple[int, int]]]:
    """Sets of cells of any shape that do not overlap, holes and islands included."""
    cells = sorted(reference.existing(board))
    open_share = choose.choice([0.0, 0.0, 0.1, 0.3])
    count = choose.randint(1, most)
    groups: list[set[tuple[int, int]]] = [set() for _ in range(count)]
    for cell in cells:
        if choose.random() >= open_share:
            groups[choose.randrange(count)].add(cell)
    found = [frozenset(group) for group in groups if group]
    choose.shuffle(found)
    return found


def diagonal_board(choose: random.Random, diagonals: int) -> Board:
    """A board with just as many diagonals, some bonus cells and holes."""
    width, height = choose.choice([(3, 3), (4, 3), (3, 4), (4, 4)])
    marks = {(x, y): choose.choice("......-~#B") for x in range(width) for y in range(height)}
    income = []
    for total in choose.sample(range(1, width + height - 2), diagonals):
        cells = [(x, total - x) for x in range(width) if 0 <= total - x < height]
        some = [cell for cell in cells if choose.random() < 0.85] or cells[:1]
        income.append(Diagonal(tuple(some), tuple(range(len(some) + 1))))
        marks.update(dict.fromkeys(some, "I"))
    rows = tuple("".join(marks[x, y] for x in range(width)) for y in range(height))
    return reference.small_board(rows, income=income)


def counted(laid: Iterable[Laid]) -> tuple[Counter[Laid], Counter[tuple[int, int]], int, int]:
    """A layout up to the exchange of silver and ore: tiles, filled cells, silver, ore."""
    laid = list(laid)
    return (
        Counter(each for each in laid if each.kind not in (SILVER, ORE)),
        Counter((each.area, each.cells) for each in laid if each.kind in (SILVER, ORE)),
        sum(each.kind == SILVER for each in laid),
        sum(each.kind == ORE for each in laid),
    )


def without(position: Position, after: Position, choose: random.Random) -> Position:
    """A layout with some of its new pieces put back into the supply."""
    supply = Counter(after.supply)
    boards = []
    share = choose.choice([0.3, 0.5, 0.8])
    for old, new in zip(position.boards, after.boards, strict=True):
        kept = list(old.pieces)
        for piece in new.pieces[len(old.pieces) :]:
            if choose.random() < share:
                supply[piece.tile.id] += 1
            else:
                kept.append(piece)
        boards.append(replace(new, pieces=tuple(kept)))
    return replace(position, boards=tuple(boards), supply=dict(supply))


def searched_layouts(
    problem: Problem, objective: Objective, seed: int = 0, turns: int = 20, steps: int = 20
) -> list[tuple[Laid, ...]]:
    """Better and better layouts of the local search, with wood and stone."""
    search = local_search(problem, objective.levels, seed, UNRESTRICTED)
    assert search is not None
    resources = slot_pieces(problem, objective.levels)
    found = filter(None, (search.improve(steps) for _ in range(turns)))
    return [in_placing_order(problem, (*laid, *resources)) for laid in found]
