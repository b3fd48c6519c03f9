/** Returns the area under the ROC curve: the probability that an odd row has a higher score than a usual one. All scores are distinct. */
export function rocAuc(values: Float64Array, odd: (row: number) => boolean): number {
  const order = [...values.keys()].sort((a, b) => values[a] - values[b]);
  const ranks = order.flatMap((row, at) => (odd(row) ? [at + 1] : []));
  const sum = ranks.reduce((total, rank) => total + rank, 0);
  return (sum - (ranks.length * (ranks.length + 1)) / 2) / (ranks.length * (values.length - ranks.length));
}
