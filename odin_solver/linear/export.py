"""Linear models as files for other solvers, by the writers of HiGHS and OR-Tools."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from odin_solver.errors import OdinError
from odin_solver.linear.model import LinearModel
from odin_solver.linear.objective import LinearObjective
from odin_solver.linear.solvers import need_cp_sat
from odin_solver.support.files import write_file

ENDINGS = (".mps", ".lp", ".proto")
"""Endings of files: MPS, the LP format of CPLEX, and the text form of CP-SAT's ``CpModelProto``."""


def export_model(
    linear: LinearModel, objective: LinearObjective, names: Sequence[str], path: str
) -> None:
    """Write a model and what to maximise.

    Parameters
    ----------
    linear, objective
        The model and the objective; its value in the file is that of `objective`.
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
        need_cp_sat(f"{path}: a file of CP-SAT's model")
    write: Callable[..., bool] = _write_cpsat if ending == ".proto" else _write_highs
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, f"model{'.txt' if ending == '.proto' else ending}")
        if not write(linear, objective, names, str(written)):
            raise OdinError.said("{path}: the solver's own writer failed", path=path)
        write_file(path, written.read_bytes())


# One solver is imported, not both: they conflict within one process.


def _write_highs(
    linear: LinearModel, objective: LinearObjective, names: Sequence[str], path: str
) -> bool:
    import highspy

    from odin_solver.linear.highs import highs_lp
    from odin_solver.linear.rows import ModelRows

    model = highs_lp(linear, objective, ModelRows(linear))
    model.col_cost_ = [cost / objective.scale for cost in model.col_cost_]
    model.offset_ = objective.constant / objective.scale
    model.integrality_ = [highspy.HighsVarType.kInteger] * len(names)
    model.col_names_ = list(names)
    # The public class prints its name when it is made.
    solver: Any = highspy._Highs()  # type: ignore[attr-defined]  # highspy has no types
    solver.setOptionValue("output_flag", False)
    loaded = solver.passModel(model)
    return highspy.HighsStatus.kError not in (loaded, solver.writeModel(path))


def _write_cpsat(
    linear: LinearModel, objective: LinearObjective, names: Sequence[str], path: str
) -> bool:
    from odin_solver.linear.cpsat import cp_model_of, expression

    model, variables = cp_model_of(linear)
    for var, name in zip(variables, names, strict=True):
        var.proto.name = name
    model.maximize(expression(tuple(objective.terms.items()), variables))
    stated: Any = model.proto.objective  # CP-SAT minimises: factor * (offset - sum)
    stated.offset = float(-objective.constant)
    stated.scaling_factor = -1 / objective.scale
    return model.export_to_file(path)
