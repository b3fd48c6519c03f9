import type { Prediction } from "../algorithms/base/algorithm.js";
import type { Target } from "../numeric/matrix.js";

/**
 * Predicts without a model for `nrow` rows: the mean of the training rows, or their class shares and therefore the most frequent
 * class.
 */
export function predictBaseline(train: Target, nrow: number): Prediction {
  if (train.kind === "number") {
    const mean = train.values.reduce((sum, value) => sum + value, 0) / train.values.length;
    return { values: new Float64Array(nrow).fill(mean) };
  }
  if (train.kind === "none") return {};
  const labels = train.labels.length;
  const counts = new Int32Array(labels);
  for (const code of train.codes) counts[code]++;
  const shares = Float64Array.from(counts, (count) => count / Math.max(1, train.codes.length));
  const probabilities = new Float64Array(nrow * labels);
  for (let i = 0; i < nrow; i++) probabilities.set(shares, i * labels);
  return { probabilities };
}
