import { equalCosts } from "@agatha/contracts";
import { decisionIntervals } from "./decision-uncertainty.js";

/** A linear congruential generator: shares from 0 to 1. */
function randomShares(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const costs = [
  [0, 1],
  [5, 0],
];

test("the interval of an accuracy agrees with the binomial distribution", () => {
  const actual = Array.from({ length: 400 }, (_, i) => i % 2);
  const predicted = actual.map((code, i) => (i % 5 === 0 ? 1 - code : code));
  const { accuracy } = decisionIntervals({ actual, predicted, costs, groups: undefined });
  // 0.8 ± 1.96 · √(0.8 · 0.2 ÷ 400)
  expect(accuracy?.lower).toBeCloseTo(0.761, 2);
  expect(accuracy?.upper).toBeCloseTo(0.839, 2);
});

test("intervals agree with the bootstrap, also that of macro F1, and are wider where rows err by groups", () => {
  const next = randomShares(7);
  const groups = Array.from({ length: 300 }, (_, i) => Math.floor(i / 10));
  const rates = Array.from({ length: 30 }, () => (next() < 0.3 ? 0.6 : 0.05));
  const actual = groups.map(() => (next() < 0.25 ? 1 : 0));
  const predicted = actual.map((code, i) => (next() < rates[groups[i]!]! ? 1 - code : code));
  const found = decisionIntervals({ actual, predicted, costs, groups });
  const f1 = (rows: readonly number[]) =>
    [0, 1].reduce((sum, k) => {
      const both = rows.filter((i) => actual[i] === k && predicted[i] === k).length;
      const either = rows.filter((i) => actual[i] === k).length + rows.filter((i) => predicted[i] === k).length;
      return sum + both / either;
    }, 0);
  const draws = Array.from({ length: 1_000 }, () =>
    f1(Array.from({ length: 30 }, () => Math.floor(30 * next())).flatMap((group) => Array.from({ length: 10 }, (_, i) => 10 * group + i))),
  ).sort((a, b) => a - b);
  expect(found.macroF1!.lower).toBeCloseTo(draws[25]!, 1);
  expect(found.macroF1!.upper).toBeCloseTo(draws[975]!, 1);
  const alone = decisionIntervals({ actual, predicted, costs, groups: undefined });
  for (const name of ["accuracy", "macroF1", "costPerRow"] as const)
    expect(found[name]!.upper - found[name]!.lower).toBeGreaterThan(1.3 * (alone[name]!.upper - alone[name]!.lower));
});

test("an accuracy of 1 has the exact lower limit by groups, and the cost of no error no interval", () => {
  const actual = Array.from({ length: 60 }, (_, i) => i % 2);
  const groups = actual.map((_, i) => Math.floor(i / 2));
  expect(decisionIntervals({ actual, predicted: actual, costs: equalCosts(2), groups })).toEqual({
    accuracy: { lower: 0.025 ** (1 / 30), upper: 1 },
    macroF1: undefined,
    costPerRow: undefined,
  });
});
