import type { RocCurve, ThresholdMetrics } from "@agatha/contracts";
import type { Target } from "../../numeric/matrix.js";
import { type ClassProbabilities, probabilitiesOfClass } from "./probability-metrics.js";
import type { Weights } from "./weights.js";

type ClassTarget = Extract<Target, { kind: "class" }>;

const MAX_POINTS = 101;
/** 0.05, 0.10, … 0.95. */
const PROBABILITY_THRESHOLDS = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);

/**
 * Returns the probabilities by which held-out rows are ranked: those that the model answers. Two classes are ranked as learned. A
 * temperature keeps their order, but the temperatures of several folds do not keep it between rows of different folds.
 */
export function rankedProbabilities(classCount: number, learned: Float64Array, calibrated: Float64Array): Float64Array {
  return classCount === 2 ? learned : calibrated;
}

/** Returns the classes with a curve. Two classes have only the second's, since the first's is its mirror image. */
function curveClasses({ classCount }: ClassProbabilities): number[] {
  return classCount === 2 ? [1] : Array.from({ length: classCount }, (_, k) => k);
}

/**
 * Returns the receiver operating characteristic (Fawcett 2006) of each class against all others, by its probability.
 * `probabilities` is n × labels in row-major order.
 */
export function rocCurves({ codes, labels }: ClassTarget, probabilities: Float64Array): RocCurve[] {
  const forecast = { codes, classCount: labels.length, probabilities };
  return curveClasses(forecast).map((k) => ({
    label: labels[k],
    ...rocCurve(probabilitiesOfClass(forecast, k), (row) => codes[row] === k),
  }));
}

/**
 * Returns a function that computes the area under the ROC curve with weights for the rows: of the second of two classes, or the
 * mean over the classes of each against all others (scikit-learn's ovr with macro average). Null if a class, or everything but
 * it, has no row. The rows are sorted once.
 */
export function weightedRocAuc(forecast: ClassProbabilities): (weights?: Weights) => number | null {
  const ranked = curveClasses(forecast).map((k) => rankRows(probabilitiesOfClass(forecast, k), (row) => forecast.codes[row] === k));
  return (weights) => {
    const areas = ranked.map((rows) => areasUnderCurves(rows, weights).auc);
    return areas.reduce<number | null>((sum, area) => (sum === null || area === null ? null : sum + area / areas.length), 0);
  };
}

interface RankedRows {
  /** Rows by falling score. */
  order: Int32Array;
  /** By place in this order: 1 for a positive row, and 1 for the last row of a score. */
  positive: Uint8Array;
  last: Uint8Array;
}

function rankRows(scores: Float64Array, isPositive: (row: number) => boolean): RankedRows {
  const order = Int32Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a]);
  return {
    order,
    positive: Uint8Array.from(order, (row) => (isPositive(row) ? 1 : 0)),
    last: Uint8Array.from(order, (row, place) => (scores[row] === scores[order[place + 1]] ? 0 : 1)),
  };
}

/** Areas under the ROC and the precision-recall curve; null without positive or without negative rows. */
type CurveAreas = Pick<RocCurve, "auc"> & { average_precision: number | null };

/** Returns a function that computes the areas of the curves of one class with weights for the rows, which are sorted once. */
export function weightedCurveAreas(scores: Float64Array, isPositive: (row: number) => boolean): (weights?: Weights) => CurveAreas {
  const ranked = rankRows(scores, isPositive);
  return (weights) => areasUnderCurves(ranked, weights);
}

/** Returns the exact areas. `reached` is told of each point of the ROC curve. */
function areasUnderCurves(
  { order, positive, last }: RankedRows,
  weights?: Weights,
  reached?: (wrong: number, right: number) => void,
): CurveAreas {
  let [right, wrong, rightBefore, wrongBefore, area, precisions] = [0, 0, 0, 0, 0, 0];
  for (let place = 0; place < order.length; place++) {
    const weight = weights ? weights[order[place]] : 1;
    if (positive[place]) right += weight;
    else wrong += weight;
    if (!last[place]) continue;
    area += ((wrong - wrongBefore) * (right + rightBefore)) / 2;
    if (right > rightBefore) precisions += ((right - rightBefore) * right) / (right + wrong);
    reached?.(wrong, right);
    [rightBefore, wrongBefore] = [right, wrong];
  }
  if (right === 0 || wrong === 0) return { auc: null, average_precision: null };
  return { auc: area / (right * wrong), average_precision: precisions / right };
}

/** Computes one ROC curve. The area is exact: a pair of rows with the same score counts half. */
export function rocCurve(scores: Float64Array, positive: (row: number) => boolean): Omit<RocCurve, "label"> {
  const ranked = rankRows(scores, positive);
  const positives = ranked.positive.filter((one) => one === 1).length;
  const negatives = scores.length - positives;
  if (positives === 0 || negatives === 0) return { auc: null, average_precision: null, points: [] };
  const points = [{ fpr: 0, tpr: 0 }];
  const areas = areasUnderCurves(ranked, undefined, (wrong, right) => {
    points.push({ fpr: wrong / negatives, tpr: right / positives });
  });
  return { ...areas, points: downsample(points, MAX_POINTS) };
}

/** Returns at most `most` of the points, evenly spaced, with the first and the last one. */
export function downsample<T>(points: readonly T[], most: number): T[] {
  if (points.length <= most) return [...points];
  return Array.from({ length: most }, (_, i) => points[Math.round((i * (points.length - 1)) / (most - 1))]);
}

/** Returns, for two classes, the outcome of predicting the second class from each threshold on. */
export function thresholdTable({ codes }: ClassTarget, probabilities: Float64Array): ThresholdMetrics[] {
  return PROBABILITY_THRESHOLDS.map((threshold) => {
    const counts = { true_positives: 0, false_positives: 0, true_negatives: 0, false_negatives: 0 };
    codes.forEach((code, i) => {
      const right = probabilities[2 * i + 1] >= threshold === (code === 1);
      counts[`${right ? "true" : "false"}_${right === (code === 1) ? "positives" : "negatives"}`]++;
    });
    return {
      threshold,
      ...counts,
      precision: ratioOrNull(counts.true_positives, counts.false_positives),
      recall: ratioOrNull(counts.true_positives, counts.false_negatives),
    };
  });
}

function ratioOrNull(part: number, rest: number): number | null {
  return part + rest > 0 ? part / (part + rest) : null;
}
