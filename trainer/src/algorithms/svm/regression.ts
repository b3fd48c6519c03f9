import type { ParamsOf } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix } from "../../numeric/matrix.js";
import {
  createSingleGroup,
  DecisionFunction,
  deserializeSupportVectors,
  type SupportVectors,
  serializeSupportVectors,
} from "../../numeric/support-vectors/decision-function.js";
import { kernelFunctionOf, toRowMajor } from "../../numeric/support-vectors/kernel-function.js";
import { decisionSumsToOnnx } from "../../numeric/support-vectors/onnx.js";
import { SmoSolver } from "../../numeric/support-vectors/smo-solver.js";
import { fitTargetScaling, standardise, type TargetScaling, unscale } from "../../numeric/trees/target-scaling.js";
import { createYielder, runToEnd } from "../../numeric/yield-to-event-loop.js";
import type { FittedModel } from "../base/algorithm.js";

interface RegressionState {
  machine: SupportVectors;
  intercept: number;
  unit: TargetScaling;
}

/** Memory of the kernel cache, the same as scikit-learn's. Regression has one machine, on one thread. */
const CACHE_BYTES = 200_000_000;

/** Fits ε-SVR to the standardised target. */
export async function fitRegression(x: Matrix, values: Float64Array, params: ParamsOf<"SVM">, context: FitContext): Promise<FittedModel> {
  const yieldToEventLoop = createYielder(context);
  const rows = toRowMajor(x);
  const similarity = kernelFunctionOf(rows, params);
  const unit = fitTargetScaling(values);
  const solver = new SmoSolver(rows, similarity, x.nrow, CACHE_BYTES);
  solver.selectRows(Int32Array.from(values.keys()), params.epsilon);
  solver.gradient.set(standardise(values, unit).map((value) => -value));
  solver.lowerBounds.fill(-params.cost, 0, x.nrow);
  solver.upperBounds.fill(params.cost, 0, x.nrow);
  solver.refreshWorkingSet();
  const converged = await runToEnd(solver.solve({ tolerance: params.tolerance, maxIterations: params.maxIterations }), yieldToEventLoop);
  if (!converged) {
    context.warnNotConverged?.(`SVM had not converged after ${params.maxIterations} iterations: allow more, or lower the cost`);
  }
  const machine = createSingleGroup(rows, similarity, solver.beta);
  return createRegressionModel({ machine, intercept: solver.intercept(), unit });
}

function createRegressionModel({ machine, intercept, unit }: RegressionState): FittedModel {
  let scorer: DecisionFunction | undefined;
  return {
    predict(x) {
      const values = new Float64Array(x.nrow);
      scorer ??= new DecisionFunction(machine);
      for (let i = 0; i < x.nrow; i++) {
        scorer.setRow(x, i);
        values[i] = unscale(scorer.decisionSum(0, 0) + intercept, unit);
      }
      return { values };
    },
    toOnnx(graph, features) {
      const sum = decisionSumsToOnnx(machine, [[{ which: 0, group: 0 }]], graph, features);
      const decision = graph.node("Add", [sum, graph.doubles([intercept])]);
      return { values: graph.unscale(decision, unit) };
    },
    save: () =>
      serializeSupportVectors(machine, {
        settings: { algorithm: "SVM", labels: 0 },
        arrays: { numbers: Float64Array.of(intercept, unit.center, unit.scale) },
      }),
  };
}

/** Throws when the bytes are not a complete saved model. */
export function loadRegressionModel(bytes: Uint8Array): FittedModel {
  const { machine, arrays } = deserializeSupportVectors(bytes, "SVM", { numbers: Float64Array });
  const { numbers } = arrays;
  if (numbers.length !== 3) throw new Error("not a whole SVM model");
  const [intercept, center, scale] = numbers;
  return createRegressionModel({ machine, intercept, unit: { center, scale } });
}
