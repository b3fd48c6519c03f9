import type { Calibration, ConformalInterval } from "@agatha/contracts";
import { learnCalibration } from "../evaluation/calibration.js";
import { absoluteErrors, conformalInterval, INTERVAL_LEVEL, laterCoverage } from "../evaluation/conformal.js";
import type { Random } from "../numeric/random.js";
import type { Lesson } from "./lesson.js";
import { takeTarget } from "./target.js";
import type { HeldOutAnswer, Trials } from "./trials.js";

/** What the held-out answers say about how far answers can be trusted. */
export interface Trust {
  interval?: ConformalInterval;
  calibration?: Calibration;
}

/** `improvement` is the share of the held-out errors that the model which serves is likely to make. */
export function trustOf(
  { target: all, series }: Lesson,
  { rows }: Trials,
  { answer, improvement }: HeldOutAnswer & { improvement: number },
  random: Random,
): Trust {
  const target = takeTarget(all, rows);
  if (target.kind === "number" && answer.values) {
    const interval = conformalInterval(target.values, answer.values, random, improvement);
    if (!interval || !series) return { interval };
    return { interval: { ...interval, measured: laterCoverage(absoluteErrors(target.values, answer.values), INTERVAL_LEVEL) } };
  }
  if (target.kind !== "class" || !answer.probabilities) return {};
  const { codes, labels } = target;
  const forecast = { codes, labels: labels.length, probabilities: answer.probabilities };
  return { calibration: learnCalibration(forecast, labels.length === 2 ? labels[1] : null, random) };
}
