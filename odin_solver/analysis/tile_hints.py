"""Hints of levels 2 and 3: which tile to place, and where."""

from collections import Counter
from fractions import Fraction

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.hint_parts import MORE_TIME, Hint, at_most, known, standing
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.analysis.values import losses_at_most
from odin_solver.analysis.warm_starts import lays
from odin_solver.components import Board, Tile
from odin_solver.names.printed import printed_name
from odin_solver.notation.labels import board_labels
from odin_solver.notation.pieces import piece_text
from odin_solver.placement.objective import Weights
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.placement.solution import Status
from odin_solver.rules.board_state import Obstacle, Piece, spots
from odin_solver.rules.income import required_cells
from odin_solver.rules.position import Placement, Position, new_placements
from odin_solver.support.language import say, say_number

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
    name = printed_name(tile.id)
    if where is not None:
        name = _place(analyst.position, where)
    found = say("The best placement found so far has {tile}.", tile=name)
    why = (standing(analyst),)
    return Hint(level, (found,), why, False, analyst.values_before, best, tile, where)


def _what(analyst: Analyst, tile: Tile) -> Hint:
    """Return a hint of level 2: what is lost if one of a tile stays in the supply."""
    best, name = analyst.best, printed_name(tile.id)
    several = analyst.position.supply[tile.id] > 1
    kept = analyst.solve(
        say("a placement without {tile}", tile=name),
        start=analyst.nearest(lambda layout: layout.supply.get(tile.id, 0) > 0),
        bounds=analyst.best_values,
        conditions=[MinimumValue(Weights(keep={tile.id: (Fraction(1),)}), Fraction(1))],
    )
    loss = loss_of(best, kept)
    why: tuple[str, ...] = () if loss.proven else (_unexamined(several),)
    if loss.proven and not loss.is_zero:
        less = at_most(analyst, loss.level, kept)
        if several:
            text = say("Place {tile}: every best placement has all of them.", tile=name)
            why = (say("If one is kept, {less}.", less=less),)
        else:
            text = say("Place {tile}: every best placement has it.", tile=name)
            why = (say("If it is kept, {less}.", less=less),)
    elif several:
        laid = sum(piece.tile == tile for _, piece in new_placements(analyst.position, best.after))
        owned = analyst.position.supply[tile.id]
        text = say("Place {tile}: a best placement has {n} of {all}.", tile=name, n=laid, all=owned)
        why = why or (say("If one is kept, nothing is lost."),)
    else:
        text = say("Place {tile}: a best placement has it.", tile=name)
        why = why or (say("If it is kept, nothing is lost."),)
    return Hint(2, (text,), why, loss.proven, analyst.values_before, best, tile, loss=known(loss))


def _unexamined(several: bool) -> str:
    if several:
        return say(
            "Whether every best placement has all of them is not proven{advice}.",
            advice=say(MORE_TIME),
        )
    return say("Whether every best placement has it is not proven{advice}.", advice=say(MORE_TIME))


def _cells(piece: Piece, board: Board) -> str:
    return piece_text(piece, board)[len(piece.tile.id) + 1 :]


def _place(position: Position, placed: Placement) -> str:
    at, piece = placed
    cells = _cells(piece, position.boards[at].board)
    tile, board = printed_name(piece.tile.id), board_labels(position)[at]
    if cells:
        return say("{tile} at {cells} on {board}", tile=tile, cells=cells, board=board)
    return say("{tile} in a slot of {board}", tile=tile, board=board)


def _where(analyst: Analyst, tile: Tile) -> Hint:
    """Return a hint of level 3: where a tile goes, why not elsewhere, and what comes first."""
    position, best = analyst.position, analyst.best
    copies = [each for each in new_placements(position, best.after) if each.piece.tile == tile]
    placed = next((each for each in copies if _legal_now(position, each)), copies[0])
    short: tuple[str, ...] = (say("Place {placement}.", placement=_place(position, placed)),)
    why: list[str] = []
    loss: Loss | None = None
    if tile.kind in ("filler", "resource"):
        why.append(say("A best placement has one there."))
    else:
        other = analyst.solve(
            say("{tile} anywhere else", tile=printed_name(tile.id)),
            start=analyst.nearest(lambda layout: not lays(position, layout, placed)),
            bounds=analyst.best_values,
            forbidden=[placed],
        )
        loss = loss_of(best, other)
        if loss.proven and not loss.is_zero:
            less = at_most(analyst, loss.level, other)
            why.append(
                say("Every best placement has one there: otherwise {less}.", less=less)
                if position.supply[tile.id] > 1
                else say("Every best placement has it there: otherwise {less}.", less=less)
            )
        else:
            why.append(say("A best placement has it there."))
            if not loss.proven:
                why.append(
                    say(
                        "Whether every best placement has it there is not proven{advice}.",
                        advice=say(MORE_TIME),
                    )
                )
    why += _blocked(position, tile)
    short += _first(analyst, placed)
    proven = known(loss) if loss is not None else None
    sure = loss is None or loss.proven
    return Hint(3, short, tuple(why), sure, analyst.values_before, best, tile, placed, proven)


def _blocked(position: Position, tile: Tile) -> list[str]:
    obstacles = Counter(
        state.obstacle(spot) for state in position.boards for spot in spots(state.board, tile)
    )
    free = obstacles.total() - obstacles[Obstacle.OVERLAP]
    touching = obstacles[Obstacle.COLOR]
    early = 0 if position.rules.simultaneous else obstacles[Obstacle.ORDER]
    why: list[str] = []
    if touching:
        why.append(
            say_number(
                "{n} touches another {color} tile ({color} ban)",
                "{n} touch another {color} tile ({color} ban)",
                touching,
                color=say(tile.color),
            )
        )
    if early:
        why.append(
            say_number(
                "{n} covers an income before its lower left is full (income order)",
                "{n} cover an income before its lower left is full (income order)",
                early,
            )
        )
    return (
        [say("Of the {n} free places for it, {why}.", n=free, why=say(" and ").join(why))]
        if why
        else []
    )


def _legal_now(position: Position, placed: Placement) -> bool:
    at, piece = placed
    state = position.boards[at]
    return state.why_not(piece.tile, state.grid.mask(piece.cells)) is None


def _first(analyst: Analyst, placed: Placement) -> tuple[str, ...]:
    position = analyst.position
    if _legal_now(position, placed):
        return ()
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
        return ()
    names = ", ".join(
        f"{printed_name(each.tile.id)} {_cells(each, state.board)}" for each in first[:MAX_NAMED]
    )
    if len(first) > MAX_NAMED:
        names = say("{names} and {n} more", names=names, n=len(first) - MAX_NAMED)
    if position.rules.simultaneous:
        return (
            say(
                "Its lower left must be covered first or with it (income order), here by {names}.",
                names=names,
            ),
        )
    return (
        say("Its lower left must be covered first (income order), here by {names}.", names=names),
    )
