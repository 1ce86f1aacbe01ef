#!/usr/bin/env bash
# javascript-lp-solver ignores a bound on what it optimises.
#
# Versions: javascript-lp-solver 1.0.3 (0.4.24 does the same); yalps 0.6.4, which has the same format, for comparison.
# Seen: maximise v of whole a, each worth 2, with v at most 5 and a at most 9: a is 9 and v 18, {feasible: true}. YALPS gives 4.
#   Minimise v with v at least 5: {feasible: false}; YALPS gives 6.
# Expected: 4 and 6. The README tells of no such limit, and https://github.com/JWally/jsLPSolver/issues/21 (closed in 2015) asked
#   for it.
# Whom it hurts: who asks for the most points below a cap, or the cheapest way to at least some points.
# How to avoid: give the bounded attribute a second name in all variables, or use YALPS or HiGHS.
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
const variables = { a: { v: 2, c: 1 } };
const both = (opType, direction, constraints) => {
  const first = solver.Solve({ optimize: "v", opType, constraints, variables, ints: { a: 1 } });
  const second = solve({ direction, objective: "v", constraints, variables, integers: true });
  return `${first.feasible} ${first.result} / ${second.status} ${second.result}`;
};
const seen = {
  "most v, at most 5": both("max", "maximize", { v: { max: 5 }, c: { max: 9 } }),
  "least v, at least 5": both("min", "minimize", { v: { min: 5 }, c: { max: 9 } }),
};
for (const [name, result] of Object.entries(seen)) console.log(`${name}: ${result}`);
if (Object.values(seen).join() !== "true 18 / optimal 4,false 0 / optimal 6") {
  console.error("This has changed.");
  process.exit(1);
}
JS
node run.mjs
