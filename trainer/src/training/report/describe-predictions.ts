import type { ModelInfo } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { countLevels, sortByFrequency } from "../../data/tables/count-levels.js";
import { type Column, type Table, takeRows } from "../../data/tables/table.js";
import { confusionMatrix } from "../../evaluation/metrics/classification-metrics.js";
import { errorDeciles, extremeErrors } from "../../evaluation/metrics/prediction-errors.js";
import type { RankedClass } from "../../evaluation/metrics/rank-rows.js";
import { rocCurves } from "../../evaluation/metrics/roc.js";
import { thresholdTable } from "../../evaluation/metrics/threshold-table.js";
import type { Target } from "../../numeric/matrix.js";
import { median } from "../../numeric/statistics.js";

/** Largest number of held-out points of a regression. */
const MAX_POINTS = 2000;
const SCORE_BINS = 24;
/** Largest number of listed outliers. */
const MAX_LISTED = 15;

type Regression = NonNullable<ModelInfo["regression"]>;
type Classification = NonNullable<ModelInfo["classification"]>;
type Outlier = NonNullable<ModelInfo["outlier"]>;
type Clustering = NonNullable<ModelInfo["clustering"]>;

/**
 * Describes held-out predictions. `rows` are the dataset's rows of the held-out targets and predictions, -1 for a target that no row
 * has, such as the sum of several series; those are not among the listed errors. Predictions that are not finite are left out.
 */
export function describeRegression(rows: Int32Array, actual: Float64Array, { values = new Float64Array(0) }: Prediction): Regression {
  const points = Array.from(rows, (row, i) => ({ row, actual: actual[i], predicted: values[i] })).filter(({ predicted }) =>
    Number.isFinite(predicted),
  );
  const errors = points.map((point) => ({ ...point, error: point.actual - point.predicted }));
  const { largest, smallest } = extremeErrors(errors.filter(({ row }) => row >= 0));
  const stride = Math.max(1, points.length / MAX_POINTS);
  return {
    points: Array.from({ length: Math.min(points.length, MAX_POINTS) }, (_, i) => points[Math.floor(i * stride)]),
    largest_errors: largest,
    smallest_errors: smallest,
    error_deciles: errorDeciles(errors),
  };
}

/**
 * Returns the confusion matrix, and the largest and the smallest errors of held-out predictions. `rows` are the rows' indices in
 * the dataset. In their order are the targets, the codes of the answered classes, and the probabilities that the model answers.
 */
export function describeClassification(
  rows: Int32Array,
  { codes, labels }: Extract<Target, { kind: "class" }>,
  { predicted, probabilities }: { predicted: Int32Array; probabilities: Float64Array },
): Classification {
  const errors = Array.from(rows, (row, i) => ({
    row,
    actual: labels[codes[i]],
    predicted: labels[predicted[i]],
    error: 1 - probabilities[i * labels.length + codes[i]],
  }));
  const { largest, smallest } = extremeErrors(errors);
  return {
    labels: [...labels],
    confusion: confusionMatrix(codes, predicted, labels.length),
    largest_errors: largest,
    smallest_errors: smallest,
  };
}

/** Describes how well the held-out probabilities separate the classes. `calibrated` are the probabilities of the answers. */
export function describeProbabilities(
  target: Extract<Target, { kind: "class" }>,
  { ranked, calibrated }: { ranked: readonly RankedClass[]; calibrated: Float64Array },
): Pick<Classification, "roc" | "thresholds"> {
  return {
    roc: rocCurves(target.labels, ranked),
    thresholds: target.labels.length === 2 ? thresholdTable(target, calibrated) : undefined,
  };
}

/**
 * Returns the rows with the highest scores. `scores` are those of all rows in use, NaN of rows that the model cannot judge, and `rows`
 * their indices in the dataset.
 */
export function mostAnomalous(rows: Int32Array, scores: Float64Array): Outlier["most_anomalous"] {
  const judged = Array.from(scores, (score, i) => ({ row: rows[i], score })).filter(({ score }) => !Number.isNaN(score));
  return judged.sort((a, b) => b.score - a.score || a.row - b.row).slice(0, MAX_LISTED);
}

/** Counts the scores in bins of equal width. NaN is left out. */
export function scoreHistogram(scores: Float64Array): Pick<Outlier["scores"], "from" | "to" | "counts"> {
  const sorted = scores.filter((score) => !Number.isNaN(score)).sort();
  const [from = 0, to = 0] = [sorted.at(0), sorted.at(-1)];
  const counts = new Array<number>(SCORE_BINS).fill(0);
  for (const score of sorted) counts[to > from ? Math.min(SCORE_BINS - 1, Math.floor(((score - from) / (to - from)) * SCORE_BINS)) : 0]++;
  return { from, to, counts };
}

/**
 * Describes each cluster by its number of rows and by the mean (numbers), median (dates) or most frequent value (text) of each
 * column.
 */
export function describeClusters(clusters: Int32Array, table: Table): Clustering {
  const numbers = [...new Set(clusters)].sort((a, b) => a - b);
  return {
    clusters: numbers.map((number) => {
      const rows = Int32Array.from(clusters.keys()).filter((row) => clusters[row] === number);
      const center = takeRows(table, rows).columns.map((column) => ({ column: column.name, value: centralValue(column) }));
      return { cluster: number + 1, rows: rows.length, center };
    }),
  };
}

function centralValue(column: Column): number | string | null {
  if (column.type === "s") return sortByFrequency(countLevels(column))[0]?.value ?? null;
  const present = column.values.filter(Number.isFinite);
  if (present.length === 0) return null;
  return column.type === "d" ? median(present) : present.reduce((sum, value) => sum + value, 0) / present.length;
}
