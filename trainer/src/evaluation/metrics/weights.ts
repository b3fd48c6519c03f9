/** How often each row counts: whole numbers from 0. */
export type Weights = Int32Array;

/** Returns the number of rows, each counted as often as its weight says; once without weights. */
export function totalWeight(nrow: number, weights?: Weights): number {
  if (!weights) return nrow;
  let total = 0;
  for (const weight of weights) total += weight;
  return total;
}
