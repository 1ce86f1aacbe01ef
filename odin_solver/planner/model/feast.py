"""The feasts (rules, 3.9)."""

from odin_solver.components import TILES, Color
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.planner.model.draft import FOODS, Draft, Expr
from odin_solver.rules.banquet import side_lengths
from odin_solver.rules.scoring import THING_PENALTY_POINTS


def state_feasts(draft: Draft) -> None:
    """Every open cell is covered by food, silver or a ship, or it costs a penalty.

    Of a kind, one tile may lie lengthwise. Where red and orange keep apart is not planned, but
    that there is enough to keep them apart: a colour has at most one tile more than there are
    tiles of the other colour, silver and empty cells. Then there is a way to lay them.
    """
    penalties: Expr = draft.state.penalties
    ships: Expr = len(draft.state.emigrated)
    for r in draft.rounds:
        ships = ships + sum(n for (_, when), n in draft.emigrated.items() if when == r)
        cells = draft.round(r).open_cells - BANQUET_TABLE.ship_covers * ships
        most = draft.round(r).open_cells
        draft.require(cells >= 0)
        filled: list[Expr] = []
        number: dict[str, list[Expr]] = {Color.ORANGE: [], Color.RED: []}
        for food in FOODS:
            short, long = sorted(side_lengths(TILES[food]))
            upright = draft.number(f"feast {food} {r}", most // short)
            along = draft.flag(f"feast {food} along {r}") if long > short else 0
            filled += [short * upright, long * along]
            number[TILES[food].color] += [upright, along]
            draft.evening(r, food, -(upright + along))
            draft.detail(r, f"eat {food}", upright + along)
        silver = draft.number(f"feast silver {r}", most)
        draft.evening(r, "silver", -silver)
        draft.detail(r, "eat silver", silver)
        empty = draft.number(f"feast empty {r}", most)
        draft.detail(r, "leave cells of the table empty", empty)
        penalties = penalties + empty
        draft.require(sum(filled) + silver + empty == cells)
        orange, red = sum(number[Color.ORANGE]), sum(number[Color.RED])
        draft.require(orange <= red + silver + empty + 1)
        draft.require(red <= orange + silver + empty + 1)
    draft.points["penalties"] = THING_PENALTY_POINTS * penalties
