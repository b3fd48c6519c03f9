import type { Target } from "../algorithms/algorithm.js";
import { createRandom } from "../random.js";
import { crossFolds, type Fold, splitRows } from "./split.js";

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
  { nrow: 200, method: "holdout", folds: 1, heldOut: 40 },
  { nrow: 199, method: "cross_validation", folds: 5, heldOut: 40 },
  { nrow: 30, method: "cross_validation", folds: 5, heldOut: 6 },
  { nrow: 29, method: "leave_one_out", folds: 29, heldOut: 1 },
])("$nrow rows are split by $method into $folds folds", ({ nrow, method, folds, heldOut }) => {
  const split = splitRows(none, nrow, createRandom(1));
  expect(split.method).toBe(method);
  expect(split.folds).toHaveLength(folds);
  expect(split.folds[0].heldOut).toHaveLength(heldOut);
  for (const fold of split.folds) expectPartition(fold, nrow);
});

test.each([50, 29])("with several folds each of %p rows is held out once", (nrow) => {
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

test.each([1, 2, 3, 4, 5, 6, 7, 8])("a class of a single row is learned from, not held out (seed %p)", (seed) => {
  const target = classesOf([150, 149, 1]);
  expect([...splitRows(target, 300, createRandom(seed)).folds[0].train]).toContain(299);
});

test("the seed decides, and nothing else", () => {
  const once = splitRows(none, 500, createRandom(7)).folds[0].heldOut;
  expect(splitRows(none, 500, createRandom(7)).folds[0].heldOut).toEqual(once);
  expect(splitRows(none, 500, createRandom(8)).folds[0].heldOut).not.toEqual(once);
});

test("out-of-fold predictions cover each row once, also of four rows", () => {
  for (const nrow of [4, 57]) {
    const folds = crossFolds(none, nrow, createRandom(1));
    for (const fold of folds) {
      expectPartition(fold, nrow);
      expect(fold.train.length).toBeGreaterThan(0);
    }
    expect(folds.reduce((sum, { heldOut }) => sum + heldOut.length, 0)).toBe(nrow);
  }
});
