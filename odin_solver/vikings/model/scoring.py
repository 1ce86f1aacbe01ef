"""What a layout gains in the scorings (Vikings, 4 and 5)."""

from collections import Counter

from odin_solver.linear.model import Var
from odin_solver.vikings import parts
from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.rules.scoring import around, needed


def add_ship_values(model: Model) -> None:
    """A ship pays its value if a warrior stands in its column, and costs it otherwise."""
    position = model.position
    for (column, sail), ship in model.ships.items():
        value = position.ship_value(sail)
        model.final[value.unit][ship] -= value.amount
        repelled = model.repelled.get((column, sail))
        if repelled is None:
            continue
        model.final[value.unit][repelled] += value.amount
        if position.rules.ship_repeat:
            model.large[value.unit][repelled] += value.amount
        elif column not in position.area.paid:
            model.first[value.unit][repelled] += value.amount


def add_figure_values(model: Model) -> None:
    """Safe nobles, goldsmiths and fishermen pay; scouts also for figures below them.

    In the far sea all figures are safe, and scouts stand above others if there are any.
    """
    linear, position = model.linear, model.position
    gold = parts.SCORING.goldsmith_gold
    gold += position.special("goldsmith_plus1") + 2 * position.special("goldsmith_plus2")
    figures: list[tuple[int, int | None, Var]] = [
        (row, column, var) for (row, column), var in model.safe.items()
    ]
    figures += [(row, None, var) for row, var in model.far_figures.items()]
    for row, column, safe in figures:
        if row == parts.NOBLES:
            model.large["vp"][safe] += parts.SCORING.noble_vp + position.special("noble_plus1")
        elif row == parts.GOLDSMITHS:
            model.large["gold"][safe] += gold
            model.small["gold"][safe] += gold
        elif row == parts.FISHERMEN:
            model.large["vp"][safe] += position.special("fisherman_1")
        elif row == parts.SCOUTS:
            model.large["vp"][safe] += parts.SCORING.scout_vp + position.special("scout_plus1")
            for below in (parts.GOLDSMITHS, parts.FISHERMEN):
                figure = (
                    model.far_figures.get(below)
                    if column is None
                    else model.figures.get((below, column))
                )
                if figure is not None:
                    both = linear.add_variable(linear.upper[safe])
                    linear.add_constraint({safe: 1, both: -1}, lower=0)
                    linear.add_constraint({figure: 1, both: -1}, lower=0)
                    model.large["vp"][both] += parts.SCORING.scout_vp_for_each_below


SHORTEST = 2
"""Tiles of the shortest closed island."""


def add_islands(model: Model) -> None:
    """Win the majorities with enough closed islands, and with one that is long enough."""
    linear, position = model.linear, model.position
    least = position.rules.majority_min
    number = needed(position.rivals.islands, least, "islands")
    longest = needed(position.rivals.longest, least, "longest")
    length = max(SHORTEST, longest) if longest else 0
    if number == 0:
        model.constant += parts.SCORING.most_islands_vp
    if length == 0:
        model.constant += parts.SCORING.longest_island_vp
    chain: dict[parts.Cell, Var] = {}
    closed: list[Var] = []
    long: list[tuple[int, Var]] = []
    for row, column in model.cells:
        cell, before = (row, column), (row, column - 1)
        if model.on(cell, "SM"):
            # Part of an island that has a start.
            chain[cell] = linear.add_variable()
            linear.add_implication(chain[cell], model.on(cell, "SM"))
            starts = model.on(cell, "S")
            linear.add_implication(
                chain[cell], [*starts, chain[before]] if before in chain else starts
            )
        if not model.on(cell, "E") or before not in chain:
            continue
        end = linear.add_variable()
        closed.append(end)
        linear.add_implication(end, model.on(cell, "E"))
        linear.add_implication(end, [chain[before]])
        middles = [(row, column - back) for back in range(1, length - 1)]
        if length and column >= length and all(model.on(middle, "M") for middle in middles):
            var = linear.add_variable()
            long.append((row, var))
            linear.add_implication(var, [end])
            for middle in middles:
                linear.add_implication(var, model.on(middle, "M"))
    _add_far_islands(model, chain, length, closed, long)
    _add_idle_tiles(model, long, length)
    if number and closed:
        won = linear.add_variable()
        terms = Counter(dict.fromkeys(closed, 1))
        terms[won] = -number
        linear.add_constraint(terms, lower=0)
        model.final["vp"][won] += parts.SCORING.most_islands_vp
    if length and long:
        won = linear.add_variable()
        linear.add_implication(won, [var for _, var in long])
        model.final["vp"][won] += parts.SCORING.longest_island_vp


def _add_far_islands(
    model: Model,
    chain: dict[parts.Cell, Var],
    length: int,
    closed: list[Var],
    long: list[tuple[int, Var]],
) -> None:
    """Islands that end in the far sea: each has a start there, or crosses its border."""
    linear, last = model.linear, model.columns
    for row in range(len(parts.ROWS)):
        ends, starts, middles = (dict.fromkeys(model.far(row, kind), 1) for kind in "ESM")
        if not ends:
            continue
        count = linear.add_variable(sum(linear.upper[var] for var in ends))
        closed.append(count)
        linear.add_constraint({**ends, count: -1}, lower=0)
        crossing = [chain[row, last]] if (row, last) in chain else []
        linear.add_constraint({**starts, **dict.fromkeys(crossing, 1), count: -1}, lower=0)
        if not length:
            continue
        for first in range(1, last + 2):
            # The start lies in this column; beyond the last one, in the far sea.
            begin = model.on((row, first), "S") if first <= last else list(starts)
            between = [(row, column) for column in range(first + 1, last + 1)]
            far_middles = length - 2 - len(between)
            if not begin or not all(model.on(cell, "M") for cell in between):
                continue
            var = linear.add_variable()
            long.append((row, var))
            linear.add_implication(var, begin)
            linear.add_implication(var, ends)
            for cell in between:
                linear.add_implication(var, model.on(cell, "M"))
            if far_middles > 0:
                linear.add_constraint({**middles, var: -far_middles}, lower=0)


def _add_idle_tiles(model: Model, long: list[tuple[int, Var]], length: int) -> None:
    """A long island has more tiles than figures can come to its row: a cut for the relaxation."""
    laid = Counter(row for row, _ in model.position.area.figures)
    for row in range(len(parts.ROWS)):
        idle = length - laid[row] - model.movable(row)
        here = [var for at, var in long if at == row]
        if idle > 0 and here:
            terms = Counter(dict.fromkeys(model.far(row), 1))
            terms.update(var for cell in model.cells if cell[0] == row for var in model.on(cell))
            terms.subtract(var for cell, var in model.figures.items() if cell[0] == row)
            if row in model.far_figures:
                terms[model.far_figures[row]] -= 1
            model.linear.add_at_most_one(here)
            terms.subtract(dict.fromkeys(here, idle))
            model.linear.add_constraint(terms, lower=0)


def add_boatsmen(model: Model) -> None:
    """Win the majority with enough boatsmen left."""
    position, linear = model.position, model.linear
    least = needed(position.rivals.boatsmen, position.rules.majority_min, "boatsmen")
    left = position.boatsmen + position.free.figures.get(parts.BOATSMAN, 0)
    left += position.special("boatsman_final")
    if least == 0:
        model.constant += parts.SCORING.most_boatsmen_vp
    elif left >= least:
        won = linear.add_variable()
        terms = Counter({var: -factor for var, factor in model.used.items()})
        terms[won] = -least
        linear.add_constraint(terms, lower=-left)
        model.final["vp"][won] += parts.SCORING.most_boatsmen_vp


MOST = 9
"""Cells of a building and around it."""


def add_buildings(model: Model) -> None:
    """A building counts the figures around it unless it is threatened.

    A special tile that the player has lies on one tile with the same building.
    """
    linear, position = model.linear, model.position
    for name, count in position.specials.items():
        if name.startswith("building_") and count:
            building = int(name.removeprefix("building_"))
            chosen = []
            for (cell, tile), var in model.tiles.items():
                if tile.building == building and not tile.special:
                    here = linear.add_variable()
                    chosen.append(here)
                    model.buildings[building, cell] = here
                    linear.add_constraint({var: 1, here: -1}, lower=0)
                    _add_value(model, cell, here)
            for (_, tile), count in model.far_tiles.items():
                if tile.building == building:
                    here = linear.add_variable()
                    chosen.append(here)
                    linear.add_constraint({count: 1, here: -1}, lower=0)
                    model.final["vp"][here] += MOST
            linear.add_at_most_one(chosen)
    for cell, tile in position.area.tiles.items():
        if tile.special:
            _add_value(model, cell, model.tiles[cell, tile])


def _add_value(model: Model, cell: parts.Cell, here: int) -> None:
    linear = model.linear
    value = linear.add_variable(MOST)
    linear.add_constraint({here: MOST, value: -1}, lower=0)
    figures = [model.figures[near] for near in around(cell) if near in model.figures]
    linear.add_constraint({**dict.fromkeys(figures, 1), value: -1}, lower=0)
    terms = {var: MOST * factor for var, factor in model.threats(cell).items()}
    linear.add_constraint({value: 1, **terms}, upper=MOST)
    model.final["vp"][value] += 1


def add_food(model: Model) -> None:
    """Surplus minus shortage is what safe fishermen feed minus all figures; one of them is 0."""
    linear, position = model.linear, model.position
    fishermen = [var for (row, _), var in model.safe.items() if row == parts.FISHERMEN]
    if parts.FISHERMEN in model.far_figures:
        fishermen.append(model.far_figures[parts.FISHERMEN])
    n_figures = position.n_figures + sum(position.free.figures.values())
    fed = parts.SCORING.fed_by_a_fisherman
    laid = sum(row == parts.FISHERMEN for row, _ in position.area.figures)
    most = fed * (laid + model.movable(parts.FISHERMEN)) - n_figures + position.boatsmen
    shortage = linear.add_variable(n_figures)
    terms = Counter({shortage: -1, **dict.fromkeys(fishermen, -fed)})
    for var, factor in model.used.items():
        terms[var] -= factor  # a boatsman who was used eats no more
    model.final["vp"][shortage] -= parts.SCORING.shortage_vp
    if most > 0:
        surplus, is_surplus = linear.add_variable(most), linear.add_variable()
        terms[surplus] = 1
        linear.add_constraint({is_surplus: most, surplus: -1}, lower=0)
        linear.add_constraint({is_surplus: n_figures, shortage: 1}, upper=n_figures)
        model.final["vp"][surplus] += 3 if position.special("food3") else parts.SCORING.surplus_vp
    linear.add_constraint(terms, -n_figures, -n_figures)
