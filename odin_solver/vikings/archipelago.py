"""A player's area: island tiles, figures on them, ships."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from odin_solver.vikings import parts


class IslandTile(NamedTuple):
    """An island tile.

    Attributes
    ----------
    kind
        Start, middle or end of an island.
    building
        Building on a middle tile; None if it has none or it is not known.
    special
        Whether it is the special tile with that building.
    """

    kind: parts.TileKind
    building: int | None = None
    special: bool = False

    def __str__(self) -> str:
        return f"{self.kind}{self.building or ''}{'!' if self.special else ''}"


@dataclass(frozen=True)
class Archipelago:
    """Tiles, figures and ships of a player.

    Attributes
    ----------
    figures
        Cells with a figure, which always has the colour of its row.
    ships
        Sails by column.
    paid
        Columns of ships that have paid their reward, which matters without ``ship_repeat``.
    """

    tiles: Mapping[parts.Cell, IslandTile] = field(default_factory=lambda: MappingProxyType({}))
    figures: frozenset[parts.Cell] = frozenset()
    ships: Mapping[int, parts.Sail] = field(default_factory=lambda: MappingProxyType({}))
    paid: frozenset[int] = frozenset()

    @property
    def columns(self) -> int:
        """Number of the last column with a tile or a ship."""
        return max([column for _, column in self.tiles] + list(self.ships), default=0)

    def free_cells(self, row: int) -> list[parts.Cell]:
        """Tiles of a row without a figure, from the mainland outwards."""
        return sorted(cell for cell in self.tiles if cell[0] == row and cell not in self.figures)

    def threats(self) -> dict[int, parts.Sail]:
        """Ships without a warrior in their columns (Vikings, 4)."""
        return {
            column: sail
            for column, sail in self.ships.items()
            if (parts.WARRIORS, column) not in self.figures
        }

    def threat_to(self, cell: parts.Cell) -> parts.Sail | None:
        """Return the sail of the ship that threatens a cell, if one does (Vikings, 4)."""
        row, column = cell
        sail = self.ships.get(column)
        if (
            sail is None
            or row > parts.THREAT_ENDS[sail]
            or (parts.WARRIORS, column) in self.figures
        ):
            return None
        return sail

    def safe_figures(self, row: int) -> list[parts.Cell]:
        """Unthreatened figures of a row."""
        return sorted(
            cell for cell in self.figures if cell[0] == row and self.threat_to(cell) is None
        )

    def closed_islands(self) -> Iterator[tuple[parts.Cell, ...]]:
        """Closed islands: a start, middles, an end, without a gap (Vikings, 4)."""
        for (row, column), tile in sorted(self.tiles.items()):
            if tile.kind != "S":
                continue
            cells = [(row, column)]
            while (cell := (row, cells[-1][1] + 1)) in self.tiles:
                cells.append(cell)
                kind = self.tiles[cell].kind
                if kind == "E":
                    yield tuple(cells)
                if kind != "M":
                    break


def edges_match(left: IslandTile, right: IslandTile) -> bool:
    """Whether two tiles may lie side by side: sea meets sea, land meets land."""
    return (left.kind in parts.LAND_RIGHT) == (right.kind in parts.LAND_LEFT)
