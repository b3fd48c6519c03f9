import type { ModelInfo, ModelInput, PredictionResult } from "@agatha/contracts";
import { answerScale, type Curve, currentNumber, curveRange, positionOf, valueAt } from "./curve.js";

const input = (change: Partial<ModelInput>): ModelInput =>
  ({ name: "x", type: "n", min: 0, max: 10, typical: 5, integer: false, levels: [], ...change }) as ModelInput;
const numeric = input({});
const level = input({ type: "s", min: null, max: null });
const time = input({ type: "d", min: 0, max: 86_400_000 });
const curve = (grid: Curve["grid"], values: Curve["values"] = []): Curve => ({ column: "x", grid, values });

test.each<[string, ModelInput, Curve, [number, number] | null]>([
  ["a number has its training range", numeric, curve([0, 10]), [0, 10]],
  ["levels lie side by side", level, curve(["a", "b"]), [-0.5, 1.5]],
  ["one level is no choice", level, curve(["a"]), null],
  ["a constant is no choice", input({ max: 0 }), curve([0]), null],
  ["an unknown range has no curve", input({ min: null }), curve([]), null],
])("ranges of curves: %s", (_rule, of, on, range) => {
  expect(curveRange(of, on)).toEqual(range);
});

test.each<[string, ModelInput, Curve, string, number | null]>([
  ["a number", numeric, curve([0, 10]), "2.5", 2.5],
  ["a number outside of the range", numeric, curve([0, 10]), "11", null],
  ["a word for a number", numeric, curve([0, 10]), "fast", null],
  ["a missing value", numeric, curve([0, 10]), " ", null],
  ["a level", level, curve(["a", "b"]), "b", 1],
  ["a level that has no bar", level, curve(["a", "b"]), "c", null],
  ["a time", time, curve([0, 86_400_000]), "1970-01-01T06:00", 21_600_000],
])("the position of %s", (_what, of, on, entered, position) => {
  expect(positionOf(of, on, entered)).toBe(position);
});

test.each<[string, ModelInput, Curve, number, string]>([
  ["a number without noise", numeric, curve([0, 10]), 0.1 + 0.2, "0.3"],
  ["a level", level, curve(["a", "b"]), 1, "b"],
  ["a time to the minute", time, curve([0, 86_400_000]), 21_601_234, "1970-01-01T06:00"],
  ["a time to the second within an hour", input({ type: "d", min: 0, max: 3_600_000 }), curve([0]), 61_234, "1970-01-01T00:01:01"],
  ["the first time of a range", input({ type: "d", min: 30_000, max: 86_400_000 }), curve([0]), 30_000, "1970-01-01T00:00:30"],
])("a click on a curve enters %s", (_what, of, on, position, entered) => {
  expect(valueAt(of, on, position)).toBe(entered);
});

test.each<[string, Partial<PredictionResult>, string | undefined, number | null]>([
  ["a predicted number", { value: [3] }, undefined, 3],
  ["the probability of the class", { value: ["a"], prob: [{ a: 0.8, b: 0.2 }] }, "b", 0.2],
  ["an anomaly score", { value: [true], score: [1.5] }, undefined, 1.5],
  ["nothing", { value: [null] }, undefined, null],
])("the answer beside a curve is %s", (_what, result, label, number) => {
  expect(currentNumber(result as PredictionResult, label)).toBe(number);
});

const info = (change: Partial<ModelInfo>) => change as ModelInfo;
const point = (actual: number) => ({ row: 0, actual, predicted: actual });

test.each<[string, Partial<ModelInfo>, Parameters<typeof answerScale>[1], [number, number]]>([
  ["probabilities have all of theirs", {}, { of: "probability", curves: [curve([0, 1], [0.4, 0.5])] }, [0, 1]],
  [
    "numbers have that of the held-out rows",
    { regression: { points: [point(-5), point(20)] } as ModelInfo["regression"] },
    { of: "value", curves: [curve([0, 1], [1, null])] },
    [-5, 20],
  ],
  [
    "an interval beyond it widens it",
    { regression: { points: [point(0), point(1)] } as ModelInfo["regression"] },
    { of: "value", curves: [{ ...curve([0], [2]), intervals: [{ lower: -4, upper: 8 }] }] },
    [-4, 8],
  ],
  [
    "a forecast has that of its own series",
    { regression: { points: [point(0), point(90)] } as ModelInfo["regression"], forecast: {} as ModelInfo["forecast"] },
    { of: "value", curves: [curve([0, 1], [2, 3])] },
    [2, 3],
  ],
  [
    "groups have room for the bar of the first one",
    { type: "CLUSTERING", clustering: { clusters: [{ cluster: 1 }, { cluster: 2 }, { cluster: 3 }] } as ModelInfo["clustering"] },
    { of: "cluster", curves: [curve(["a", "b"], [1, 3])] },
    [0, 3],
  ],
  ["equal answers have room on both sides", {}, { of: "value", curves: [curve([0, 1], [3, 3])] }, [2, 4]],
  ["without an answer there is still a scale", {}, { of: "value", curves: [curve([0], [null])] }, [0, 1]],
])("the scale of the curves: %s", (_rule, of, answer, scale) => {
  expect(answerScale(info(of), answer)).toEqual(scale);
});
