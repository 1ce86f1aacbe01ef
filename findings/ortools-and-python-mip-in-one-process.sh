#!/usr/bin/env bash
# OR-Tools and Python-MIP cannot be used in one process: whichever comes second fails to load.
#
# Versions: ortools 9.15.6755, mip 2.0.0 with cbcbox 2.935 (Linux, x86-64).
# Seen: after `from ortools.sat.python import cp_model` a model of Python-MIP prints "An error occurred while loading the CBC library"
#   and raises NameError: name 'cbclib' is not defined. After a model of Python-MIP that import of OR-Tools raises ImportError:
#   "libOsiClp.so.1: undefined symbol: _ZNK18OsiSolverInterface14dfltRowColName...". Both bring their own libOsi and libOsiClp, built
#   with different strings of C++, and the loader takes the first libOsi for both. OR-Tools with highspy or PySCIPOpt is fine, and so
#   is Python-MIP.
# Expected: each uses its own libraries.
# Whom it hurts: who compares solvers in one script or notebook: the NameError says nothing of OR-Tools, the order of imports decides.
# How to avoid: a process for each; or CBC by PuLP, which starts a program of its own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check ortools==9.15.6755 mip==2.0.0 cbcbox==2.935 highspy==1.16.0
cat >"$folder/run.py" <<'PY'
import sys


def ortools():
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    x = model.new_int_var(0, 3, "x")
    model.maximize(x)
    solver = cp_model.CpSolver()
    solver.solve(model)
    return solver.value(x)


def python_mip():
    import mip

    model = mip.Model(solver_name="CBC")
    model.verbose = 0
    x = model.add_var(var_type="I", ub=3)
    model.objective = mip.maximize(x)
    model.optimize()
    return round(x.x)


def highs():
    import highspy

    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    x = model.addIntegral(0, 3)
    model.maximize(x)
    return round(model.val(x))


for name in sys.argv[1:]:
    try:
        print(f"{name}: {globals()[name]()}", end="; ")
    except (ImportError, NameError) as error:
        print(f"{name}: {type(error).__name__}", end="; ")
PY
seen=$(for order in "ortools python_mip" "python_mip ortools" "highs python_mip" "highs ortools"; do
  # shellcheck disable=SC2086 # two words each
  "$folder/venv/bin/python" "$folder/run.py" $order 2>"$folder/errors" | grep -v -e HiGHS -e THIRD
  echo
done)
echo "$seen"
wanted="ortools: 3; python_mip: NameError; 
python_mip: 3; ortools: ImportError; 
highs: 3; python_mip: 3; 
highs: 3; ortools: 3; "
[ "$(grep . <<<"$seen")" = "$wanted" ] || { echo "This has changed." >&2; exit 1; }
