"""Closed islands: the majorities of their number and of the longest (Vikings, 4)."""

from collections import Counter

from odin_solver.linear.model import Var
from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.parts import ROWS, SCORING, Cell
from odin_solver.vikings.rules.scoring import needed

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
        model.constant += SCORING.most_islands_vp
    if length == 0:
        model.constant += SCORING.longest_island_vp
    chain: dict[Cell, Var] = {}
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
        model.final["vp"][won] += SCORING.most_islands_vp
    if length and long:
        won = linear.add_variable()
        linear.add_implication(won, [var for _, var in long])
        model.final["vp"][won] += SCORING.longest_island_vp


def _add_far_islands(
    model: Model,
    chain: dict[Cell, Var],
    length: int,
    closed: list[Var],
    long: list[tuple[int, Var]],
) -> None:
    """Islands that end in the far sea: each has a start there, or crosses its border."""
    linear, last = model.linear, model.columns
    for row in range(len(ROWS)):
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
    for row in range(len(ROWS)):
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
