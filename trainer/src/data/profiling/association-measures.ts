/** Measures of association between two columns, over the rows that have both values. */
import { ascendingOrder } from "../../numeric/ascending-order.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { countByCode } from "../../numeric/statistics.js";
import { takeNumbers } from "../../numeric/take-numbers.js";

/** Returns Pearson's correlation coefficient; null if one column is constant. */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  const n = x.length;
  const [scaleX, scaleY] = [maxAbs(x), maxAbs(y)];
  let [meanX, meanY] = [0, 0];
  for (let i = 0; i < n; i++) {
    meanX += x[i] / scaleX / n;
    meanY += y[i] / scaleY / n;
  }
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const dx = x[i] / scaleX - meanX;
    const dy = y[i] / scaleY - meanY;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  // A variance this small is the rounding error of equal values.
  const least = n * Number.EPSILON ** 2 * 16;
  return xx > least && yy > least ? Math.min(1, Math.max(-1, xy / Math.sqrt(xx * yy))) : null;
}

function maxAbs(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most || 1;
}

/** Returns ranks from 1; equal values share their mean rank. */
export function ranks(values: Float64Array): Float64Array {
  const order = ascendingOrder(values);
  const ranked = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let i = from; i < to; i++) ranked[order[i]] = (from + 1 + to) / 2;
    from = to;
  }
  return ranked;
}

/** Returns Spearman's rank correlation of the known values with their places; 0 if they are all the same. */
export function correlationWithOrder(values: Float64Array): number {
  const places = rowsWhere(values.length, (row) => Number.isFinite(values[row]));
  return pearson(ranks(takeNumbers(values, places)), places) ?? 0;
}

/** Returns Cramér's V with the bias correction of Bergsma (2013); null if one column is constant. Codes count from 0. */
export function cramersV(a: Int32Array, b: Int32Array): number | null {
  const [rows, columns] = [countByCode(a), countByCode(b)];
  const n = a.length;
  const [r, k] = [rows.size, columns.size];
  if (r < 2 || k < 2 || n < 2) return null;
  const cells = new Map<number, number>();
  const width = Math.max(...columns.keys()) + 1;
  for (let i = 0; i < n; i++) cells.set(a[i] * width + b[i], (cells.get(a[i] * width + b[i]) ?? 0) + 1);
  let sum = 0;
  for (const [cell, count] of cells) sum += count ** 2 / (rows.get(Math.floor(cell / width))! * columns.get(cell % width)!);
  const phi = Math.max(0, sum - 1 - ((r - 1) * (k - 1)) / (n - 1));
  const room = Math.min(r - (r - 1) ** 2 / (n - 1), k - (k - 1) ** 2 / (n - 1)) - 1;
  return room > 0 ? Math.min(1, Math.sqrt(phi / room)) : null;
}

/**
 * Returns the correlation ratio: the root of the share of a number's variance that lies between the groups, with the bias
 * correction of Kelley (1935). Null if the number is constant or every row is a group.
 */
export function correlationRatio(groups: Int32Array, values: ArrayLike<number>): number | null {
  const n = groups.length;
  const scale = maxAbs(values);
  const sums = new Map<number, { n: number; sum: number }>();
  let total = 0;
  for (let i = 0; i < n; i++) {
    const group = sums.get(groups[i]) ?? { n: 0, sum: 0 };
    sums.set(groups[i], { n: group.n + 1, sum: group.sum + values[i] / scale });
    total += values[i] / scale;
  }
  const k = sums.size;
  if (k < 2 || n <= k) return null;
  let [within, all] = [0, 0];
  for (let i = 0; i < n; i++) {
    const { n: size, sum } = sums.get(groups[i])!;
    within += (values[i] / scale - sum / size) ** 2;
    all += (values[i] / scale - total / n) ** 2;
  }
  if (!(all > n * Number.EPSILON ** 2 * 16)) return null;
  return Math.sqrt(Math.max(0, 1 - ((within / all) * (n - 1)) / (n - k)));
}
