"""The best archipelago from free parts, proven.

First the relaxation is maximised, in which the sea beyond the ships is only counted; its value is
an upper bound. Then a layout of that value is searched for, cell by cell. It nearly always exists,
with the columns under the ships as in the relaxation. Otherwise the whole model is maximised.
"""

import time
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from odin_solver.errors import InputError
from odin_solver.linear.levels import LevelsJob
from odin_solver.linear.objective import LinearObjective
from odin_solver.vikings import solution
from odin_solver.vikings.archipelago import Archipelago
from odin_solver.vikings.model.build import built_position, placing_model
from odin_solver.vikings.model.objective import Aim, objectives
from odin_solver.vikings.model.variables import Model, last_column, ship_columns_end
from odin_solver.vikings.parts import ROWS
from odin_solver.vikings.position import FreeParts, VikingsPosition
from odin_solver.vikings.rules.laying import ship_columns, violations

SPARE_COLUMNS = 2
"""Columns that a layout may have beyond those that the relaxation needs, at first."""

FIRST_SHARE = 0.7
"""Largest share of the time for the relaxation."""

LAST_SECONDS = 3.0
"""Seconds for each step after the search was stopped: what is known becomes a layout."""

MOST_FREE_TILES = 60
"""Most free tiles of a position."""


@dataclass(frozen=True)
class BuiltArchipelago:
    """Result of `build`.

    Attributes
    ----------
    status
        Whether the layout is proven optimal.
    before, after
        Position without and with the parts; parts left over stay free.
    values, bounds
        Values of the objective levels and their upper bounds; None for a bound not known.
    solver
        Name and version of the solver.
    """

    status: solution.VikingsStatus
    before: VikingsPosition
    after: VikingsPosition
    aim: Aim
    values: tuple[Fraction, ...]
    bounds: tuple[Fraction | None, ...]
    seconds: float
    solver: str


def build(
    position: VikingsPosition,
    aim: Aim = "final",
    *,
    limits: solution.Limits | None = None,
    watcher: solution.Watcher = solution.NOBODY,
) -> BuiltArchipelago:
    """Find the best layout of a position's free parts.

    Tiles may be left over; ships may not, and figures stay on the mainland.

    Parameters
    ----------
    position
        What lies already stays.
    aim
        What to maximise.

    Raises
    ------
    InputError
        If the position is illegal, has nothing to place, or lacks values that decide the score.
    """
    check_buildable(position)
    limits = limits or solution.Limits()
    with solution.maximising(limits, watcher, LAST_SECONDS) as maximise:
        return built(position, aim, maximise, limits.seconds)


def built(
    position: VikingsPosition, aim: Aim, maximise: solution.Maximise, seconds: float
) -> BuiltArchipelago:
    """Find the best layout as `build`; `maximise` searches."""
    began = time.monotonic()
    relaxed = placing_model(position, aim, ship_columns_end(position), far_sea=True)
    found = solution.searched(relaxed, aim, maximise, FIRST_SHARE * seconds)
    bounds, solver = found.all_bounds, found.result.solver
    proven = found.result.proven
    after = None
    if found.result.values is not None:
        after = _layout(relaxed, aim, found, maximise, seconds / 4)
    if after is None:  # the whole model, all columns cell by cell
        model = placing_model(position, aim, last_column(position), far_sea=False)
        if found.bounds[0] is not None:
            _bound(model, found.levels[0], upper=found.bounds[0])
        whole = solution.searched(model, aim, maximise, seconds, floored=found.floored)
        solver = whole.result.solver or solver
        if whole.result.values is None:
            after, proven = _ships_only(position), False
        else:
            after = built_position(model, whole.result.values.__getitem__)
            bounds, proven = whole.all_bounds, whole.result.proven
    values = solution.values_of(after, aim)
    if broken := violations(after):
        raise solution.RulesDisagree(f"the model built an illegal layout: {broken[0]}")
    solution.check(values, bounds, proven)
    status: solution.VikingsStatus = "OPTIMAL" if proven else "FEASIBLE"
    spent = time.monotonic() - began
    return BuiltArchipelago(status, position, after, aim, values, bounds, spent, solver)


def _layout(
    relaxed: Model, aim: Aim, found: solution.Searched, maximise: solution.Maximise, seconds: float
) -> VikingsPosition | None:
    """Return a layout that reaches the values of the relaxation, or nearly so if unproven."""
    chosen, proven = found.result.values, found.result.proven
    assert chosen is not None
    position, near = relaxed.position, relaxed.columns
    in_rows = [sum(chosen[var] for var in relaxed.far(row)) for row in range(len(ROWS))]
    reached = found.levels[: len(found.result.levels) if proven else 1]
    columns = min(near + max(in_rows) + SPARE_COLUMNS, last_column(position))
    for fixed in (True, False) if proven else (True,):
        model = placing_model(position, aim, max(columns, near), far_sea=False)
        whole = objectives(model, aim)[found.floored :]
        for level, other in zip(whole, reached, strict=False):
            _bound(model, level, lower=other.value(chosen.__getitem__))
        if fixed:
            _fix_columns(model, relaxed, chosen)
        compact = LinearObjective({var: -cell[1] for (cell, _), var in model.tiles.items()}, 0, 1)
        job = LevelsJob(model.linear, (compact,), seconds=seconds, by_relaxation=True)
        laid = maximise(job)
        if laid.values is not None:
            return built_position(model, laid.values.__getitem__)
    return None


def _bound(model: Model, level: LinearObjective, **bounds: Fraction) -> None:
    limits = {end: int(value * level.scale) - level.constant for end, value in bounds.items()}
    model.linear.add_constraint(level.terms, **limits)


def _ships_only(position: VikingsPosition) -> VikingsPosition:
    ships, mainland = dict(position.area.ships), Counter(position.mainland)
    for sail, count in position.free.ships.items():
        for _ in range(count):
            ships[ship_columns(ships)[0]] = sail
    mainland.update(position.free.figures)
    return replace(
        position,
        area=replace(position.area, ships=ships),
        mainland=dict(mainland),
        free=FreeParts(tiles=position.free.tiles),
    )


def _fix_columns(model: Model, relaxed: Model, chosen: tuple[int, ...]) -> None:
    for key, var in relaxed.tiles.items():
        model.fix(model.tiles[key], chosen[var])
    for cell, var in relaxed.figures.items():
        model.fix(model.figures[cell], chosen[var])
    for ship, var in relaxed.ships.items():
        model.fix(model.ships[ship], chosen[var])


def check_buildable(position: VikingsPosition) -> None:
    """Refuse positions in which nothing can be built.

    Raises
    ------
    InputError
        If the position is illegal, or has no free parts.
    """
    broken = violations(position)
    if broken:
        raise InputError(*(f"islands: {violation}" for violation in broken))
    if not position.free:
        raise InputError.said(
            "free: expected tiles, ships or figures to place (--hindsight frees those that lie)"
        )
    tiles = sum(position.free.tiles.values())
    if tiles > MOST_FREE_TILES:
        raise InputError.said(
            "free.tiles: expected at most {most} tiles, got {got}", most=MOST_FREE_TILES, got=tiles
        )


def hindsight(position: VikingsPosition) -> VikingsPosition:
    """Return the position with all that lies, and all figures that can be on islands, set free."""
    area, free = position.area, position.free
    tiles, ships, figures = Counter(free.tiles), Counter(free.ships), Counter(free.figures)
    specials = Counter(position.specials)
    tiles.update(tile._replace(special=False) for tile in area.tiles.values())
    specials.update(f"building_{tile.building}" for tile in area.tiles.values() if tile.special)
    ships.update(area.ships.values())
    figures.update(ROWS[row] for row, _ in area.figures)
    figures.update({code: n for code, n in position.mainland.items() if code in ROWS and n})
    mainland = {code: count for code, count in position.mainland.items() if code not in ROWS}
    return replace(
        position,
        area=Archipelago(),
        mainland=mainland,
        specials=dict(specials),
        free=FreeParts(dict(tiles), dict(ships), dict(figures)),
    )
