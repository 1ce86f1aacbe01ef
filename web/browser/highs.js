/** HiGHS: keeps a model, and maximises within bounds of its variables. */

import load from "./highs/highs.mjs";

/** Ends of a search by `modelStatus`. */
const ENDS = { 7: "optimal", 8: "infeasible", 13: "stopped", 17: "stopped" };

/** @type {any} */
let highs;
/** @type {any} */
let model;
/** @type {any} */
let size;
/** @type {Promise<void>} */
let former = load().then((/** @type {any} */ made) => void (highs = made));

onmessage = ({ data }) => {
  former = former.then(() => handle(data));
};

/** @param {any} data */
function handle(data) {
  const { callbackType, objectiveSense, variableType } = highs.constants;
  if (data.cost) {
    model?.dispose();
    const { cost, rowLower, rowUpper, starts, indices, values } = data;
    size = { numCols: cost.length, numRows: rowLower.length };
    model = highs.createModel({
      ...size,
      sense: objectiveSense.maximize,
      colCost: cost,
      colLower: cost.map(() => 0),
      colUpper: cost.map(() => 0),
      rowLower,
      rowUpper,
      matrix: { format: "csr", ...size, starts, indices, values },
    });
    // With rule 12 HiGHS 1.15 called a feasible model infeasible: odin_solver/linear/highs.py.
    model.options.set({ output_flag: false, presolve_rule_off: 1 << 12, mip_rel_gap: 0 });
    return;
  }
  const { lower, upper, least, integer, options } = data;
  let { start } = data;
  const all = { kind: "range", from: 0, to: size.numCols - 1 };
  const type = integer ? variableType.integer : variableType.continuous;
  model.changeColsBounds(all, lower, upper);
  model.changeColsIntegrality(all, lower.map(() => type));
  model.changeRowBounds(size.numRows - 1, least, Infinity);
  model.options.set(options);
  if (integer) model.clearSolver();
  model.zeroAllClocks();
  let last = Infinity;
  model.run({
    [callbackType.mipImprovingSolution]: (/** @type {any} */ event) => postMessage({ values: event.data.mip_solution }),
    [callbackType.mipLogging]: (/** @type {any} */ event) => {
      const bound = event.data.mip_dual_bound;
      if (bound !== undefined && bound < last) postMessage({ bound: (last = bound) });
    },
    [callbackType.mipUserSolution]: (/** @type {any} */ event) => {
      if (start) event.setSolution(start);
      start = null;
    },
  });
  const status = ENDS[model.getModelStatus()] ?? "failed";
  let bound = integer && status !== "infeasible" ? model.info.get("mip_dual_bound") : -Infinity;
  if (status !== "optimal") return postMessage({ status, bound });
  bound = Math.max(bound, model.getObjectiveValue());
  const { colValue: values, colDual } = model.getSolution();
  postMessage({ status, bound, values, costs: colDual.map((/** @type {number} */ each) => -each) });
}
