/**
 * Weight of each class: proportional to 1 ÷ (its rows to the power of `balance`). The weights of all rows sum to the number of
 * rows. Labels without rows have weight 0.
 */
export function classWeights(codes: Int32Array, labels: number, balance: number): Float64Array {
  const counts = new Float64Array(labels);
  for (const code of codes) counts[code]++;
  const weights = counts.map((count) => (count === 0 ? 0 : count ** -balance));
  const sum = weights.reduce((total, weight, code) => total + weight * counts[code], 0);
  return weights.map((weight) => (weight * codes.length) / sum);
}
