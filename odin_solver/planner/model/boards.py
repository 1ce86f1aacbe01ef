"""Boards and houses by round: covered cells, income, bonuses, points (rules, 1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from odin_solver.components import BOARDS, TILES
from odin_solver.game.kernel.state import State
from odin_solver.planner.model.builder import Expr, ModelBuilder, draw_weapons
from odin_solver.planner.model.open_board import OpenBoard
from odin_solver.planner.model.shapes import Shapes, shapes
from odin_solver.planner.model.variables import Var


@dataclass
class PlannedBoard:
    """A board or house in a model.

    Attributes
    ----------
    name
        Unique name: the id of the board, with a number for houses.
    board
        Id of the board.
    open
        Its open cells.
    at
        Index among the player's boards; None if nobody owns it yet.
    day, evening
        By round: cells covered by the actions, and by silver after the income.
    covered
        By round: cells covered at its end.
    steps
        By round, diagonal and step: whether an income cell is covered at the income.
    won
        By round and bonus: whether the bonus is gained.
    owned
        By round: whether the player owns the board.
    points
        Negative points covered at the end.
    """

    name: str
    board: str
    open: OpenBoard
    at: int | None = None
    day: dict[int, Expr] = field(default_factory=dict)
    evening: dict[int, Expr] = field(default_factory=dict)
    covered: dict[int, Expr] = field(default_factory=dict)
    steps: dict[tuple[int, int, int], Expr] = field(default_factory=dict)
    won: dict[tuple[int, int], Expr] = field(default_factory=dict)
    owned: dict[int, Expr] = field(default_factory=dict)
    points: Expr = 0

    def shapes(self, state: State) -> Shapes:
        """Return the tiles that the board has room for."""
        return shapes(self.board, 0 if self.at is None else state.boards[self.at].covered)


Laid = Mapping[tuple[str, str, int], Expr]
"""By tile or colour, name of a board, and round: tiles or cells laid in the round."""


def add_board(builder: ModelBuilder, planned: PlannedBoard, laid: Laid) -> None:
    """Covered cells of a board, its income, bonuses and points.

    Covered cells are counted by group at the end of each round. The income of a round comes before
    the silver of its evening: an income cell counts only if as many cells as it needs are covered
    without that silver.
    """
    groups = planned.open.groups
    before: list[Expr] = [0] * len(groups)
    total: Expr = 0
    for r in builder.rounds:
        own = planned.owned[r]
        if isinstance(own, int) and not own:
            continue  # cannot be owned yet
        by_day = total + planned.day[r]
        total = by_day + planned.evening[r]
        planned.covered[r] = total
        filled = [
            builder.integer(Var.COVERED(r, planned.name, n), group.size)
            for n, group in enumerate(groups)
        ]
        builder.require(sum(filled) == total)
        for n, group in enumerate(groups):
            if not isinstance(own, int):
                builder.require(filled[n] <= group.size * own)
            builder.require(filled[n] >= before[n])
        _add_income(builder, planned, filled, by_day, r)
        if r < builder.last:
            _add_bonuses(builder, planned, filled, r)
        before = filled
    planned.points = sum(group.points * n for group, n in zip(groups, before, strict=True))
    add_limits(
        builder, planned.name, planned.shapes(builder.state), laid, planned.points, planned.evening
    )


def add_limits(
    builder: ModelBuilder,
    name: str,
    fitting: Shapes,
    laid: Laid,
    points: Expr,
    evening: Mapping[int, Expr],
    copies: Expr = 1,
) -> None:
    """Valid inequalities: see `odin_solver.planner.model.shapes`."""
    used: dict[str, Expr] = {"silver": sum(evening.values())}
    for (tile, where, _), count in laid.items():
        if where == name:
            used[tile] = used.get(tile, 0) + count
    builder.require(points <= sum(fitting.most_points(what) * n for what, n in used.items()))
    for color in sorted(fitting.apart):
        room = [
            fitting.room[tile] * n
            for tile, n in used.items()
            if tile in TILES and TILES[tile].color == color
        ]
        builder.require(sum(room) <= fitting.whole * copies)


def _add_income(
    builder: ModelBuilder, planned: PlannedBoard, filled: list[Expr], by_day: Expr, r: int
) -> None:
    groups = planned.open.groups
    pays: Expr = planned.open.income * planned.owned[r]
    for which, diagonal in enumerate(planned.open.diagonals):
        below: Expr = None
        needed: set[int] = set()
        asked: list[Expr] = []
        for number, step in enumerate(diagonal):
            counts = builder.boolean(Var.INCOME(r, planned.name, which, number))
            planned.steps[r, which, number] = counts
            builder.require(counts <= filled[step.own])
            new = {*step.needs, step.own} - needed
            needed |= new
            for n in new - {step.own}:
                # Order of placing: no income cell before the cells that it needs.
                builder.require(filled[n] >= groups[n].size * filled[step.own])
            asked.append(sum(groups[n].size for n in new) * counts)
            if below is not None:
                builder.require(counts <= below)
                builder.require(filled[step.own] <= filled[diagonal[number - 1].own])
            below = counts
            pays = pays + step.adds * counts
        if asked:
            builder.require(by_day >= sum(asked))
    builder.income[r] = builder.income.get(r, 0) + pays


def _add_bonuses(builder: ModelBuilder, planned: PlannedBoard, filled: list[Expr], r: int) -> None:
    groups = planned.open.groups
    for number, bonus in enumerate(planned.open.bonuses):
        won = planned.won[r, number] = builder.boolean(Var.BONUS(r, planned.name, number))
        builder.require(won <= planned.owned[r])
        for n in bonus.needs:
            builder.require(filled[n] >= groups[n].size * won)
        for n in bonus.symbol:
            builder.require(filled[n] <= groups[n].size * (1 - won))
        for item, amount in bonus.gives:
            add_gift(builder, f"{planned.name} bonus {number}", r, item, amount, won)


def add_gift(builder: ModelBuilder, source: str, r: int, item: str, amount: int, won: Expr) -> None:
    """Gain an item of a bonus at night, unless it is out of stock (rules, 2)."""
    if item == "weapon_card":
        draw_weapons(builder, r, amount, won, source, night=True)
    elif item in BOARDS or item in builder.special_tiles:
        got = builder.integer(Var.GIVEN(r, source, item), amount)
        builder.require(got <= amount * won)
        builder.night(r, item, got)
    else:
        builder.night(r, item, amount * won)
