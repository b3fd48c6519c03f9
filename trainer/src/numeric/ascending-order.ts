/**
 * Returns the places of the values in ascending order; equal ones keep their order. It is a merge sort of the values with their
 * places, since sorting places with a comparator takes nearly twice as long.
 */
export function ascendingOrder(values: Float64Array): Int32Array {
  const count = values.length;
  let keys = values.slice();
  let order = Int32Array.from(values.keys());
  let mergedKeys = new Float64Array(count);
  let merged = new Int32Array(count);
  for (let run = 1; run < count; run *= 2) {
    for (let from = 0; from < count; from += 2 * run) {
      const middle = Math.min(count, from + run);
      const to = Math.min(count, middle + run);
      let left = from;
      let right = middle;
      for (let at = from; at < to; at++) {
        const next = left < middle && !(right < to && keys[left] > keys[right]) ? left++ : right++;
        mergedKeys[at] = keys[next];
        merged[at] = order[next];
      }
    }
    [keys, mergedKeys] = [mergedKeys, keys];
    [order, merged] = [merged, order];
  }
  return order;
}

/** Returns the places of the values in descending order; equal ones keep their order. */
export function descendingOrder(values: Float64Array): Int32Array {
  return ascendingOrder(values.map((value) => -value));
}
