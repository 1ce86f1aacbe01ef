"""Hints of levels 2 and 3: which tile to place, and where."""

from collections import Counter
from fractions import Fraction

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.hint_parts import Hint, at_most, known, standing, unexamined
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.analysis.values import losses_at_most
from odin_solver.analysis.warm_starts import lays
from odin_solver.components import Tile
from odin_solver.notation.labels import board_labels
from odin_solver.notation.pieces import piece_text
from odin_solver.placement.objective import Weights
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.placement.solution import Status
from odin_solver.rules.board_state import Obstacle, Piece, spots
from odin_solver.rules.income import required_cells
from odin_solver.rules.position import Placement, Position, new_placements

MAX_NAMED = 6
"""Pieces to place first that are named."""


def tile_hint(analyst: Analyst, level: int) -> Hint:
    """Return a hint about a tile (level 2) or its place (level 3)."""
    best = analyst.best
    placed = new_placements(analyst.position, best.after)
    kinds = list(dict.fromkeys(piece.tile for _, piece in placed))
    tiles = [tile for tile in kinds if tile.kind not in ("filler", "resource")] or kinds
    if best.status is Status.OPTIMAL:
        losses = losses_at_most(analyst, tiles)
        tile = max(tiles, key=losses.__getitem__)
        return _what(analyst, tile) if level == 2 else _where(analyst, tile)
    tile = max(tiles, key=lambda each: each.area)
    where = next(each for each in placed if each.piece.tile == tile) if level == 3 else None
    at = f" {_place(analyst.position, where)}" if where else ""
    text = f"The best placement found so far has {tile.name}{at}. {standing(analyst)}"
    return Hint(level, text, False, analyst.values_before, best, tile, where)


def _what(analyst: Analyst, tile: Tile) -> Hint:
    """Return a hint of level 2: what is lost if one of a tile stays in the supply."""
    best, name, several = analyst.best, tile.name, analyst.position.supply[tile.id] > 1
    kept = analyst.solve(
        f"a placement without {name}",
        start=analyst.nearest(lambda layout: layout.supply.get(tile.id, 0) > 0),
        bounds=analyst.best_values,
        conditions=[MinimumValue(Weights(keep={tile.id: (Fraction(1),)}), Fraction(1))],
    )
    loss = loss_of(best, kept, [Fraction(0)] * len(best.levels))
    has = "has all of them" if several else "has it"
    if loss.proven and not loss.is_zero:
        less = at_most(analyst, loss.level, kept)
        text = f"Place {name}: every best placement {has}. "
        text += f"If {'one' if several else 'it'} is kept, {less}."
    else:
        text = f"Place {name}: a best placement has it."
        if not loss.proven:
            text += f" {unexamined(has)}"
    return Hint(2, text, loss.proven, analyst.values_before, best, tile, loss=known(loss))


def _place(position: Position, placed: Placement) -> str:
    """Return where a piece lies: ``at a1:c3 on Home board``."""
    at, piece = placed
    cells = piece_text(piece, position.boards[at].board)[len(piece.tile.id) + 1 :]
    label = board_labels(position)[at]
    return f"at {cells} on {label}" if cells else f"in a slot of {label}"


def _where(analyst: Analyst, tile: Tile) -> Hint:
    """Return a hint of level 3: where a tile goes, why not elsewhere, and what comes first."""
    position, best = analyst.position, analyst.best
    copies = [each for each in new_placements(position, best.after) if each.piece.tile == tile]
    placed = next((each for each in copies if _legal_now(position, each)), copies[0])
    parts = [f"Place {tile.name} {_place(position, placed)}."]
    loss: Loss | None = None
    if tile.kind in ("filler", "resource"):
        parts.append("A best placement has one there.")
    else:
        other = analyst.solve(
            f"{tile.name} anywhere else",
            start=analyst.nearest(lambda layout: not lays(position, layout, placed)),
            bounds=analyst.best_values,
            forbidden=[placed],
        )
        loss = loss_of(best, other, [Fraction(0)] * len(best.levels))
        if loss.proven and not loss.is_zero:
            it = "one" if position.supply[tile.id] > 1 else "it"
            parts.append(
                f"Every best placement has {it} there: otherwise "
                f"{at_most(analyst, loss.level, other)}."
            )
        else:
            parts.append("A best placement has it there.")
            if not loss.proven:
                parts.append(unexamined("has it there"))
    parts += _blocked(position, tile)
    parts += _first(analyst, placed)
    proven = known(loss) if loss is not None else None
    sure = loss is None or loss.proven
    return Hint(3, " ".join(parts), sure, analyst.values_before, best, tile, placed, proven)


def _blocked(position: Position, tile: Tile) -> list[str]:
    """Return which rules forbid places that are free for a tile now."""
    obstacles = Counter(
        state.obstacle(spot) for state in position.boards for spot in spots(state.board, tile)
    )
    free = obstacles.total() - obstacles[Obstacle.OVERLAP]
    touching = obstacles[Obstacle.COLOR]
    early = 0 if position.rules.simultaneous else obstacles[Obstacle.ORDER]
    why = []
    if touching:
        verb = "touches" if touching == 1 else "touch"
        why.append(f"{touching} {verb} another {tile.color} tile ({tile.color} ban)")
    if early:
        verb = "covers" if early == 1 else "cover"
        why.append(f"{early} {verb} an income before its lower left is full (income order)")
    return [f"Of the {free} free places for it, {' and '.join(why)}."] if why else []


def _legal_now(position: Position, placed: Placement) -> bool:
    at, piece = placed
    state = position.boards[at]
    return state.why_not(piece.tile, state.grid.mask(piece.cells)) is None


def _first(analyst: Analyst, placed: Placement) -> list[str]:
    """Return what must be placed before a piece, in the order of the best placement."""
    position = analyst.position
    if _legal_now(position, placed):
        return []
    at, piece = placed
    earlier: list[Piece] = []
    for placement in analyst.best.placements:
        if placement.board == at and placement.piece == piece:
            break
        if placement.board == at:
            earlier.append(placement.piece)
    state = position.boards[at]
    grid = state.grid
    needed = required_cells(grid, grid.mask(piece.cells)) & ~state.covered
    first = [each for each in earlier if grid.mask(each.cells) & needed]
    if not first:
        return []
    names = ", ".join(piece_text(each, state.board) for each in first[:MAX_NAMED])
    more = f" and {len(first) - MAX_NAMED} more" if len(first) > MAX_NAMED else ""
    when = "first or with it" if position.rules.simultaneous else "first"
    return [f"Its lower left must be covered {when} (income order), here by {names}{more}."]
