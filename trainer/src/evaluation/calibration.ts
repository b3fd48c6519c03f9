/**
 * Calibrated probabilities by temperature scaling (Guo, Pleiss, Sun and Weinberger 2017). A small constant is added to each
 * probability first, so that a probability of 0 can be corrected, too.
 *
 * Temperature scaling is chosen over Platt scaling and isotonic regression for three reasons. It has two parameters, which few
 * held-out rows can determine. It serves any number of classes. It never changes the most probable class, so that the accuracy
 * stays as measured.
 */
import { type Calibration, type Calibrator, calibrate } from "@agatha/contracts";
import type { Fold } from "../numeric/assign-folds.js";
import { type Random, randomPermutation } from "../numeric/random.js";
import { kFolds, type Splitter } from "../numeric/split.js";
import { type ClassProbabilities, probabilityMetrics, reliabilityBins } from "./metrics/probability-metrics.js";

const IDENTITY_CALIBRATOR: Calibrator = { temperature: 1, smoothing: 0 };
const SMOOTHINGS = [1e-9, 1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1];
const TEMPERATURE_RANGE = { from: 0.2, to: 10 };
/** Least number of held-out rows. Fewer rows give a calibration that does not generalise. */
const MIN_ROWS = 30;
const FOLD_COUNT = 5;

interface FittedCalibration {
  calibration: Calibration;
  /** Probabilities of the held-out rows that the metrics after calibration are of. */
  probabilities: Float64Array;
}

/**
 * Fits a calibration to held-out rows. The metrics after it are cross-validated: each row's calibration is fitted without the
 * row's fold. `splitter` says which rows share a fold. If they do not improve the log loss, the probabilities stay uncalibrated.
 */
export function fitCalibration(
  forecast: ClassProbabilities,
  labelOfBins: string | null,
  random: Random,
  splitter?: Splitter,
): FittedCalibration {
  const { codes, classCount, probabilities } = forecast;
  const before = probabilityMetrics(forecast);
  const binsBefore = reliabilityBins(forecast);
  const crossValidated = {
    ...forecast,
    probabilities:
      codes.length < MIN_ROWS ? probabilities : crossValidatedCalibration(forecast, calibrationFolds(codes.length, random, splitter)),
  };
  const after = probabilityMetrics(crossValidated);
  const better = after.log_loss < before.log_loss;
  const calibrator = better ? fitCalibrator({ codes, classCount, probabilities }) : IDENTITY_CALIBRATOR;
  const calibration: Calibration = {
    method: better ? "temperature" : "none",
    ...calibrator,
    before,
    after: better ? after : before,
    bins_of: labelOfBins,
    bins_before: binsBefore,
    bins_after: better ? reliabilityBins(crossValidated) : binsBefore,
  };
  return { calibration, probabilities: better ? crossValidated.probabilities : probabilities };
}

function calibrationFolds(nrow: number, random: Random, splitter?: Splitter): Fold[] {
  if (splitter && splitter.rows !== "random") return kFolds({ kind: "none" }, nrow, random, { splitter });
  const order = randomPermutation(nrow, random);
  return Array.from({ length: FOLD_COUNT }, (_, fold) => ({
    train: order.filter((_, i) => i % FOLD_COUNT !== fold),
    heldOut: order.filter((_, i) => i % FOLD_COUNT === fold),
  }));
}

function crossValidatedCalibration(forecast: ClassProbabilities, folds: readonly Fold[]): Float64Array {
  const { classCount } = forecast;
  const result = new Float64Array(forecast.probabilities.length);
  for (const { train, heldOut } of folds) {
    const calibrator = fitCalibrator(takeProbabilityRows(forecast, train));
    const calibrated = calibrate(takeProbabilityRows(forecast, heldOut).probabilities, classCount, calibrator);
    heldOut.forEach((row, i) => {
      result.set(calibrated.subarray(i * classCount, (i + 1) * classCount), row * classCount);
    });
  }
  return result;
}

function takeProbabilityRows({ codes, classCount, probabilities }: ClassProbabilities, rows: Int32Array): ClassProbabilities {
  const taken = new Float64Array(rows.length * classCount);
  const ownCodes = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    ownCodes[i] = codes[rows[i]];
    for (let k = 0; k < classCount; k++) taken[i * classCount + k] = probabilities[rows[i] * classCount + k];
  }
  return { codes: ownCodes, classCount, probabilities: taken };
}

/** Returns the temperature and smoothing with the largest likelihood of the rows' classes. */
function fitCalibrator(forecast: ClassProbabilities): Calibrator {
  let best = { ...IDENTITY_CALIBRATOR, loss: Number.POSITIVE_INFINITY };
  for (const smoothing of SMOOTHINGS) {
    const found = searchTemperature(forecast, smoothing);
    if (found.loss < best.loss) best = { smoothing, ...found };
  }
  return { temperature: best.temperature, smoothing: best.smoothing };
}

/** Golden-section search over the logarithm of the temperature. The log loss is convex in 1 / temperature and so has one minimum. */
function searchTemperature(
  { codes, classCount, probabilities }: ClassProbabilities,
  smoothing: number,
): { temperature: number; loss: number } {
  const below = logsBelowGreatest(probabilities, classCount, smoothing);
  const lossAt = (logTemperature: number) => scaledLogLoss(below, codes, classCount, Math.exp(-logTemperature));
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(TEMPERATURE_RANGE.from), Math.log(TEMPERATURE_RANGE.to)];
  let [left, right] = [high - ratio * (high - low), low + ratio * (high - low)];
  let [leftLoss, rightLoss] = [lossAt(left), lossAt(right)];
  while (high - low > 1e-3) {
    if (leftLoss <= rightLoss) {
      [high, right, rightLoss] = [right, left, leftLoss];
      left = high - ratio * (high - low);
      leftLoss = lossAt(left);
    } else {
      [low, left, leftLoss] = [left, right, rightLoss];
      right = low + ratio * (high - low);
      rightLoss = lossAt(right);
    }
  }
  const middle = (low + high) / 2;
  return { temperature: Math.exp(middle), loss: lossAt(middle) };
}

/** Returns the logarithm of each smoothed probability less the greatest of its row. */
function logsBelowGreatest(probabilities: Float64Array, labels: number, smoothing: number): Float64Array {
  const logs = new Float64Array(probabilities.length);
  for (let at = 0; at < logs.length; at += labels) {
    let most = Number.NEGATIVE_INFINITY;
    for (let k = at; k < at + labels; k++) {
      logs[k] = Math.log(probabilities[k] + smoothing);
      if (logs[k] > most) most = logs[k];
    }
    for (let k = at; k < at + labels; k++) logs[k] -= most;
  }
  return logs;
}

function scaledLogLoss(below: Float64Array, codes: Int32Array, labels: number, power: number): number {
  let loss = 0;
  for (let i = 0; i < codes.length; i++) {
    const at = i * labels;
    let sum = 0;
    // The greatest probability of a row has 0 here, and exp(0) is 1.
    for (let k = at; k < at + labels; k++) sum += below[k] === 0 ? 1 : Math.exp(power * below[k]);
    loss += Math.log(sum) - power * below[at + codes[i]];
  }
  return loss / codes.length;
}
