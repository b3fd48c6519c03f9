/**
 * One-class support vector machine (Schölkopf, Platt, Shawe-Taylor, Smola and Williamson 2001): how far a row lies outside
 * the smooth region that holds all but about `nu` of the training rows; above 0 is outside. Its dual is solved by pairs of
 * rows (Fan, Chen and Lin 2005), beginning with the rows furthest from the mean. Parameters: `nu`, `kernel`, `kernelGamma`,
 * `tolerance`, `maxIterations`; `contamination` is for the threshold and changes no score.
 *
 * Memory: the matrix twice at 4 bytes a number, and kernel rows, of which at most 100 MB are kept.
 */
import { ALGORITHMS, InvalidInput } from "@agatha/contracts";
import { requireFinite } from "../../numeric/linear-algebra/finite.js";
import { createPace } from "../../numeric/pace.js";
import { expressSums } from "../../numeric/support-vectors/express.js";
import { createMachine, type Machine, packMachine, Scorer, unpackMachine } from "../../numeric/support-vectors/scorer.js";
import { type Rows, rowsOf, similarityOf } from "../../numeric/support-vectors/similarity.js";
import { Solver } from "../../numeric/support-vectors/solver.js";
import type { Algorithm, FittedModel } from "../base/algorithm.js";

export const ocs: Algorithm<"OCS"> = {
  name: "OCS",
  tasks: ALGORITHMS.OCS.tasks,
  encoding: { missing: "impute", scale: "standard" },
  load(bytes) {
    const { machine, sections } = unpackMachine(bytes, "OCS");
    return createOcsModel(machine, Number(sections.settings.intercept));
  },
  async fit(x, _target, params, context) {
    if (x.nrow === 0 || x.ncol === 0) {
      throw new InvalidInput("010515", { path: "columns", message: "OCS needs at least one row and one column to learn from" });
    }
    requireFinite(x, "OCS");
    const pace = createPace(context);
    const rows = rowsOf(x);
    const similarity = similarityOf(rows, params);
    const solver = new Solver(rows, similarity, x.nrow);
    solver.choose(Int32Array.from({ length: x.nrow }, (_, i) => i));
    solver.most.fill(1, 0, x.nrow);
    let left = params.nu * x.nrow;
    for (const row of furthestFirst(rows)) {
      if (left <= 0) break;
      solver.add(row, Math.min(1, left));
      left -= 1;
      if (pace.due()) await pace.rest(0);
    }
    solver.start();
    const solving = solver.solve({ tolerance: params.tolerance, limit: params.maxIterations });
    let step = solving.next();
    for (; !step.done; step = solving.next()) if (pace.due()) await pace.rest(step.value);
    if (!step.value) context.notConverged?.(`OCS had not converged after ${params.maxIterations} iterations: allow more`);
    const { beta } = solver;
    const used = Int32Array.from({ length: x.nrow }, (_, i) => i).filter((row) => beta[row] !== 0);
    const machine = createMachine(rows, similarity, [used], 1);
    machine.coefficients.set(Float32Array.from(used, (row) => beta[row]));
    return createOcsModel(machine, solver.intercept());
  },
};

/** Rows by their distance from the mean of all, the furthest first. */
function furthestFirst({ count, width, values }: Rows): Int32Array {
  const means = new Float64Array(width);
  for (let i = 0; i < count; i++) for (let j = 0; j < width; j++) means[j] += values[i * width + j] / count;
  const squares = new Float64Array(count);
  for (let i = 0; i < count; i++) for (let j = 0; j < width; j++) squares[i] += (values[i * width + j] - means[j]) ** 2;
  return Int32Array.from(squares.keys()).sort((a, b) => squares[b] - squares[a] || a - b);
}

function createOcsModel(machine: Machine, intercept: number): FittedModel {
  let scorer: Scorer | undefined;
  return {
    predict(x) {
      const scores = new Float64Array(x.nrow);
      scorer ??= new Scorer(machine);
      for (let i = 0; i < x.nrow; i++) {
        scorer.look(x, i);
        scores[i] = -(scorer.sum(0, 0) + intercept);
      }
      return { scores };
    },
    express(graph, features) {
      const sum = expressSums(machine, [[{ which: 0, group: 0 }]], graph, features);
      return { scores: graph.node("Neg", [graph.node("Add", [sum, graph.doubles([intercept])])]) };
    },
    save: () => packMachine(machine, { settings: { algorithm: "OCS", intercept }, arrays: {} }),
  };
}
