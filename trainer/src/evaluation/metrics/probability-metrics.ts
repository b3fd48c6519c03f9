import type { ProbabilityMetrics, ReliabilityBin } from "@agatha/contracts";
import { argmaxClasses } from "./classification-metrics.js";
import { totalWeight, type Weights } from "./weights.js";

export const BIN_COUNT = 10;
/**
 * Lower bound of probabilities (as in scikit-learn before 1.3). Without it, one row with probability 0 would make the log loss
 * infinite.
 */
const MIN_PROBABILITY = 1e-15;

/** Classes of rows and their predicted probabilities: n × labels in row-major order. */
export interface ClassProbabilities {
  codes: Int32Array;
  classCount: number;
  probabilities: Float64Array;
}

/** Returns means over the rows; there is at least one row. */
export function probabilityMetrics(forecast: ClassProbabilities): ProbabilityMetrics {
  const { codes, classCount, probabilities } = forecast;
  let squares = 0;
  codes.forEach((code, i) => {
    for (let k = 0; k < classCount; k++) squares += (probabilities[i * classCount + k] - (k === code ? 1 : 0)) ** 2;
  });
  return {
    log_loss: weightedLogLoss(trueClassProbabilities(forecast))() ?? Number.NaN,
    brier: squares / codes.length,
    ece: expectedCalibrationError(reliabilityBins(forecast), codes.length),
  };
}

/** Returns each row's predicted probability of class `k`. */
export function probabilitiesOfClass({ codes, classCount, probabilities }: ClassProbabilities, k: number): Float64Array {
  return Float64Array.from(codes, (_, i) => probabilities[i * classCount + k]);
}

/** Returns the predicted probability of each row's own class. */
export function trueClassProbabilities({ codes, classCount, probabilities }: ClassProbabilities): Float64Array {
  return Float64Array.from(codes, (code, i) => probabilities[i * classCount + code]);
}

/** Returns a function that computes the mean negative log probability of the rows' own classes, in nats; null without rows. */
export function weightedLogLoss(own: Float64Array): (weights?: Weights) => number | null {
  const losses = own.map((probability) => -Math.log(Math.max(MIN_PROBABILITY, probability)));
  return (weights) => {
    const n = totalWeight(own.length, weights);
    if (n === 0) return null;
    let sum = 0;
    for (let i = 0; i < losses.length; i++) sum += (weights ? weights[i] : 1) * losses[i];
    return sum / n;
  };
}

/**
 * Returns the expected calibration error (Naeini, Cooper and Hauskrecht 2015): the mean difference between predicted and observed
 * frequency over the bins, weighted by their rows.
 */
function expectedCalibrationError(bins: readonly ReliabilityBin[], rows: number): number {
  return bins.reduce((sum, { rows: count, predicted, actual }) => sum + (count * Math.abs((predicted ?? 0) - (actual ?? 0))) / rows, 0);
}

/** Returns the bin of each row, and its probability less 1 where the binned class came true. */
export function binnedRows({ codes, classCount, probabilities }: ClassProbabilities) {
  const binned = classCount === 2 ? codes.map(() => 1) : argmaxClasses(probabilities, classCount);
  const own = Float64Array.from(codes, (_, i) => probabilities[i * classCount + binned[i]]);
  const bins = Int32Array.from(own, (probability) => Math.min(BIN_COUNT - 1, Math.floor(probability * BIN_COUNT)));
  const hits = codes.map((code, i) => (code === binned[i] ? 1 : 0));
  return { bins, own, hits, excess: own.map((probability, i) => probability - hits[i]) };
}

/**
 * Returns ten bins of equal width. Two classes are binned by the probability of the second class, more classes by that of the
 * predicted class (Guo et al. 2017).
 */
export function reliabilityBins(forecast: ClassProbabilities): ReliabilityBin[] {
  const { bins, own, hits } = binnedRows(forecast);
  const rows = new Int32Array(BIN_COUNT);
  const predicted = new Float64Array(BIN_COUNT);
  const actual = new Int32Array(BIN_COUNT);
  bins.forEach((bin, i) => {
    rows[bin]++;
    predicted[bin] += own[i];
    actual[bin] += hits[i];
  });
  return Array.from(rows, (count, bin) => ({
    from: bin / BIN_COUNT,
    to: (bin + 1) / BIN_COUNT,
    rows: count,
    predicted: count > 0 ? predicted[bin] / count : null,
    actual: count > 0 ? actual[bin] / count : null,
  }));
}
