/** 1 ÷ a class's rows to the power of `balance`, such that the weights of all rows add up to their number; 0 for labels without rows. */
export function classWeights(codes: Int32Array, labels: number, balance: number): Float64Array {
  const counts = new Float64Array(labels);
  for (const code of codes) counts[code]++;
  const weights = counts.map((count) => (count === 0 ? 0 : count ** -balance));
  const sum = weights.reduce((total, weight, code) => total + weight * counts[code], 0);
  return weights.map((weight) => (weight * codes.length) / sum);
}
