"""Random small positions of Vikings for Hypothesis."""

from hypothesis import strategies as st

from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.parts import BUILDINGS, SAILS, Cell, Sail, ShipValue, TileKind
from odin_solver.vikings.position import Rivals, VikingsPosition, VikingsRules
from odin_solver.vikings.rules.laying import legal_cells, ship_columns

VALUES: dict[Sail, ShipValue] = {
    "red": ShipValue("gold", 3),
    "green": ShipValue("gold", 5),
    "yellow": ShipValue("vp", 2),
    "blue": ShipValue("vp", 3),
}


KINDS: tuple[TileKind, ...] = ("S", "S", "M", "M", "E")
SPECIALS = (
    "goldsmith_plus1",
    "goldsmith_plus2",
    "noble_plus1",
    "scout_plus1",
    "fisherman_1",
    "boatsman_final",
    "food3",
    "gold3",
    "ferry_ship",
)


@st.composite
def rules(draw: st.DrawFn, expert: bool = False) -> VikingsRules:
    return VikingsRules(
        gaps=draw(st.booleans()),
        mainland_edge=draw(st.sampled_from(["sea", "sea", "land", "any"])),
        arm_is_mainland=draw(st.booleans()),
        ship_repeat=draw(st.booleans()),
        ferry_partial=draw(st.sampled_from(["strict", "strict", "free"])),
        majority_min=draw(st.integers(0, 2)),
        final_vp_floor=draw(st.booleans()),
        expert_ferry=expert and draw(st.booleans()),
    )


@st.composite
def positions(
    draw: st.DrawFn, most_tiles: int = 12, most_ships: int = 5, expert: bool = True
) -> VikingsPosition:
    """Legal positions: tiles are laid one after the other where they may lie."""
    chosen = draw(rules(expert))
    area = Archipelago()
    specials: dict[str, int] = {}
    tiles: dict[Cell, IslandTile] = {}
    for _ in range(draw(st.integers(0, most_tiles))):
        kind = draw(st.sampled_from(KINDS))
        tile = IslandTile(kind, draw(st.sampled_from(BUILDINGS)) if kind == "M" else None)
        if cells := legal_cells(Archipelago(tiles), tile, chosen):
            tiles[draw(st.sampled_from(cells))] = tile
    buildings = {tile.building for tile in tiles.values() if tile.building}
    for building in sorted(buildings):
        if expert and draw(st.booleans()):
            cell = min(cell for cell, tile in tiles.items() if tile.building == building)
            tiles[cell] = IslandTile("M", building, True)
    ships: dict[int, Sail] = {}
    for _ in range(draw(st.integers(0, most_ships))):
        ships[draw(st.sampled_from(ship_columns(ships)))] = draw(st.sampled_from(SAILS))
    figures = frozenset(cell for cell in tiles if draw(st.booleans()))
    paid = frozenset(column for column in ships if draw(st.integers(0, 3)) == 0)
    area = Archipelago(tiles, figures, ships, paid)
    if expert:
        specials = {name: 1 for name in SPECIALS if draw(st.integers(0, 2)) == 0}
    return VikingsPosition(
        area=area,
        mainland={code: n for code in "KRGYBN" if (n := draw(st.integers(0, 3)))},
        gold=draw(st.integers(0, 25)),
        vp=draw(st.integers(0, 40)),
        round=draw(st.integers(1, 6)),
        specials=specials,
        rivals=Rivals(*(draw(st.integers(0, 4)) for _ in range(3))),
        ship_values=VALUES,
        ship_counts=dict.fromkeys(SAILS, 14),
        rules=chosen,
    )
