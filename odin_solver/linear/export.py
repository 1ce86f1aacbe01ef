"""Linear models as files for other solvers.

MPS and LP are written here, in what all readers share: HiGHS's own writer states a maximisation and
a constant, which readers drop, refuse, or take with another sign. So a file is a minimisation; the
constant stands on the column `CONSTANT`, which is 1.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from odin_solver.errors import OdinError
from odin_solver.linear.model import LinearConstraint, LinearModel, all_rows
from odin_solver.linear.objective import LinearObjective
from odin_solver.linear.solvers import need_cp_sat
from odin_solver.support.files import write_file

ENDINGS = (".mps", ".lp", ".proto")
"""Endings of files: MPS, the LP format of CPLEX, and the text form of CP-SAT's ``CpModelProto``."""

CONSTANT = "constant"
"""The last column of MPS and LP files; it is 1."""

NOTE = "All readers minimise: the value is what the solver says, with the other sign."


def export_model(
    linear: LinearModel, objective: LinearObjective, names: Sequence[str], path: str
) -> None:
    """Write a model and what to maximise.

    Parameters
    ----------
    linear, objective
        The model and the objective. In MPS and LP files the value to minimise is that of
        `objective` with the other sign.
    path
        A file with one of `ENDINGS`.

    Raises
    ------
    InputError
        If the file cannot be written, or needs a solver that is not installed.
    OdinError
        If the solver's writer fails.
    """
    ending = Path(path).suffix.lower()
    if ending == ".proto":
        _write_cpsat(linear, objective, names, path)
        return
    costs = {var: -factor / objective.scale for var, factor in objective.terms.items()}
    costs[len(names)] = -objective.constant / objective.scale
    columns = [*names, CONSTANT]
    rows = list(_rows(linear, len(names)))
    lines = (_lp if ending == ".lp" else _mps)(linear.upper, costs, columns, rows)
    write_file(path, "".join(f"{line}\n" for line in lines))


def _rows(linear: LinearModel, constant: int) -> Iterator[LinearConstraint]:
    for row in all_rows(linear):
        if row.terms and (row.lower is not None or row.upper is not None):
            yield row
        elif (row.lower or 0) > 0 or (row.upper or 0) < 0:
            yield LinearConstraint(((constant, 1),), None, 0)


def _mps(
    upper: Sequence[int],
    costs: dict[int, float],
    names: Sequence[str],
    rows: list[LinearConstraint],
) -> Iterator[str]:
    yield f"* {NOTE}"
    yield "NAME model FREE"  # without this word CBC takes some lines for fixed columns
    yield "ROWS"
    yield " N cost"
    for number, row in enumerate(rows):
        yield f" {'G' if row.upper is None else 'E' if row.lower == row.upper else 'L'} r{number}"
    entries: list[list[str]] = [[] for _ in names]
    for var, cost in costs.items():
        if cost:
            entries[var].append(f"cost {cost!r}")
    for number, row in enumerate(rows):
        for var, factor in row.terms:
            entries[var].append(f"r{number} {factor}")
    yield "COLUMNS"
    yield " MARKER 'MARKER' 'INTORG'"
    for name, mine in zip(names, entries, strict=True):
        for entry in mine or ["cost 0"]:
            yield f" {name} {entry}"
    yield " MARKER 'MARKER' 'INTEND'"
    yield "RHS"
    for number, row in enumerate(rows):
        if side := row.lower if row.upper is None else row.upper:
            yield f" RHS r{number} {side}"
    wide = [
        (number, row.upper - row.lower)
        for number, row in enumerate(rows)
        if row.lower is not None and row.upper is not None and row.lower != row.upper
    ]
    if wide:
        yield "RANGES"
        for number, width in wide:
            yield f" RANGES r{number} {width}"
    yield "BOUNDS"
    for name, most in zip(names, upper, strict=False):
        yield f" LO BOUND {name} 0"
        yield f" UP BOUND {name} {most}"
    yield f" FX BOUND {CONSTANT} 1"
    yield "ENDATA"


def _lp(
    upper: Sequence[int],
    costs: dict[int, float],
    names: Sequence[str],
    rows: list[LinearConstraint],
) -> Iterator[str]:
    yield f"\\ {NOTE}"
    yield "Minimize"
    yield " cost:"
    yield from _sum({var: costs.get(var, 0) for var in range(len(names))}, names)
    yield "Subject To"
    for number, row in enumerate(rows):
        sides = (
            [("=", row.lower)] if row.lower == row.upper else [(">=", row.lower), ("<=", row.upper)]
        )
        for letter, (sign, side) in zip("ab", sides, strict=False):
            if side is not None:
                yield f" r{number}{letter}:"
                yield from _sum(dict(row.terms), names)
                yield f"  {sign} {side}"
    yield "Bounds"
    for name, most in zip(names, upper, strict=False):
        if most != 1:
            yield f" 0 <= {name} <= {most}"
    yield f" {CONSTANT} = 1"
    for section, ones in (("Binary", True), ("General", False)):
        mine = [name for name, most in zip(names, upper, strict=False) if (most == 1) is ones]
        if mine:
            yield section
            yield from (f" {name}" for name in mine)
    yield "End"


def _sum(terms: Mapping[int, float], names: Sequence[str]) -> Iterator[str]:
    for var, by in terms.items():
        yield f"  {'-' if by < 0 else '+'} {abs(by)!r} {names[var]}"


def _write_cpsat(
    linear: LinearModel, objective: LinearObjective, names: Sequence[str], path: str
) -> None:
    need_cp_sat(f"{path}: a file of CP-SAT's model")
    from odin_solver.linear.cpsat import cp_model_of, expression

    model, variables = cp_model_of(linear)
    for var, name in zip(variables, names, strict=True):
        var.proto.name = name
    model.maximize(expression(tuple(objective.terms.items()), variables))
    stated: Any = model.proto.objective  # CP-SAT minimises: factor * (offset - sum)
    stated.offset = float(-objective.constant)
    stated.scaling_factor = -1 / objective.scale
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "model.txt")
        if not model.export_to_file(str(written)):
            raise OdinError.said("{path}: the solver's own writer failed", path=path)
        write_file(path, written.read_bytes())
