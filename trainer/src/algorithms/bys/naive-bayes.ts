import { clip } from "../../numeric/clip.js";
import { MAX_MAGNITUDE } from "../../numeric/linear-algebra/check-finite.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { packSections, readSections } from "../../numeric/sections.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";

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
  return {
    predict: (x) => ({ probabilities: posteriorProbabilities(learned, x) }),
    toOnnx: (graph, features) => densitiesToOnnx(learned, graph, features),
    save: () => packSections({ settings: { algorithm: "BYS" }, arrays: { priors, means, variances } }),
  };
}

function densitiesToOnnx({ priors, means, variances }: ClassDistributions, graph: OnnxGraph, features: Value): OnnxPrediction {
  const labels = priors.length;
  const width = means.length / labels;
  const constants = priors.map((prior, k) => {
    const classVariances = variances.subarray(k * width, (k + 1) * width);
    return classVariances.reduce((sum, variance) => sum - 0.5 * Math.log(2 * Math.PI * variance), prior);
  });
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
 * Returns the probability of each class, n × labels. Numbers are clipped to MAX_MAGNITUDE, so that no row has density 0 in every
 * class.
 */
function posteriorProbabilities({ priors, means, variances }: ClassDistributions, x: Matrix): Float64Array {
  const labels = priors.length;
  const logs = Array.from(priors, () => new Float64Array(x.nrow));
  const constants = priors.slice();
  for (let j = 0; j < x.ncol; j++) {
    const column = clipColumn(x.columns[j]);
    logs.forEach((log, k) => {
      const at = k * x.ncol + j;
      constants[k] -= 0.5 * Math.log(2 * Math.PI * variances[at]);
      addSquaredDistances(log, column, means[at], -0.5 / variances[at]);
    });
  }
  logs.forEach((log, k) => {
    for (let i = 0; i < log.length; i++) log[i] += constants[k];
  });
  const probabilities = new Float64Array(x.nrow * labels);
  for (let i = 0; i < x.nrow; i++) {
    let highest = Number.NEGATIVE_INFINITY;
    for (const log of logs) if (log[i] > highest) highest = log[i];
    let sum = 0;
    for (let k = 0; k < labels; k++) {
      probabilities[i * labels + k] = Math.exp(logs[k][i] - highest);
      sum += probabilities[i * labels + k];
    }
    for (let k = 0; k < labels; k++) probabilities[i * labels + k] /= sum;
  }
  return probabilities;
}

/** Returns the column, or a clipped copy if it has numbers beyond MAX_MAGNITUDE. */
function clipColumn(column: Float64Array): Float64Array {
  for (let i = 0; i < column.length; i++) {
    if (Math.abs(column[i]) > MAX_MAGNITUDE) return column.map((value) => clip(value, MAX_MAGNITUDE));
  }
  return column;
}

function addSquaredDistances(into: Float64Array, column: Float64Array, mean: number, factor: number): void {
  for (let i = 0; i < into.length; i++) {
    const distance = column[i] - mean;
    into[i] += factor * distance * distance;
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
