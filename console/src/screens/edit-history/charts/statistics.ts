/** Statistics of charts, computed from the rows. */
import { extent } from "../../../charts/data-reduction.js";

export interface Bin {
  from: number;
  to: number;
  /** Indices of its values. */
  rows: number[];
}

const MIN_BINS = 5;
const MAX_BINS = 40;

/**
 * Equally wide bins from the smallest value to the largest, without the missing ones. Their number is twice the cube root of the
 * count (Rice's rule), or one for each of a few whole numbers. The last bin includes its upper end.
 */
export function histogram(values: readonly (number | null)[]): Bin[] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [];
  const [low, high] = extent(known);
  if (low === high) return [{ from: low, to: high, rows: values.flatMap((value, row) => (value === null ? [] : [row])) }];
  const wholeNumbers = high - low < MAX_BINS && known.every(Number.isInteger);
  const count = wholeNumbers ? high - low + 1 : Math.min(MAX_BINS, Math.max(MIN_BINS, Math.ceil(2 * Math.cbrt(known.length))));
  const start = wholeNumbers ? low - 0.5 : low;
  const width = wholeNumbers ? 1 : (high - low) / count;
  const bins = Array.from({ length: count }, (_, i): Bin => ({ from: start + i * width, to: start + (i + 1) * width, rows: [] }));
  for (const [row, value] of values.entries()) {
    if (value === null) continue;
    bins[Math.min(count - 1, Math.floor((value - start) / width))]?.rows.push(row);
  }
  return bins;
}

/** Tukey's box plot: whiskers end at the last values within 1.5 times the interquartile range. */
export interface BoxPlotStats {
  low: number;
  q1: number;
  median: number;
  q3: number;
  high: number;
  /** Values beyond the whiskers. */
  outliers: number[];
  count: number;
}

/** Null if there is no value. */
export function boxPlotStats(values: readonly number[]): BoxPlotStats | null {
  const sorted = values.toSorted((one, other) => one - other);
  if (sorted.length === 0) return null;
  const [q1, median, q3] = [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)];
  const reach = 1.5 * (q3 - q1);
  const within = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach);
  return {
    low: within[0] ?? q1,
    q1,
    median,
    q3,
    high: within.at(-1) ?? q3,
    outliers: sorted.filter((value) => value < q1 - reach || value > q3 + reach),
    count: sorted.length,
  };
}

/** Interpolates linearly between the two nearest values. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}

/** Two pairs always lie on a line. */
const MIN_PAIRS = 3;

/** Pearson's correlation over the rows in which both have a value. Returns null if these are fewer than three, or if one is constant. */
export function pearsonCorrelation(one: readonly (number | null)[], other: readonly (number | null)[]): number | null {
  let count = 0;
  let [meanX, meanY, squaresX, squaresY, products] = [0, 0, 0, 0, 0];
  for (const [i, x] of one.entries()) {
    const y = other[i] ?? null;
    if (x === null || y === null) continue;
    // Welford's update: sums of squares about the mean, without the loss of precision of plain sums.
    count++;
    const [fromX, fromY] = [x - meanX, y - meanY];
    meanX += fromX / count;
    meanY += fromY / count;
    squaresX += fromX * (x - meanX);
    squaresY += fromY * (y - meanY);
    products += fromX * (y - meanY);
  }
  return count >= MIN_PAIRS && squaresX > 0 && squaresY > 0 ? Math.max(-1, Math.min(1, products / Math.sqrt(squaresX * squaresY))) : null;
}
