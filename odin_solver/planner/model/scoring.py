"""What a game scores (rules, 6)."""

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.planner.model.draft import Draft, Expr
from odin_solver.planner.model.tiles import Tiles


def state_score(draft: Draft, tiles: Tiles) -> None:
    """All points at the end of the game; those of animals and penalties are stated already."""
    state, last = draft.state, draft.last
    points = draft.points
    end = {thing: draft.at_end(thing, last) for thing in draft.things}
    points["ships"] = sum(ship.points * end[name] for name, ship in SHIPS.items())
    gone = [SHIPS[name].emigration_points or 0 for name in state.emigrated]
    points["emigration"] = sum(gone) + sum(
        (SHIPS[kind].emigration_points or 0) * n for (kind, _), n in draft.emigrated.items()
    )
    points["boards"] = sum(
        plot.points + (BOARDS[plot.board].points - plot.land.points) * plot.owned[last]
        for plot in tiles.plots
    )
    points["houses"] = (
        sum(
            house.points + (BOARDS[house.house].points - house.land.points) * house.built(last)
            for house in tiles.houses
        )
        + BOARDS["shed"].points * end["shed"]
        + _slots(draft, end)
    )
    points["silver"] = end["silver"] + state.final_income
    crown = state.has("english_crown") + sum(
        piece.tile.id == "english_crown" for board in state.boards for piece in board.pieces
    )
    points["english crown"] = TILES["english_crown"].points * (
        crown + (draft.gained("english_crown") if "english_crown" in draft.specials else 0)
    )


def _slots(draft: Draft, end: dict[str, Expr]) -> Expr:
    """Wood and stone left over fill the slots of buildings; an empty slot costs a point."""
    points: Expr = 0
    for thing in ("wood", "stone"):
        slots = sum(
            dict(BOARDS[name].slots).get(thing, 0) * end[name]
            for name in BOARDS
            if BOARDS[name].is_building
        )
        filled = draft.number(f"slots filled with {thing}")
        draft.require(filled <= slots)
        draft.require(filled <= end[thing])
        points = points + filled - slots
    return points
