import { createRandom } from "../random.js";

/**
 * Reorders keys and items so that no key before `place` is greater than the key there, and none after it is less (Hoare 1961,
 * FIND). The pivot is the median of three. Keys in an order for which this takes the square of their number have random pivots
 * after twice as many rounds as halving takes.
 */
export function quickselect(keys: Float64Array, items: Int32Array, place: number): void {
  let from = 0;
  let to = keys.length - 1;
  const random = createRandom(1);
  for (let roundsLeft = 2 * Math.log2(keys.length); from < to; roundsLeft--) {
    const pivot = roundsLeft > 0 ? medianOfThree(keys[from], keys[(from + to) >> 1], keys[to]) : keys[from + random.int(to - from + 1)];
    let left = from;
    let right = to;
    while (left <= right) {
      while (keys[left] < pivot) left++;
      while (keys[right] > pivot) right--;
      if (left <= right) swap(keys, items, left++, right--);
    }
    if (place <= right) to = right;
    else if (place >= left) from = left;
    else return;
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap(keys: Float64Array, items: Int32Array, a: number, b: number): void {
  const key = keys[a];
  keys[a] = keys[b];
  keys[b] = key;
  const item = items[a];
  items[a] = items[b];
  items[b] = item;
}
