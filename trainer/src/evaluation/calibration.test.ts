import { calibrate } from "@agatha/contracts";
import fc from "fast-check";
import { createRandom } from "../numeric/random.js";
import { fitCalibration } from "./calibration.js";
import { argmaxClasses } from "./metrics/classification-metrics.js";
import type { ClassProbabilities } from "./metrics/probability-metrics.js";

/** Draws classes from softmax(z) and forecasts softmax(z · boldness). */
function forecast(rows: number, classCount: number, boldness: number): ClassProbabilities {
  const random = createRandom(classCount);
  const codes = new Int32Array(rows);
  const told = new Float64Array(rows * classCount);
  for (let i = 0; i < rows; i++) {
    const logits = Array.from({ length: classCount }, () => 1.5 * random.normal());
    let left = random.next();
    const real = softmax(logits);
    while (left > real[codes[i]] && codes[i] < classCount - 1) left -= real[codes[i]++];
    told.set(softmax(logits.map((logit) => logit * boldness)), i * classCount);
  }
  return { codes, classCount, probabilities: told };
}

function softmax(logits: number[]): number[] {
  const powers = logits.map(Math.exp);
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

test.each([
  ["too bold", 3],
  ["too shy", 0.4],
])("corrects probabilities of 2 and 5 classes that are %s by the factor %d", (_name, boldness) => {
  for (const labels of [2, 5]) {
    const { method, temperature, before, after } = fitCalibration(forecast(3000, labels, boldness), null, createRandom(1)).calibration;
    expect(method).toBe("temperature");
    expect(temperature / boldness).toBeGreaterThan(0.85);
    expect(temperature / boldness).toBeLessThan(1.15);
    expect(after.log_loss).toBeLessThan(before.log_loss);
    expect(after.ece).toBeLessThan(before.ece / 2);
  }
});

test("the figures after calibration come from rows that it had not seen, so that a calibrated forecast gains nothing", () => {
  const { before, after, method, temperature } = fitCalibration(forecast(3000, 3, 1), null, createRandom(1)).calibration;
  expect(Math.abs(after.log_loss - before.log_loss)).toBeLessThan(0.002);
  expect(method === "none" ? temperature : Math.abs(Math.log(temperature)) + 1).toBeLessThan(1.1);
});

test("few rows give no calibration", () => {
  const found = fitCalibration(forecast(29, 2, 5), "yes", createRandom(1)).calibration;
  expect(found).toMatchObject({ method: "none", temperature: 1, smoothing: 0, bins_of: "yes" });
  expect(found.after).toEqual(found.before);
});

test("a class with probability 0 has a positive probability after calibration", () => {
  const codes = Int32Array.from({ length: 200 }, (_, i) => (i % 10 === 0 ? 1 : 0));
  const probabilities = Float64Array.from({ length: 400 }, (_, p) => (p % 2 === 0 ? 1 : 0));
  const found = fitCalibration({ codes, classCount: 2, probabilities }, null, createRandom(1)).calibration;
  expect(calibrate(probabilities, 2, found)[1]).toBeCloseTo(0.1, 2);
});

test("calibration keeps the most probable class, and probabilities sum to 1", () => {
  const rows = fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.double({ min: 0.2, max: 10, noNaN: true }), fc.constantFrom(1e-9, 1e-3, 0.1), (cells, temperature, smoothing) => {
      const positive = cells.filter((row) => row.some((cell) => cell > 0.01));
      const probabilities = Float64Array.from(
        positive.flatMap((row) => row.map((cell) => Math.round(cell * 1e6) / row.reduce((a, b) => a + b) / 1e6)),
      );
      const calibrated = calibrate(probabilities, 4, { temperature, smoothing });
      expect(argmaxClasses(calibrated, 4)).toEqual(argmaxClasses(probabilities, 4));
      for (let at = 0; at < calibrated.length; at += 4) expect(calibrated.subarray(at, at + 4).reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    }),
    { seed: 5, numRuns: 200 },
  );
});
