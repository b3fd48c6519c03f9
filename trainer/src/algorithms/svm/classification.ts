import type { ParamsOf } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { kFolds } from "../../numeric/split.js";
import {
  createSupportVectors,
  DecisionFunction,
  deserializeSupportVectors,
  type SupportVectors,
  serializeSupportVectors,
} from "../../numeric/support-vectors/decision-function.js";
import { type ClassPair, type FittedPair, FOLDS } from "../../numeric/support-vectors/fit-pair.js";
import { fitPairs } from "../../numeric/support-vectors/fit-pairs.js";
import { kernelFunctionOf, toRowMajor } from "../../numeric/support-vectors/kernel-function.js";
import { decisionSumsToOnnx } from "../../numeric/support-vectors/onnx.js";
import { pairwiseCoupling } from "../../numeric/support-vectors/pairwise-coupling.js";
import { pairwiseCouplingToOnnx } from "../../numeric/support-vectors/pairwise-coupling-onnx.js";
import { plattProbability } from "../../numeric/support-vectors/platt-scaling.js";
import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";

/** Stream of the folds, apart from those of the pairs. */
const FOLDS_STREAM = -1;

type ClassTarget = Extract<Target, { kind: "class" }>;

interface ClassificationState {
  /** Support vectors with a group for each class in the training rows. Group g has a sum with each other group, in order. */
  machine: SupportVectors;
  labels: number;
  /** Classes in the training rows. */
  classes: Int32Array;
  /** By pair (0 and 1, 0 and 2, …): the intercept of its decision, and slope and offset of its sigmoid. */
  intercepts: Float64Array;
  slopes: Float64Array;
  offsets: Float64Array;
}

/** Fits one machine for each pair of classes (one against one), and their probabilities. */
export async function fitClassification(
  x: Matrix,
  target: ClassTarget,
  params: ParamsOf<"SVM">,
  context: FitContext,
): Promise<FittedModel> {
  const rows = toRowMajor(x);
  const similarity = kernelFunctionOf(rows, params);
  const groups = classRows(target);
  const pairs = buildPairs(groups, params, { random: context.random, folds: assignedFolds(target, context) });
  const stop = { tolerance: params.tolerance, maxIterations: params.maxIterations };
  const fitted = await fitPairs({ rows, similarity, pairs, stop }, context);
  if (fitted.some(({ converged }) => !converged)) {
    context.warnNotConverged?.(`SVM had not converged after ${params.maxIterations} iterations: allow more, or lower the cost`);
  }
  const used = groups.map(({ rows: own }, g) => supportVectorsOf(own, g, { count: groups.length, pairs, fitted }));
  const machine = createSupportVectors(rows, similarity, used, Math.max(0, groups.length - 1));
  placeCoefficients(machine, used, pairs, fitted);
  return createClassificationModel({
    machine,
    labels: target.labels.length,
    classes: Int32Array.from(groups, ({ code }) => code),
    intercepts: Float64Array.from(fitted, ({ intercept }) => intercept),
    slopes: Float64Array.from(fitted, ({ sigmoid }) => sigmoid.slope),
    offsets: Float64Array.from(fitted, ({ sigmoid }) => sigmoid.offset),
  });
}

interface ClassRows {
  code: number;
  rows: Int32Array;
}

/** Returns the classes that occur, each with its rows. */
function classRows({ codes, labels }: ClassTarget): ClassRows[] {
  const all = Int32Array.from(codes.keys());
  return labels.map((_, code) => ({ code, rows: all.filter((row) => codes[row] === code) })).filter(({ rows }) => rows.length > 0);
}

/** Returns the fold of each row where rows are held out together. */
function assignedFolds(target: ClassTarget, { random, splitter }: FitContext): Uint8Array | undefined {
  if (splitter === undefined || splitter.rows === "random") return undefined;
  const assigned = new Uint8Array(target.codes.length);
  const folds = kFolds(target, target.codes.length, random.fork(FOLDS_STREAM), { splitter, folds: FOLDS });
  for (const [fold, { heldOut }] of folds.entries()) for (const row of heldOut) assigned[row] = fold;
  return assigned;
}

/** Returns the folds of a pair's rows; undefined if a fold has all rows of one of the classes. */
function pairFolds(folds: Uint8Array, firstRows: Int32Array, secondRows: Int32Array): Uint8Array | undefined {
  const isInOneFold = (rows: Int32Array) => rows.every((row) => folds[row] === folds[rows[0]]);
  if (isInOneFold(firstRows) || isInOneFold(secondRows)) return undefined;
  return Uint8Array.from([...firstRows, ...secondRows], (row) => folds[row]);
}

function buildPairs(
  groups: readonly ClassRows[],
  { cost, classBalance }: ParamsOf<"SVM">,
  { random, folds }: { random: Random; folds: Uint8Array | undefined },
): ClassPair[] {
  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const weights = groups.map(({ rows }) => (total / (groups.length * rows.length)) ** classBalance);
  return groups.flatMap(({ rows: firstRows }, a) =>
    groups.slice(a + 1).map(({ rows: secondRows }, k): ClassPair => {
      const pairWeights = [weights[a], weights[a + 1 + k]] as const;
      return {
        rows: Int32Array.from([...firstRows, ...secondRows]),
        folds: folds && pairFolds(folds, firstRows, secondRows),
        signs: new Int8Array(firstRows.length + secondRows.length).fill(-1).fill(1, 0, firstRows.length),
        costs: [cost * pairWeights[0], cost * pairWeights[1]],
        weights: pairWeights,
        seed: random.fork(a * groups.length + k).int(2 ** 32),
      };
    }),
  );
}

interface PairFits {
  count: number;
  pairs: readonly ClassPair[];
  fitted: readonly FittedPair[];
}

/** Returns the index of the pair of groups a and b, with a before b, of `count` groups. */
function pairIndex(a: number, b: number, count: number): number {
  return a * count - (a * (a + 1)) / 2 + b - a - 1;
}

/** Returns the rows of a group that have a coefficient in any of its pairs. */
function supportVectorsOf(groupRows: Int32Array, g: number, { count, fitted }: PairFits): Int32Array {
  const used = new Uint8Array(groupRows.length);
  for (let other = 0; other < count; other++) {
    if (other === g) continue;
    const { beta } = fitted[pairIndex(Math.min(g, other), Math.max(g, other), count)];
    const first = other < g ? beta.length - groupRows.length : 0;
    for (let i = 0; i < groupRows.length; i++) if (beta[first + i] !== 0) used[i] = 1;
  }
  return groupRows.filter((_, i) => used[i] === 1);
}

/**
 * Copies each pair's coefficients into the machine. In the pair of a and b (a before b), a's coefficients belong to sum b − 1 and
 * b's to sum a.
 */
function placeCoefficients(
  machine: SupportVectors,
  used: readonly Int32Array[],
  pairs: readonly ClassPair[],
  fitted: readonly FittedPair[],
): void {
  const stride = machine.tiles.length / machine.width;
  const place = new Map<number, number>();
  used.forEach((rows, g) => {
    rows.forEach((row, i) => void place.set(row, machine.starts[g] + i));
  });
  for (let a = 0; a < used.length; a++) {
    for (let b = a + 1; b < used.length; b++) {
      const number = pairIndex(a, b, used.length);
      const { rows, signs } = pairs[number];
      fitted[number].beta.forEach((beta, i) => {
        const at = place.get(rows[i]);
        if (at !== undefined) machine.coefficients[(signs[i] > 0 ? b - 1 : a) * stride + at] = beta;
      });
    }
  }
}

function createClassificationModel(learned: ClassificationState): FittedModel {
  const { machine, labels, classes, intercepts, slopes, offsets } = learned;
  const count = classes.length;
  let scorer: DecisionFunction | undefined;
  return {
    predict(x) {
      const probabilities = new Float64Array(x.nrow * labels);
      const pairwise = new Float64Array(count * count);
      const coupled = new Float64Array(count);
      if (count > 1) scorer ??= new DecisionFunction(machine);
      for (let i = 0; i < x.nrow; i++) {
        if (scorer) {
          scorer.setRow(x, i);
          pairProbabilities(scorer, learned, pairwise);
        }
        pairwiseCoupling(pairwise, coupled);
        for (let g = 0; g < count; g++) probabilities[i * labels + classes[g]] = coupled[g];
      }
      return { probabilities };
    },
    toOnnx: (graph, features) => pairsToOnnx(learned, graph, features),
    save: () =>
      serializeSupportVectors(machine, { settings: { algorithm: "SVM", labels }, arrays: { classes, intercepts, slopes, offsets } }),
  };
}

/** Expresses the pairs' probabilities, their coupling and the labels' places as ONNX operators. */
function pairsToOnnx(
  { machine, labels, classes, intercepts, slopes, offsets }: ClassificationState,
  graph: OnnxGraph,
  features: Value,
): OnnxPrediction {
  const pairs = Array.from(classes, (_, a) => Array.from(classes.subarray(a + 1), (_other, k) => [a, a + 1 + k])).flat();
  const lists = pairs.map(([a, b]) => [
    { which: b - 1, group: a },
    { which: a, group: b },
  ]);
  const decisions = graph.node("Add", [decisionSumsToOnnx(machine, lists, graph, features), graph.doubles(intercepts)]);
  const exponents = graph.node("Add", [graph.node("Mul", [decisions, graph.doubles(slopes)]), graph.doubles(offsets)]);
  const sigmoids = graph.node("Sigmoid", [graph.node("Neg", [exponents])]);
  const firsts = graph.node("Clip", [sigmoids, graph.scalar(PROBABILITY_BOUND), graph.scalar(1 - PROBABILITY_BOUND)]);
  const coupled = pairwiseCouplingToOnnx(graph, firsts, classes.length);
  const labelOfClass = Float64Array.from({ length: classes.length * labels }, (_, at) =>
    Number(classes[Math.floor(at / labels)] === at % labels),
  );
  return { probabilities: graph.node("MatMul", [coupled, graph.doubles(labelOfClass, [classes.length, labels])]) };
}

/** Least distance of a pair's probability from 0 and 1. It lets pairs that contradict each other still give a result. */
const PROBABILITY_BOUND = 1e-7;

/** Writes the probability of each group against each other group, for the current row of the scorer. */
function pairProbabilities(
  scorer: DecisionFunction,
  { classes, intercepts, slopes, offsets }: ClassificationState,
  into: Float64Array,
): void {
  const count = classes.length;
  let number = 0;
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++, number++) {
      const decision = scorer.decisionSum(b - 1, a) + scorer.decisionSum(a, b) + intercepts[number];
      const p = plattProbability(decision, { slope: slopes[number], offset: offsets[number] });
      into[a * count + b] = Math.min(Math.max(p, PROBABILITY_BOUND), 1 - PROBABILITY_BOUND);
      into[b * count + a] = 1 - into[a * count + b];
    }
  }
}

/** Throws when the bytes are not a complete saved model. */
export function loadClassificationModel(bytes: Uint8Array): FittedModel {
  const types = { classes: Int32Array, intercepts: Float64Array, slopes: Float64Array, offsets: Float64Array };
  const { machine, settings, arrays } = deserializeSupportVectors(bytes, "SVM", types);
  const { classes, intercepts, slopes, offsets } = arrays;
  return createClassificationModel({ machine, labels: Number(settings.labels), classes, intercepts, slopes, offsets });
}
