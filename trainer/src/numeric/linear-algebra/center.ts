/** Columns less their means, and the means. */
interface Centered {
  means: Float64Array;
  columns: Float64Array[];
}

/** Returns copies of the columns less their means. */
export function center(columns: readonly Float64Array[]): Centered {
  const means = meansOf(columns);
  return { means, columns: columns.map((column, j) => subtractConstant(column, means[j])) };
}

/** Returns the mean of each column; 0 for an empty column. */
export function meansOf(columns: readonly Float64Array[]): Float64Array {
  return sumsOf(columns).map((sum, j) => (columns[j].length > 0 ? sum / columns[j].length : 0));
}

/** Returns the sum of each column. Columns have the same length. */
export function sumsOf(columns: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(columns.length);
  for (let j = 0; j < columns.length; j += 4) sums.set(fourSums(...fourColumnsFrom(columns, j)).slice(0, columns.length - j), j);
  return sums;
}

/**
 * Returns four columns from j on, with the last one repeated if there are fewer. Reading four columns at once uses the memory
 * better, and no addition waits for the previous one.
 */
export function fourColumnsFrom<T>(columns: ArrayLike<T>, j: number): [T, T, T, T] {
  const at = (k: number) => columns[Math.min(k, columns.length - 1)];
  return [at(j), at(j + 1), at(j + 2), at(j + 3)];
}

function fourSums(a: Float64Array, b: Float64Array, c: Float64Array, d: Float64Array): number[] {
  let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    sumA += a[i];
    sumB += b[i];
    sumC += c[i];
    sumD += d[i];
  }
  return [sumA, sumB, sumC, sumD];
}

/** Returns the sum. It is a plain loop, since a callback for each number takes several times as long. */
export function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

/** Returns the mean; 0 for an empty list. */
export function meanOf(values: Float64Array): number {
  return values.length > 0 ? sumOf(values) / values.length : 0;
}

/** Subtracts a constant in a plain loop, since `map` takes ten times as long. */
export function subtractConstant(column: Float64Array, by: number): Float64Array {
  const result = new Float64Array(column.length);
  for (let i = 0; i < column.length; i++) result[i] = column[i] - by;
  return result;
}
