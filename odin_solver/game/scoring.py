"""The score sheet of a game (rules, 6)."""

import msgspec

from odin_solver.components import TILES
from odin_solver.components.ships import SHIPS
from odin_solver.game.kernel.state import Seat, State
from odin_solver.rules.scoring import THING_PENALTY_POINTS, uncovered_points
from odin_solver.rules.touching import thing_penalties
from odin_solver.support.display import Displayed

COSTS = ("home_board", "exploration_cells", "house_cells", "penalties")
"""Categories that cost points."""


class ScoreSheet(Displayed, msgspec.Struct, frozen=True):
    """Points by category, as on the score sheet in the box; losses are negative.

    Attributes
    ----------
    ships, emigration, exploration_boards, houses, animals, occupations, silver, final_income
        Gains. Houses are sheds, stone houses and long houses.
    english_crown
        Its 2 points, wherever it lies.
    home_board, exploration_cells, house_cells
        Uncovered cells and empty slots.
    """

    ships: int
    emigration: int
    exploration_boards: int
    houses: int
    animals: int
    occupations: int
    silver: int
    final_income: int
    english_crown: int
    home_board: int
    exploration_cells: int
    house_cells: int
    penalties: int

    @property
    def total(self) -> int:
        """The score."""
        return sum(msgspec.structs.astuple(self))


def score_sheet(state: Seat) -> ScoreSheet:
    """Return the score sheet of a player, of a game as if it ended now."""
    owned = {"exploration": 0, "building": 0, "home": 0}
    open_cells = dict.fromkeys(owned, 0)
    crown = state.has("english_crown")
    touching = 0
    for each in state.boards:
        owned[each.board.kind] += each.board.points
        open_cells[each.board.kind] -= uncovered_points(each)
        touching += thing_penalties(each)
        crown += sum(piece.tile.id == "english_crown" for piece in each.pieces)
    return ScoreSheet(
        ships=sum(ship.points * state.ships(name) for name, ship in SHIPS.items()),
        emigration=sum(SHIPS[name].emigration_points or 0 for name in state.emigrated),
        exploration_boards=owned["exploration"],
        houses=owned["building"],
        animals=sum(
            TILES[kind].points * state.has(kind)
            + TILES[kind].pregnant_points * state.has(f"pregnant_{kind}")
            for kind in ("sheep", "cattle")
        ),
        occupations=_occupations(state),
        silver=state.has("silver"),
        final_income=state.final_income,
        english_crown=crown * TILES["english_crown"].points,
        home_board=open_cells["home"],
        exploration_cells=open_cells["exploration"],
        house_cells=open_cells["building"],
        penalties=THING_PENALTY_POINTS * (state.penalties + touching),
    )


def winners(state: State) -> tuple[str, ...]:
    """Return the players with the highest total, who share the victory (rules, 6)."""
    totals = [score_sheet(seat).total for seat in state.seats]
    pairs = zip(state.options.seats, totals, strict=True)
    return tuple(name for name, total in pairs if total == max(totals))


def _occupations(state: Seat) -> int:
    if not state.played:
        return 0
    from odin_solver.components.occupations import OCCUPATIONS

    return sum(OCCUPATIONS[number].points for number in state.played)
