import { type Association, tableProfile } from "@agatha/contracts";
import { type Cells, createTable } from "../../testing/create-table.js";
import { vegaDatasetPath } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { findFindings } from "../findings/find-findings.js";
import { sampleRowNumbers } from "../tables/sampling.js";
import { findColumn, type Table } from "../tables/table.js";
import { utcToZonedTime } from "../tables/zoned-time.js";
import { createAssociations } from "./associations.js";
import { type ProfileRequest, profileTable } from "./profile-table.js";

interface Figures {
  missing: number;
  distinct: number;
  mean: number;
  std: number;
  skewness: number;
  kurtosis: number;
  quantiles: number[];
}
const { files } = referenceFigures<{
  files: { file: string; rows: number; complete: number; numbers: Record<string, Figures>; pairs: Association[] }[];
}>("profiling");

const NOW = "2024-05-01T08:00:00.000Z";
const REQUEST: ProfileRequest = {
  totalRows: 0,
  sampling: "raw",
  timezone: "UTC",
  steps: null,
  finishedAt: () => NOW,
  progress: () => undefined,
};

/** Returns the profile after a check against its schema and a round trip through JSON, as it is stored. */
async function profileOf(table: Table, request: Partial<ProfileRequest> = {}) {
  const found = await profileTable(
    {
      nrow: table.nrow,
      columns: table.columns.map(({ name }) => name),
      read: async (name) => findColumn(table, name)!,
      duplicateRows: async () => 0,
      findings: async () => findFindings(table).findings,
    },
    { ...REQUEST, totalRows: table.nrow, ...request },
  );
  return tableProfile.parse(JSON.parse(JSON.stringify(found)));
}
const profiled = (columns: Record<string, Cells>, request: Partial<ProfileRequest> = {}) => profileOf(createTable(columns), request);

test("the skewness of symmetric values is 0, without the rounding error of their sums", async () => {
  const rows = Array.from({ length: 406 }, (_, row) => row + 1);
  expect((await profiled({ rows })).columns[0]?.numbers?.skewness).toBe(0);
});

test("what goes together in every second row alone is found in a long table", async () => {
  const rows = Array.from({ length: 10_002 }, (_, row) => row);
  const { associations, associatedRows, uncomparedColumns } = await profiled({
    machine: rows.map((row) => `machine ${row % 2}`),
    level: rows.map((row) => 10 * (row % 2) + Math.sin(row)),
  });
  expect(associations).toMatchObject([{ a: "machine", b: "level", measure: "eta", value: expect.closeTo(1, 1), rows: 10_000 }]);
  expect([associatedRows, uncomparedColumns]).toEqual([10_000, 0]);
});

test("columns that are too many to be compared are counted", async () => {
  const column = (at: number) => [`x${at}`, Array.from({ length: 30 }, (_, row) => Math.sin(row * (at + 1)))] as const;
  const columns = Object.fromEntries(Array.from({ length: 63 }, (_, at) => column(at)));
  expect((await profiled({ ...columns, constant: Array<number>(30).fill(1) })).uncomparedColumns).toBe(3);
});

describe.each(files)("the profile of $file", ({ file, rows, complete, numbers, pairs }) => {
  test("the figures of every numeric column equal those of scipy and pandas", async () => {
    const profile = await profileOf(await readCsv(vegaDatasetPath(file)));
    expect([profile.rows, profile.completeRows]).toEqual([rows, complete]);
    for (const [name, { missing, distinct, quantiles, ...figures }] of Object.entries(numbers)) {
      const column = profile.columns.find((one) => one.name === name)!;
      expect([name, column.missing, column.distinct]).toEqual([name, missing, distinct]);
      for (const [figure, value] of Object.entries(figures)) expect(column.numbers).toHaveProperty(figure, expect.closeTo(value, 8));
      expect(column.numbers?.quantiles).toEqual(quantiles.map((value) => expect.closeTo(value, 8)));
    }
  });

  test("the associations between columns equal those of scipy and pandas", async () => {
    const table = await readCsv(vegaDatasetPath(file));
    for (const expected of pairs) {
      const search = createAssociations(table.nrow);
      for (const name of [expected.a, expected.b]) search.addColumn(findColumn(table, name)!, 2);
      const { associations, correlations } = await search.compute(async () => undefined);
      const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 8));
      const listed = Math.abs(expected.value) >= 0.1 ? [{ ...expected, value: near(expected.value), pearson: near(expected.pearson) }] : [];
      expect(associations).toEqual(listed);
      if (expected.pearson !== null) expect(correlations.matrix[0]?.[1]).toEqual(near(expected.pearson));
    }
  });
});

test("a column of the largest and smallest numbers does not overflow", async () => {
  const { columns } = await profiled({ x: [-1.7e308, 0, 1.7e308, 5e-324], y: [1e-320, 2e-320, 3e-320, null] });
  expect(columns[0]?.numbers).toMatchObject({ quantiles: expect.arrayContaining([-1.7e308, 1.7e308]), negatives: 1, zeros: 1 });
  expect(columns[0]?.numbers?.mean).toBeCloseTo(0, 5);
  expect(columns[1]?.numbers?.bins.counts.reduce((a, b) => a + b)).toBe(3);
});

test("a histogram still resolves the other values when a few lie far away", async () => {
  const values = Array.from({ length: 1000 }, (_, i) => i % 100);
  const { columns, warnings } = await profiled({ x: [...values, 1e9] });
  const bins = columns[0]!.numbers!.bins;
  expect(bins.to).toBeLessThanOrEqual(100);
  expect([bins.above >= 1, bins.counts.filter((count) => count > 0).length > 20]).toEqual([true, true]);
  expect(warnings.find(({ about }) => about === "skewed")?.columns).toEqual(["x"]);
});

test("a text column has most frequent values, lengths, spelling variants, and words if it holds sentences", async () => {
  const notes = [
    "The door of the oven was open",
    "Oven too cold today, door open",
    "爐門沒有關好，請再檢查一次溫度",
    "Nothing to tell of this batch",
  ];
  const { columns } = await profiled({ kind: ["a", "A ", "a", "b"], note: notes });
  expect(columns[0]?.texts).toMatchObject({
    top: [{ value: "a", count: 2 }, { value: "A " }, { value: "b" }],
    once: 2,
    padded: 1,
    variants: 1,
    words: [],
  });
  expect(columns[0]?.texts?.lengths).toMatchObject({ min: 1, mean: 1.25, max: 2 });
  const words = new Map(columns[1]?.texts?.words.map(({ value, count }) => [value, count]));
  expect([words.get("oven"), words.get("door")]).toEqual([2, 2]);
  expect([...words.keys()].some((word) => /\p{Script=Han}/u.test(word))).toBe(true);
});

test("a time column is counted in the dataset's time zone, with its longest gap", async () => {
  const at = (text: string) => new Date(text);
  const times = [at("2024-01-01T20:00:00Z"), at("2024-01-02T20:00:00Z"), null, at("2024-01-05T20:00:00Z"), at("2024-01-05T20:00:00Z")];
  const { columns } = await profiled({ at: times }, { timezone: "Asia/Taipei" });
  const found = columns[0]!.times!;
  expect(found.hours[4]).toBe(4);
  expect(found.weekdays).toEqual([0, 1, 1, 0, 0, 2, 0]);
  expect(found.months[0]).toBe(4);
  expect(found).toMatchObject({
    repeated: 1,
    steps: { longest: 3 * 86_400_000, longestFrom: Date.parse("2024-01-02T20:00:00Z"), regular: false },
  });
  expect(columns[0]?.flags).toContain("repeated_time");
});

/** Times of each hour of a year, as the clocks of Berlin show them. */
const hoursOfBerlin = Array.from({ length: 8760 }, (_, i) => new Date(utcToZonedTime(Date.UTC(2023, 0, 1, i), "Europe/Berlin")));
/** A random sample of the hours of some years. */
const sampledHours = Array.from(sampleRowNumbers(10_000, 30_000), (hour) => new Date(Date.UTC(2020, 0, 1, hour)));

test.each<[string, Date[], Partial<ProfileRequest>]>([
  ["hours by the clocks of a zone with summer time", hoursOfBerlin, {}],
  ["a sample of hours", sampledHours, { sampling: "random", totalRows: 30_000 }],
  ["a sample of hours after edit steps", sampledHours, { sampling: "random", totalRows: 30_000, steps: ["filter"] }],
])("times are called uneven or repeated where the data check calls them so: not %s", async (_what, at, request) => {
  const { columns } = await profiled({ at }, request);
  expect(columns[0]?.flags).toEqual(["is_datetime"]);
  expect(columns[0]?.times?.steps?.regular).toBe(request.sampling === "random" ? undefined : true);
});

test("missing values are located, and columns that are missing together are listed", async () => {
  const x = Array.from({ length: 80 }, (_, i) => (i < 20 ? null : i));
  const { columns, missingTogether, completeRows } = await profiled({
    x,
    y: x.map((value) => value && value % 7),
    z: x.map((_, i) => (i === 79 ? null : i)),
  });
  expect(missingTogether).toEqual([
    { columns: ["x", "y"], rows: 20 },
    { columns: ["z"], rows: 1 },
  ]);
  expect(completeRows).toBe(59);
  expect(columns[0]?.missingAlong).toEqual(Array.from({ length: 40 }, (_, i) => (i < 10 ? 1 : 0)));
});

const many = Array.from({ length: 10_000 }, (_, i) => i);
test.each<[string, Record<string, Cells>, string[]]>([
  ["no row", { a: [], b: [] }, ["no_rows"]],
  ["one row", { a: [1], b: ["x"], c: [new Date(0)], d: [null] }, ["few_rows", "no_complete_row", "all_na", "all_equal"]],
  [
    "a column without any value, and a constant one",
    { a: many.map(() => null), b: many.map(() => 7) },
    ["no_complete_row", "all_na", "all_equal"],
  ],
  ["10,000 levels", { a: many.map((i) => `level ${i}`), b: many.map((i) => `group ${i % 5000}`) }, ["idness", "many_levels"]],
  ["columns that say the same", { a: many.map(Math.sqrt), b: many.map((i) => -Math.sqrt(i)) }, ["associated"]],
  ["names that objects have already", { __proto: [1, 2], constructor: ["a", "b"], ["__proto__"]: [1, 2] }, ["few_rows"]],
])("profiles %s without an error and with warnings", async (_case, columns, expected) => {
  const { warnings, columns: told } = await profiled(columns);
  expect(told.map(({ name }) => name)).toEqual(Object.keys(columns));
  expect(warnings.map(({ about }) => about)).toEqual(expect.arrayContaining(expected));
});

test("columns beyond the limit for details have a summary line each", async () => {
  const { columns } = await profiled(Object.fromEntries(Array.from({ length: 205 }, (_, i) => [`c${i}`, [i, 1, 2]])));
  expect([columns.length, columns.filter(({ numbers }) => numbers).length, columns[204]?.distinct]).toEqual([205, 200, 3]);
});

test("an error from progress stops the profile", async () => {
  const progress = (fraction: number) => {
    if (fraction > 0) throw new Error("told to stop");
  };
  await expect(profiled({ a: [1, 2], b: [1, 2] }, { progress })).rejects.toThrow("told to stop");
});
