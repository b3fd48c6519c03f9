/**
 * Uncertainty of figures by the bootstrap (Efron 1979): rows are drawn with replacement, and each figure is computed on every
 * draw. Rows that belong together are drawn together (cluster bootstrap, Field and Welsh 2007), and rows in order of time in
 * blocks (Carlstein 1986).
 */
import type { ClassIntervals, ClassMetric, ConfidenceInterval, MetricIntervals, MetricName, Metrics } from "@agatha/contracts";
import { createRandom } from "../numeric/random.js";
import { type RowGroups, relabelSequentially } from "../numeric/relabel-sequentially.js";
import { quantile } from "../numeric/statistics.js";
import type { ClassMetrics } from "./metrics/class-metrics.js";
import { exactF1Interval, exactInterval } from "./metrics/perfect-classes.js";
import { rowWeights, type WeightedMetrics, type Weights } from "./metrics/weights.js";

const MOST_RESAMPLES = 1_000;
/** Bound on rows × resamples. */
const MAX_WORK = 10_000_000;
/** Resamples that models are compared by, and fewest of all. */
export const KEPT_RESAMPLES = 200;
/** Every model of the same held-out rows has the same resamples, so that their figures can be compared in pairs. */
const SEED = 1;
/** Normal quantile of a 95 % interval. */
const Z = 1.959963984540054;

type Figures<Name extends string> = Partial<Record<Name, number | null>>;

/** Figures of each resample: of the rows that were drawn, and of the first resamples also of those that were not. */
interface Resamples {
  inBag: Metrics[];
  outOfBag: Metrics[];
}

/**
 * Returns the block of each row: of consecutive periods, which are drawn together, since rows that follow each other err alike. Rows of
 * one period are those with one number. Two periods or more are two blocks at least.
 */
export function blocksInTime(periods: Int32Array | Float64Array): Int32Array {
  const { codes, count } = relabelSequentially(periods);
  const length = Math.max(1, Math.min(Math.ceil(Math.cbrt(count)), Math.floor(count / 2)));
  return codes.map((place) => Math.floor(place / length));
}

/** A single group cannot be resampled. */
function resampleCount(nrow: number, groupCount: number): number {
  return groupCount < 2 ? 0 : Math.max(KEPT_RESAMPLES, Math.min(MOST_RESAMPLES, Math.floor(MAX_WORK / nrow)));
}

export interface MetricUncertainty {
  intervals: MetricIntervals;
  /** Intervals of the metrics of the trivial guess, and of the model's minus those; both empty without a trivial guess. */
  baselineIntervals: MetricIntervals;
  baselineDifferences: MetricIntervals;
  resamples: Resamples;
  /** Number of groups that are drawn; of rows where rows have no groups. */
  groupCount: number;
}

/** Returns the uncertainty of metrics of `nrow` rows, and of their differences from those of a trivial guess for the same rows. */
export function metricUncertainty(
  { model, trivial }: { model: WeightedMetrics; trivial?: WeightedMetrics },
  nrow: number,
  groups?: Int32Array,
): MetricUncertainty {
  const numbered = numberedGroups(nrow, groups);
  const groupCount = numbered.count;
  const resamples: Resamples = { inBag: [], outOfBag: [] };
  const [ofTrivial, differences]: [Metrics[], Metrics[]] = [[], []];
  const byGroup = (figures: WeightedMetrics) =>
    (groups && figures.byGroup?.(numbered)) ?? ((times: Weights) => figures(rowWeights(numbered, times)));
  const [drawnModel, drawnTrivial] = [byGroup(model), trivial && byGroup(trivial)];
  for (const times of drawResamples(groupCount, resampleCount(nrow, groupCount))) {
    const figures = drawnModel(times);
    resamples.inBag.push(figures);
    if (drawnTrivial) {
      const guessed = drawnTrivial(times);
      ofTrivial.push(guessed);
      differences.push(subtract(figures, guessed));
    }
    if (resamples.outOfBag.length < KEPT_RESAMPLES) resamples.outOfBag.push(drawnModel(times.map((drawn) => (drawn === 0 ? 1 : 0))));
  }
  const intervalsOf = (figures: WeightedMetrics, drawn: readonly Metrics[]) => ({
    ...percentileIntervals(drawn, groupCount),
    ...(groupCount > 1 && figures.ofConstants?.(numbered)),
  });
  return {
    intervals: intervalsOf(model, resamples.inBag),
    baselineIntervals: trivial ? intervalsOf(trivial, ofTrivial) : {},
    baselineDifferences: percentileIntervals(differences, groupCount),
    resamples,
    groupCount,
  };
}

/** Groups that are drawn, from 0 without gaps; without groups, each row is one. */
function numberedGroups(nrow: number, groups?: Int32Array): RowGroups {
  return groups ? relabelSequentially(groups) : { codes: Int32Array.from(Array(nrow).keys()), count: nrow };
}

/**
 * Returns the intervals of several lists of figures that are computed together for the same rows. `work` is the number of steps of
 * one computation. The lists are empty where a single group cannot be resampled.
 */
export function intervalsOfEach<Name extends string>(
  figuresOfEach: (weights: Weights) => readonly Figures<Name>[],
  { nrow, work, groups }: { nrow: number; work: number; groups?: Int32Array | undefined },
): Partial<Record<Name, ConfidenceInterval>>[] {
  const numbered = numberedGroups(nrow, groups);
  const drawn: Figures<Name>[][] = [];
  for (const times of drawResamples(numbered.count, resampleCount(work, numbered.count))) {
    for (const [at, figures] of figuresOfEach(rowWeights(numbered, times)).entries()) {
      drawn[at] ??= [];
      drawn[at].push(figures);
    }
  }
  return drawn.map((resamples) => percentileIntervals<Name>(resamples, numbered.count));
}

/** Rows of held-out figures that are computed together. */
export interface ClassRows {
  codes: Int32Array;
  predicted: Int32Array;
  classCount: number;
  /** Rows that are drawn together have one number; without groups, each row is drawn alone. */
  groups?: Int32Array;
}

/** Returns the intervals of the figures of each class. `figuresOf` returns a function that computes those of one class. */
export function classUncertainty(
  { codes, predicted, classCount, groups }: ClassRows,
  figuresOf: (k: number) => (weights?: Weights) => ClassMetrics,
): ClassIntervals[] {
  const numbered = numberedGroups(codes.length, groups);
  const classes = Array.from({ length: classCount }, (_, k) => figuresOf(k));
  // A resample passes over the rows twice for each class: for the counts and for the curves.
  const work = 2 * classCount * codes.length;
  const found = intervalsOfEach<ClassMetric>((weights) => classes.map((figures) => figures(weights)), { nrow: codes.length, work, groups });
  return classes.map((figures, k) => {
    const { recall, precision, f1, auc, average_precision } = figures();
    // A share of 0 or 1 is the same on all resamples.
    const isConstant = (figure: number | null | undefined): figure is 0 | 1 => numbered.count > 1 && (figure === 0 || figure === 1);
    const among = (isCounted: (row: number) => boolean) => new Set(numbered.codes.filter((_group, row) => isCounted(row))).size;
    const [isOfClass, isTakenForIt] = [(row: number) => codes[row] === k, (row: number) => predicted[row] === k];
    const ofClass = Math.min(
      among(isOfClass),
      among((row) => !isOfClass(row)),
    );
    return {
      ...found[k],
      ...(isConstant(recall) && { recall: exactInterval(recall, among(isOfClass)) }),
      ...(isConstant(precision) && { precision: exactInterval(precision, among(isTakenForIt)) }),
      ...(isConstant(f1) && {
        f1: exactF1Interval(
          f1,
          among((row) => isOfClass(row) || isTakenForIt(row)),
        ),
      }),
      ...(isConstant(auc) && ofClass > 0 && { auc: exactInterval(auc, ofClass) }),
      ...(isConstant(average_precision) && { average_precision: exactInterval(average_precision, among(isOfClass)) }),
    };
  });
}

/** Yields how often each of `groupCount` groups is drawn in as many draws, for each resample. */
function* drawResamples(groupCount: number, count: number): Generator<Weights> {
  const random = createRandom(SEED);
  for (let b = 0; b < count; b++) {
    const times = new Int32Array(groupCount);
    for (let i = 0; i < groupCount; i++) times[random.int(groupCount)]++;
    yield times;
  }
}

/**
 * Returns the 95 % interval of each figure, by percentiles that are widened for few groups (Hesterberg 2015, "expanded
 * percentile interval"). A figure that is the same on all resamples has none.
 */
function percentileIntervals<Name extends string = MetricName>(
  resamples: readonly Figures<Name>[],
  groupCount: number,
): Partial<Record<Name, ConfidenceInterval>> {
  const tail = expandedTail(groupCount);
  const intervals: Partial<Record<Name, ConfidenceInterval>> = {};
  for (const name of Object.keys(resamples[0] ?? {}) as Name[]) {
    const values = valuesOf(resamples, name);
    if (values.length < resamples.length / 2 || values[0] === values[values.length - 1]) continue;
    intervals[name] = { lower: quantile(values, tail), upper: quantile(values, 1 - tail) };
  }
  return intervals;
}

function subtract(a: Metrics, b: Metrics): Metrics {
  const names = Object.keys(a) as MetricName[];
  return Object.fromEntries(
    names.map((name) => {
      const [x, y] = [a[name], b[name]];
      return [name, typeof x === "number" && typeof y === "number" ? x - y : null];
    }),
  );
}

/** Returns the values of a figure on the resamples that have it, sorted. */
function valuesOf<Name extends string>(resamples: readonly Figures<Name>[], name: Name): Float64Array {
  return Float64Array.from(resamples.flatMap((figures) => figures[name] ?? [])).sort();
}

/** Returns the share below a 95 % interval of `count` groups, 0.025 for many. */
function expandedTail(count: number): number {
  const df = Math.max(1, count - 1);
  // Quantile of Student's t by the expansion of Cornish and Fisher.
  const t = Z + (Z ** 3 + Z) / (4 * df) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * df ** 2);
  return normalTail(Math.sqrt(count / df) * t);
}

/** Returns the probability of a standard normal value above z > 0 (Abramowitz and Stegun 1964, 26.2.17). */
function normalTail(z: number): number {
  const k = 1 / (1 + 0.2316419 * z);
  const polynomial = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  return (Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
