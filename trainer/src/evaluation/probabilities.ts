import type { ProbabilityFigures, ReliabilityBin } from "@agatha/contracts";
import { likeliest } from "./classification.js";

const BINS = 10;
/** Probabilities below count as this one, or a single impossible row would make the log loss infinite (as scikit-learn before 1.3). */
const LEAST = 1e-15;

/** Classes of rows, and the probabilities that they were given: n × labels, row by row. */
export interface Forecast {
  codes: Int32Array;
  labels: number;
  probabilities: Float64Array;
}

/** Means over the rows; of at least one row. */
export function probabilityFigures(forecast: Forecast): ProbabilityFigures {
  const { codes, labels, probabilities } = forecast;
  let squares = 0;
  codes.forEach((code, i) => {
    for (let k = 0; k < labels; k++) squares += (probabilities[i * labels + k] - (k === code ? 1 : 0)) ** 2;
  });
  return {
    log_loss: meanLogLoss(ownProbabilities(forecast)) ?? Number.NaN,
    brier: squares / codes.length,
    ece: calibrationError(reliabilityBins(forecast), codes.length),
  };
}

/** What each row's own class was given. */
export function ownProbabilities({ codes, labels, probabilities }: Forecast): Float64Array {
  return Float64Array.from(codes, (code, i) => probabilities[i * labels + code]);
}

/** In nats, of the probabilities that the rows' own classes were given; null without rows. */
export function meanLogLoss(own: Float64Array): number | null {
  if (own.length === 0) return null;
  return own.reduce((sum, probability) => sum - Math.log(Math.max(LEAST, probability)), 0) / own.length;
}

/**
 * Expected calibration error (Naeini, Cooper and Hauskrecht 2015): mean distance of what was predicted from what came
 * true, over the bins by their rows.
 */
function calibrationError(bins: readonly ReliabilityBin[], rows: number): number {
  return bins.reduce((sum, { rows: count, predicted, actual }) => sum + (count * Math.abs((predicted ?? 0) - (actual ?? 0))) / rows, 0);
}

/**
 * Ten equally wide bins: of two classes by the probability of the second, of more by that of the answered class (Guo et
 * al. 2017).
 */
export function reliabilityBins({ codes, labels, probabilities }: Forecast): ReliabilityBin[] {
  const answered = labels === 2 ? codes.map(() => 1) : likeliest(probabilities, labels);
  const rows = new Int32Array(BINS);
  const predicted = new Float64Array(BINS);
  const came = new Int32Array(BINS);
  codes.forEach((code, i) => {
    const probability = probabilities[i * labels + answered[i]];
    const bin = Math.min(BINS - 1, Math.floor(probability * BINS));
    rows[bin]++;
    predicted[bin] += probability;
    if (code === answered[i]) came[bin]++;
  });
  return Array.from(rows, (count, bin) => ({
    from: bin / BINS,
    to: (bin + 1) / BINS,
    rows: count,
    predicted: count > 0 ? predicted[bin] / count : null,
    actual: count > 0 ? came[bin] / count : null,
  }));
}
