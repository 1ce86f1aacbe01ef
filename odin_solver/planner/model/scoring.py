"""The score (rules, 6)."""

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.planner.model.builder import Expr, ModelBuilder
from odin_solver.planner.model.tiles import Tiles
from odin_solver.planner.model.variables import Var


def add_score(builder: ModelBuilder, tiles: Tiles) -> None:
    """Points at the end of the game, except those of animals and penalties."""
    state, last = builder.state, builder.last
    points = builder.points
    end = {item: builder.at_end(item, last) for item in builder.items}
    points["ships"] = sum(ship.points * end[name] for name, ship in SHIPS.items())
    gone = [SHIPS[name].emigration_points or 0 for name in state.emigrated]
    points["emigration"] = sum(gone) + sum(
        (SHIPS[kind].emigration_points or 0) * n for (kind, _), n in builder.emigrated.items()
    )
    points["boards"] = sum(
        planned.points + (BOARDS[planned.board].points - planned.open.points) * planned.owned[last]
        for planned in tiles.boards
    )
    points["houses"] = (
        sum(
            house.points + (BOARDS[house.house].points - house.open.points) * house.built(last)
            for house in tiles.houses
        )
        + BOARDS["shed"].points * end["shed"]
        + _slots(builder, end)
    )
    points["silver"] = end["silver"] + state.final_income
    crown = state.has("english_crown") + sum(
        piece.tile.id == "english_crown" for board in state.boards for piece in board.pieces
    )
    points["english crown"] = TILES["english_crown"].points * (
        crown + (builder.gained("english_crown") if "english_crown" in builder.specials else 0)
    )


def _slots(builder: ModelBuilder, end: dict[str, Expr]) -> Expr:
    """Wood and stone fill the slots of buildings; an empty slot costs a point."""
    points: Expr = 0
    for item in ("wood", "stone"):
        slots = sum(
            dict(BOARDS[name].slots).get(item, 0) * end[name]
            for name in BOARDS
            if BOARDS[name].is_building
        )
        filled = builder.integer(Var.SLOTS_FILLED(None, item))
        builder.require(filled <= slots)
        builder.require(filled <= end[item])
        points = points + filled - slots
    return points
