"""Lines, losses and values of tiles by looking at all layouts of a small position."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from odin_solver.components import Cell
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective, Weights, choose_objective
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.position import Position
from tests import reference
from tests.placement.model import random_positions

Values = tuple[Fraction, ...]


def layouts(position: Position, *, merged: bool = False, limit: int = 3000) -> list[Position]:
    """Every layout that a position can come to."""
    together = position.rules.simultaneous
    return list(reference.reachable_layouts(position, together, merged=merged, limit=limit))


def values(before: Position, after: Position, objective: Objective) -> Values:
    """What a layout is worth, by all sums."""
    found = gains(before, after)
    return tuple(value(weights, found) for weights in objective.levels)


def best_values(position: Position, objective: Objective) -> Values:
    """The values of the best layout."""
    return max(values(position, each, objective) for each in layouts(position, merged=True))


def of_use(state: BoardState, sums: Sequence[Weights]) -> set[Cell]:
    """Cells that something is gained by covering, or that could be: written from the text."""
    board = state.board
    cells = reference.existing(board)
    worths = [weights.bonus_value(bonus.gives) for bonus in board.bonuses for weights in sums]
    if any(
        max(each.cells, each.silver, each.ore) > 0
        or min(each.points, each.income, *(w for worth in each.keep.values() for w in worth)) < 0
        for each in sums
    ) or any(worth < 0 for worth in worths):
        return cells
    found = {(x, y) for x, y in cells if board.rows[y][x] in "-="}
    found |= reference.needed(board, [cell for each in board.income for cell in each.cells])
    for bonus in board.bonuses:
        if any(weights.bonus_value(bonus.gives) for weights in sums):
            found |= {c for cell in bonus.cells for c in reference.all_neighbours(cell)} & cells
    return found - {
        cell
        for bonus in board.bonuses
        for cell in bonus.cells
        if board.rows[cell[1]][cell[0]] == "B"
    }


def outcome(before: Position, after: Position, objective: Objective) -> object:
    """What a layout comes to, over all boards."""
    income = 0
    items: Counter[str] = Counter()
    tiles: Counter[str] = Counter()
    for old, new in zip(before.boards, after.boards, strict=True):
        use = of_use(old, objective.levels)
        kept = [
            piece
            for piece in new.pieces[len(old.pieces) :]
            if not piece.cells or set(piece.cells) & use
        ]
        covered = reference.covered_by([*old.pieces, *kept])
        income += reference.income_of(new.board, covered)
        for bonus in new.board.bonuses:
            if any(
                weights.bonus_value(bonus.gives) for weights in objective.levels
            ) and reference.bonus_is_won(new.board, bonus, covered):
                for item, count in bonus.gives:
                    items[item] += count
        tiles.update(p.tile.id for p in kept if p.tile.kind not in ("filler", "resource"))
    if not any(
        weights.income or (weights.banquet and not weights.banquet.paid)
        for weights in objective.levels
    ):
        income = 0
    return income, frozenset(items.items()), frozenset(tiles.items())


def best_outcomes(position: Position, objective: Objective) -> dict[object, Values]:
    """Every outcome with the best values that a layout of it has, the best outcomes first."""
    found: dict[object, Values] = {}
    for each in layouts(position):
        key = outcome(position, each, objective)
        worth = values(position, each, objective)
        found[key] = max(worth, found.get(key, worth))
    return dict(sorted(found.items(), key=lambda item: item[1], reverse=True))


def with_supply(position: Position, tile: str, by: int) -> Position:
    """The position with more or fewer of a tile."""
    supply = {**position.supply, tile: position.supply.get(tile, 0) + by}
    return replace(position, supply={name: count for name, count in supply.items() if count})


def laid(position: Position, board: int, piece: Piece) -> Position:
    """The position with a piece laid."""
    states = list(position.boards)
    states[board] = replace(states[board], pieces=(*states[board].pieces, piece))
    return replace(with_supply(position, piece.tile.id, -1), boards=tuple(states))


def small_position(choose: random.Random, limit: int = 250) -> Position:
    """A small position with at least two tiles, mostly."""
    for _ in range(20):
        position = random_positions.random_position(choose, limit=limit, most_boards=2)
        tiles = sum(n for name, n in position.supply.items() if name not in ("silver", "ore"))
        try:
            layouts(position)
        except reference.TooManyLayouts:
            continue
        if tiles >= 2:
            return position
    return position


def small_objective(choose: random.Random) -> Objective:
    """Mostly presets; now and then weights of any kind."""
    if choose.random() < 0.3:
        return random_positions.random_objective(choose)
    name = choose.choice(["final", "income", "bonus", "score", "score", "cover"])
    return choose_objective(Position(), name, {}, choose.randint(1, 4))
