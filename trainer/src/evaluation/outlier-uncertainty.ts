/** Uncertainty of the figures of an outlier detector, by the bootstrap and by exact intervals of shares of 0 and 1. */
import type { MetricIntervals, Metrics } from "@agatha/contracts";
import { intervalsOfEach, type MetricUncertainty, metricUncertainty } from "./bootstrap.js";
import type { LimitedRows, metricsByLimit } from "./metrics/metrics-by-limit.js";
import { distanceToPerfect } from "./metrics/outlier-metrics.js";
import { exactInterval } from "./metrics/perfect-classes.js";
import { MAX_SILHOUETTE_ROWS } from "./metrics/silhouette.js";
import type { WeightedMetrics } from "./metrics/weights.js";

interface LabelledRows {
  nrow: number;
  /** 1 for a known anomaly, 0 for an unlabeled row; undefined if no row has a label. */
  anomalous: Int32Array | undefined;
  /** Rows that are drawn together have one number; without groups, each row is drawn alone. */
  groups: Int32Array | undefined;
}

/** Returns the uncertainty of a detector's figures. */
export function outlierUncertainty(figures: WeightedMetrics, rows: LabelledRows): MetricUncertainty {
  const found = metricUncertainty({ model: figures }, rows.nrow, rows.groups);
  return { ...found, intervals: withExactShares(found.intervals, figures(), independentRows(rows)) };
}

/** Returns the intervals of the figures for each limit. `figures` computes the figures. */
export function intervalsByLimit(
  figures: ReturnType<typeof metricsByLimit>,
  {
    firstFlaggingLimit: { length: nrow },
    anomalous,
    groups,
  }: Pick<LimitedRows, "firstFlaggingLimit" | "anomalous"> & Pick<LabelledRows, "groups">,
): MetricIntervals[] {
  const all = figures();
  const work = nrow + all.length * Math.min(nrow, MAX_SILHOUETTE_ROWS);
  const found = intervalsOfEach(figures, { nrow, work, groups });
  const independent = independentRows({ nrow, anomalous, groups });
  return all.map((indicators, number) => withExactShares(found[number] ?? {}, indicators, independent));
}

/** Numbers of groups, or of rows without groups, with anomalies and with unlabeled rows. */
interface IndependentRows {
  anomalies: number;
  unlabeled: number;
}

/** Returns undefined where a single group cannot be resampled. */
function independentRows({ nrow, anomalous, groups = Int32Array.from(Array(nrow).keys()) }: LabelledRows): IndependentRows | undefined {
  if (new Set(groups).size < 2) return undefined;
  const among = (kind: number) => new Set(groups.filter((_, at) => (anomalous?.[at] ?? 0) === kind)).size;
  return { anomalies: among(1), unlabeled: among(0) };
}

/** A share of 0 or 1 is the same on all resamples, and so is the distance to a perfect detector where both shares are. */
function withExactShares(
  intervals: MetricIntervals,
  { true_positive, contamination, min_distance }: Metrics,
  independent: IndependentRows | undefined,
): MetricIntervals {
  if (!independent) return intervals;
  const exactOf = (share: number | null | undefined, among: number) =>
    share === 0 || share === 1 ? exactInterval(share, among) : undefined;
  const found = exactOf(true_positive, independent.anomalies) ?? intervals.true_positive;
  const wrong = exactOf(contamination, independent.unlabeled) ?? intervals.contamination;
  const exact = { ...intervals, ...(found && { true_positive: found }), ...(wrong && { contamination: wrong }) };
  if (typeof min_distance !== "number" || intervals.min_distance || !found || !wrong) return exact;
  const distance = { lower: distanceToPerfect(found.upper, wrong.lower), upper: distanceToPerfect(found.lower, wrong.upper) };
  return { ...exact, min_distance: distance };
}
