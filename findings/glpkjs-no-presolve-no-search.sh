#!/usr/bin/env bash
# glpk.js does not search at all when a model has whole numbers and presolve is off: all variables are 0.
#
# Versions: glpk.js 5.0.0 (its build for Node).
# Seen: maximise 5 x + 4 y with 2 x + 3 y <= 7, x <= 2, y <= 5. With presolve 14; with `presol: false` and x, y continuous 14; with
#   `presol: false` and x or y whole {x: 0, y: 0}, z 0, status 1 (GLP_UNDEF), and no error. Of 1,500 random models all 552 that can be
#   solved ended so; with presolve all were answered rightly.
# Expected: 14. GLPK's search starts from the optimum of the relaxation; without presolve the caller has to solve it first, and here
#   the library is the caller. Its types say only "use presolver, default true".
# Whom it hurts: who switches presolve off, to compare speed or to be safe from its errors, and reads `result.vars`.
# How to avoid: leave presolve on where variables are whole; take an answer only with status 5 or 2.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --silent --no-audit --no-fund glpk.js@5.0.0 >>npm.log
cat >run.mjs <<'JS'
import GLPK from "glpk.js/node";

const glpk = await GLPK();
const answer = async (presol, whole) => {
  const model = {
    name: "two",
    objective: { direction: glpk.GLP_MAX, name: "v", vars: [{ name: "x", coef: 5 }, { name: "y", coef: 4 }] },
    subjectTo: [
      { name: "row", vars: [{ name: "x", coef: 2 }, { name: "y", coef: 3 }], bnds: { type: glpk.GLP_UP, ub: 7, lb: 0 } },
    ],
    bounds: [
      { name: "x", type: glpk.GLP_DB, lb: 0, ub: 2 },
      { name: "y", type: glpk.GLP_DB, lb: 0, ub: 5 },
    ],
    generals: whole,
  };
  const { result } = await glpk.solve(model, { msglev: glpk.GLP_MSG_OFF, presol });
  return `z ${result.z}, status ${result.status}`;
};
const seen = {
  "presolve, both whole": await answer(true, ["x", "y"]),
  "no presolve, continuous": await answer(false, []),
  "no presolve, both whole": await answer(false, ["x", "y"]),
  "no presolve, one whole": await answer(false, ["x"]),
};
console.log(seen);
const right = "z 14, status 5";
const expected = [right, right, "z 0, status 1", "z 0, status 1"];
if (JSON.stringify(Object.values(seen)) !== JSON.stringify(expected)) {
  console.error("This has changed.");
  process.exit(1);
}
JS
node run.mjs
