import type { Calibration } from "../results/diagnostics.js";

/** Parameters of a calibration of probabilities. */
export type Calibrator = Pick<Calibration, "temperature" | "smoothing">;

/**
 * Returns (p + smoothing)^(1 / temperature), normalised to sum to 1. `probabilities` is n × labels in row-major order and is not
 * modified.
 */
export function calibrate(probabilities: Float64Array, labels: number, { temperature, smoothing }: Calibrator): Float64Array {
  if (temperature === 1 && smoothing === 0) return probabilities;
  const calibrated = new Float64Array(probabilities.length);
  for (let at = 0; at < probabilities.length; at += labels) {
    let most = 0;
    for (let k = 0; k < labels; k++) if (probabilities[at + k]! > most) most = probabilities[at + k]!;
    let sum = 0;
    for (let k = 0; k < labels; k++) {
      const power = ((probabilities[at + k]! + smoothing) / (most + smoothing)) ** (1 / temperature);
      calibrated[at + k] = power;
      sum += power;
    }
    for (let k = 0; k < labels; k++) calibrated[at + k]! /= sum;
  }
  return calibrated;
}
