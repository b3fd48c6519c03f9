import type { ParamsOf } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix } from "../../numeric/matrix.js";
import { createPace } from "../../numeric/pace.js";
import { expressSums } from "../../numeric/support-vectors/express.js";
import { createMachine, type Machine, packMachine, Scorer, unpackMachine } from "../../numeric/support-vectors/scorer.js";
import { rowsOf, similarityOf } from "../../numeric/support-vectors/similarity.js";
import { Solver } from "../../numeric/support-vectors/solver.js";
import { standardise, type Unit, unitOf } from "../../numeric/trees/unit.js";
import type { FittedModel } from "../base/algorithm.js";

interface Learned {
  machine: Machine;
  intercept: number;
  unit: Unit;
}

/** ε-regression of the standardised target. */
export async function fitNumbers(x: Matrix, values: Float64Array, params: ParamsOf<"SVM">, context: FitContext): Promise<FittedModel> {
  const pace = createPace(context);
  const rows = rowsOf(x);
  const similarity = similarityOf(rows, params);
  const unit = unitOf(values);
  const solver = new Solver(rows, similarity, x.nrow);
  solver.choose(Int32Array.from(values.keys()), params.epsilon);
  solver.slope.set(standardise(values, unit).map((value) => -value));
  solver.least.fill(-params.cost, 0, x.nrow);
  solver.most.fill(params.cost, 0, x.nrow);
  solver.start();
  const solving = solver.solve({ tolerance: params.tolerance, limit: params.maxIterations });
  let step = solving.next();
  for (; !step.done; step = solving.next()) if (pace.due()) await pace.rest(step.value);
  if (!step.value) {
    context.notConverged?.(`SVM had not converged after ${params.maxIterations} iterations: allow more, or lower the cost`);
  }
  const { beta } = solver;
  const used = Int32Array.from(values.keys()).filter((row) => beta[row] !== 0);
  const machine = createMachine(rows, similarity, [used], 1);
  machine.coefficients.set(Float32Array.from(used, (row) => beta[row]));
  return createNumberModel({ machine, intercept: solver.intercept(), unit });
}

function createNumberModel({ machine, intercept, unit }: Learned): FittedModel {
  let scorer: Scorer | undefined;
  return {
    predict(x) {
      const values = new Float64Array(x.nrow);
      scorer ??= new Scorer(machine);
      for (let i = 0; i < x.nrow; i++) {
        scorer.look(x, i);
        values[i] = unit.center + unit.scale * (scorer.sum(0, 0) + intercept);
      }
      return { values };
    },
    express(graph, features) {
      const sum = expressSums(machine, [[{ which: 0, group: 0 }]], graph, features);
      const decision = graph.node("Add", [sum, graph.doubles([intercept])]);
      return { values: graph.node("Add", [graph.node("Mul", [decision, graph.doubles([unit.scale])]), graph.doubles([unit.center])]) };
    },
    save: () =>
      packMachine(machine, {
        settings: { algorithm: "SVM", labels: 0 },
        arrays: { numbers: Float64Array.of(intercept, unit.center, unit.scale) },
      }),
  };
}

/** Throws when the bytes are not those of a whole model. */
export function loadNumberModel(bytes: Uint8Array): FittedModel {
  const { machine, sections } = unpackMachine(bytes, "SVM");
  const { numbers } = sections.arrays;
  if (!(numbers instanceof Float64Array) || numbers.length !== 3) throw new Error("not a whole SVM model");
  const [intercept, center, scale] = numbers;
  return createNumberModel({ machine, intercept, unit: { center, scale } });
}
