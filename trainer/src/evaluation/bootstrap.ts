/**
 * Uncertainty of figures by the bootstrap (Efron 1979): rows are drawn with replacement, and each figure is computed on every
 * draw. Rows that belong together are drawn together (cluster bootstrap, Field and Welsh 2007), and rows in order of time in
 * blocks (Carlstein 1986).
 */
import type { FigureIntervals, IndicatorName, Indicators } from "@agatha/contracts";
import { createRandom, type Random } from "../numeric/random.js";
import { quantile } from "../numeric/statistics.js";
import type { Weights } from "./metrics/weights.js";

const MOST_RESAMPLES = 1_000;
/** Bound on rows × resamples. */
const MAX_WORK = 10_000_000;
/** Resamples that models are compared by, and fewest of all. */
export const KEPT_RESAMPLES = 200;
/** Every model of the same held-out rows has the same resamples, so that their figures can be compared in pairs. */
const SEED = 1;
/** Normal quantile of a 95 % interval. */
const Z = 1.959963984540054;

/** Returns the figures of rows, each counted as often as its weight says; of all rows once without weights. */
type WeightedFigures = (weights?: Weights) => Indicators;

/** Figures of each resample: of the rows that were drawn, and of the first resamples also of those that were not. */
interface Resamples {
  inBag: Indicators[];
  outOfBag: Indicators[];
}

/** Returns blocks of consecutive rows, which are drawn together: rows that follow each other err alike. */
export function consecutiveBlocks(nrow: number): Int32Array {
  const length = Math.ceil(Math.cbrt(nrow));
  return Int32Array.from(Array(nrow).keys(), (row) => Math.floor(row / length));
}

/** A single group cannot be resampled. */
function resampleCount(nrow: number, groupCount: number): number {
  return groupCount < 2 ? 0 : Math.max(KEPT_RESAMPLES, Math.min(MOST_RESAMPLES, Math.floor(MAX_WORK / nrow)));
}

/** Returns how often each of `count` groups is drawn in `count` draws. */
function drawGroups(count: number, random: Random): Int32Array {
  const times = new Int32Array(count);
  for (let i = 0; i < count; i++) times[random.int(count)]++;
  return times;
}

function numberGroups(groups: Int32Array): { codes: Int32Array; count: number } {
  const numbers = new Map<number, number>();
  for (const group of groups) if (!numbers.has(group)) numbers.set(group, numbers.size);
  return { codes: groups.map((group) => numbers.get(group) ?? 0), count: numbers.size };
}

export interface FigureUncertainty {
  intervals: FigureIntervals;
  /** Of the figures minus those of the trivial guess. */
  baselineDifferences: FigureIntervals;
  resamples: Resamples;
  /** Number of groups that are drawn; of rows where rows have no groups. */
  groupCount: number;
}

/** Returns the uncertainty of figures of `nrow` rows, and of their differences from those of a trivial guess for the same rows. */
export function figureUncertainty(
  { model, trivial }: { model: WeightedFigures; trivial: WeightedFigures },
  nrow: number,
  groups?: Int32Array,
): FigureUncertainty {
  const random = createRandom(SEED);
  const { codes, count: groupCount } = numberGroups(groups ?? Int32Array.from(Array(nrow).keys()));
  const resamples: Resamples = { inBag: [], outOfBag: [] };
  const differences: Indicators[] = [];
  for (let b = 0; b < resampleCount(nrow, groupCount); b++) {
    const times = drawGroups(groupCount, random);
    const drawn = codes.map((code) => times[code]);
    const figures = model(drawn);
    resamples.inBag.push(figures);
    differences.push(subtract(figures, trivial(drawn)));
    if (b < KEPT_RESAMPLES) resamples.outOfBag.push(model(drawn.map((weight) => (weight === 0 ? 1 : 0))));
  }
  const intervals = percentileIntervals(resamples.inBag, groupCount);
  // An accuracy of 1 is 1 on all resamples: its lower limit is exact (Clopper and Pearson 1934).
  if (groupCount > 1 && model().Accuracy === 1) intervals.Accuracy = { lower: 0.025 ** (1 / groupCount), upper: 1 };
  return { intervals, baselineDifferences: percentileIntervals(differences, groupCount), resamples, groupCount };
}

/**
 * Returns the 95 % interval of each figure, by percentiles that are widened for few groups (Hesterberg 2015, "expanded
 * percentile interval"). A figure that is the same on all resamples has none.
 */
function percentileIntervals(resamples: readonly Indicators[], groupCount: number): FigureIntervals {
  const tail = expandedTail(groupCount);
  const intervals: FigureIntervals = {};
  for (const name of Object.keys(resamples[0] ?? {}) as IndicatorName[]) {
    const values = valuesOf(resamples, name);
    if (values.length < resamples.length / 2 || values[0] === values[values.length - 1]) continue;
    intervals[name] = { lower: quantile(values, tail), upper: quantile(values, 1 - tail) };
  }
  return intervals;
}

function subtract(a: Indicators, b: Indicators): Indicators {
  const names = Object.keys(a) as IndicatorName[];
  return Object.fromEntries(
    names.map((name) => {
      const [x, y] = [a[name], b[name]];
      return [name, typeof x === "number" && typeof y === "number" ? x - y : null];
    }),
  );
}

/** Returns the values of a figure on the resamples that have it, sorted. */
function valuesOf(resamples: readonly Indicators[], name: IndicatorName): Float64Array {
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
