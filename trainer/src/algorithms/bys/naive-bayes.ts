import { MAX_MAGNITUDE } from "../../numeric/linear-algebra/check-finite.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { packSections, readSections } from "../../numeric/sections.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";
import { visitSquareSums } from "./density-kernel.js";

interface ClassDistributions {
  /** Logarithm of each class's share of the rows; −∞ for a class without rows. */
  priors: Float64Array;
  /** A number for each column, class by class. */
  means: Float64Array;
  variances: Float64Array;
}

/** If no column has a greater variance, all rows are equal up to rounding, and so are all classes. */
const MIN_VARIANCE = 1e-20;

/** Fits a normal distribution to each column within each class; `smoothing` is added to variances as a share of the largest one. */
export async function fitNaiveBayes(
  x: Matrix,
  target: Target & { kind: "class" },
  smoothing: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<FittedModel> {
  const labels = target.labels.length;
  const all = Int32Array.from(target.codes.keys());
  const rowsOf = target.labels.map((_, k) => all.filter((row) => target.codes[row] === k));
  const means = new Float64Array(labels * x.ncol);
  const variances = new Float64Array(labels * x.ncol);
  let widest = 0;
  for (let j = 0; j < x.ncol; j++) {
    const within = rowsOf.map((rows) => classMoments(x.columns[j], rows));
    within.forEach(({ mean, variance }, k) => {
      means[k * x.ncol + j] = mean;
      variances[k * x.ncol + j] = variance;
    });
    widest = Math.max(widest, totalVariance(within, x.nrow));
    const pending = yieldToEventLoop(j / x.ncol);
    if (pending) await pending;
  }
  const added = widest > MIN_VARIANCE ? smoothing * widest : 1;
  for (let at = 0; at < variances.length; at++) variances[at] += added;
  return createModel({ priors: Float64Array.from(rowsOf, (rows) => Math.log(rows.length / x.nrow)), means, variances });
}

/** Moments of a column in the rows of a class. */
interface ClassMoments {
  count: number;
  mean: number;
  variance: number;
}

/**
 * Computes the moments; mean and variance are 0 without rows. The loops keep two sums, since an addition waits for the previous
 * one of its sum.
 */
function classMoments(column: Float64Array, rows: Int32Array): ClassMoments {
  const count = rows.length;
  const even = count - (count % 2);
  let [a, b] = [0, 0];
  for (let i = 0; i < even; i += 2) {
    a += column[rows[i]];
    b += column[rows[i + 1]];
  }
  if (even < count) a += column[rows[even]];
  const mean = (a + b) / Math.max(1, count);
  [a, b] = [0, 0];
  for (let i = 0; i < even; i += 2) {
    const deviationA = column[rows[i]] - mean;
    const deviationB = column[rows[i + 1]] - mean;
    a += deviationA * deviationA;
    b += deviationB * deviationB;
  }
  if (even < count) a += (column[rows[even]] - mean) ** 2;
  return { count, mean, variance: (a + b) / Math.max(1, count) };
}

/** Returns the variance of all rows: the variance within classes plus that of the class means. */
function totalVariance(within: readonly ClassMoments[], rows: number): number {
  const mean = within.reduce((sum, moments) => sum + moments.count * moments.mean, 0) / rows;
  return within.reduce((sum, moments) => sum + moments.count * (moments.variance + (moments.mean - mean) ** 2), 0) / rows;
}

function createModel(learned: ClassDistributions): FittedModel {
  const { priors, means, variances } = learned;
  const probabilitiesOf = posterior(learned);
  return {
    predict: (x) => ({ probabilities: probabilitiesOf(x) }),
    toOnnx: (graph, features) => densitiesToOnnx(learned, graph, features),
    save: () => packSections({ settings: { algorithm: "BYS" }, arrays: { priors, means, variances } }),
  };
}

function densitiesToOnnx({ priors, means, variances }: ClassDistributions, graph: OnnxGraph, features: Value): OnnxPrediction {
  const labels = priors.length;
  const width = means.length / labels;
  const constants = priors.map((prior, k) => logConstant(prior, variances.subarray(k * width, (k + 1) * width)));
  const rows = graph.node("Unsqueeze", [graph.clip(features, MAX_MAGNITUDE), graph.int64s([1])]);
  const distances = graph.node("Sub", [rows, graph.doubles(means, [1, labels, width])]);
  const factors = graph.doubles(
    variances.map((variance) => -0.5 / variance),
    [1, labels, width],
  );
  const terms = graph.node("Mul", [graph.node("Mul", [distances, distances]), factors]);
  const logs = graph.node("Add", [
    graph.node("ReduceSum", [terms, graph.int64s([2])], { keepdims: 0 }),
    graph.doubles(constants, [1, labels]),
  ]);
  return { probabilities: graph.node("Softmax", [logs], { axis: 1 }) };
}

/**
 * Returns a function that computes the probability of each class, n × labels. Numbers are clipped to MAX_MAGNITUDE, so that no row
 * has density 0 in every class.
 */
function posterior({ priors, means, variances }: ClassDistributions): (x: Matrix) => Float64Array {
  const classes = priors.length;
  const width = means.length / classes;
  const constants = priors.map((prior, k) => logConstant(prior, variances.subarray(k * width, (k + 1) * width)));
  const numbers = { classes, width, means, factors: variances.map((variance) => -0.5 / variance) };
  return (x) => {
    const probabilities = new Float64Array(x.nrow * classes);
    visitSquareSums(numbers, x, (sums, from, count) => {
      writeProbabilities(sums, constants, probabilities.subarray(from * classes, (from + count) * classes));
    });
    return probabilities;
  };
}

/** Returns the log of the class's share times its density at its mean. */
function logConstant(prior: number, variances: Float64Array): number {
  return variances.reduce((sum, variance) => sum - 0.5 * Math.log(2 * Math.PI * variance), prior);
}

/** Writes the probabilities row by row. The log of a class is its constant and its number in `sums`. */
function writeProbabilities(sums: readonly Float64Array[], constants: Float64Array, into: Float64Array): void {
  const classes = sums.length;
  for (let i = 0, at = 0; at < into.length; i++, at += classes) {
    let highest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < classes; k++) {
      const log = sums[k][i] + constants[k];
      into[at + k] = log;
      if (log > highest) highest = log;
    }
    let total = 0;
    for (let k = 0; k < classes; k++) {
      into[at + k] = Math.exp(into[at + k] - highest);
      total += into[at + k];
    }
    for (let k = 0; k < classes; k++) into[at + k] /= total;
  }
}

/** Returns whether the bytes are a classification model. Those of regression begin like a GLM's. */
export function isNaiveBayes(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === "AGTR";
}

/** Throws when the bytes are not a saved model. */
export function loadNaiveBayes(bytes: Uint8Array): FittedModel {
  const { arrays } = readSections(bytes, "BYS", { priors: Float64Array, means: Float64Array, variances: Float64Array });
  const { priors, means, variances } = arrays;
  if (means.length % priors.length !== 0 || means.length !== variances.length) throw new Error("not a whole BYS model");
  return createModel({ priors, means, variances });
}
