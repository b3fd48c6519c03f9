import { ALGORITHMS, type AlgorithmName, type ModelType } from "@agatha/contracts";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import type { Algorithm, Prediction } from "../base/algorithm.js";
import { REGISTRY } from "../registry.js";

/** An algorithm with one of its model types. */
export interface AlgorithmCase {
  title: string;
  algorithm: Algorithm;
  task: ModelType;
}

/** Every registered algorithm with each of its model types. */
export const ALGORITHM_CASES: AlgorithmCase[] = Object.values(REGISTRY).flatMap((algorithm: Algorithm) =>
  algorithm.modelTypes.map((task) => ({ title: `${algorithm.name} (${task})`, algorithm, task })),
);

/** Returns the default parameters, reduced for many fits: few trees, rounds and clusters. */
export function smallParams(name: AlgorithmName) {
  const few: Record<string, number> = { trees: 10, rounds: 10, clusters: 2, starts: 2 };
  const schema = ALGORITHMS[name].params;
  return schema.parse(Object.fromEntries(Object.entries(few).filter(([key]) => key in schema.shape)));
}

export interface EncodedTrainingSet {
  x: Matrix;
  target: Target;
}

/** Returns random rows whose first two columns are informative of the target. */
export function randomTrainingSet(
  task: ModelType,
  { nrow, ncol, labels = 3, seed = 5 }: { nrow: number; ncol: number; labels?: number; seed?: number },
): EncodedTrainingSet {
  const random = createRandom(seed);
  const columns = Array.from({ length: ncol }, () => Float64Array.from({ length: nrow }, () => random.normal()));
  const signal = Float64Array.from({ length: nrow }, (_, i) => (columns[0]?.[i] ?? 0) - 2 * (columns[1]?.[i] ?? 0) + 0.5 * random.normal());
  return { x: { nrow, ncol, columns }, target: targetFrom(task, signal, labels) };
}

/** Returns a target for the task that orders the rows by `signal`. */
export function targetFrom(task: ModelType, signal: Float64Array, labels: number): Target {
  if (task === "REGRESSION") return { kind: "number", values: signal };
  if (task !== "CLASSIFICATION") return { kind: "none" };
  const rank = new Int32Array(signal.length);
  [...signal.keys()]
    .sort((a, b) => signal[a] - signal[b])
    .forEach((row, at) => {
      rank[row] = at;
    });
  const codes = rank.map((at) => Math.floor((at * labels) / signal.length));
  return { kind: "class", codes, labels: Array.from({ length: labels }, (_, k) => `label ${k}`) };
}

/** Returns the numbers of a prediction of any task. */
export function numbersOf(answer: Prediction): number[] {
  return [...(answer.values ?? answer.probabilities ?? answer.scores ?? answer.clusters ?? [])];
}

/** Returns how many numbers a prediction has for each row. */
export function numbersPerRow(task: ModelType, target: Target): number {
  return task === "CLASSIFICATION" && target.kind === "class" ? target.labels.length : 1;
}
