"""The best archipelago from free parts, proven.

First the relaxation is maximised, in which the sea beyond the ships is only counted; its value is
an upper bound. Then a layout of that value is searched for, cell by cell. It nearly always exists,
with the columns under the ships as in the relaxation. Otherwise the whole model is maximised.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from odin_solver.errors import InputError
from odin_solver.linear.levels import LevelsJob, LevelsProcess, LevelsResult
from odin_solver.linear.objective import LinearObjective
from odin_solver.vikings.model.build import built_position, placing_model
from odin_solver.vikings.model.objective import Aim, final_objectives, income_objective
from odin_solver.vikings.model.variables import Model, last_column, ship_columns_end
from odin_solver.vikings.parts import ROWS
from odin_solver.vikings.position import FreeParts, VikingsPosition
from odin_solver.vikings.rules.laying import ship_columns, violations
from odin_solver.vikings.solution import (
    NOBODY,
    Limits,
    RulesDisagree,
    VikingsStatus,
    Watcher,
    values_of,
)

SPARE_COLUMNS = 2
"""Columns that a layout may have beyond those that the relaxation needs, at first."""

FIRST_SHARE = 0.7
"""Largest share of the time for the relaxation."""

LAST_SECONDS = 3.0
"""Seconds for each step after the search was stopped."""

MOST_FREE_TILES = 60
"""Most free tiles of a position."""

Maximise = Callable[[LevelsJob], LevelsResult]


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

    status: VikingsStatus
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
    limits: Limits | None = None,
    watcher: Watcher = NOBODY,
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
    limits = limits or Limits()
    check_buildable(position)
    began = time.monotonic()
    with LevelsProcess() as process:

        def maximise(job: LevelsJob) -> LevelsResult:
            left = limits.seconds - (time.monotonic() - began)
            cancelled = watcher.cancelled
            if cancelled():  # what is known by now still becomes a layout
                left, cancelled = min(left, LAST_SECONDS), NOBODY.cancelled
            job = replace(
                job,
                seconds=min(job.seconds, max(0.1, left)),
                threads=limits.workers,
                seed=limits.seed,
            )
            return process.maximise(job, on_progress=watcher.on_progress, cancelled=cancelled)

        search = _Search(position, aim, maximise, limits.seconds)
        return search.run(began)


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
    tiles, ships, figures = dict(free.tiles), dict(free.ships), dict(free.figures)
    specials = dict(position.specials)
    for tile in area.tiles.values():
        plain = tile._replace(special=False)
        if tile.special:
            name = f"building_{tile.building}"
            specials[name] = specials.get(name, 0) + 1
        tiles[plain] = tiles.get(plain, 0) + 1
    for sail in area.ships.values():
        ships[sail] = ships.get(sail, 0) + 1
    for row, _ in area.figures:
        figures[ROWS[row]] = figures.get(ROWS[row], 0) + 1
    for code in ROWS:
        if count := position.mainland.get(code):
            figures[code] = figures.get(code, 0) + count
    mainland = {code: count for code, count in position.mainland.items() if code not in ROWS}
    return replace(
        position,
        area=type(area)(),
        mainland=mainland,
        specials=specials,
        free=FreeParts(tiles, ships, figures),
    )


class _Search:
    def __init__(
        self, position: VikingsPosition, aim: Aim, maximise: Maximise, seconds: float
    ) -> None:
        self._position = position
        self._aim = aim
        self._maximise = maximise
        self._seconds = seconds
        self._solver = ""
        self._first = 0  # number of the first objective level that is maximised

    def run(self, began: float) -> BuiltArchipelago:
        position = self._position
        near = ship_columns_end(position)
        relaxed, levels = self._model(near, far_sea=True)
        result = self._search(relaxed, levels, FIRST_SHARE)
        top = result.levels[0].bound if result.levels else None
        floor = self._aim == "final" and position.rules.final_vp_floor
        if floor and top is not None and top <= 0:
            # No score is below 0: all layouts are equal but for the gold.
            self._first = 1
            levels = levels[1:]
            result = self._search(relaxed, levels, FIRST_SHARE)
        bounds: list[Fraction | None] = [None] * len(levels)
        for state in result.levels:
            bounds[state.level] = state.bound
        after, proven = None, False
        if result.values is not None:
            after = self._layout(relaxed, levels, result, near)
            proven = after is not None and result.proven
        if after is None:
            after, proven, bounds = self._whole(bounds)
        values = values_of(after, self._aim)
        bounds = [*[Fraction(0)] * self._first, *bounds]
        self._check(after, values, bounds, proven)
        return BuiltArchipelago(
            "OPTIMAL" if proven else "FEASIBLE",
            position,
            after,
            self._aim,
            values,
            tuple(values) if proven else tuple(bounds),
            time.monotonic() - began,
            self._solver,
        )

    def _model(self, columns: int, *, far_sea: bool) -> tuple[Model, tuple[LinearObjective, ...]]:
        ending = self._aim == "final"
        model = placing_model(self._position, ending=ending, columns=columns, far_sea=far_sea)
        levels = final_objectives(model) if ending else [income_objective(model)]
        return model, tuple(levels[self._first :])

    def _search(
        self, model: Model, levels: tuple[LinearObjective, ...], share: float = 1.0
    ) -> LevelsResult:
        job = LevelsJob(model.linear, levels, seconds=share * self._seconds, by_relaxation=True)
        result = self._maximise(job)
        self._solver = result.solver or self._solver
        return result

    def _layout(
        self, relaxed: Model, levels: tuple[LinearObjective, ...], result: LevelsResult, near: int
    ) -> VikingsPosition | None:
        """Return a layout that reaches the values of the relaxation, or nearly so if unproven."""
        assert result.values is not None
        chosen = result.values
        in_rows = [sum(chosen[var] for var in relaxed.far(row)) for row in range(len(ROWS))]
        reached = [level.value(chosen.__getitem__) for level in levels[: len(result.levels)]]
        reached = reached if result.proven else reached[:1]
        columns = min(near + max(in_rows) + SPARE_COLUMNS, last_column(self._position))
        for fixed in (True, False) if result.proven else (True,):
            model, whole = self._model(max(columns, near), far_sea=False)
            for level, value in zip(whole, reached, strict=False):
                model.linear.add_constraint(
                    level.terms, lower=int(value * level.scale) - level.constant
                )
            if fixed:
                _fix_columns(model, relaxed, chosen)
            compact = LinearObjective(
                {var: -cell[1] for (cell, _), var in model.tiles.items()}, 0, 1
            )
            found = self._maximise(
                LevelsJob(model.linear, (compact,), seconds=self._seconds / 4, by_relaxation=True)
            )
            if found.values is not None:
                return built_position(model, found.values.__getitem__)
        return None

    def _whole(
        self, bounds: list[Fraction | None]
    ) -> tuple[VikingsPosition, bool, list[Fraction | None]]:
        """Maximise the whole model, all columns cell by cell; bounds of the relaxation hold."""
        model, levels = self._model(last_column(self._position), far_sea=False)
        if bounds[0] is not None:
            top = levels[0]
            model.linear.add_constraint(top.terms, upper=int(bounds[0] * top.scale) - top.constant)
        result = self._search(model, levels)
        if result.values is None:
            return self._ships_only(), False, bounds
        found: list[Fraction | None] = [None] * len(levels)
        for state in result.levels:
            found[state.level] = state.bound
        return built_position(model, result.values.__getitem__), result.proven, found

    def _ships_only(self) -> VikingsPosition:
        position = self._position
        ships, mainland = dict(position.area.ships), dict(position.mainland)
        for sail, count in position.free.ships.items():
            for _ in range(count):
                ships[ship_columns(ships)[0]] = sail
        for code, count in position.free.figures.items():
            mainland[code] = mainland.get(code, 0) + count
        return replace(
            position,
            area=replace(position.area, ships=ships),
            mainland=mainland,
            free=FreeParts(tiles=position.free.tiles),
        )

    def _check(
        self,
        after: VikingsPosition,
        values: tuple[Fraction, ...],
        bounds: list[Fraction | None],
        proven: bool,
    ) -> None:
        broken = violations(after)
        if broken:
            raise RulesDisagree(f"the model built an illegal layout: {broken[0]}")
        if bounds[0] is not None and values[0] > bounds[0]:
            raise RulesDisagree(f"a layout of {values[0]} exceeds the bound {bounds[0]}")
        if proven and bounds[0] != values[0]:
            raise RulesDisagree(f"the model counts {bounds[0]}, the rules count {values[0]}")


def _fix_columns(model: Model, relaxed: Model, chosen: tuple[int, ...]) -> None:
    for key, var in relaxed.tiles.items():
        model.fix(model.tiles[key], chosen[var])
    for cell, var in relaxed.figures.items():
        model.fix(model.figures[cell], chosen[var])
    for ship, var in relaxed.ships.items():
        model.fix(model.ships[ship], chosen[var])
