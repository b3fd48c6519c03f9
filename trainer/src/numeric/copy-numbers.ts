/** Fewest numbers for which copying them at once is faster than one by one. */
const MIN_AT_ONCE = 24;

/** Copies the numbers from `from` to before `to` into `into`, from index `at` on. */
export function copyNumbers(numbers: Float64Array, { from, to }: { from: number; to: number }, into: Float64Array, at: number): void {
  if (to - from >= MIN_AT_ONCE) into.set(numbers.subarray(from, to), at);
  else for (let i = from; i < to; i++) into[at + i - from] = numbers[i];
}
