#!/usr/bin/env bash
# javascript-lp-solver calls a feasible model infeasible if a row has only coefficients of 0.
#
# Versions: javascript-lp-solver 1.0.3 (not 0.4.24); yalps 0.6.4, which has the same format, for comparison.
# Seen: maximise 5 a with a <= 3 and 0 a <= 8: {feasible: false, result: 0}. Without the 0 in the variable, or with 0 a <= 0, the
#   answer is 15. Of 400 random models of two to four variables, seven were answered wrongly; YALPS answered all rightly.
# Expected: 15.
# Whom it hurts: who fills rows by a program, as what each tile covers of each square: a square that nothing covers makes all
#   infeasible.
# How to avoid: leave coefficients of 0 out, or use YALPS or HiGHS.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --silent --no-audit --no-fund javascript-lp-solver@1.0.3 yalps@0.6.4 >>npm.log
cat >run.mjs <<'JS'
import { createRequire } from "node:module";
import { solve } from "yalps";

const module = createRequire(import.meta.url)("javascript-lp-solver");
const solver = module.default ?? module;
const model = (a, most) => ({ optimize: "v", opType: "max", constraints: { u: { max: 3 }, k: { max: most } }, variables: { a } });
const answer = ({ feasible, result }) => `${feasible} ${result}`;
const zero = { v: 5, u: 1, k: 0 };
const seen = {
  "0 a <= 8": answer(solver.Solve(model(zero, 8))),
  "0 a <= 0": answer(solver.Solve(model(zero, 0))),
  "left out": answer(solver.Solve(model({ v: 5, u: 1 }, 8))),
};
const { optimize, opType, ...rest } = model(zero, 8);
const other = solve({ direction: "maximize", objective: optimize, ...rest });
seen["0 a <= 8 in YALPS"] = `${other.status} ${other.result}`;
for (const [name, result] of Object.entries(seen)) console.log(`${name}: ${result}`);
if (Object.values(seen).join() !== "false 0,true 15,true 15,optimal 15") {
  console.error("This has changed.");
  process.exit(1);
}
JS
node run.mjs
