import { type Calibration, calibrate, type ModelInfo } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { answeredClasses } from "../../evaluation/metrics/classification-metrics.js";
import { regressionMetrics } from "../../evaluation/metrics/regression-metrics.js";
import { permutationCount, permutationImportance } from "../../evaluation/permutation-importance.js";
import { type Random, randomPermutation } from "../../numeric/random.js";
import { meanAndDeviation } from "../../numeric/statistics.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { IMPORTANCE_STREAMS } from "../context/random-streams.js";
import type { CrossValidation } from "../hold-out/cross-validate.js";
import { predictHeldOut } from "../hold-out/predict-held-out.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import type { TrainingOutcome } from "./training-outcome.js";

/**
 * Largest number of predictions for the importance. Held-out rows are predicted again for each shuffled column, which takes the
 * slowest algorithms minutes.
 */
const MAX_PREDICTIONS = 200_000;
const MIN_ROWS = 500;

type ImportanceReport = Pick<ModelInfo, "importance" | "importance_all" | "importance_measure" | "importance_rows">;

/**
 * Computes the importance of the named columns by permutation on held-out rows. Uses all of them, or a random sample if the work
 * would take too long, and returns the sample's size. Without held-out rows that can be judged, no column has an importance.
 */
export async function describeImportance(
  {
    trainingSet,
    crossValidation,
    heldOut,
    uncertainty,
  }: Pick<TrainingOutcome, "trainingSet" | "crossValidation" | "heldOut" | "uncertainty">,
  columns: readonly string[],
  { random, yieldToEventLoop }: { random: Random; yieldToEventLoop: YieldToEventLoop },
): Promise<ImportanceReport> {
  const count = Math.max(MIN_ROWS, Math.floor(MAX_PREDICTIONS / permutationCount(columns.length)));
  const sampled =
    crossValidation.heldOutRows.length > count
      ? takeHeldOut(
          crossValidation,
          randomPermutation(crossValidation.heldOutRows.length, random.fork(IMPORTANCE_STREAMS.rows)).subarray(0, count).sort(),
        )
      : crossValidation;
  const table = takeRows(trainingSet.table, sampled.heldOutRows);
  const before = sampled === crossValidation ? heldOut.prediction : predictHeldOut(sampled, table);
  const { measure, lossIncrease } = importanceMeasure(trainingSet, sampled, { before, calibration: uncertainty.calibration });
  return {
    ...(await permutationImportance(table, table.nrow > 0 ? columns : [], lossIncrease, { random, yieldToEventLoop })),
    importance_measure: measure,
    importance_rows: sampled === crossValidation ? undefined : count,
  };
}

/** Returns the folds with only the held-out rows at `positions`, which are ascending positions among all held-out rows. */
function takeHeldOut(crossValidation: CrossValidation, positions: Int32Array): CrossValidation {
  const heldOutRows = positions.map((position) => crossValidation.heldOutRows[position]);
  const positionOf = new Map(Array.from(heldOutRows, (row, position) => [row, position]));
  const folds = crossValidation.folds.map((fold) => {
    const heldOut = fold.heldOut.filter((row) => positionOf.has(row));
    return { ...fold, heldOut, positions: heldOut.map((row) => positionOf.get(row) ?? -1) };
  });
  return { ...crossValidation, heldOutRows, folds };
}

/**
 * Returns the loss that shuffling increases: RMSE in the target's unit, or Accuracy as a share. If wrong answers have costs, the
 * answers are those by calibrated probabilities. Without a target, the loss is the change of the prediction.
 */
function importanceMeasure(
  trainingSet: TrainingSet,
  crossValidation: CrossValidation,
  { before, calibration }: { before: Prediction; calibration: Calibration | undefined },
): { measure: string; lossIncrease: (table: Table) => number } {
  const target = takeTarget(trainingSet.target, crossValidation.heldOutRows);
  const predictShuffled = (table: Table) => predictHeldOut(crossValidation, table);
  if (target.kind === "number") {
    const rmse = (prediction: Prediction) => regressionMetrics(target.values, prediction.values ?? EMPTY).RMSE ?? 0;
    const baseline = rmse(before);
    return { measure: "RMSE", lossIncrease: (table) => rmse(predictShuffled(table)) - baseline };
  }
  if (target.kind === "class") {
    const answersOf = ({ probabilities = EMPTY }: Prediction) =>
      answeredClasses(target, target.decision && calibration ? calibrate(probabilities, target.labels.length, calibration) : probabilities);
    const wrong = (prediction: Prediction) => shareDiffering(answersOf(prediction), target.codes);
    const baseline = wrong(before);
    return { measure: "Accuracy", lossIncrease: (table) => wrong(predictShuffled(table)) - baseline };
  }
  if (before.clusters) {
    const clusters = before.clusters;
    return { measure: "cluster_change", lossIncrease: (table) => shareDiffering(predictShuffled(table).clusters ?? clusters, clusters) };
  }
  const scores = before.scores ?? EMPTY;
  const { deviation } = meanAndDeviation(scores);
  return {
    measure: "score_change",
    lossIncrease: (table) => meanDifference(predictShuffled(table).scores ?? scores, scores) / (deviation || 1),
  };
}

const EMPTY = new Float64Array(0);

function shareDiffering(a: Int32Array, b: Int32Array): number {
  return a.reduce((count, value, i) => count + (value === b[i] ? 0 : 1), 0) / a.length;
}

function meanDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;
}
