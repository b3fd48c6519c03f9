/** Analyses the models' predictions on the test rows for charts and tables. Pure. */
import type { EvaluationPredictions, ModelInfo, ModelType } from "@agatha/contracts";
import { binCounts, evenlySpaced, extent } from "../../../charts/data-reduction.js";

export type ActualValues = NonNullable<EvaluationPredictions["actual"]>;
/** The scores of rows without an answer are null. */
export type Prediction = Omit<EvaluationPredictions["prediction"], "score"> & { score?: (number | null)[] | undefined };
type Points = NonNullable<ModelInfo["regression"]>["points"];

/** Most points that a chart shows. */
export const MAX_POINTS = 2000;

/** Rows with a number on both sides. Many rows are sampled evenly, in their order. */
export function actualVsPredicted(actual: ActualValues, { value }: Prediction): { points: Points; all: number } {
  const all = actual.flatMap((observed, row): Points => {
    const predicted = value[row];
    return typeof observed === "number" && typeof predicted === "number" ? [{ row, actual: observed, predicted }] : [];
  });
  const points = evenlySpaced(all.length, MAX_POINTS).flatMap((row) => all[row] ?? []);
  return { points, all: all.length };
}

/** Smallest and largest value of all points; undefined if there are none. */
export function valueRange(charts: readonly Points[]): readonly [number, number] | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const points of charts) {
    for (const { actual, predicted } of points) {
      low = Math.min(low, actual, predicted);
      high = Math.max(high, actual, predicted);
    }
  }
  return low <= high ? [low, high] : undefined;
}

/** Classes by frequency, then by name. Classes that only a model predicts come last. */
export function classLabels(actual: ActualValues, predictions: readonly Prediction[]): string[] {
  const counts = new Map<string, number>();
  for (const label of actual) if (label !== null) counts.set(String(label), (counts.get(String(label)) ?? 0) + 1);
  for (const { value } of predictions)
    for (const label of value) if (label !== null && !counts.has(String(label))) counts.set(String(label), 0);
  return [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([label]) => label);
}

/** Counts rows by class: `confusion[actual][predicted]`. Rows without a class do not count. */
export function confusionMatrix(actual: ActualValues, { value }: Prediction, labels: readonly string[]): number[][] {
  const place = new Map(labels.map((label, at) => [label, at]));
  const confusion = labels.map(() => new Array<number>(labels.length).fill(0));
  actual.forEach((label, row) => {
    const [from, to] = [place.get(String(label)), place.get(String(value[row]))];
    const counts = label === null || from === undefined ? undefined : confusion[from];
    if (counts && to !== undefined) counts[to] = (counts[to] ?? 0) + 1;
  });
  return confusion;
}

/** Returns the prediction without the scores of rows that have no answer, which are 0 in results of earlier versions. */
export function withoutUnansweredScores(prediction: EvaluationPredictions["prediction"]): Prediction {
  const { score, value } = prediction;
  return score ? { ...prediction, score: score.map((one, row) => (value[row] === null ? null : one)) } : prediction;
}

const isScore = (score: number | null): score is number => score !== null;

/** Histogram of anomaly scores in equally wide bins. Rows without an answer do not count. */
export function scoreHistogram(scores: readonly (number | null)[], bins = 40): { from: number; to: number; counts: number[] } {
  const score = scores.filter(isScore);
  const [from, to] = extent(score);
  if (!(from < to)) return { from: from - 0.5, to: from + 0.5, counts: [score.length] };
  return { from, to, counts: binCounts(score, { start: from, width: (to - from) / bins, bins }) };
}

/** Number of rows in each cluster, by cluster number. */
export function clusterSizes({ value }: Prediction): { cluster: number; rows: number; center: [] }[] {
  const counts = new Map<number, number>();
  for (const cluster of value) if (typeof cluster === "number") counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).map(([cluster, rows]) => ({ cluster, rows, center: [] }));
}

/** Error of each prediction, larger is worse; null if it cannot be judged. For outlier detection it is the anomaly score. */
export function predictionErrors(type: ModelType, actual: ActualValues | undefined, { value, prob, score }: Prediction): (number | null)[] {
  return value.map((predicted, row) => {
    const value = actual?.[row] ?? null;
    if (type === "OCC") return score?.[row] ?? null;
    if (type === "CLUSTERING" || value === null || predicted === null) return null;
    if (type === "REGRESSION") return Math.abs(Number(value) - Number(predicted));
    return 1 - (prob?.[row]?.[String(value)] ?? 0);
  });
}

/** Row indices, the largest error first. Rows that cannot be judged come last, in their order. */
export function rowsByError(wrongness: readonly (number | null)[]): number[] {
  const rows = [...wrongness.keys()];
  return rows.sort((a, b) => (wrongness[b] ?? Number.NEGATIVE_INFINITY) - (wrongness[a] ?? Number.NEGATIVE_INFINITY) || a - b);
}

/**
 * The same prediction with rows above another threshold flagged, in place of the alarms of a budget. Scores do not change, so no
 * request is needed. Rows without an answer still have none.
 */
export function applyThreshold(prediction: Prediction, threshold: number | null): Prediction {
  const { score } = prediction;
  if (threshold === null || threshold === prediction.threshold || !score) return prediction;
  const { alarm: _alarm, alarm_fdr: _share, ...others } = prediction;
  return { ...others, threshold, value: score.map((value) => (value === null ? null : value > threshold)) };
}

/**
 * Score above which the rows are flagged: the threshold, or the highest score without an alarm where rows are judged together.
 * Undefined if no row is flagged by its alarm.
 */
export function flaggingScore({ score = [], value, threshold }: Prediction): number | undefined {
  if (threshold !== undefined || !value.includes(true)) return threshold;
  const others = score.filter((_, row) => value[row] !== true).filter(isScore);
  return others.length > 0 ? extent(others)[1] : extent(score.filter(isScore))[0];
}
