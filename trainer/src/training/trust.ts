import type { Calibration, ConformalInterval } from "@agatha/contracts";
import { learnCalibration } from "../evaluation/calibration.js";
import { conformalInterval } from "../evaluation/conformal.js";
import type { Random } from "../random.js";
import type { Lesson } from "./lesson.js";
import { takeTarget } from "./target.js";
import type { HeldOutAnswer, Trials } from "./trials.js";

/** What the held-out answers say about how far answers can be trusted. */
export interface Trust {
  interval?: ConformalInterval;
  calibration?: Calibration;
}

export function trustOf({ target: all }: Lesson, { rows }: Trials, { answer }: HeldOutAnswer, random: Random): Trust {
  const target = takeTarget(all, rows);
  if (target.kind === "number" && answer.values) return { interval: conformalInterval(target.values, answer.values, random) };
  if (target.kind !== "class" || !answer.probabilities) return {};
  const { codes, labels } = target;
  const forecast = { codes, labels: labels.length, probabilities: answer.probabilities };
  return { calibration: learnCalibration(forecast, labels.length === 2 ? labels[1] : null, random) };
}
