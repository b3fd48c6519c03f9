import type { ParamsOf } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { couple } from "../../numeric/support-vectors/coupling.js";
import { expressSums } from "../../numeric/support-vectors/express.js";
import { expressCoupling } from "../../numeric/support-vectors/express-coupling.js";
import type { FittedPair, Pair } from "../../numeric/support-vectors/pair.js";
import { fitPairs } from "../../numeric/support-vectors/pairs.js";
import { createMachine, type Machine, packMachine, Scorer, unpackMachine } from "../../numeric/support-vectors/scorer.js";
import { probabilityOf } from "../../numeric/support-vectors/sigmoid.js";
import { rowsOf, similarityOf } from "../../numeric/support-vectors/similarity.js";
import type { OnnxAnswer, OnnxGraph, Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";

type Classes = Extract<Target, { kind: "class" }>;

interface Learned {
  /** A group for each class that occurred; of group g, the sums are with each other group in order. */
  machine: Machine;
  labels: number;
  /** Classes that occurred. */
  classes: Int32Array;
  /** By pair (0 and 1, 0 and 2, …): what is added to its sum, and the slope and offset of its probability. */
  intercepts: Float64Array;
  slopes: Float64Array;
  offsets: Float64Array;
}

/** One machine for each pair of classes (one against one), and their probabilities. */
export async function fitClasses(x: Matrix, target: Classes, params: ParamsOf<"SVM">, context: FitContext): Promise<FittedModel> {
  const rows = rowsOf(x);
  const similarity = similarityOf(rows, params);
  const groups = groupsOf(target);
  const pairs = planPairs(groups, params, context);
  const stop = { tolerance: params.tolerance, limit: params.maxIterations };
  const fitted = await fitPairs({ rows, similarity, pairs, stop }, context);
  if (fitted.some(({ converged }) => !converged)) {
    context.notConverged?.(`SVM had not converged after ${params.maxIterations} iterations: allow more, or lower the cost`);
  }
  const used = groups.map(({ rows: own }, g) => usedRows(own, g, { count: groups.length, pairs, fitted }));
  const machine = createMachine(rows, similarity, used, Math.max(0, groups.length - 1));
  placeCoefficients(machine, used, pairs, fitted);
  return createClassModel({
    machine,
    labels: target.labels.length,
    classes: Int32Array.from(groups, ({ code }) => code),
    intercepts: Float64Array.from(fitted, ({ intercept }) => intercept),
    slopes: Float64Array.from(fitted, ({ sigmoid }) => sigmoid.slope),
    offsets: Float64Array.from(fitted, ({ sigmoid }) => sigmoid.offset),
  });
}

interface Group {
  code: number;
  rows: Int32Array;
}

/** The classes that occur, each with its rows. */
function groupsOf({ codes, labels }: Classes): Group[] {
  const all = Int32Array.from(codes.keys());
  return labels.map((_, code) => ({ code, rows: all.filter((row) => codes[row] === code) })).filter(({ rows }) => rows.length > 0);
}

function planPairs(groups: readonly Group[], { cost, classBalance }: ParamsOf<"SVM">, { random }: FitContext): Pair[] {
  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const weights = groups.map(({ rows }) => (total / (groups.length * rows.length)) ** classBalance);
  return groups.flatMap(({ rows: one }, a) =>
    groups.slice(a + 1).map(({ rows: other }, k): Pair => {
      const pairWeights = [weights[a], weights[a + 1 + k]] as const;
      return {
        rows: Int32Array.of(...one, ...other),
        signs: new Int8Array(one.length + other.length).fill(-1).fill(1, 0, one.length),
        costs: [cost * pairWeights[0], cost * pairWeights[1]],
        weights: pairWeights,
        seed: random.fork(a * groups.length + k).int(2 ** 32),
      };
    }),
  );
}

interface Fits {
  count: number;
  pairs: readonly Pair[];
  fitted: readonly FittedPair[];
}

/** Number of the pair of groups a and b, a before b, of so many groups. */
function pairNumber(a: number, b: number, count: number): number {
  return a * count - (a * (a + 1)) / 2 + b - a - 1;
}

/** Rows of a group that have a coefficient in any of its pairs. */
function usedRows(own: Int32Array, g: number, { count, fitted }: Fits): Int32Array {
  const used = new Uint8Array(own.length);
  for (let other = 0; other < count; other++) {
    if (other === g) continue;
    const { beta } = fitted[pairNumber(Math.min(g, other), Math.max(g, other), count)];
    const first = other < g ? beta.length - own.length : 0;
    for (let i = 0; i < own.length; i++) if (beta[first + i] !== 0) used[i] = 1;
  }
  return own.filter((_, i) => used[i] === 1);
}

/** In its pair with the group before or after it, a group's coefficients are in the sum with that one's number, less one if it is after. */
function placeCoefficients(machine: Machine, used: readonly Int32Array[], pairs: readonly Pair[], fitted: readonly FittedPair[]): void {
  const stride = machine.tiles.length / machine.width;
  const place = new Map<number, number>();
  used.forEach((rows, g) => {
    rows.forEach((row, i) => void place.set(row, machine.starts[g] + i));
  });
  for (let a = 0; a < used.length; a++) {
    for (let b = a + 1; b < used.length; b++) {
      const number = pairNumber(a, b, used.length);
      const { rows, signs } = pairs[number];
      fitted[number].beta.forEach((beta, i) => {
        const at = place.get(rows[i]);
        if (at !== undefined) machine.coefficients[(signs[i] > 0 ? b - 1 : a) * stride + at] = beta;
      });
    }
  }
}

function createClassModel(learned: Learned): FittedModel {
  const { machine, labels, classes, intercepts, slopes, offsets } = learned;
  const count = classes.length;
  let scorer: Scorer | undefined;
  return {
    predict(x) {
      const probabilities = new Float64Array(x.nrow * labels);
      const pairwise = new Float64Array(count * count);
      const coupled = new Float64Array(count);
      if (count > 1) scorer ??= new Scorer(machine);
      for (let i = 0; i < x.nrow; i++) {
        if (scorer) {
          scorer.look(x, i);
          pairProbabilities(scorer, learned, pairwise);
        }
        couple(pairwise, coupled);
        for (let g = 0; g < count; g++) probabilities[i * labels + classes[g]] = coupled[g];
      }
      return { probabilities };
    },
    express: (graph, features) => expressPairs(learned, graph, features),
    save: () => packMachine(machine, { settings: { algorithm: "SVM", labels }, arrays: { classes, intercepts, slopes, offsets } }),
  };
}

/** As pairProbabilities, then coupled and put where their labels are. */
function expressPairs({ machine, labels, classes, intercepts, slopes, offsets }: Learned, graph: OnnxGraph, features: Value): OnnxAnswer {
  const pairs = Array.from(classes, (_, a) => Array.from(classes.subarray(a + 1), (_other, k) => [a, a + 1 + k])).flat();
  const lists = pairs.map(([a, b]) => [
    { which: b - 1, group: a },
    { which: a, group: b },
  ]);
  const decisions = graph.node("Add", [expressSums(machine, lists, graph, features), graph.doubles(intercepts)]);
  const exponents = graph.node("Add", [graph.node("Mul", [decisions, graph.doubles(slopes)]), graph.doubles(offsets)]);
  const sigmoids = graph.node("Sigmoid", [graph.node("Neg", [exponents])]);
  const firsts = graph.node("Clip", [sigmoids, graph.double(SURE), graph.double(1 - SURE)]);
  const coupled = expressCoupling(graph, firsts, classes.length);
  const isOf = Float64Array.from({ length: classes.length * labels }, (_, at) => Number(classes[Math.floor(at / labels)] === at % labels));
  return { probabilities: graph.node("MatMul", [coupled, graph.doubles(isOf, [classes.length, labels])]) };
}

/** Nearer to 0 or 1 than this no pair is sure, so that pairs that contradict each other still come to an answer. */
const SURE = 1e-7;

/** The probability of each group against each other one, of the row that the scorer has taken up. */
function pairProbabilities(scorer: Scorer, { classes, intercepts, slopes, offsets }: Learned, into: Float64Array): void {
  const count = classes.length;
  let number = 0;
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++, number++) {
      const decision = scorer.sum(b - 1, a) + scorer.sum(a, b) + intercepts[number];
      const p = probabilityOf(decision, { slope: slopes[number], offset: offsets[number] });
      into[a * count + b] = Math.min(Math.max(p, SURE), 1 - SURE);
      into[b * count + a] = 1 - into[a * count + b];
    }
  }
}

/** Throws when the bytes are not those of a whole model. */
export function loadClassModel(bytes: Uint8Array): FittedModel {
  const { machine, sections } = unpackMachine(bytes, "SVM");
  const { classes, intercepts, slopes, offsets } = sections.arrays;
  if (!(classes instanceof Int32Array && [intercepts, slopes, offsets].every((array) => array instanceof Float64Array))) {
    throw new Error("not a whole SVM model");
  }
  const labels = Number(sections.settings.labels);
  return createClassModel({ machine, labels, classes, intercepts, slopes, offsets } as Learned);
}
