import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DerivedColumnSpec, EditStepSpec } from "@agatha/contracts";
import { readEditedTable } from "../data/edits/read-edited-table.js";
import { readTable } from "../data/tables/read-table.js";
import { ingestBytes } from "../tasks/steps/testing/run-ingest.js";
import { type EditSteps, openRowReader, type RowReader } from "./row-reader.js";

const TOTAL = 25_000;
let folder: string;
let reader: RowReader;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "agatha-rows-"));
  path = join(folder, "table.parquet");
  const lines = Array.from(
    { length: TOTAL },
    (_, i) => `${i},${i % 10 === 0 ? "" : `w${i % 7}`},2020-01-01 00:00:${String(i % 60).padStart(2, "0")}.5\n`,
  );
  const { harness, output } = await ingestBytes(`n,s,t\n${lines.join("")}`);
  await writeFile(path, harness.objects.bytes.get(output.table.key) as Buffer);
  reader = await openRowReader(path);
});

afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true });
});

test("among_leaks marks a column between leaks in file order, unless the response lies in between", async () => {
  const flags = (i: number) => ({ a: i % 45 === 0, b: i % 45 === 15, failed: i % 15 === 0, c: i % 45 === 30, seldom: i % 64 === 7 });
  const rows = Array.from({ length: 1000 }, (_, i) => flags(i));
  const told = async (names: (keyof ReturnType<typeof flags>)[]) => {
    const { harness, output } = await ingestBytes([names, ...rows.map((row) => names.map((name) => Number(row[name])))].join("\n"));
    const file = join(folder, `${names.join("-")}.parquet`);
    await writeFile(file, harness.objects.bytes.get(output.table.key) as Buffer);
    const other = await openRowReader(file);
    const found = await other.targetLeakage({ response: "failed", columns: names, sampling: "raw", type: "CLASSIFICATION" });
    await other.close();
    return found.map(({ code, column }) => `${code} ${column}`);
  };
  const leaks = ["leakage a", "leakage b", "leakage c"];
  expect(await told(["failed", "a", "b", "c", "seldom"])).toEqual([...leaks, "among_leaks seldom"]);
  expect(await told(["a", "b", "failed", "c", "seldom"])).toEqual(leaks);
});

test("the row reader reads a table as wide as may be, page by page, with and without edit steps", async () => {
  const names = Array.from({ length: 2000 }, (_, i) => `c${i}`);
  const lines = Array.from({ length: 100 }, (_, row) =>
    names.map((_, i) => (i === 0 ? row : i % 500 === 1 ? `t${row}` : row * i)).join(","),
  );
  const { harness, output } = await ingestBytes([names.join(","), ...lines].join("\n"));
  const file = join(folder, "wide.parquet");
  await writeFile(file, harness.objects.bytes.get(output.table.key) as Buffer);
  const wide = await openRowReader(file);
  const descending: EditStepSpec = { type: "sort", by: [{ column: "c0", order: "desc" }] };
  const whole = names.map((_, i) => (i === 0 ? 60 : i % 500 === 1 ? "t60" : 60 * i));
  const page = await wide.rows({ start: 60, limit: 20, sampling: "raw" });
  expect([page.columns, page.data.length, page.data[0]]).toEqual([names, 20, whole]);
  const edited = await wide.editedRows({ start: 39, limit: 20, sampling: "raw", extraction: { specs: [descending], timezone: "UTC" } });
  expect([edited.columns, edited.data.length, edited.data[0]]).toEqual([names, 20, whole]);
  await wide.close();
  const table = await readEditedTable(file, { sampling: "raw", specs: [descending], timezone: "UTC" });
  expect(table.columns.map(({ name }) => name)).toEqual(names);
  expect((await readTable(file, { sampling: "raw" })).columns).toHaveLength(2000);
});

test("whole columns are read and pages are shown at the same time", async () => {
  const leakage = () => reader.targetLeakage({ response: "n", columns: ["n", "s", "t"], sampling: "raw", type: "REGRESSION" });
  const described = () => reader.describeSeries({ time: "t", value: "n", columns: ["n", "t"], sampling: "raw", timezone: "UTC" });
  const page = () => reader.rows({ start: 0, limit: 1, sampling: "raw" });
  const [first, second, rows, third] = await Promise.all([leakage(), described(), page(), described()]);
  expect([first, second, rows.total]).toEqual([[], third, TOTAL]);
  expect(second).toMatchObject({ description: { rhythm: "second", periods: 60, repeated_rows: TOTAL - 60 } });
});

test("the row reader reports target leakage in the rows in use before any training", async () => {
  const asked = { response: "n", columns: ["n", "s", "t"], sampling: "raw", type: "REGRESSION" } as const;
  expect(await reader.targetLeakage(asked)).toEqual([]);
  const { harness, output } = await ingestBytes(
    `n,twice,part\n${Array.from({ length: 200 }, (_, i) => `${i},${2 * i},${i % 5}\n`).join("")}`,
  );
  const leaky = join(folder, "leaky.parquet");
  await writeFile(leaky, harness.objects.bytes.get(output.table.key) as Buffer);
  const other = await openRowReader(leaky);
  const found = await other.targetLeakage({ ...asked, columns: ["n", "twice", "part"] });
  expect(found).toEqual([{ code: "leakage", column: "twice", message: expect.stringContaining("twice alone explains 100.0 %") }]);
  await expect(other.targetLeakage({ ...asked, columns: ["nowhere"] })).rejects.toMatchObject({ code: "010405" });
  await other.close();
});

test("target leakage is measured on the rows that a model is to predict", async () => {
  // Each batch has one reading, by which the answers of its other rows are known; a counter follows the answer until the end.
  const rows = Array.from({ length: 300 }, (_, i) => {
    const batch = Math.floor(i / 5);
    const answer = (batch * 7919) % 60;
    return `${answer},b${batch},${batch * 1000 + ((batch * 31) % 17)},${i},2024-01-01T00:${`${Math.floor(i / 60)}`.padStart(2, "0")}:${`${i % 60}`.padStart(2, "0")}Z`;
  });
  const { harness, output } = await ingestBytes(["answer,batch,reading,counter,at", ...rows].join("\n"));
  const file = join(folder, "batches.parquet");
  await writeFile(file, harness.objects.bytes.get(output.table.key) as Buffer);
  const batches = await openRowReader(file);
  const asked = { response: "answer", columns: ["answer", "reading", "counter"], sampling: "raw", type: "REGRESSION" } as const;
  const told = async (validation?: Parameters<RowReader["targetLeakage"]>[0]["validation"]) =>
    (await batches.targetLeakage({ ...asked, validation })).map(({ column }) => column);
  expect(await told()).toContain("reading");
  expect(await told({ rows: "groups", groupColumns: ["batch"] })).toEqual([]);
  expect(await told({ rows: "time", timeColumn: "at" })).toEqual([]);
  await expect(told({ rows: "groups", groupColumns: ["nowhere"] })).rejects.toMatchObject({ code: "010405" });
  await batches.close();
});

const numbers = async (request: Parameters<RowReader["rows"]>[0]) => (await reader.rows(request)).data.map(([n]) => n as number);

test("a page of all rows has file order, numbers, null for empty cells, and times as ISO strings", async () => {
  expect(await reader.rows({ start: 20_000, limit: 3, sampling: "raw" })).toEqual({
    columns: ["n", "s", "t"],
    data: [
      [20_000, null, "2020-01-01T00:00:20.500Z"],
      [20_001, "w2", "2020-01-01T00:00:21.500Z"],
      [20_002, "w3", "2020-01-01T00:00:22.500Z"],
    ],
    total: TOTAL,
  });
});

test.each([
  ["head", 0],
  ["middle", 7500],
  ["tail", 15_000],
] as const)("sampling by %s begins at row %i", async (sampling, first) => {
  expect(await numbers({ start: 0, limit: 2, sampling })).toEqual([first, first + 1]);
  expect(await numbers({ start: 9_999, limit: 10, sampling })).toEqual([first + 9_999]);
  expect((await reader.rows({ start: 10_000, limit: 10, sampling })).data).toEqual([]);
});

test("a random sample is the same at every read, in file order, and its pages fit together", async () => {
  const whole = await numbers({ start: 0, limit: 10_000, sampling: "random" });
  expect(whole).toHaveLength(10_000);
  expect(whole).toEqual([...new Set(whole)].sort((a, b) => a - b));
  const other = await openRowReader(path);
  const pages = await Promise.all([0, 4000, 8000].map((start) => other.rows({ start, limit: 4000, sampling: "random" })));
  expect(pages.flatMap(({ data }) => data.map(([n]) => n))).toEqual(whole);
  expect(pages[0].total).toBe(10_000);
  await other.close();
});

test("edit steps apply to the rows in use, page by page", async () => {
  const filter: EditStepSpec = {
    type: "filter",
    combine: "and",
    groups: [{ combine: "and", conditions: [{ column: "s", op: "empty" }] }],
  };
  const derived: EditStepSpec = {
    type: "derived",
    name: 'n "twice"',
    formula: { op: "multiply", left: { column: "n" }, right: { value: 2 } },
  };
  const sort: EditStepSpec = { type: "sort", by: [{ column: "n", order: "desc" }] };
  const extraction: EditSteps = { specs: [filter, derived, sort], timezone: "UTC" };
  expect(await reader.editedRows({ start: 1, limit: 2, sampling: "tail", extraction })).toEqual({
    columns: ["n", "s", "t", 'n "twice"'],
    data: [
      [24_980, null, "2020-01-01T00:00:20.500Z", 49_960],
      [24_970, null, "2020-01-01T00:00:10.500Z", 49_940],
    ],
    total: 1000,
  });
  const random = await reader.editedRows({ start: 0, limit: 10_000, sampling: "random", extraction: { specs: [], timezone: "UTC" } });
  expect(random.data).toEqual((await reader.rows({ start: 0, limit: 10_000, sampling: "random" })).data);
});

test("the row reader reports target leakage of columns that edit steps derive", async () => {
  const made = (name: string, value: number): DerivedColumnSpec => ({
    type: "derived",
    name,
    formula: { op: "multiply", left: { column: "n" }, right: { value } },
  });
  const asked = { response: "twice", type: "REGRESSION", columns: ["t", "thrice"], sampling: "random" } as const;
  const extraction: EditSteps = { specs: [made("twice", 2), made("thrice", 3)], timezone: "UTC" };
  expect((await reader.targetLeakage({ ...asked, extraction })).map(({ column }) => column)).toContain("thrice");
  await expect(reader.targetLeakage({ ...asked, extraction: undefined })).rejects.toThrow("twice");
});

test("training reads the same random sample as a page", async () => {
  const table = await readTable(path, { sampling: "random", columns: ["t", "n"] });
  expect(table.nrow).toBe(10_000);
  expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
    ["t", "d"],
    ["n", "n"],
  ]);
  const [, n] = table.columns;
  expect(n.type === "n" && [...n.values]).toEqual(await numbers({ start: 0, limit: 10_000, sampling: "random" }));
});

test("the row reader refuses to read a column that does not exist", async () => {
  await expect(readTable(path, { sampling: "raw", columns: ["n", "z"] })).rejects.toThrow('no column "z"');
});

test("reading rows at any offset agrees with the file", async () => {
  const starts = [0, 1, 2047, 2048, 9_999, 24_990];
  for (const start of starts) expect(await numbers({ start, limit: 5, sampling: "raw" })).toEqual([0, 1, 2, 3, 4].map((k) => start + k));
});
