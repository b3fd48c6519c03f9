/**
 * Returns the rows in ascending order of their keys, which are whole numbers from 0 to `count` − 1. Rows of one key keep their order.
 * Time grows with the rows, not with their logarithm (Knuth, The Art of Computer Programming 3, 5.2).
 */
export function countingSort(rows: Int32Array, keyOf: (row: number) => number, count: number): Int32Array {
  const next = new Int32Array(count + 1);
  for (let i = 0; i < rows.length; i++) next[keyOf(rows[i]) + 1]++;
  for (let key = 0; key < count; key++) next[key + 1] += next[key];
  const sorted = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) sorted[next[keyOf(rows[i])]++] = rows[i];
  return sorted;
}
