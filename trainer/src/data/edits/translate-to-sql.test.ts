import { type EditStepSpec, editStepSpec, timeUnit } from "@agatha/contracts";
import fc from "fast-check";
import { type Database, openDatabase } from "../tables/database.js";
import { quoteIdentifier } from "../tables/sql.js";
import { type LoadedJoin, type LoadedStep, withoutRows } from "./joined-rows.js";
import { queryPage } from "./run-query.js";
import { applyEditStep } from "./testing/apply-edit-step.js";
import { arbitraryEditStep, arbitraryTable } from "./testing/arbitrary-edit-steps.js";
import { approximately, type PlainTable, type Value } from "./testing/plain-table.js";
import { type EditSource, translateToSql } from "./translate-to-sql.js";

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ directories: [], memoryMiB: 128, threads: 1 });
});
afterAll(() => database.close());

const SQL_TYPES = { n: "DOUBLE", s: "VARCHAR", d: "TIMESTAMP" } as const;

/** Inserts the rows into a DuckDB table under their own names. */
async function stored({ columns, rows }: PlainTable): Promise<EditSource> {
  await database.rows(
    `CREATE OR REPLACE TABLE source (${columns.map(({ name, type }) => `${quoteIdentifier(name)} ${SQL_TYPES[type]}`).join(", ")})`,
  );
  const PLACES = {
    n: (i: number) => `$${i}::VARCHAR::DOUBLE`,
    s: (i: number) => `$${i}`,
    d: (i: number) => `epoch_ms($${i}::VARCHAR::BIGINT)`,
  };
  const place = columns.map(({ type }, i) => PLACES[type](i + 1)).join(", ");
  for (const row of rows) {
    const values = row.map((value) => (value === null ? null : String(value)));
    await database.rows(`INSERT INTO source VALUES (${place})`, values);
  }
  return { from: "source", values: [], columns: columns.map(({ name, type }) => ({ name, type, identifier: quoteIdentifier(name) })) };
}

async function extracted(of: PlainTable, specs: LoadedStep[], timezone = "UTC"): Promise<PlainTable> {
  const extraction = translateToSql(await stored(of), specs, timezone);
  const columns = extraction.columns.map(({ name, type }) => ({ name, type }));
  const { rows } = await queryPage(database, extraction, { start: 0, limit: 1000 });
  return { columns, rows: rows as Value[][] };
}

const alike = ({ columns, rows }: PlainTable) => ({ columns, rows: rows.map((row) => row.map((value) => approximately(value))) });

const TIMEZONES = [
  ["UTC", 0],
  ["Asia/Taipei", 8 * 3_600_000],
] as const;

/** Generates `length` steps, each on the result of the one before, and the final table. */
function story(begin: PlainTable, offset: number, length: number): fc.Arbitrary<{ specs: LoadedStep[]; end: PlainTable }> {
  if (length === 0) return fc.constant({ specs: [], end: begin });
  return arbitraryEditStep(begin.columns).chain((spec) =>
    story(applyEditStep(begin, spec, offset), offset, length - 1).map(({ specs, end }) => ({ specs: [spec, ...specs], end })),
  );
}

/** Returns a step as it is stored. */
function withoutLists(spec: LoadedStep): EditStepSpec {
  if (spec.type !== "join") return spec;
  const { lists: _, ...stored } = spec;
  return stored;
}

test.each(TIMEZONES)(
  "any steps in %s, with any names and values, give the rows of the plain JavaScript reference",
  async (timezone, offset) => {
    const stories = fc
      .tuple(arbitraryTable, fc.integer({ min: 1, max: 3 }))
      .chain(([begin, length]) => story(begin, offset, length).map((told) => ({ begin, ...told })));
    await fc.assert(
      fc.asyncProperty(stories, async ({ begin, specs, end }) => {
        for (const spec of specs) expect(editStepSpec.parse(spec)).toEqual(withoutLists(spec));
        if (end.rows.length === 0) await expect(extracted(begin, specs, timezone)).rejects.toMatchObject({ code: "010409" });
        else expect(await extracted(begin, specs, timezone)).toEqual(alike(end));
      }),
      { numRuns: 400 },
    );
  },
);

const OVEN: PlainTable = {
  columns: [
    { name: 'say "heat"', type: "n" },
    { name: "kind", type: "s" },
    { name: "at", type: "d" },
  ],
  rows: [
    [1, "a", Date.UTC(2024, 2, 30, 12)],
    [2, "b", Date.UTC(2024, 2, 31, 12)],
    [4, "a", null],
  ],
};
const steps = (...specs: unknown[]): LoadedStep[] => withoutRows(specs.map((spec) => editStepSpec.parse(spec)));

test("the std of a group is the sample standard deviation, and missing for a single row", async () => {
  const spec = { type: "aggregation", by: ["kind"], cols: [{ name: "spread", function: "std", column: 'say "heat"' }] };
  expect((await extracted(OVEN, steps(spec))).rows).toEqual([
    ["a", expect.closeTo(Math.sqrt(4.5), 12)],
    ["b", null],
  ]);
});

test("windows of a day follow the dataset's time zone across a change of clocks", async () => {
  const spec = { type: "aggregation", window: { column: "at", unit: "day" }, cols: [{ name: "rows", function: "count" }] };
  expect((await extracted(OVEN, steps(spec), "Europe/Berlin")).rows).toEqual([
    [Date.UTC(2024, 2, 29, 23), 1],
    [Date.UTC(2024, 2, 30, 23), 1],
    [null, 1],
  ]);
});

test("the hour that clocks show twice is one window", async () => {
  const rows = [0, 1, 2].map((hour) => [hour, "a", Date.UTC(2024, 9, 27, hour, 30)]);
  const spec = { type: "aggregation", window: { column: "at", unit: "hour" }, cols: [{ name: "rows", function: "count" }] };
  const hours = (await extracted({ ...OVEN, rows }, steps(spec), "Europe/Berlin")).rows;
  expect(hours.map(([, count]) => count)).toEqual([2, 1]);
});

test.each(timeUnit.options)("a window can be 10,000 times a %s long", async (unit) => {
  const spec = { type: "aggregation", window: { column: "at", unit, every: 10_000 }, cols: [{ name: "rows", function: "count" }] };
  const rows = [...OVEN.rows, [8, "a", Date.UTC(1905, 3, 1)]];
  const [parsed] = steps(spec);
  expect(await extracted({ ...OVEN, rows }, [parsed])).toEqual(applyEditStep({ ...OVEN, rows }, parsed, 0));
});

test("a time_of_day range across midnight follows the dataset's time zone in summer and in winter", async () => {
  const rows = ["2024-01-10T20:59:59Z", "2024-01-10T21:00:00Z", "2024-07-10T20:00:00Z", "2024-07-11T04:00:00.999Z", "2024-07-11T04:00:01Z"];
  const shifts = { ...OVEN, rows: rows.map((time, i) => [i, "a", Date.parse(time)]) };
  const night = { column: "at", op: "time_of_day", from: "22:00", to: "06:00" };
  const { rows: left } = await extracted(shifts, steps({ type: "filter", groups: [{ conditions: [night] }] }), "Europe/Berlin");
  expect(left.map(([i]) => i)).toEqual([1, 2, 3]);
});

test("a time_of_day range has the whole seconds before 1970 too", async () => {
  const rows = [-500, -1000, -1001, 0, 999, -86_400_000].map((time) => [time, "a", time]);
  const midnight = { column: "at", op: "time_of_day", from: "00:00:00", to: "00:00:00" };
  const { rows: left } = await extracted({ ...OVEN, rows }, steps({ type: "filter", groups: [{ conditions: [midnight] }] }));
  expect(left.map(([time]) => time)).toEqual([0, 999, -86_400_000]);
});

test.each(["24:00", "6:30", "06:60", "06:00:60", "", "06:30Z"])("a filter rejects %j as a time of day", (time) => {
  const condition = { column: "at", op: "time_of_day", from: time, to: "12:00" };
  expect(() => steps({ type: "filter", groups: [{ conditions: [condition] }] })).toThrow();
});

test("a filter compares times to the millisecond, as they are shown", async () => {
  const source = await stored(OVEN);
  await database.rows('UPDATE source SET "at" = "at" + INTERVAL 7 MICROSECONDS');
  for (const condition of [
    { op: "eq", value: "2024-03-30T12:00:00Z" },
    { op: "in", values: ["2024-03-30T12:00:00Z"] },
    { op: "le", value: "2024-03-30T20:00:00+08:00" },
  ]) {
    const filter = { type: "filter", groups: [{ conditions: [{ column: "at", ...condition }] }] };
    const { rows } = await queryPage(database, translateToSql(source, steps(filter), "UTC"), { start: 0, limit: 9 });
    expect(rows).toEqual([OVEN.rows[0]]);
  }
});

test("a page holds a part of the rows and the total number", async () => {
  const extraction = translateToSql(await stored(OVEN), steps({ type: "sort", by: [{ column: 'say "heat"', order: "desc" }] }), "UTC");
  expect(await queryPage(database, extraction, { start: 1, limit: 1 })).toEqual({
    rows: [[2, "b", Date.UTC(2024, 2, 31, 12)]],
    total: 3,
  });
  expect(await queryPage(database, extraction, { start: 5, limit: 1 })).toEqual({ rows: [], total: 3 });
});

test("an overflowing result is an InvalidInput instead of a database error", async () => {
  const huge = { ...OVEN, rows: OVEN.rows.map(([x, ...rest]) => [Number(x) * 4e307 * (rest[0] === "a" ? 1 : -1), ...rest]) };
  const spec = { type: "aggregation", cols: [{ name: "spread", function: "std", column: 'say "heat"' }] };
  await expect(extracted(huge, steps(spec))).rejects.toMatchObject({ code: "010418" });
});

test("steps that need more memory than there is are an InvalidInput instead of a database error", async () => {
  const from = "(SELECT r::DOUBLE AS x, repeat('long text', 100) AS y FROM range(1000000) AS rows(r))";
  const columns = [
    { name: "x", type: "n" as const, identifier: "x" },
    { name: "y", type: "s" as const, identifier: "y" },
  ];
  const sort = steps({ type: "sort", by: [{ column: "y" }, { column: "x", order: "desc" }] });
  const page = queryPage(database, translateToSql({ from, values: [], columns }, sort, "UTC"), { start: 0, limit: 1 });
  await expect(page).rejects.toMatchObject({ code: "010418", problems: [{ message: expect.stringContaining("memory") }] });
});

test("a filter with tens of thousands of values stays within the memory limit", async () => {
  const values = Array.from({ length: 1000 }, (_, i) => i + 2);
  const groups = Array.from({ length: 30 }, () => ({ conditions: [{ column: 'say "heat"', op: "not_in", values }] }));
  expect((await extracted(OVEN, steps({ type: "filter", groups }))).rows).toEqual([OVEN.rows[0]]);
});

const fill = (i: number) => ({ type: "replacement", replace_col: `v${i}`, action: { kind: "fill", value: 0 } });
const added = (i: number, expression: string) => ({ type: "derived", name: `d${i}`, formula: { op: "expression", expression } });
/** Returns `width` columns of numbers; the one of the place i begins at i. */
function wideSource(width: number, rows: number): EditSource {
  const columns = Array.from({ length: width }, (_, i) => ({ name: `v${i}`, type: "n" as const, identifier: `v${i}` }));
  const cells = columns.map(({ name }, i) => `(r + ${i})::DOUBLE AS ${name}`);
  return { from: `(SELECT ${cells.join(", ")} FROM range(${rows}) AS rows(r))`, values: [], columns };
}

test("rows that are many more than fit in memory are edited in their order", async () => {
  const specs = steps(
    { type: "filter", groups: [{ conditions: [{ column: "v0", op: "ge", value: 1000 }] }] },
    fill(1),
    added(0, "v1 + v2"),
  );
  const query = translateToSql(wideSource(60, 400_000), specs, "UTC");
  const { rows, total } = await queryPage(database, query, { start: 300_000, limit: 2 });
  expect([total, rows.map((row) => [row[0], row.at(-1)])]).toEqual([
    399_000,
    [
      [301_000, 602_003],
      [301_001, 602_005],
    ],
  ]);
});

test("a page of a long history computes its own rows alone, where the steps keep the rows in order", async () => {
  const filter = { type: "filter", groups: [{ conditions: [{ column: "v0", op: "ge", value: 1000 }] }] };
  const specs = steps(filter, ...Array.from({ length: 40 }, (_, i) => added(i, `v${i} + v${i + 1}`)));
  const { rows, total } = await queryPage(database, translateToSql(wideSource(100, 200_000), specs, "UTC"), { start: 150_000, limit: 2 });
  expect([total, rows.map((row) => [row[0], row.at(-1)])]).toEqual([
    199_000,
    [
      [151_000, 302_079],
      [151_001, 302_081],
    ],
  ]);
});

test.each<[string, number, number, (i: number) => unknown]>([
  ["30 fills of 200 columns", 200, 30, fill],
  ["30 fills of 1,000 columns", 1000, 30, fill],
  ["40 new columns beside 100", 100, 40, (i) => added(i, `v${i} / v${i + 1}`)],
  ["110 new columns, each computed from the one before", 4, 110, (i) => added(i, i === 0 ? "v0 + 1" : `d${i - 1} + 1`)],
])("a long history stays within the memory limit: %s", async (_case, width, length, spec) => {
  const query = translateToSql(wideSource(width, 3000), steps(...Array.from({ length }, (_, i) => spec(i))), "UTC");
  const { rows, total } = await queryPage(database, query, { start: 1, limit: 1 });
  expect([total, rows[0].slice(0, 4)]).toEqual([3000, [1, 2, 3, 4]]);
});

test("a blank text that replaces another one or fills is a missing value", async () => {
  const replace = (action: object) => ({ type: "replacement", replace_col: "kind", action });
  const kinds = async (...actions: object[]) => (await extracted(OVEN, steps(...actions.map(replace)))).rows.map(([, kind]) => kind);
  expect(await kinds({ kind: "value", from: "a", to: "" })).toEqual([null, "b", null]);
  expect(await kinds({ kind: "value", from: "a", to: " " }, { kind: "text", change: "trim" })).toEqual([null, "b", null]);
  expect(await kinds({ kind: "value", from: "a", to: null }, { kind: "fill", value: "\u3000" })).toEqual([null, "b", null]);
});

test("an unpaired surrogate matches no text and causes no error", async () => {
  for (const condition of [
    { op: "in", values: ["\ud800", "a"] },
    { op: "ne", value: "\ud800" },
    { op: "not_contains", value: "\ud800" },
  ]) {
    const spec = { type: "filter", groups: [{ conditions: [{ column: "kind", ...condition }] }] };
    expect((await extracted(OVEN, steps(spec))).rows).toHaveLength(condition.op === "in" ? 2 : 3);
  }
});

test.each([1e300, -1e300, 2 ** 53, 5e-324, -0.1])("a filter compares with the number %d exactly", async (value) => {
  const rows = OVEN.rows.map(([, ...rest], i) => [[value, value / 2 + 1, null][i], ...rest]);
  const spec = { type: "filter", groups: [{ conditions: [{ column: 'say "heat"', op: "eq", value }] }] };
  expect((await extracted({ ...OVEN, rows }, steps(spec))).rows).toEqual([rows[0]]);
});

test.each<[string, unknown, string, string]>([
  ["a column that is not there", { type: "sort", by: [{ column: "nowhere" }] }, "010418", "entries[1].by[0].column"],
  [
    "text for a number",
    { type: "filter", groups: [{ conditions: [{ column: 'say "heat"', op: "lt", value: "1" }] }] },
    "010418",
    "entries[1].groups[0].conditions[0].value",
  ],
  [
    "no time for a time",
    { type: "filter", groups: [{ conditions: [{ column: "at", op: "between", to: "2024-02-30T00:00:00Z" }] }] },
    "010418",
    "entries[1].groups[0].conditions[0].to",
  ],
  [
    "a range that ends before it begins",
    { type: "filter", groups: [{ conditions: [{ column: 'say "heat"', op: "between", from: 2, to: 1 }] }] },
    "010418",
    "entries[1].groups[0].conditions[0].to",
  ],
  [
    "limits of which the lower is above the upper",
    { type: "replacement", replace_col: 'say "heat"', action: { kind: "clip", min: 5, max: 1 } },
    "010418",
    "entries[1].action.max",
  ],
  [
    "the time of day of text",
    { type: "filter", groups: [{ conditions: [{ column: "kind", op: "time_of_day", from: "06:00", to: "14:00" }] }] },
    "010418",
    "entries[1].groups[0].conditions[0].column",
  ],
  [
    "a part of a number's text",
    { type: "filter", groups: [{ conditions: [{ column: 'say "heat"', op: "contains", value: "1" }] }] },
    "010418",
    "entries[1].groups[0].conditions[0].column",
  ],
  [
    "the sum of text",
    { type: "aggregation", cols: [{ name: "sum", function: "sum", column: "kind" }] },
    "010418",
    "entries[1].cols[0].column",
  ],
  ["the sum of nothing", { type: "aggregation", cols: [{ name: "sum", function: "sum" }] }, "010418", "entries[1].cols[0].column"],
  [
    "windows of text",
    { type: "aggregation", window: { column: "kind", unit: "day" }, cols: [{ name: "rows", function: "count" }] },
    "010418",
    "entries[1].window.column",
  ],
  [
    "two results of one name",
    { type: "aggregation", by: ["kind"], cols: [{ name: "kind", function: "count" }] },
    "010418",
    "entries[1].cols[0].name",
  ],
  [
    "a result with a reserved name",
    { type: "aggregation", cols: [{ name: "__one__", function: "count" }] },
    "010418",
    "entries[1].cols[0].name",
  ],
  ["a group twice", { type: "aggregation", by: ["kind", "kind"], cols: [{ name: "n", function: "count" }] }, "010418", "entries[1].by"],
  ["a name that is taken", { type: "derived", name: "kind", formula: { op: "abs", of: { value: 1 } } }, "010418", "entries[1].name"],
  ["a reserved name", { type: "derived", name: "__id__", formula: { op: "abs", of: { value: 1 } } }, "010418", "entries[1].name"],
  [
    "the mean of text",
    { type: "replacement", replace_col: "kind", action: { kind: "fill_with", with: "mean" } },
    "010418",
    "entries[1].replace_col",
  ],
  // @contract filters-are-complete-their-times-are-times
])("refuses %s and names its path", async (_case, spec, code, path) => {
  const source = await stored(OVEN);
  const sort = { type: "sort", by: [{ column: "kind" }] };
  expect(() => translateToSql(source, steps(sort, spec), "UTC")).toThrow(
    expect.objectContaining({ code, problems: [expect.objectContaining({ path })] }),
  );
});

const ovens = (changes: Partial<LoadedJoin> = {}): LoadedJoin => ({
  type: "join",
  dataset: "ovens",
  on: [{ column: "kind", other: "kind" }],
  columns: ["maker"],
  prefix: "",
  copy: { key: "copy", title: "Ovens", types: ["s", "s"], rows: 1, at: "2024-05-01T08:00:00Z" },
  lists: ['["a"]', '["Acme"]'],
  ...changes,
});

test.each<[string, LoadedJoin, string]>([
  ["a key of another type", ovens({ on: [{ column: 'say "heat"', other: "kind" }] }), "entries[0].on[0].column"],
  ["a name that is taken", ovens({ columns: ["kind"] }), "entries[0].columns[0]"],
])("a join with %s names the place", async (_case, spec, path) => {
  await expect(extracted(OVEN, [spec])).rejects.toMatchObject({ code: "010418", problems: [{ path }] });
});

const SALES: PlainTable = {
  columns: [
    { name: "product", type: "s" },
    { name: "Jan 2024", type: "n" },
    { name: "Feb 2024", type: "n" },
  ],
  rows: [
    ["chair", 5, 7],
    ["table", null, 2],
  ],
};
const unpivot = (changes: Partial<Extract<LoadedStep, { type: "unpivot" }>> = {}): LoadedStep => ({
  type: "unpivot",
  columns: ["Jan 2024", "Feb 2024"],
  names: "month",
  values: "sold",
  as: "time",
  ...changes,
});

test("columns for each month become rows with the beginning of the month in the dataset's time zone", async () => {
  const { columns, rows } = await extracted(SALES, [unpivot()], "Asia/Taipei");
  expect(columns).toEqual([
    { name: "product", type: "s" },
    { name: "month", type: "d" },
    { name: "sold", type: "n" },
  ]);
  const [january, february] = ["2023-12-31T16:00:00Z", "2024-01-31T16:00:00Z"].map(Date.parse);
  expect(rows).toEqual([
    ["chair", january, 5],
    ["chair", february, 7],
    ["table", january, null],
    ["table", february, 2],
  ]);
});

test.each<[string, LoadedStep, string]>([
  ["columns of two types", unpivot({ columns: ["Jan 2024", "product"] }), "entries[0].columns[1]"],
  ["a name that is no time", unpivot({ columns: ["product"] }), "entries[0].columns[0]"],
  ["a name that is taken", unpivot({ values: "product" }), "entries[0].values"],
  ["one name for both columns", unpivot({ values: "month" }), "entries[0].values"],
])("an unpivot with %s names the place", async (_case, spec, path) => {
  await expect(extracted(SALES, [spec])).rejects.toMatchObject({ problems: [{ path }] });
});
