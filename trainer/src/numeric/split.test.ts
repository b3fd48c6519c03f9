import type { Target } from "./matrix.js";
import { createRandom } from "./random.js";
import { type Fold, kFolds, rollingOriginFolds, splitRows, splitTimeSeries } from "./split.js";

const none: Target = { kind: "none" };

function classesOf(counts: number[]): Target {
  const codes = Int32Array.from(counts.flatMap((count, code) => Array(count).fill(code)));
  return { kind: "class", codes, labels: counts.map(String) };
}

function expectPartition({ train, heldOut }: Fold, nrow: number): void {
  expect([...train, ...heldOut].sort((a, b) => a - b)).toEqual(Array.from({ length: nrow }, (_, i) => i));
}

test.each([
  { nrow: 1000, method: "holdout", folds: 1, heldOut: 200 },
  { nrow: 999, method: "cross_validation", folds: 5, heldOut: 200 },
  { nrow: 30, method: "cross_validation", folds: 5, heldOut: 6 },
  { nrow: 29, method: "leave_one_out", folds: 29, heldOut: 1 },
])("splits $nrow rows by $method into $folds folds", ({ nrow, method, folds, heldOut }) => {
  const split = splitRows(none, nrow, createRandom(1));
  expect(split.method).toBe(method);
  expect(split.folds).toHaveLength(folds);
  expect(split.folds[0].heldOut).toHaveLength(heldOut);
  for (const fold of split.folds) expectPartition(fold, nrow);
});

test.each([50, 29])("several folds hold out each of %p rows once", (nrow) => {
  const heldOut = splitRows(none, nrow, createRandom(1)).folds.flatMap((fold) => [...fold.heldOut]);
  expect(heldOut.sort((a, b) => a - b)).toEqual(Array.from({ length: nrow }, (_, i) => i));
});

test.each([
  { nrow: 1000, counts: [965, 35] },
  { nrow: 150, counts: [50, 50, 50] },
])("classes $counts keep their shares among the held-out rows, to within a row", ({ nrow, counts }) => {
  const target = classesOf(counts);
  for (const { heldOut } of splitRows(target, nrow, createRandom(3)).folds) {
    counts.forEach((count, code) => {
      const held = heldOut.filter((row) => target.kind === "class" && target.codes[row] === code).length;
      expect(Math.abs(held - count / 5)).toBeLessThanOrEqual(1);
    });
  }
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])("a class of a single row stays in training (seed %p)", (seed) => {
  const target = classesOf([150, 149, 1]);
  expect([...splitRows(target, 300, createRandom(seed)).folds[0].train]).toContain(299);
});

test("the split depends on the seed alone", () => {
  const once = splitRows(none, 500, createRandom(7)).folds[0].heldOut;
  expect(splitRows(none, 500, createRandom(7)).folds[0].heldOut).toEqual(once);
  expect(splitRows(none, 500, createRandom(8)).folds[0].heldOut).not.toEqual(once);
});

test("out-of-fold predictions cover each row once, also with four rows", () => {
  for (const nrow of [4, 57]) {
    const folds = kFolds(none, nrow, createRandom(1));
    for (const fold of folds) {
      expectPartition(fold, nrow);
      expect(fold.train.length).toBeGreaterThan(0);
    }
    expect(folds.reduce((sum, { heldOut }) => sum + heldOut.length, 0)).toBe(nrow);
  }
});

describe("time-ordered rows", () => {
  const expectPast = ({ train, heldOut }: Fold) => {
    expect(train.length).toBeGreaterThan(0);
    expect([...train, ...heldOut]).toEqual(Array.from({ length: train.length + heldOut.length }, (_, i) => i));
  };

  test.each([
    { nrow: 1001, method: "latest", folds: 1, heldOut: 201 },
    { nrow: 200, method: "latest", folds: 1, heldOut: 40 },
    { nrow: 199, method: "rolling_origin", folds: 5, heldOut: 166 },
    { nrow: 30, method: "rolling_origin", folds: 5, heldOut: 25 },
    { nrow: 29, method: "rolling_origin", folds: 15, heldOut: 15 },
    { nrow: 5, method: "rolling_origin", folds: 3, heldOut: 3 },
  ])("$nrow time-ordered rows are held out by $method, each after all its training rows", ({ nrow, method, folds, heldOut }) => {
    const split = splitTimeSeries(nrow);
    expect(split.method).toBe(method);
    expect(split.folds).toHaveLength(folds);
    for (const fold of split.folds) expectPast(fold);
    expect(split.folds.reduce((sum, fold) => sum + fold.heldOut.length, 0)).toBe(heldOut);
    expect(split.folds[folds - 1].heldOut.at(-1)).toBe(nrow - 1);
  });

  test.each([2, 3, 6, 100])("%p time-ordered rows are each held out once, except the first part", (nrow) => {
    const folds = rollingOriginFolds(nrow);
    for (const fold of folds) expectPast(fold);
    const first = folds[0].train.length;
    expect(folds.flatMap(({ heldOut }) => [...heldOut])).toEqual(Array.from({ length: nrow - first }, (_, i) => first + i));
  });
});
