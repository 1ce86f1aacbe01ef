#!/usr/bin/env bash
# MathOpt raises the same AttributeError for everything that a solver refuses; the reason is lost.
#
# Versions: ortools 9.15.6755 (Python).
# Seen: a quadratic objective for CP-SAT, whole numbers for Glop, an indicator constraint for HiGHS or one with two bounds for SCIP, a
#   lower bound of infinity, bounds that cross: "'StatusNotOk' object has no attribute 'canonical_code'", always. The function that turns
#   the error of C++ into one of Python asks for a name that the class of this release does not have.
# Expected: the RuntimeError "on a solve error" of the docs, or another one with the reason, as "MathOpt does not currently support
#   CP-SAT models with quadratic objectives".
# Whom it hurts: who tries one model with several solvers and catches what the docs name: an unsupported feature ends the program and
#   looks like a broken installation.
# How to avoid: catch AttributeError around `solve`; its `__context__` is the error of C++ with the reason.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check ortools==9.15.6755
"$folder/venv/bin/python" - <<'PY'
import sys

from ortools.math_opt.python import mathopt


def refusal(solver, build):
    model = mathopt.Model()
    build(model)
    try:
        return mathopt.solve(model, solver).termination.reason.name, ""
    except Exception as error:
        return f"{type(error).__name__}: {error}", str(error.__context__)


def square(model):
    x = model.add_integer_variable(lb=0, ub=3)
    model.maximize(2 * x - x * x)


def whole(model):
    model.maximize(model.add_integer_variable(lb=0, ub=1))


def indicator(model):
    x, used = model.add_integer_variable(lb=0, ub=3), model.add_binary_variable()
    model.add_indicator_constraint(indicator=used, implied_ub=2, implied_expr=1 * x)
    model.maximize(x + used)


def crossed(model):
    model.maximize(model.add_variable(lb=2, ub=1))


kinds = mathopt.SolverType
seen = {
    "CP-SAT, quadratic objective": refusal(kinds.CP_SAT, square),
    "Glop, whole numbers": refusal(kinds.GLOP, whole),
    "HiGHS, indicator": refusal(kinds.HIGHS, indicator),
    "SCIP, bounds that cross": refusal(kinds.GSCIP, crossed),
    "SCIP, indicator": refusal(kinds.GSCIP, indicator),
}
for name, (what, reason) in seen.items():
    print(f"{name}: {what}" + (f"\n    hidden: {reason}" if reason else ""))
hidden = "AttributeError: 'StatusNotOk' object has no attribute 'canonical_code'"
if [what for what, _ in seen.values()] != [hidden] * 4 + ["OPTIMAL"] or not all(r for _, r in list(seen.values())[:4]):
    sys.exit("This has changed.")
PY
