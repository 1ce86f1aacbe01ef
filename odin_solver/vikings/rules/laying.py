"""Where tiles, ships and figures may lie (Vikings, 3)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from odin_solver.support.language import mark, say
from odin_solver.vikings import parts
from odin_solver.vikings.archipelago import Archipelago, IslandTile, edges_match
from odin_solver.vikings.position import PRINTED_COUNTS, VikingsPosition, VikingsRules
from odin_solver.vikings.words import figures_text, row_name, ship_name

FIRST_SHIPS = 3
"""Columns that the first ships fill, in any order."""


@cache
def neighbours(cell: parts.Cell) -> tuple[parts.Cell, ...]:
    """Return the cells that share an edge with a cell, on islands."""
    row, column = cell
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return tuple((r, c) for r, c in around if 0 <= r < len(parts.ROWS) and c > 0)


def touches_mainland(cell: parts.Cell, rules: VikingsRules) -> bool:
    """Whether a cell has an edge in common with the mainland."""
    row, column = cell
    return column == 1 or (
        rules.arm_is_mainland and row == parts.WARRIORS and column <= FIRST_SHIPS
    )


def fits_mainland(tile: IslandTile, rules: VikingsRules) -> bool:
    """Whether a tile may lie in column 1."""
    edge = "land" if tile.kind in parts.LAND_LEFT else "sea"
    return rules.mainland_edge in ("any", edge)


def legal_cells(area: Archipelago, tile: IslandTile, rules: VikingsRules) -> list[parts.Cell]:
    """Return the cells on which an island tile may be laid now."""
    candidates: set[parts.Cell] = {(row, 1) for row in range(len(parts.ROWS))}
    if rules.arm_is_mainland:
        candidates |= {(parts.WARRIORS, column) for column in range(1, FIRST_SHIPS + 1)}
    for cell in area.tiles:
        candidates.update(neighbours(cell))
    return sorted(
        cell for cell in candidates - area.tiles.keys() if _edges_fit(area, cell, tile, rules)
    )


def _edges_fit(area: Archipelago, cell: parts.Cell, tile: IslandTile, rules: VikingsRules) -> bool:
    row, column = cell
    left, right = area.tiles.get((row, column - 1)), area.tiles.get((row, column + 1))
    if column == 1:
        if not fits_mainland(tile, rules):
            return False
    elif left is None and not rules.gaps:
        return False
    return (left is None or edges_match(left, tile)) and (right is None or edges_match(tile, right))


def ship_columns(ships: Mapping[int, parts.Sail]) -> list[int]:
    """Return the columns in which the next ship may lie."""
    if len(ships) < FIRST_SHIPS:
        return [column for column in range(1, FIRST_SHIPS + 1) if column not in ships]
    return [len(ships) + 1]


def violations(position: VikingsPosition) -> list[str]:
    """Return everything that is illegal about a position, each with its cell or column."""
    area, rules = position.area, position.rules
    return [
        *_edge_violations(area, rules),
        *_cell_violations(area, rules),
        *_ship_violations(area),
        *_count_violations(position),
    ]


def doubts(position: VikingsPosition) -> list[str]:
    """Return what may be wrong about a position, though no source says so."""
    return [
        say(
            "{count} {sail} ships: there may be only {most}; no source gives the counts by colour "
            "(ship_counts)",
            count=count,
            sail=sail,
            most=PRINTED_COUNTS[sail],
        )
        for sail, count in _too_many_ships(position)
        if position.ship_counts[sail] == PRINTED_COUNTS[sail]
    ]


def _too_many_ships(position: VikingsPosition) -> Iterator[tuple[parts.Sail, int]]:
    ships = Counter(position.area.ships.values())
    ships.update(position.free.ships)
    for sail, count in sorted(ships.items()):
        if count > position.ship_counts[sail]:
            yield sail, count


def _edge_violations(area: Archipelago, rules: VikingsRules) -> Iterator[str]:
    for (row, column), tile in sorted(area.tiles.items()):
        name = parts.cell_name((row, column))
        left = area.tiles.get((row, column - 1))
        if column == 1 and not fits_mainland(tile, rules):
            if rules.mainland_edge == "land":
                fault = say("{tile} in column 1: expected land on its left edge", tile=tile)
            else:
                fault = say("{tile} in column 1: expected sea on its left edge", tile=tile)
            yield f"{name}: {fault}"
        if left is not None and not edges_match(left, tile):
            fault = say("{tile} right of {left}: land meets sea", tile=tile, left=left)
            yield f"{name}: {fault}"
        if left is None and column > 1 and not rules.gaps:
            fault = say("{tile} right of a gap, which the rule gaps = false forbids", tile=tile)
            yield f"{name}: {fault}"


def _cell_violations(area: Archipelago, rules: VikingsRules) -> Iterator[str]:
    alone = mark("{cell}: {tile} is not connected with the mainland")
    for cell in sorted(area.tiles.keys() - connected(area.tiles, rules)):
        yield say(alone, cell=parts.cell_name(cell), tile=area.tiles[cell])
    for cell in sorted(area.figures - area.tiles.keys()):
        name = parts.cell_name(cell)
        yield say("{cell}: a {figure} stands on no tile", cell=name, figure=row_name(cell[0]))


def connected(tiles: Iterable[parts.Cell], rules: VikingsRules) -> set[parts.Cell]:
    """Return the cells that are connected with the mainland by edges."""
    left = set(tiles)
    border = [cell for cell in left if touches_mainland(cell, rules)]
    left.difference_update(border)
    reached = set(border)
    while border:
        for cell in neighbours(border.pop()):
            if cell in left:
                left.remove(cell)
                reached.add(cell)
                border.append(cell)
    return reached


def _ship_violations(area: Archipelago) -> Iterator[str]:
    count = len(area.ships)
    for column, sail in sorted(area.ships.items()):
        if column > max(FIRST_SHIPS, count):
            yield say(
                "column {column}: {ship}: expected {count} ships in columns 1 to {last}",
                column=column,
                ship=ship_name(sail),
                count=count,
                last=max(FIRST_SHIPS, count),
            )


def _count_violations(position: VikingsPosition) -> Iterator[str]:
    area, free = position.area, position.free
    kinds = Counter(tile.kind for tile in area.tiles.values() if not tile.special)
    middles = Counter(tile.building for tile in area.tiles.values() if not tile.special)
    for tile, count in free.tiles.items():
        kinds[tile.kind] += count
        middles[tile.building] += count
    for kind, count in sorted(kinds.items()):
        if count > (most := parts.TILES[kind].count):
            name = parts.TILES[kind].name
            fault = mark("{count} {kind} tiles: expected at most {most}")
            yield say(fault, count=count, kind=name, most=most)
    most = parts.TILES["M"].count // parts.TILES["M"].buildings
    for building, count in sorted((b, n) for b, n in middles.items() if b is not None):
        if count > most:
            fault = mark("{count} tiles M{building}: expected at most {most}")
            yield say(fault, count=count, building=building, most=most)
    figures = Counter(parts.ROWS[row] for row, _ in area.figures)
    figures.update(position.mainland)
    figures.update(free.figures)
    for code, count in sorted(figures.items()):
        if count > (most := parts.FIGURES[code].count):
            named = figures_text(code, count)
            yield say("{figures}: expected at most {most}", figures=named, most=most)
    ships = Counter(area.ships.values())
    ships.update(free.ships)
    most_ships = sum(position.ship_counts.values())
    if ships.total() > most_ships:
        yield say("{count} ships: expected at most {most}", count=ships.total(), most=most_ships)
    for sail, count in _too_many_ships(position):
        if (most := position.ship_counts[sail]) != PRINTED_COUNTS[sail]:
            fault = mark("{count} {sail} ships: expected at most {most}")
            yield say(fault, count=count, sail=sail, most=most)
    specials = Counter(position.specials)
    specials.update(position.wheel.specials)
    specials.update(f"building_{t.building}" for t in area.tiles.values() if t.special)
    for name, count in sorted(specials.items()):
        if count > (most := parts.SPECIALS[name].count):
            fault = mark("{count} special tiles {name}: expected at most {most}")
            yield say(fault, count=count, name=name, most=most)
