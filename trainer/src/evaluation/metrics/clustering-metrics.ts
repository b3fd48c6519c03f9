import type { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { relabelSequentially } from "../../numeric/relabel-sequentially.js";

/** Largest number of rows in a silhouette: the work grows with their square (under 100 ms at 20 columns). */
export const MAX_SILHOUETTE_ROWS = 2000;

/**
 * Returns the mean silhouette width (Rousseeuw 1987) with Euclidean distances in x, on a random sample of MAX_SILHOUETTE_ROWS if
 * there are more. A row alone in its group counts 0. Null with fewer than two groups, or with one group per row.
 */
export function silhouetteScore(x: Matrix, groups: Int32Array, random: Random): number | null {
  const rows = sampleRows(groups.length, random);
  const seen = relabelSequentially(rows.map((row) => groups[row]));
  const sizes = new Int32Array(seen.count);
  for (const code of seen.codes) sizes[code]++;
  if (seen.count < 2 || seen.count >= rows.length) return null;
  const points = toRowMajor(x, rows);
  const sums = new Float64Array(rows.length * seen.count);
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < i; j++) {
      const apart = euclideanDistance(points, x.ncol, i, j);
      sums[i * seen.count + seen.codes[j]] += apart;
      sums[j * seen.count + seen.codes[i]] += apart;
    }
  }
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += silhouetteWidth(sums.subarray(i * seen.count, (i + 1) * seen.count), sizes, seen.codes[i]);
  return sum / rows.length;
}

/** Returns (between − within) ÷ the larger of both, for a row of group `own`; `distances` are sums by group. */
export function silhouetteWidth(distances: Float64Array, sizes: Int32Array, own: number): number {
  if (sizes[own] === 1) return 0;
  const within = distances[own] / (sizes[own] - 1);
  let between = Number.POSITIVE_INFINITY;
  for (let k = 0; k < sizes.length; k++) if (k !== own) between = Math.min(between, distances[k] / sizes[k]);
  const greater = Math.max(within, between);
  return greater > 0 ? (between - within) / greater : 0;
}

/**
 * Returns the index of Caliński and Harabasz (1974): dispersion between the groups ÷ (k − 1), over dispersion within ÷ (n − k).
 * Null with fewer than two groups, with one group per row, or without dispersion within.
 */
export function calinskiHarabaszScore(x: Matrix, groups: Int32Array): number | null {
  const { codes: values, count } = relabelSequentially(groups);
  if (count < 2 || count >= values.length) return null;
  const sizes = new Int32Array(count);
  for (const code of values) sizes[code]++;
  let between = 0;
  let within = 0;
  for (const column of x.columns) {
    const sums = new Float64Array(count);
    for (let i = 0; i < values.length; i++) sums[values[i]] += column[i];
    const mean = sums.reduce((total, sum) => total + sum, 0) / values.length;
    for (let k = 0; k < count; k++) between += sizes[k] * (sums[k] / sizes[k] - mean) ** 2;
    for (let i = 0; i < values.length; i++) within += (column[i] - sums[values[i]] / sizes[values[i]]) ** 2;
  }
  return within > 0 ? between / (count - 1) / (within / (values.length - count)) : null;
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

/** Returns these rows of the matrix one after the other: element `i * ncol + j` is column j of the i-th row. */
export function toRowMajor(x: Matrix, rows: Int32Array): Float64Array {
  const points = new Float64Array(rows.length * x.ncol);
  for (let j = 0; j < x.ncol; j++) for (let i = 0; i < rows.length; i++) points[i * x.ncol + j] = x.columns[j][rows[i]];
  return points;
}

/** Returns the Euclidean distance of the points i and j of a row-major matrix. */
export function euclideanDistance(points: Float64Array, ncol: number, i: number, j: number): number {
  let squares = 0;
  for (let a = i * ncol, b = j * ncol, end = a + ncol; a < end; a++, b++) squares += (points[a] - points[b]) ** 2;
  return Math.sqrt(squares);
}
