/** Seeded random numbers, and random orders and samples by them. */
import type { Random } from "@agatha/contracts/statistics/random";

export { createRandom, type Random } from "@agatha/contracts/statistics/random";

/** Shuffles the first `count` numbers in place (Fisher and Yates). */
export function shuffle(values: Int32Array, random: Random, count = values.length): void {
  for (let i = count - 1; i > 0; i--) swap(values, i, random.int(i + 1));
}

/** Draws `count` of the numbers from 0 to n − 1 without replacement, in random order. */
export function sampleWithoutReplacement(n: number, count: number, random: Random): Int32Array {
  const values = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = 0; i < count; i++) swap(values, i, i + random.int(n - i));
  return values.subarray(0, count);
}

function swap(values: Int32Array, a: number, b: number): void {
  const value = values[a];
  values[a] = values[b];
  values[b] = value;
}

/** Returns the numbers from 0 to n − 1 in random order. */
export function randomPermutation(n: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  shuffle(order, random);
  return order;
}
