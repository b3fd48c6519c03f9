import type { OnnxAnswer, OnnxGraph, Value } from "../../onnx/graph.js";
import { packSections, unpackSections } from "../../trees/sections.js";
import type { FittedModel, Matrix, Target } from "../algorithm.js";
import { FURTHEST } from "../finite.js";
import type { Pace } from "../pace.js";

interface Learned {
  /** Logarithm of each class's share of the rows; minus infinity for a class without rows. */
  priors: Float64Array;
  /** Class by class, a number for each column. */
  means: Float64Array;
  variances: Float64Array;
}

/** Where no column varies more than this, but for rounding all rows are alike, and so are all classes. */
const CONSTANT = 1e-20;

export async function fitNaiveBayes(x: Matrix, target: Target & { kind: "class" }, smoothing: number, pace: Pace): Promise<FittedModel> {
  const labels = target.labels.length;
  const counts = new Float64Array(labels);
  for (const code of target.codes) counts[code]++;
  const means = new Float64Array(labels * x.ncol);
  const variances = new Float64Array(labels * x.ncol);
  let widest = 0;
  for (let j = 0; j < x.ncol; j++) {
    const all = momentsOf(x.columns[j], new Int32Array(x.nrow), Float64Array.of(x.nrow));
    widest = Math.max(widest, all.variances[0]);
    const within = momentsOf(x.columns[j], target.codes, counts);
    for (let k = 0; k < labels; k++) {
      means[k * x.ncol + j] = within.means[k];
      variances[k * x.ncol + j] = within.variances[k];
    }
    if (pace.due()) await pace.rest(j / x.ncol);
  }
  const added = widest > CONSTANT ? smoothing * widest : 1;
  for (let at = 0; at < variances.length; at++) variances[at] += added;
  return createModel({ priors: counts.map((count) => Math.log(count / x.nrow)), means, variances });
}

/** Mean and variance of a column in each class; 0 where the class has no rows. */
function momentsOf(column: Float64Array, codes: Int32Array, counts: Float64Array): { means: Float64Array; variances: Float64Array } {
  const means = new Float64Array(counts.length);
  const variances = new Float64Array(counts.length);
  for (let i = 0; i < column.length; i++) means[codes[i]] += column[i];
  for (let k = 0; k < counts.length; k++) means[k] /= Math.max(1, counts[k]);
  for (let i = 0; i < column.length; i++) variances[codes[i]] += (column[i] - means[codes[i]]) ** 2;
  for (let k = 0; k < counts.length; k++) variances[k] /= Math.max(1, counts[k]);
  return { means, variances };
}

function createModel(learned: Learned): FittedModel {
  const { priors, means, variances } = learned;
  return {
    predict: (x) => ({ probabilities: probabilitiesOf(learned, x) }),
    express: (graph, features) => expressDensities(learned, graph, features),
    save: () => packSections({ settings: { algorithm: "BYS" }, arrays: { priors, means, variances } }),
  };
}

function expressDensities({ priors, means, variances }: Learned, graph: OnnxGraph, features: Value): OnnxAnswer {
  const labels = priors.length;
  const width = means.length / labels;
  const constants = priors.map((prior, k) => {
    const own = variances.subarray(k * width, (k + 1) * width);
    return own.reduce((sum, variance) => sum - 0.5 * Math.log(2 * Math.PI * variance), prior);
  });
  const rows = graph.node("Unsqueeze", [graph.within(features, FURTHEST), graph.integers([1])]);
  const distances = graph.node("Sub", [rows, graph.doubles(means, [1, labels, width])]);
  const factors = graph.doubles(
    variances.map((variance) => -0.5 / variance),
    [1, labels, width],
  );
  const terms = graph.node("Mul", [graph.node("Mul", [distances, distances]), factors]);
  const logs = graph.node("Add", [
    graph.node("ReduceSum", [terms, graph.integers([2])], { keepdims: 0 }),
    graph.doubles(constants, [1, labels]),
  ]);
  return { probabilities: graph.node("Softmax", [logs], { axis: 1 }) };
}

/** Infinite numbers count as the furthest that can be learned from, so that no density is 0 in every class alike. */
function probabilitiesOf({ priors, means, variances }: Learned, x: Matrix): Float64Array {
  const labels = priors.length;
  const logs = Array.from(priors, (prior) => new Float64Array(x.nrow).fill(prior));
  logs.forEach((log, k) => {
    for (let j = 0; j < x.ncol; j++) addLogDensity(log, x.columns[j], means[k * x.ncol + j], variances[k * x.ncol + j]);
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

function addLogDensity(into: Float64Array, column: Float64Array, mean: number, variance: number): void {
  const constant = -0.5 * Math.log(2 * Math.PI * variance);
  const factor = -0.5 / variance;
  for (let i = 0; i < into.length; i++) {
    const distance = Math.max(-FURTHEST, Math.min(FURTHEST, column[i])) - mean;
    into[i] += constant + factor * distance * distance;
  }
}

/** Whether the bytes are those of classes: those of numbers begin as a GLM does. */
export function isNaiveBayes(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === "AGTR";
}

/** Throws when the bytes are not those of a model. */
export function loadNaiveBayes(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  const { priors, means, variances } = arrays;
  if (
    settings.algorithm !== "BYS" ||
    !(priors instanceof Float64Array && means instanceof Float64Array && variances instanceof Float64Array) ||
    means.length % priors.length !== 0 ||
    means.length !== variances.length
  ) {
    throw new Error("not a saved BYS model");
  }
  return createModel({ priors, means, variances });
}
