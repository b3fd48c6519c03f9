import { findColumn, type Table, takeRows } from "../data/tables/table.js";
import { loadServingModel } from "../model/serving/serving-model.js";
import { createRandom, randomPermutation } from "../numeric/random.js";
import { dataFolderPath, testWithDataFolder } from "../testing/dataset-files.js";
import { readCsv } from "../testing/read-csv.js";
import { modelRequest, trainOnTable } from "../testing/train-on-table.js";
import { conformalHalfWidth, laterRowsHalfWidth, normalHalfWidth, splitConformalInterval } from "./conformal.js";

const errorsTo = (n: number) => Float64Array.from({ length: n }, (_, i) => n - i);

test.each([
  [9, 9],
  [10, 10],
  [19, 18],
  [99, 90],
  [999, 900],
])("the half width from %i errors is the ⌈0.9 (n + 1)⌉-th smallest, the %i-th", (n, rank) => {
  expect(conformalHalfWidth(errorsTo(n), 0.9)).toBe(rank);
});

test("the half width shrinks with the model's share of the errors", () => {
  expect(conformalHalfWidth(errorsTo(19), 0.9, 0.9)).toBeCloseTo(0.9 * 18, 12);
});

test("a scaled half width is rounded up to a repeated error", () => {
  const errors = Float64Array.from({ length: 100 }, (_, i) => [0.2, 0.4, 0.6, 0.8, 1][i % 5]);
  expect(conformalHalfWidth(errors, 0.9, 0.97)).toBe(1);
});

test("eight errors, or predictions that are NaN, give no 90 % interval", () => {
  expect(conformalHalfWidth(errorsTo(8), 0.9)).toBeUndefined();
  const zeros = new Float64Array(20);
  expect(splitConformalInterval(zeros, new Float64Array(20).fill(Number.NaN), createRandom(1))).toBeUndefined();
});

test("few errors give the prediction interval of Student's t, less than three none", () => {
  // The 95 % point of Student's t with 3 degrees of freedom is 2.3534.
  expect(normalHalfWidth(Float64Array.of(3, -3, 3))).toBeCloseTo(2.3534 * 3 * Math.sqrt(4 / 3), 3);
  expect(normalHalfWidth(Float64Array.of(3, -3))).toBeUndefined();
  expect(normalHalfWidth(Float64Array.of(3, -3, Number.NaN))).toBeUndefined();
});

test("coverage is measured on rows that did not determine the interval, given enough rows", () => {
  const random = createRandom(3);
  const actual = Float64Array.from({ length: 4000 }, () => random.normal());
  const found = splitConformalInterval(actual, new Float64Array(4000), random);
  expect(found?.half_width).toBeCloseTo(1.645, 1);
  expect(Math.abs((found?.measured ?? 0) - 0.9)).toBeLessThan(0.005);
  expect(splitConformalInterval(actual.slice(0, 39), new Float64Array(39), random)).toMatchObject({ rows: 39, measured: null });
});

describe("the interval of later rows", () => {
  const random = createRandom(4);
  const errors = Float64Array.from({ length: 400 }, () => random.normal());
  const inHalves = errors.map((_, row) => Math.floor(row / 200));
  const widthOf = (some: Float64Array) => laterRowsHalfWidth(some, Int32Array.from(inHalves.subarray(0, some.length)))!;

  test("has the conformal width of the part with the larger errors, where errors are independent", () => {
    const growing = errors.map((error, row) => (row < 200 ? error : 3 * error));
    const ofLater = conformalHalfWidth(growing.subarray(200).map(Math.abs), 0.9)!;
    expect(widthOf(growing) / ofLater).toBeGreaterThan(1);
    expect(widthOf(growing) / ofLater).toBeLessThan(1.05);
  });

  test("is wider by more than twice where all errors of a part lie on one side", () => {
    const onOneSide = errors.map((error, row) => (row < 200 ? 5 : -5) + error);
    expect(widthOf(onOneSide)).toBeGreaterThan(2 * conformalHalfWidth(onOneSide.map(Math.abs), 0.9)!);
  });

  test("needs nine errors, of which a part may have fewer", () => {
    expect(laterRowsHalfWidth(errors.subarray(0, 8), new Int32Array(8))).toBeUndefined();
    const few = errors.subarray(0, 10);
    const parts = Int32Array.from(few.keys(), (row) => Math.floor(row / 5));
    expect(laterRowsHalfWidth(few, parts)).toBeGreaterThan(Math.max(...few.map(Math.abs)));
  });
});

const SPLITS = 10;

/** Means over SPLITS random fifths of the table that training did not see. */
interface Coverage {
  /** Share of the fifth's rows within the served intervals. */
  served: number;
  /** Coverage that the model reports for its held-out rows. */
  measured: number;
}

async function coverageOf(table: Table, response: string, algorithm: string): Promise<Coverage> {
  let [held, asked, measured] = [0, 0, 0];
  for (let seed = 1; seed <= SPLITS; seed++) {
    const order = randomPermutation(table.nrow, createRandom(seed));
    const end = Math.floor(0.8 * table.nrow);
    const { artifact, info } = await trainOnTable(
      takeRows(table, order.subarray(0, end)),
      modelRequest("REGRESSION", algorithm, { response, seed }),
    );
    const fresh = takeRows(table, order.subarray(end));
    const { interval = [] } = loadServingModel(artifact).predictTable(fresh);
    const actual = findColumn(fresh, response);
    if (actual?.type !== "n") throw new Error(`${response} has no numbers`);
    measured += info.regression?.interval?.measured ?? 0;
    interval.forEach((limits, i) => {
      asked++;
      if (limits && limits.lower <= actual.values[i] && actual.values[i] <= limits.upper) held++;
    });
  }
  return { served: held / asked, measured: measured / SPLITS };
}

/** `npm run bench -- intervals` covers all algorithms and one more file. */
describe("90 % intervals cover 88 to 92 % of held-out rows and of new rows", () => {
  for (const [file, response] of [
    ["concrete-strength.csv", "strength"],
    ["wine-quality-red.csv", "quality"],
    ["abalone.csv", "rings"],
  ]) {
    for (const algorithm of ["GLM", "XGB"]) {
      testWithDataFolder(`of ${file} by ${algorithm}`, async () => {
        const { served, measured } = await coverageOf(await readCsv(dataFolderPath(file)), response, algorithm);
        expect(Math.abs(measured - 0.9)).toBeLessThan(0.02);
        expect(Math.abs(served - 0.9)).toBeLessThan(0.02);
      });
    }
  }
});

test("an interval for rows of new groups counts each group alike, however many rows it has", () => {
  // Nineteen groups of one row with an error of 1, and one group of many rows with larger errors.
  const groups = Int32Array.from([...Array(19).keys(), ...Array<number>(100).fill(19)]);
  const errors = Float64Array.from(groups, (group) => (group < 19 ? 1 : 5));
  expect(conformalHalfWidth(errors, 0.9, 1, groups)).toBe(1);
  expect(conformalHalfWidth(errors, 0.9)).toBe(5);
});

test("groups of one row give the interval of rows", () => {
  const random = createRandom(2);
  const errors = Float64Array.from({ length: 50 }, () => random.next());
  expect(conformalHalfWidth(errors, 0.9, 1, Int32Array.from(errors.keys()))).toBe(conformalHalfWidth(errors, 0.9));
});

test("an interval from too few groups is undefined, however many rows they have", () => {
  const groups = Int32Array.from({ length: 800 }, (_, row) => row % 8);
  expect(conformalHalfWidth(new Float64Array(800).fill(1), 0.9, 1, groups)).toBeUndefined();
});

test("an interval from whole groups covers rows of new groups", () => {
  const random = createRandom(6);
  const [known, fresh] = [400, 400].map((count) =>
    Array.from({ length: count }, () => random.normal()).flatMap((level, group) =>
      Array.from({ length: 10 }, () => ({ group, error: Math.abs(level + 0.1 * random.normal()) })),
    ),
  );
  const errors = Float64Array.from(known, ({ error }) => error);
  const width = conformalHalfWidth(
    errors,
    0.9,
    1,
    Int32Array.from(known, ({ group }) => group),
  );
  expect(fresh.filter(({ error }) => error <= (width ?? 0)).length / fresh.length).toBeGreaterThan(0.87);
});
