"""The linear model of a position in a file for other solvers, and their solutions read back."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose
from pathlib import Path

from odin_solver.components.cells import cell_names
from odin_solver.errors import InputError
from odin_solver.linear.export import CONSTANT, ENDINGS, export_model
from odin_solver.linear.objective import LinearObjective
from odin_solver.notation.labels import violation_line
from odin_solver.notation.solution_files import SolutionFile, read_solution_file
from odin_solver.placement.gains import gains, value
from odin_solver.placement.model.build import PlacementModel, build_model, laid_pieces
from odin_solver.placement.model.objective import weighted_sum
from odin_solver.placement.model.variables import AreaVariables
from odin_solver.placement.objective import Objective
from odin_solver.placement.problem import compile_problem, in_placing_order, layout
from odin_solver.placement.solution import LevelResult, Solution, Status, placing_steps
from odin_solver.rules.geometry import Mask
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.support.language import say

WHOLE = 1e-4
"""How far a solver's values may be from whole numbers."""

LONGEST_NAME = 255
"""Most characters of a name in LP files."""


@dataclass(frozen=True)
class CheckedSolution:
    """A legal layout that a file holds.

    Attributes
    ----------
    listed
        Number of variables that the file lists.
    stated
        Value of the objective that the file names, as a minimisation; None if it names none.
    value
        Value of the objective by the values listed.
    """

    solution: Solution
    listed: int
    stated: float | None
    value: float

    @property
    def agrees(self) -> bool:
        """Whether the file names the value of what it lists, whatever the sense."""
        return self.stated is None or isclose(
            abs(self.stated), abs(self.value), rel_tol=WHOLE, abs_tol=WHOLE
        )


@dataclass(frozen=True)
class NamedModel:
    """The model that `odin_solver.placement.solve` solves, with names of its variables.

    The objective is the first level. Names say what a variable decides:
    ``robe.home.a1_a2_b1_b2`` is a tile, a board and its cells.
    """

    objective: Objective
    model: PlacementModel
    names: tuple[str, ...]

    @property
    def constraints(self) -> int:
        """Number of constraints."""
        return len(self.model.linear.constraints) + len(self.model.linear.cliques)

    def write(self, path: str) -> None:
        """Write the model into a file that ends in .mps, .lp or .proto.

        Raises
        ------
        InputError
            If the file has another ending or cannot be written.
        """
        check_ending(path)
        export_model(self.model.linear, self._goal(), self.names, path)

    def solution(self, text: str, source: str) -> "CheckedSolution":
        """Read a solution of the model, and check its layout by the plain rules.

        Only what is laid counts: the value is that of the layout, whatever the solver says.

        Parameters
        ----------
        text
            Lines of a name and a value, or a file of a solver
            (`odin_solver.notation.solution_files`). Variables that are not listed are 0.
        source
            Name of the file, for messages.

        Raises
        ------
        InputError
            If a line is none of these, or the layout is not legal.
        """
        read = read_solution_file(text, source, len(self.names))
        values = self._values(read, source)
        problem = self.model.problem
        before = problem.position
        laid = in_placing_order(problem, laid_pieces(self.model, values.__getitem__))
        used = Counter(problem.tile(each.kind).id for each in laid)
        for name, count in used.items():
            if count > (held := before.supply.get(name, 0)):
                raise InputError.said(
                    "{file}: places {count} {tile}, but the supply holds {held}",
                    file=source,
                    count=count,
                    tile=name,
                    held=held,
                )
        after = layout(problem, laid)
        for violation in position_violations(after):
            line = violation_line(violation, after)
            raise InputError.said("{file}: not legal: {violation}", file=source, violation=line)
        gained = gains(before, after)
        solution = Solution(
            status=Status.FEASIBLE,
            before=before,
            after=after,
            steps=placing_steps(before, after),
            objective=self.objective,
            levels=tuple(
                LevelResult(value(weights, gained), None) for weights in self.objective.levels
            ),
            ties_settled=False,
            seconds=0.0,
            solver=source,
            version="",
        )
        listed = float(self._goal().value(values.__getitem__))
        return CheckedSolution(solution, len(read.values), read.objective, listed)

    def _goal(self) -> LinearObjective:
        found = self.model
        return weighted_sum(found.problem, found.variables, found.levels[0])

    def _values(self, read: SolutionFile, source: str) -> list[int]:
        columns = [*self.names, CONSTANT]
        values = [0] * len(columns)
        index = {name: var for var, name in enumerate(columns)}
        index |= {str(var): var - 1 for var in range(1, len(columns) + 1)}
        most = [*self.model.linear.upper, 1]
        seen: set[str] = set()
        for line, name, stated in read.values:
            where = say("{file}: line {line}", file=source, line=line)
            if name not in index:
                raise InputError.said(
                    "{at}: the model has no variable {name!r}", at=where, name=name[:60]
                )
            if name in seen:
                raise InputError.said("{at}: {name} is listed twice", at=where, name=name)
            seen.add(name)
            values[index[name]] = _whole(stated, most[index[name]], f"{where}: {name}")
        return values


def named_model(position: Position, objective: Objective) -> NamedModel:
    """Build the model of a legal position.

    Raises
    ------
    InputError
        If the position has too many placements.
    """
    problem = compile_problem(position)
    model = build_model(problem, objective.levels[:1])
    return NamedModel(objective, model, _names(model))


def check_ending(path: str) -> None:
    """Make sure that the ending of a file names a format of models."""
    if Path(path).suffix.lower() not in ENDINGS:
        raise InputError.said(
            "{file}: expected a file that ends in {endings}", file=path, endings=", ".join(ENDINGS)
        )


def _whole(text: str, most: int, where: str) -> int:
    try:
        number = float(text)
        whole = round(number)
    except (ValueError, OverflowError):
        number, whole = -1.0, 0
    if abs(number - whole) > WHOLE or not 0 <= whole <= most:
        raise InputError.said(
            "{at}: expected a whole number from 0 to {most}, got {got!r}",
            at=where,
            most=most,
            got=text[:60],
        )
    return whole


def _names(model: PlacementModel) -> tuple[str, ...]:
    names: dict[int, str] = {model.variables.silver: "silver", model.variables.ore: "ore"}
    total = Counter(area.area.state.board.id for area in model.variables.areas)
    seen: Counter[str] = Counter()
    for area in model.variables.areas:
        board = area.area.state.board.id
        seen[board] += 1
        label = f"{board}_{seen[board]}" if total[board] > 1 else board
        names |= _names_on_board(model, area, label)
    for stock in model.variables.stocks:
        for tile, kept in stock.kept.items():
            names |= {var: f"kept.{tile}.{number}" for number, var in enumerate(kept, 1)}
        names |= {var: f"eaten.{tile}" for tile, var in stock.served.items()}
        names |= {var: f"lengthwise.{tile}" for tile, var in stock.lengthwise.items()}
        if stock.empty is not None:
            names[stock.empty] = "feast.empty"
    return _distinct([names[var] for var in range(len(model.linear.upper))])


def _names_on_board(model: PlacementModel, area: AreaVariables, label: str) -> dict[int, str]:
    grid = area.area.grid

    def at(mask: Mask) -> str:
        return cell_names(grid.cells(mask), area.area.state.board.height).replace(" ", "_")

    problem = model.problem
    fills = {
        "silver": area.area.takes_silver and problem.silver,
        "ore": area.area.takes_ore and problem.ore,
    }
    filler = "_or_".join(name for name, may in fills.items() if may)
    names = {
        choice.var: f"{problem.stock[choice.kind].tile.id}.{label}.{at(choice.cells)}"
        for choice in area.choices
    }
    names |= {var: f"{filler}.{label}.{at(cell)}" for cell, var in area.fillers.items()}
    names |= {var: f"{name}.{label}.slots" for name, var in area.slots.items()}
    names |= {
        var: f"income.{label}.{at(each.cell)}"
        for diagonal, variables in zip(grid.diagonals, area.income, strict=True)
        for each, var in zip(diagonal.cells, variables, strict=True)
        if var is not None
    }
    names |= {var: f"bonus.{label}.{at(bonus.cells)}" for var, bonus in area.bonuses}
    return names | {var: f"time.{label}.{at(cell)}" for cell, var in area.times.items()}


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9_.]", "_", name)
        if not plain[0].isalpha() or re.match(r"[eE][\d.]", plain):  # an exponent in LP files
            plain = f"_{plain}"
        if len(plain) > LONGEST_NAME or plain in found:
            plain = f"{plain[: LONGEST_NAME - 8]}.{len(found)}"
        found[plain] = None
    return tuple(found)
