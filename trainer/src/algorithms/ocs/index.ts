/**
 * One-class support vector machine (Schölkopf, Platt, Shawe-Taylor, Smola and Williamson 2001). The score tells how far a row
 * lies outside the smooth region that holds all but about `nu` of the training rows; scores above 0 are outside. The dual is
 * solved by pairs of rows (Fan, Chen and Lin 2005), starting with the rows furthest from the mean. Parameters: `nu`, `kernel`,
 * `kernelGamma`, `tolerance`, `maxIterations`. `contamination` sets the threshold and changes no score.
 *
 * Memory: the matrix twice at 4 bytes a number, and a cache of kernel rows of at most 100 MB.
 */
import { ALGORITHMS, ERRORS, InvalidInput } from "@agatha/contracts";
import { requireFinite } from "../../numeric/linear-algebra/check-finite.js";
import { createSingleGroup } from "../../numeric/support-vectors/decision-function.js";
import { kernelFunctionOf, type RowMajorRows, toRowMajor } from "../../numeric/support-vectors/kernel-function.js";
import { SmoSolver } from "../../numeric/support-vectors/smo-solver.js";
import { createYielder, runToEnd } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "../base/algorithm.js";
import { createOcsModel, loadOcsModel } from "./model.js";

export const ocs: Algorithm<"OCS"> = {
  name: "OCS",
  modelTypes: ALGORITHMS.OCS.modelTypes,
  encoding: { missing: "impute", scale: "standard" },
  load: loadOcsModel,
  async fit(x, _target, params, context) {
    if (x.nrow === 0 || x.ncol === 0) {
      throw new InvalidInput(ERRORS.modelTrainingFailed, {
        path: "columns",
        message: "OCS needs at least one row and one column to learn from",
      });
    }
    requireFinite(x, "OCS");
    const yieldToEventLoop = createYielder(context);
    const rows = toRowMajor(x);
    const similarity = kernelFunctionOf(rows, params);
    const solver = new SmoSolver(rows, similarity, x.nrow);
    solver.selectRows(Int32Array.from({ length: x.nrow }, (_, i) => i));
    solver.upperBounds.fill(1, 0, x.nrow);
    let left = params.nu * x.nrow;
    for (const row of furthestFirst(rows)) {
      if (left <= 0) break;
      solver.addToBeta(row, Math.min(1, left));
      left -= 1;
      const pending = yieldToEventLoop(0);
      if (pending) await pending;
    }
    solver.refreshWorkingSet();
    const converged = await runToEnd(solver.solve({ tolerance: params.tolerance, maxIterations: params.maxIterations }), yieldToEventLoop);
    if (!converged) context.warnNotConverged?.(`OCS had not converged after ${params.maxIterations} iterations: allow more`);
    const machine = createSingleGroup(rows, similarity, solver.beta);
    return createOcsModel(machine, solver.intercept());
  },
};

/** Returns the rows sorted by their distance from the mean, the furthest first. */
function furthestFirst({ count, width, values }: RowMajorRows): Int32Array {
  const means = new Float64Array(width);
  for (let i = 0; i < count; i++) for (let j = 0; j < width; j++) means[j] += values[i * width + j] / count;
  const squares = new Float64Array(count);
  for (let i = 0; i < count; i++) for (let j = 0; j < width; j++) squares[i] += (values[i * width + j] - means[j]) ** 2;
  return Int32Array.from(squares.keys()).sort((a, b) => squares[b] - squares[a] || a - b);
}
