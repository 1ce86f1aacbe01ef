/** HiGHS: keeps a model, and maximises within bounds of its variables. */

import load from "./highs/highs.mjs";

const ready = load();
/** @type {any} */
let model;
let former = Promise.resolve();

onmessage = ({ data }) => {
  former = former.then(() => handle(data));
};

/** @param {any} data */
async function handle(data) {
  const highs = await ready;
  const { callbackType, objectiveSense, variableType } = highs.constants;
  if (data.model) {
    model?.dispose();
    const { cost, rowLower, rowUpper, starts, indices, values } = data.model;
    const size = { numCols: cost.length, numRows: rowLower.length };
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
  const { integer, ...options } = data.options;
  const all = { kind: "range", from: 0, to: data.lower.length - 1 };
  const type = integer ? variableType.integer : variableType.continuous;
  model.changeColsBounds(all, data.lower, data.upper);
  model.changeColsIntegrality(all, data.lower.map(() => type));
  model.options.set(integer ? options : { time_limit: 1e9, presolve: "choose" });
  if (integer) model.clearSolver();
  model.zeroAllClocks();
  let last = Infinity;
  model.run({
    [callbackType.mipImprovingSolution]: (/** @type {any} */ event) => postMessage({ values: event.data.mip_solution }),
    [callbackType.mipLogging]: (/** @type {any} */ event) => {
      const bound = event.data.mip_dual_bound;
      if (bound !== undefined && bound < last) postMessage({ bound: (last = bound) });
    },
  });
  const status = model.getModelStatus();
  const optimal = status === highs.constants.modelStatus.optimal;
  postMessage({
    status,
    bound: integer ? model.info.get("mip_dual_bound") : optimal ? model.getObjectiveValue() : Infinity,
    values: optimal ? model.getSolution().colValue : [],
  });
}
