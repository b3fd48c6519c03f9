import { createHash } from "node:crypto";
import type { ConfidenceInterval, MetricName, MetricResamples, Metrics } from "@agatha/contracts";
import { weightedBaselineMetrics } from "../../evaluation/baseline.js";
import { blocksInTime, classUncertainty, KEPT_RESAMPLES, type MetricUncertainty, metricUncertainty } from "../../evaluation/bootstrap.js";
import { calibrationErrorInterval } from "../../evaluation/calibration-error-interval.js";
import { weightedClassMetrics } from "../../evaluation/metrics/class-metrics.js";
import { supervisedMetrics } from "../../evaluation/metrics/compute-metrics.js";
import type { RankedClass } from "../../evaluation/metrics/rank-rows.js";
import type { WeightedMetrics } from "../../evaluation/metrics/weights.js";
import { outlierUncertainty } from "../../evaluation/outlier-uncertainty.js";
import { periodInSeries } from "../../numeric/series/series-places.js";
import { takeAnomalous } from "../plan/semilabel.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import type { CrossValidation } from "./cross-validate.js";
import type { OutOfFoldPrediction } from "./predict-held-out.js";
import type { Uncertainty } from "./uncertainty.js";
import { trivialPrediction } from "./validation-metrics.js";

/** Returns the uncertainty of the held-out figures. `weighted` computes those of a model without a response. */
export function heldOutUncertainty(
  trainingSet: TrainingSet,
  crossValidation: CrossValidation,
  { prediction, probabilities, weighted }: OutOfFoldPrediction & Pick<Uncertainty, "probabilities"> & { weighted: WeightedMetrics },
): MetricUncertainty {
  const { heldOutRows } = crossValidation;
  const target = takeTarget(trainingSet.target, heldOutRows);
  if (target.kind === "none") {
    const anomalous = takeAnomalous(heldOutRows, trainingSet.semilabel);
    return outlierUncertainty(weighted, { nrow: heldOutRows.length, anomalous, groups: unitsOfHeldOutRows(trainingSet, heldOutRows) });
  }
  const figures = {
    model: supervisedMetrics(target, prediction, probabilities),
    trivial: weightedBaselineMetrics(target, trivialPrediction(trainingSet, crossValidation)),
  };
  return metricUncertainty(figures, heldOutRows.length, unitsOfHeldOutRows(trainingSet, heldOutRows));
}

/** Returns the intervals of the held-out figures of each class. `predicted` are the answers, and `ranked` the rows of the curves. */
export function heldOutClassUncertainty(
  trainingSet: TrainingSet,
  { heldOutRows }: CrossValidation,
  { predicted, ranked }: { predicted: Int32Array; ranked: readonly RankedClass[] },
): ReturnType<typeof classUncertainty> | undefined {
  const target = takeTarget(trainingSet.target, heldOutRows);
  if (target.kind !== "class") return undefined;
  const { codes, labels } = target;
  const rows = { codes, predicted, classCount: labels.length, groups: unitsOfHeldOutRows(trainingSet, heldOutRows) };
  return classUncertainty(rows, (k) => weightedClassMetrics({ codes, predicted, ranked }, k));
}

/** Returns the intervals of the expected calibration error of held-out probabilities as learned, and as calibrated. */
export function heldOutCalibrationUncertainty(
  trainingSet: TrainingSet,
  { heldOutRows }: CrossValidation,
  { learned, calibrated }: { learned: Float64Array; calibrated: Float64Array },
): { before?: ConfidenceInterval; after?: ConfidenceInterval } {
  const target = takeTarget(trainingSet.target, heldOutRows);
  if (target.kind !== "class") return {};
  const { codes, labels } = target;
  const groups = unitsOfHeldOutRows(trainingSet, heldOutRows);
  const intervalOf = (probabilities: Float64Array) => calibrationErrorInterval({ codes, classCount: labels.length, probabilities }, groups);
  const before = intervalOf(learned);
  return { before, after: calibrated === learned ? before : intervalOf(calibrated) };
}

/**
 * Returns the group or block that each held-out row is drawn with; undefined where each row is drawn alone. The rows of a period are
 * never apart.
 */
export function unitsOfHeldOutRows({ series, validation }: TrainingSet, heldOutRows: Int32Array): Int32Array | undefined {
  const take = (codes: Int32Array) => heldOutRows.map((row) => codes[row]);
  if (series) return blocksInTime(heldOutRows.map((row) => periodInSeries(series.periods.index[series.entries[row]])));
  if (validation?.splitter.rows === "time") return blocksInTime(take(validation.splitter.periods));
  return validation?.groups && take(validation.groups);
}

/** Returns the figures on the resamples that models are compared by, with seven digits. */
export function metricResamples(
  { resamples: { inBag, outOfBag }, groupCount }: MetricUncertainty,
  { datasetRows }: TrainingSet,
  { heldOutRows }: CrossValidation,
): MetricResamples {
  const names = Object.keys(inBag[0] ?? {}) as MetricName[];
  const listOf = (resamples: readonly Metrics[], name: MetricName) =>
    resamples.slice(0, KEPT_RESAMPLES).map((figures) => {
      const value = figures[name];
      return typeof value === "number" ? Number(value.toPrecision(7)) : null;
    });
  return {
    rows: createHash("sha256")
      .update(heldOutRows.map((row) => datasetRows[row]))
      .digest("hex")
      .slice(0, 16),
    groups: groupCount,
    figures: Object.fromEntries(names.map((name) => [name, { inBag: listOf(inBag, name), outOfBag: listOf(outOfBag, name) }])),
  };
}
