import type { Fold } from "./assign-folds.js";
import type { Target } from "./matrix.js";
import { createRandom, randomPermutation } from "./random.js";
import { heldOutGroupCount, kFolds, type Splitter, splitRows } from "./split.js";
import { rollingOriginFolds, splitLaterRows, splitTimeSeries } from "./time-ordered-folds.js";
import { placeValidationRowsLast } from "./validation-rows.js";

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

  test.each([1001, 200, 199, 30])("of %p rows of a table each of the latest two fifths is held out after all earlier rows", (nrow) => {
    const { method, folds } = splitLaterRows(nrow, Int32Array.from(Array(nrow).keys()));
    for (const fold of folds) expectPast(fold);
    expect(method).toBe("rolling_origin");
    expect(folds.flatMap(({ heldOut }) => [...heldOut])).toHaveLength(Math.ceil((2 * nrow) / 5));
    expect(folds[1].heldOut).toHaveLength(Math.ceil(nrow / 5));
  });

  test.each([
    [2, 100, 1],
    [5, 100, 1],
    [20, 100, 1],
    [5, 99, 4],
    [20, 30, 1],
  ])("%p folds that are asked for are parts of the later half of %p rows, %p in each period", (count, nrow, size) => {
    const { folds } = splitLaterRows(
      nrow,
      Int32Array.from(Array(nrow).keys(), (row) => Math.floor(row / size)),
      count,
    );
    for (const fold of folds) expectPast(fold);
    expect(folds).toHaveLength(Math.min(count, nrow >> 1));
    expect(folds[0].train.length).toBeGreaterThanOrEqual(nrow >> 1);
    expect(Math.min(...folds.map(({ heldOut }) => heldOut.length))).toBeGreaterThan(0);
  });

  const singles = (count: number): number[] => Array(count).fill(1);

  test.each<{ what: string; sizes: number[]; count: number; starts: number[] }>([
    { what: "a large period is the last but one", sizes: [10, 10, 10, 10, 50, 10], count: 2, starts: [40, 90] },
    { what: "there are fewer periods than folds", sizes: [10, 10, 10, 10, 50, 10], count: 5, starts: [40, 90] },
    { what: "a row comes after a large period", sizes: [...singles(44), 55, 1], count: 5, starts: [44, 99] },
    {
      what: "the later half begins with a large period",
      sizes: [...singles(50), 30, ...singles(20)],
      count: 5,
      starts: [50, 80, 85, 90, 95],
    },
    { what: "the first period has most rows", sizes: [90, 5, 5], count: 2, starts: [90, 95] },
    { what: "a single row comes before a large period", sizes: [1, 84, 15], count: 2, starts: [85] },
    { what: "the last period has nearly all rows", sizes: [1, 1, 98], count: 2, starts: [2] },
    { what: "there is one period", sizes: [40], count: 2, starts: [20, 30] },
  ])(
    "folds that are asked for are held out after enough rows, in as many parts as periods allow, where $what",
    ({ sizes, count, starts }) => {
      const periods = Int32Array.from(sizes.flatMap((size, period) => Array(size).fill(period)));
      const { folds } = splitLaterRows(periods.length, periods, count);
      for (const fold of folds) expectPast(fold);
      expect(folds.map(({ train }) => train.length)).toEqual(starts);
      expect(folds.flatMap(({ heldOut }) => [...heldOut])).toHaveLength(periods.length - starts[0]);
    },
  );
});

/** Returns groups of unequal sizes, in mixed order. */
function someGroups(nrow: number, count: number): Int32Array {
  const random = createRandom(5);
  return Int32Array.from({ length: nrow }, () => Math.floor(count * random.next() ** 2));
}

test.each([
  { groups: 1000, method: "holdout", folds: 1 },
  { groups: 999, method: "cross_validation", folds: 5 },
  { groups: 100, method: "cross_validation", folds: 5 },
  { groups: 99, method: "cross_validation", folds: 10 },
  { groups: 7, method: "cross_validation", folds: 7 },
])("$groups groups are held out whole, in $folds folds", ({ groups: count, method, folds }) => {
  const groups = Int32Array.from({ length: 3 * count }, (_, row) => row % count);
  const split = splitRows(none, groups.length, createRandom(1), { splitter: { rows: "groups", groups } });
  expect(split.method).toBe(method);
  expect(split.folds).toHaveLength(folds);
  for (const { train, heldOut } of split.folds) {
    const known = new Set(train.map((row) => groups[row]));
    expect(heldOut.length).toBeGreaterThan(0);
    expect(heldOut.filter((row) => known.has(groups[row]))).toHaveLength(0);
  }
});

/** Returns 1,200 groups, one of which has this share of the rows and all others one or two rows. */
function oneLargeGroup(share: number): Int32Array {
  const others = Array.from({ length: 1800 }, (_, row) => 1 + (row % 1199));
  const own = Math.round((others.length * share) / (1 - share));
  return Int32Array.from([...others, ...Array<number>(own).fill(0)]);
}

test.each([
  { share: 0.3, folds: 5 },
  { share: 0.12, folds: 5 },
  { share: 0.05, folds: 1 },
])("of 1,200 groups, one of which has $share of the rows, $folds of five folds are held out", ({ share, folds: count }) => {
  const groups = oneLargeGroup(share);
  const splitter = { rows: "groups", groups } as const;
  const { folds } = splitRows(none, groups.length, createRandom(1), { splitter });
  expect(folds).toHaveLength(count);
  const heldOut = new Set(folds.flatMap((fold) => Array.from(fold.heldOut, (row) => groups[row])));
  expect(heldOut.size).toBeGreaterThan(200);
  expect(heldOutGroupCount(groups)).toBeLessThanOrEqual(heldOut.size);
  expect(heldOutGroupCount(groups)).toBeGreaterThan(count === 5 ? 1199 : 200);
});

test("the one fold that is held out has the largest group by chance alone", () => {
  const groups = oneLargeGroup(0.05);
  const splitter = { rows: "groups", groups } as const;
  const heldOut = Array.from(
    { length: 40 },
    (_, seed) => splitRows(none, groups.length, createRandom(seed), { splitter }).folds[0].heldOut,
  );
  const withLargest = heldOut.filter((rows) => rows.includes(groups.length - 1)).length;
  expect(withLargest).toBeGreaterThan(0);
  expect(withLargest).toBeLessThan(20);
});

test("folds of groups hold out each row once and are about equally large", () => {
  const groups = someGroups(2000, 200);
  const { folds } = splitRows(none, groups.length, createRandom(1), { splitter: { rows: "groups", groups } });
  expect(folds.flatMap(({ heldOut }) => [...heldOut]).sort((a, b) => a - b)).toEqual([...groups.keys()]);
  for (const { heldOut } of folds) expect(Math.abs(heldOut.length - 400)).toBeLessThan(40);
});

test("classes that are the same within groups keep about their shares among the held-out rows", () => {
  const groups = Int32Array.from({ length: 600 }, (_, row) => Math.floor(row / 6));
  const target: Target = { kind: "class", codes: groups.map((group) => (group % 5 === 0 ? 1 : 0)), labels: ["a", "b"] };
  const { folds } = splitRows(target, groups.length, createRandom(1), { splitter: { rows: "groups", groups } });
  for (const { heldOut } of folds) expect(heldOut.filter((row) => target.codes[row] === 1)).toHaveLength(24);
});

test("each of few groups with one class each is a fold of its own", () => {
  const groups = Int32Array.from({ length: 60 }, (_, row) => Math.floor(row / 10));
  const target: Target = { kind: "class", codes: groups.map((group) => group % 2), labels: ["a", "b"] };
  const { folds } = splitRows(target, groups.length, createRandom(1), { splitter: { rows: "groups", groups } });
  expect(folds.map(({ heldOut }) => heldOut.length)).toEqual([10, 10, 10, 10, 10, 10]);
});

test("the rows of a single group are divided, so that each fold has training rows", () => {
  const folds = kFolds(none, 60, createRandom(1), { splitter: { rows: "groups", groups: new Int32Array(60) } });
  expect(folds).toHaveLength(5);
  for (const fold of folds) {
    expectPartition(fold, 60);
    expect(fold.train).toHaveLength(48);
  }
});

test("a request's number of folds is kept for random rows, groups and time", () => {
  const groups = Int32Array.from({ length: 2000 }, (_, row) => row % 100);
  const periods = Int32Array.from({ length: 2000 }, (_, row) => Math.floor(row / 10));
  const foldsOf = (splitter: Splitter) => splitRows(none, 2000, createRandom(1), { splitter, folds: 4 }).folds;
  for (const splitter of [{ rows: "random" }, { rows: "groups", groups }, { rows: "time", periods }] as const)
    expect(foldsOf(splitter)).toHaveLength(4);
});

test.each([1000, 150, 20])("the rows of a period stay together, after all earlier ones, among %p rows", (nrow) => {
  const periods = Int32Array.from({ length: nrow }, (_, row) => Math.floor(row / 7));
  const { folds } = splitRows(none, nrow, createRandom(1), { splitter: { rows: "time", periods } });
  for (const { train, heldOut } of folds) expect(periods[train[train.length - 1]]).toBeLessThan(periods[heldOut[0]]);
});

test("blocks of time-ordered rows hold out each row once", () => {
  const periods = Int32Array.from({ length: 100 }, (_, row) => Math.floor(row / 7));
  const folds = kFolds(none, 100, createRandom(1), { splitter: { rows: "time", periods } });
  expect(folds).toHaveLength(5);
  expect(folds.flatMap(({ heldOut }) => [...heldOut])).toEqual([...periods.keys()]);
});

test("validation rows are whole groups, or the latest rows", () => {
  const groups = Int32Array.from({ length: 300 }, (_, row) => row % 30);
  const order = randomPermutation(300, createRandom(1));
  const from = placeValidationRowsLast(order, 30, { rows: "groups", groups });
  const [training, validation] = [order.slice(0, from), order.slice(from)].map((rows) => new Set(rows.map((row) => groups[row])));
  expect(from).toBe(270);
  expect([...training].filter((group) => validation.has(group))).toEqual([]);
  const inTime = randomPermutation(300, createRandom(1));
  const latest = placeValidationRowsLast(inTime, 30, { rows: "time", periods: Int32Array.from(inTime.keys()) });
  expect([...inTime.slice(latest)].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => 270 + i));
});

test("a group too large for validation is passed over, and rows are split at random where every group is", () => {
  for (const [sizes, expected] of [
    [[800, 100, 100], 100],
    [[501, 499], 499],
    [[400, 300, 300], 300],
    [[250, 250, 250, 249, 1], 250],
  ] as const) {
    const groups = Int32Array.from(sizes.flatMap((size, group) => Array<number>(size).fill(group)));
    for (let seed = 0; seed < 5; seed++) {
      const order = randomPermutation(1000, createRandom(seed));
      expect(1000 - placeValidationRowsLast(order, 100, { rows: "groups", groups })).toBe(expected);
      expect([...order].sort((a, b) => a - b)).toEqual([...groups.keys()]);
    }
  }
  const periods = Int32Array.from({ length: 1000 }, (_, row) => (row < 300 ? 0 : 1));
  expect(placeValidationRowsLast(randomPermutation(1000, createRandom(1)), 100, { rows: "time", periods })).toBe(900);
});
