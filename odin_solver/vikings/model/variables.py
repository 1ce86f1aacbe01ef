"""Variables of the model.

Columns under ships are exact, cell by cell. Beyond them no figure is threatened, and rows can be
shifted against each other, so that the *far sea* is only counted, by rows: a relaxation, which
`odin_solver.vikings.build` turns into a layout.
"""

from collections import Counter
from dataclasses import dataclass, field

from odin_solver.linear.model import LinearModel, Var
from odin_solver.vikings.archipelago import IslandTile
from odin_solver.vikings.parts import ROWS, THREAT_ENDS, Cell, Sail, Unit
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.laying import FIRST_SHIPS

Gains = dict[Unit, Counter[Var]]
"""Sums of variables: gold and victory points."""


def _no_gains() -> Gains:
    return {"gold": Counter(), "vp": Counter()}


@dataclass
class Model:
    """A linear model and its variables.

    Attributes
    ----------
    columns
        Number of columns that are modelled cell by cell.
    ferrying
        Whether the figures of the mainland move, instead of the free parts.
    has_far_sea
        Whether tiles beyond these columns are counted; otherwise there are none.
    tiles
        Whether a tile lies on a cell. Middles whose building does not matter are one kind.
    far_tiles
        Number of tiles of a kind in a row of the far sea.
    figures
        Whether a figure stands on a cell.
    far_figures
        Number of figures in a row of the far sea.
    ships
        Whether a ship with a sail lies in a column.
    buildings
        Whether a special building that the player has lies on a cell, by the building.
    safe
        At most 1, and 0 for figures that are threatened; the objective raises them to 1.
    repelled
        Likewise for repelled ships.
    used
        Boatsmen used for ferrying.
    small, large, first
        Gains of a small scoring, of a large one, and of the next large one only.
    final, constant
        Gains of the final scoring, without those for gold, and its points that are certain.
    """

    position: VikingsPosition
    columns: int
    ferrying: bool = False
    has_far_sea: bool = False
    linear: LinearModel = field(default_factory=LinearModel)
    tiles: dict[tuple[Cell, IslandTile], Var] = field(default_factory=dict)
    far_tiles: dict[tuple[int, IslandTile], Var] = field(default_factory=dict)
    far_figures: dict[int, Var] = field(default_factory=dict)
    figures: dict[Cell, Var] = field(default_factory=dict)
    ships: dict[tuple[int, Sail], Var] = field(default_factory=dict)
    buildings: dict[tuple[int, Cell], Var] = field(default_factory=dict)
    safe: dict[Cell, Var] = field(default_factory=dict)
    repelled: dict[tuple[int, Sail], Var] = field(default_factory=dict)
    used: Counter[Var] = field(default_factory=Counter)
    small: Gains = field(default_factory=_no_gains)
    large: Gains = field(default_factory=_no_gains)
    first: Gains = field(default_factory=_no_gains)
    final: Gains = field(default_factory=_no_gains)
    constant: int = 0

    def on(self, cell: Cell, kinds: str = "SME") -> list[Var]:
        """Return the variables of the tiles of some kinds on a cell."""
        return self._by_cell.get((cell, kinds), [])

    def index_tiles(self) -> None:
        """Note which variables belong to which cell; call it after all tiles are added."""
        self._by_cell: dict[tuple[Cell, str], list[Var]] = {}
        for (cell, tile), var in self.tiles.items():
            for kinds in ("S", "M", "E", "SM", "ME", "SME"):
                if tile.kind in kinds:
                    self._by_cell.setdefault((cell, kinds), []).append(var)
        self.cells = sorted({cell for cell, _ in self.tiles})

    def far(self, row: int, kinds: str = "SME") -> list[Var]:
        """Return the variables of the tiles of some kinds in a row of the far sea."""
        return [
            var for (at, tile), var in self.far_tiles.items() if at == row and tile.kind in kinds
        ]

    def movable(self, row: int) -> int:
        """Return how many figures may come to a row."""
        if self.ferrying:
            return self.position.waiting(row)
        return self.position.free.figures.get(ROWS[row], 0)

    def threats(self, cell: Cell) -> Counter[Var]:
        """Return a sum that is 1 if a ship that is not repelled threatens a cell."""
        row, column = cell
        terms: Counter[Var] = Counter()
        for (at, sail), ship in self.ships.items():
            if at == column and THREAT_ENDS[sail] >= row:
                terms[ship] = 1
                if (at, sail) in self.repelled:
                    terms[self.repelled[at, sail]] = -1
        return terms

    def fix(self, var: Var, value: int) -> None:
        """Fix a variable."""
        self.linear.add_constraint({var: 1}, value, value)


def group_of(tile: IslandTile, position: VikingsPosition) -> IslandTile:
    """Return a tile without its building if that does not matter."""
    if tile.special or (tile.building and position.special(f"building_{tile.building}")):
        return tile
    return IslandTile(tile.kind)


def free_groups(position: VikingsPosition) -> Counter[IslandTile]:
    """Count the free tiles by kind."""
    groups: Counter[IslandTile] = Counter()
    for tile, count in position.free.tiles.items():
        groups[group_of(tile, position)] += count
    return groups


def last_column(position: VikingsPosition) -> int:
    """Return the last column that a tile can reach: each column before it holds one."""
    first = FIRST_SHIPS - 1 if position.rules.arm_is_mainland else 0
    return max(position.area.columns, first) + sum(position.free.tiles.values())


def ship_columns_end(position: VikingsPosition) -> int:
    """Return the last column under a ship or the mainland's arm, or with a tile already."""
    count = len(position.area.ships) + sum(position.free.ships.values())
    under_ships = max(FIRST_SHIPS, count) if count or position.rules.arm_is_mainland else 1
    return max(position.area.columns, under_ships)


def add_variables(model: Model) -> None:
    """Add tiles, figures and ships; what lies already is fixed."""
    position, linear = model.position, model.linear
    area, free = position.area, position.free
    groups = sorted(free_groups(position), key=str)
    for cell, tile in area.tiles.items():
        var = linear.add_variable()
        model.tiles[cell, group_of(tile, position)] = var
        model.fix(var, 1)
    for column in range(1, model.columns + 1 if groups else 1):
        for row in range(len(ROWS)):
            if (row, column) not in area.tiles:
                for tile in groups:
                    model.tiles[(row, column), tile] = linear.add_variable()
    model.index_tiles()
    for cell in model.cells:
        row = cell[0]
        if cell in area.figures or model.movable(row):
            model.figures[cell] = linear.add_variable()
            if cell in area.figures:
                model.fix(model.figures[cell], 1)
    if model.has_far_sea:
        for row in range(len(ROWS)):
            for tile, count in free_groups(position).items():
                model.far_tiles[row, tile] = linear.add_variable(count)
            if model.movable(row):
                model.far_figures[row] = linear.add_variable(model.movable(row))
    for column, sail in area.ships.items():
        model.ships[column, sail] = linear.add_variable()
        model.fix(model.ships[column, sail], 1)
    count = len(area.ships) + sum(free.ships.values())
    for column in range(1, max(FIRST_SHIPS, count) + 1 if free.ships else 1):
        if column not in area.ships:
            for sail in free.ships:
                model.ships[column, sail] = linear.add_variable()
