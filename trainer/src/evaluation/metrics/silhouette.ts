/** Mean silhouette width (Rousseeuw 1987) with Euclidean distances, and its empirical influence values. */
import { dot } from "../../numeric/linear-algebra/vectors.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { relabelSequentially } from "../../numeric/relabel-sequentially.js";
import type { Weights } from "./weights.js";

/** Largest number of rows in a silhouette: the work grows with their square (under 100 ms at 20 columns). */
export const MAX_SILHOUETTE_ROWS = 2000;

/** Mean silhouette width of some rows. */
export interface Silhouette {
  score: number;
  rows: Int32Array;
  /**
   * Returns the influence value of each of these rows: its own width, and what its distances change of the widths of all others.
   * Their mean is the score. The mean with weights for the rows is the score of so many copies of each, to the first order (Davison
   * and Hinkley 1997, section 2.7). The widths alone would vary too little: a row counts in the mean distances of all others.
   */
  influences(): Float64Array;
}

/**
 * Returns the silhouette of all rows in x, or of a random sample of MAX_SILHOUETTE_ROWS if there are more. A row alone in its group
 * counts 0. Null with fewer than two groups, or with one group per row.
 */
export function silhouette(x: Matrix, groups: Int32Array, random: Random): Silhouette | null {
  const rows = sampleRows(groups.length, random);
  const { codes, count } = relabelSequentially(rows.map((row) => groups[row]));
  if (count < 2 || count >= rows.length) return null;
  const sizes = new Int32Array(count);
  for (const code of codes) sizes[code]++;
  const distances = pairwiseDistances(x, rows);
  const sums = new Float64Array(rows.length * count);
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < rows.length; j++) sums[i * count + codes[j]] += distances[i * rows.length + j];
  }
  return { rows, ...silhouetteOf(distances, sums, { codes, sizes }) };
}

/** As `silhouette`, without its influence values. */
export function silhouetteScore(x: Matrix, groups: Int32Array, random: Random): number | null {
  return silhouette(x, groups, random)?.score ?? null;
}

/** Returns the silhouette with weights for all rows, from −1 to 1; null where none of its rows counts. */
export function weightedSilhouette(found: Silhouette | null): (weights?: Weights) => number | null {
  let influences: Float64Array | undefined;
  return (weights) => {
    if (!found || !weights) return found?.score ?? null;
    influences ??= found.influences();
    let [sum, total] = [0, 0];
    for (let i = 0; i < influences.length; i++) {
      const weight = weights[found.rows[i]];
      sum += weight * influences[i];
      total += weight;
    }
    return total > 0 ? Math.max(-1, Math.min(1, sum / total)) : null;
  };
}

/**
 * Returns the silhouette of rows in groups. `distances` are those of pairwiseDistances, and `sums` the sum of each row's distances to each
 * group: element `i * sizes.length + k` is of row i and group k.
 */
export function silhouetteOf(
  distances: Float64Array,
  sums: Float64Array,
  { codes, sizes }: { codes: Int32Array; sizes: Int32Array },
): Omit<Silhouette, "rows"> {
  const n = codes.length;
  const widths = new Float64Array(n);
  /** By row and group: what a distance of the row to a row of the group changes of the row's width. */
  const slopes = new Float64Array(sums.length);
  const expected = new Float64Array(sizes.length);
  let score = 0;
  for (let i = 0; i < n; i++) {
    const own = codes[i];
    if (sizes[own] === 1) continue;
    const within = sums[i * sizes.length + own] / (sizes[own] - 1);
    let [between, nearest] = [Number.POSITIVE_INFINITY, own];
    for (let k = 0; k < sizes.length; k++) {
      const mean = sums[i * sizes.length + k] / sizes[k];
      if (k !== own && mean < between) [between, nearest] = [mean, k];
    }
    const greater = Math.max(within, between);
    if (greater === 0) continue;
    widths[i] = (between - within) / greater;
    score += widths[i];
    const [toOwn, toNearest] = [i * sizes.length + own, i * sizes.length + nearest];
    slopes[toOwn] = (between >= within ? -1 / between : -between / within ** 2) / (sizes[own] - 1);
    slopes[toNearest] = (between >= within ? within / between ** 2 : 1 / within) / sizes[nearest];
    expected[own] += slopes[toOwn] * within;
    expected[nearest] += slopes[toNearest] * between;
  }
  const influences = () => {
    const towards = Array.from(sizes, (_, k) => Float64Array.from({ length: n }, (_row, i) => slopes[i * sizes.length + k]));
    return widths.map((width, i) => {
      const [own, toOwn] = [codes[i], i * sizes.length + codes[i]];
      // A row has no distance to itself.
      const within = sizes[own] > 1 ? sums[toOwn] / (sizes[own] - 1) : 0;
      return width - expected[own] + slopes[toOwn] * within + dot(distances.subarray(i * n, (i + 1) * n), towards[own]);
    });
  };
  return { score: score / n, influences };
}

/** Returns all rows, or MAX_SILHOUETTE_ROWS distinct ones (the first steps of a Fisher-Yates shuffle). */
export function sampleRows(n: number, random: Random): Int32Array {
  const rows = Int32Array.from({ length: n }, (_, i) => i);
  if (n <= MAX_SILHOUETTE_ROWS) return rows;
  for (let i = 0; i < MAX_SILHOUETTE_ROWS; i++) {
    const j = i + random.int(n - i);
    [rows[i], rows[j]] = [rows[j], rows[i]];
  }
  return rows.slice(0, MAX_SILHOUETTE_ROWS);
}

/** Returns the Euclidean distances of these rows: element `i * rows.length + j` is that of the i-th and the j-th. */
export function pairwiseDistances(x: Matrix, rows: Int32Array): Float64Array {
  const n = rows.length;
  const points = new Float64Array(n * x.ncol);
  for (let j = 0; j < x.ncol; j++) for (let i = 0; i < n; i++) points[i * x.ncol + j] = x.columns[j][rows[i]];
  const distances = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      let squares = 0;
      for (let a = i * x.ncol, b = j * x.ncol, end = a + x.ncol; a < end; a++, b++) squares += (points[a] - points[b]) ** 2;
      distances[i * n + j] = Math.sqrt(squares);
      distances[j * n + i] = distances[i * n + j];
    }
  }
  return distances;
}
