"""The feasts (rules, 3.9)."""

from odin_solver.components import TILES, Color
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.planner.model.builder import FOODS, Expr, ModelBuilder
from odin_solver.planner.model.variables import Var
from odin_solver.rules.banquet import side_lengths
from odin_solver.rules.scoring import THING_PENALTY_POINTS


def add_feasts(builder: ModelBuilder) -> None:
    """Every open cell of the table holds food, silver or a ship, or costs a penalty.

    One tile of a kind may lie lengthwise. Tiles of one colour are kept apart by counting: their
    number exceeds that of the other colour, silver and empty cells by at most one, and then there
    is an order without neighbours of one colour.
    """
    penalties: Expr = builder.state.penalties
    ships: Expr = len(builder.state.emigrated)
    for r in builder.rounds:
        ships = ships + sum(n for (_, when), n in builder.emigrated.items() if when == r)
        cells = builder.round(r).open_cells - BANQUET_TABLE.ship_covers * ships
        most = builder.round(r).open_cells
        builder.require(cells >= 0)
        filled: list[Expr] = []
        number: dict[str, list[Expr]] = {Color.ORANGE: [], Color.RED: []}
        for food in FOODS:
            short, long = sorted(side_lengths(TILES[food]))
            served = Var.SERVED(r, food)
            upright = builder.integer(served, most // short)
            along = builder.boolean(Var.SERVED_ALONG(r, food)) if long > short else 0
            filled += [short * upright, long * along]
            number[TILES[food].color] += [upright, along]
            builder.evening(r, food, -(upright + along))
            builder.detail(served, upright + along)
        silver = builder.integer(Var.SERVED(r, "silver"), most)
        builder.evening(r, "silver", -silver)
        builder.detail(Var.SERVED(r, "silver"), silver)
        empty = builder.integer(Var.LEFT_EMPTY(r), most)
        builder.detail(Var.LEFT_EMPTY(r), empty)
        penalties = penalties + empty
        builder.require(sum(filled) + silver + empty == cells)
        orange, red = sum(number[Color.ORANGE]), sum(number[Color.RED])
        builder.require(orange <= red + silver + empty + 1)
        builder.require(red <= orange + silver + empty + 1)
    builder.points["penalties"] = THING_PENALTY_POINTS * penalties
