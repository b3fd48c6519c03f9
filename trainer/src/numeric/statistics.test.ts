import { createRandom } from "./random.js";
import { median, middleValues } from "./statistics.js";

const random = createRandom(3);
const drawn = (length: number, value: (i: number) => number) => Float64Array.from({ length }, (_, i) => value(i));

describe("the middle values are those of the sorted values", () => {
  test.each<[string, Float64Array]>([
    ["one value", Float64Array.of(7)],
    ["two values", Float64Array.of(9, -1)],
    ["few values", drawn(99, () => random.normal())],
    ["an odd number of values", drawn(30_001, () => random.normal())],
    ["an even number of values", drawn(30_000, () => random.normal())],
    ["values that repeat", drawn(30_000, () => random.int(3))],
    ["one value many times", drawn(5000, () => 4)],
    ["values that rise and fall", drawn(20_000, (i) => Math.min(i, 20_000 - i))],
    // The sample takes every tenth value, and so sees only the greatest ones.
    ["values in a cycle that misleads the sample", drawn(10_000, (i) => (i % 10 === 0 ? 1e6 + i : i))],
    ["infinite values", drawn(4000, (i) => [Number.NEGATIVE_INFINITY, 1, Number.POSITIVE_INFINITY][i % 3])],
    ["zeros of both signs", drawn(4000, () => (random.int(2) === 0 ? -0 : 0))],
  ])("%s", (_, values) => {
    const before = values.slice();
    const sorted = values.slice().sort();
    const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
    expect(middleValues(values)).toEqual([lower, upper]);
    expect(median(values)).toBe(lower === upper ? upper : lower / 2 + upper / 2);
    expect(values).toEqual(before);
  });
});
