import type { Calibration, ConformalInterval } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { fitCalibration } from "../../evaluation/calibration.js";
import {
  absoluteErrors,
  conformalHalfWidth,
  laterHalfCoverage,
  laterRowsHalfWidth,
  NOMINAL_COVERAGE,
  splitConformalInterval,
} from "../../evaluation/conformal.js";
import type { Target } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { type Splitter, takeSplitter } from "../../numeric/split.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import type { CrossValidation } from "./cross-validate.js";
import type { OutOfFoldPrediction } from "./predict-held-out.js";

/** Uncertainty of the predictions, from the held-out predictions. */
export interface Uncertainty {
  interval?: ConformalInterval;
  calibration?: Calibration;
  /** Held-out probabilities after calibrations that were fitted without the row. */
  probabilities?: Float64Array;
}

/** Estimates the uncertainty. `errorRatio` is the expected ratio of the final model's errors to the held-out errors. */
export function estimateUncertainty(
  { target: all, series, validation }: TrainingSet,
  crossValidation: CrossValidation,
  { prediction, errorRatio }: OutOfFoldPrediction & { errorRatio: number },
  random: Random,
): Uncertainty {
  const { heldOutRows } = crossValidation;
  const target = takeTarget(all, heldOutRows);
  const splitter = validation && takeSplitter(validation.splitter, heldOutRows);
  if (target.kind === "number" && prediction.values) {
    const groups = splitter?.rows === "groups" ? splitter.groups : undefined;
    const interval = splitConformalInterval(target.values, prediction.values, random, { share: errorRatio, groups });
    if (!interval || !(series || splitter?.rows === "time")) return { interval };
    const answers = prediction.values;
    // Errors of a series are replaced by those of its backtest.
    if (series) {
      const errors = absoluteErrors(target.values, answers);
      return { interval: { ...interval, measured: laterHalfCoverage(errors, (earlier) => conformalHalfWidth(earlier, NOMINAL_COVERAGE)) } };
    }
    const errors = target.values.map((value, row) => value - answers[row]);
    const parts = heldOutParts(crossValidation);
    const widthOf = (some: Float64Array) => laterRowsHalfWidth(some, parts.subarray(0, some.length));
    return { interval: { ...interval, half_width: widthOf(errors) ?? interval.half_width, measured: laterHalfCoverage(errors, widthOf) } };
  }
  return calibrateHeldOut(target, prediction, random, splitter);
}

/** Fits a calibration to the held-out probabilities of classes. `splitter` is that of the held-out rows. */
export function calibrateHeldOut(
  target: Target,
  { probabilities }: Prediction,
  random: Random,
  splitter: Splitter | undefined,
): Pick<Uncertainty, "calibration" | "probabilities"> {
  if (target.kind !== "class" || !probabilities) return {};
  const { codes, labels } = target;
  return fitCalibration({ codes, classCount: labels.length, probabilities }, labels.length === 2 ? labels[1] : null, random, splitter);
}

/** Returns the number of the part that each held-out row was held out in. Rows that were held out one by one are one part. */
function heldOutParts({ folds, heldOutRows }: CrossValidation): Int32Array {
  const parts = new Int32Array(heldOutRows.length);
  if (folds.length === heldOutRows.length) return parts;
  for (const [f, { positions }] of folds.entries()) for (const at of positions) parts[at] = f;
  return parts;
}
