import { takeRows } from "../../data/tables/table.js";
import { absoluteErrors } from "../../evaluation/conformal.js";
import { predictGraph } from "../../model/artifact/graph.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { type Random, randomPermutation } from "../../numeric/random.js";
import type { Splitter } from "../../numeric/split.js";
import { LEARNING_CURVE_STREAMS } from "../context/random-streams.js";
import { fitRows } from "../fit/fit-rows.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { type CrossValidation, type FoldModel, meanOverHeldOutRows } from "./cross-validate.js";

/** Smallest ratio per doubling of rows: errors never count as falling faster than the rows grow. */
const MIN_RATIO_PER_DOUBLING = 0.5;

/**
 * Estimates the ratio of the final model's errors on new rows to the held-out errors. The final model learns from all rows, a
 * fold's model from four fifths of them.
 *
 * Each fold's model is fitted again on a random half of its rows. Comparing both models' errors on the held-out rows shows how
 * errors fall when rows double. A power law (Cortes, Jackel, Solla, Vapnik and Denker 1994) extrapolates from the fold's rows to
 * all rows.
 *
 * The ratio is at most 1: it is 1 when more rows do not help. It is also 1 except for numbers whose rows are in no order.
 */
export async function expectedErrorRatio(trainingSet: TrainingSet, crossValidation: CrossValidation, context: FitContext): Promise<number> {
  if (trainingSet.target.kind !== "number" || isChronological(trainingSet) || crossValidation.method === "leave_one_out") return 1;
  let [before, after] = [0, 0];
  for (const [f, fold] of crossValidation.folds.entries()) {
    const random = context.random.fork(f);
    const half = takeHalf(fold.train, trainingSet.validation?.splitter, random.fork(LEARNING_CURVE_STREAMS.half));
    const part = {
      ...context,
      random: random.fork(LEARNING_CURVE_STREAMS.fit),
      progress: (done: number) => context.progress((f + done) / crossValidation.folds.length),
    };
    const { graph } = await fitRows({ ...trainingSet, plan: fold.plan }, half, part, crossValidation.outOfFold);
    before += totalAbsoluteError(trainingSet, { ...fold, graph });
    after += totalAbsoluteError(trainingSet, fold);
  }
  const share = Math.max(MIN_RATIO_PER_DOUBLING, after / before) ** doublingsToAllRows(trainingSet, crossValidation);
  return Math.min(1, Number.isNaN(share) ? 1 : share);
}

/** Returns how often the rows of a fold double until they are all rows. Folds of groups differ in size, those of random rows by a row. */
function doublingsToAllRows({ table, validation }: TrainingSet, { folds }: CrossValidation): number {
  const doublings = ({ train }: FoldModel) => Math.log2(table.nrow / train.length);
  return validation?.splitter.rows === "groups" ? meanOverHeldOutRows(folds, doublings) : doublings(folds[0]);
}

function isChronological({ series, validation }: TrainingSet): boolean {
  return series !== undefined || validation?.splitter.rows === "time";
}

/** Returns a random half of the rows, or all rows of a random half of their groups. */
function takeHalf(rows: Int32Array, splitter: Splitter | undefined, random: Random): Int32Array {
  const units = splitter?.rows === "groups" ? Int32Array.from(new Set(rows.map((row) => splitter.groups[row]))) : rows;
  const half = randomPermutation(units.length, random)
    .subarray(0, Math.ceil(units.length / 2))
    .map((place) => units[place]);
  if (splitter?.rows !== "groups") return half.sort();
  const taken = new Set(half);
  return rows.filter((row) => taken.has(splitter.groups[row]));
}

/** Returns the sum of a fold model's absolute errors on its held-out rows. */
function totalAbsoluteError({ table, target }: TrainingSet, { graph, heldOut }: Pick<FoldModel, "graph" | "heldOut">): number {
  const actual = takeTarget(target, heldOut);
  if (actual.kind !== "number") return Number.NaN;
  const { values = new Float64Array(0) } = predictGraph(graph, takeRows(table, heldOut));
  return absoluteErrors(actual.values, values).reduce((sum, error) => sum + error, 0);
}
