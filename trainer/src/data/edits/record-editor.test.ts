import { editStepSpec, type TableColumn } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import fc from "fast-check";
import { type LoadedStep, withoutRows } from "./joined-rows.js";
import { createRecordEditor } from "./record-editor.js";
import { applyEditStep } from "./testing/apply-edit-step.js";
import { arbitraryEditStep, arbitraryTable } from "./testing/arbitrary-edit-steps.js";
import { approximately, type PlainTable, type Value } from "./testing/plain-table.js";

const recordEditor = createRecordEditor({ idleMs: 60_000 });
afterAll(() => recordEditor.close());

const COLUMNS = [
  { name: "x", type: "n" },
  { name: "kind", type: "s" },
  { name: "at", type: "d" },
] as const;
const steps = (...specs: unknown[]): LoadedStep[] => withoutRows(specs.map((spec) => editStepSpec.parse(spec)));
const extract = (records: Record<string, unknown>[], ...specs: unknown[]) =>
  recordEditor.applyEdits({ columns: COLUMNS, records, specs: steps(...specs), timezone: "Asia/Taipei" });

/** Replaces blank text with null, as the reader of records does. */
const asSent = ({ columns, rows }: PlainTable): PlainTable => ({
  columns,
  rows: rows.map((row) => row.map((value) => (typeof value === "string" && value.trim() === "" ? null : value))),
});
const told = (value: Value, isTime: boolean): unknown => {
  if (isTime && value !== null) return new Date(Number(value)).toISOString();
  return approximately(value);
};

test("any edit step on any records gives the rows of the plain JavaScript reference", async () => {
  const stories = arbitraryTable.map(asSent).chain((begin) => arbitraryEditStep(begin.columns).map((spec) => ({ begin, spec })));
  await fc.assert(
    fc.asyncProperty(stories, async ({ begin, spec }) => {
      const records = begin.rows.map((row) => Object.fromEntries(begin.columns.map(({ name }, i) => [name, row[i]])));
      const { columns, rows } = await recordEditor.applyEdits({ columns: begin.columns, records, specs: [spec], timezone: "UTC" });
      const end = applyEditStep(begin, spec, 0);
      expect(columns).toEqual(end.columns);
      expect(rows).toEqual(end.rows.map((row) => row.map((value, i) => told(value, end.columns[i].type === "d"))));
    }),
    { numRuns: 60 },
  );
});

test("the record editor reads numbers sent as text, takes times without an offset in the dataset's time zone, and takes blanks as missing", async () => {
  const records = [{ x: " 12.50 ", kind: 7, at: "2024-05-01 08:00", other: "ignored" }, { kind: " ", x: "n/a", at: null }, { at: 0 }];
  const { columns, rows } = await extract(records);
  expect(columns).toEqual(COLUMNS);
  expect(rows).toEqual([
    [12.5, "7", "2024-05-01T00:00:00.000Z"],
    [null, null, null],
    [null, null, "1970-01-01T00:00:00.000Z"],
  ]);
});

test("the record editor reads values as the dataset's file has them", async () => {
  const stats = fromPartial<TableColumn["stats"]>({ min: Date.UTC(2020, 0, 1), top: [] });
  const words = fromPartial<TableColumn["stats"]>({ min: null, top: [{ value: "TRUE", count: 3 }] });
  const columns = [
    { name: "month", type: "d" as const, written: ["compactMonth"], stats },
    { name: "day", type: "d" as const, written: ["dayFirst"] },
    { name: "price", type: "n" as const, written: ["grouped"] },
    { name: "flag", type: "s" as const, stats: words },
  ];
  const records = [{ month: 202_001, day: "31.12.2024", price: "1.234,5", flag: true }];
  const { rows } = await recordEditor.applyEdits({ columns, records, specs: [], timezone: "UTC", decimal: "," });
  expect(rows).toEqual([["2020-01-01T00:00:00.000Z", "2024-12-31T00:00:00.000Z", 1234.5, "TRUE"]]);
  const seconds = recordEditor.applyEdits({ columns, records: [{ month: 1_704_067_200 }], specs: [], timezone: "UTC" });
  await expect(seconds).rejects.toMatchObject({ problems: [{ path: "data[0].month" }] });
});

test("a record of many columns is edited by a long history", async () => {
  const columns = Array.from({ length: 1000 }, (_, i) => ({ name: `v${i}`, type: "n" as const }));
  const specs = steps(
    ...columns.slice(0, 30).map(({ name }) => ({ type: "replacement", replace_col: name, action: { kind: "fill", value: 0 } })),
  );
  const { rows } = await recordEditor.applyEdits({ columns, records: [{ v1: 1 }], specs, timezone: "UTC" });
  expect(rows[0].slice(0, 31)).toEqual([0, 1, ...Array.from({ length: 28 }, () => 0), null]);
});

test("no rows are left when the filter removes them all", async () => {
  const filter = { type: "filter", groups: [{ conditions: [{ column: "x", op: "gt", value: 5 }] }] };
  expect(await extract([{ x: 1 }], filter)).toEqual({ columns: COLUMNS, rows: [] });
});

test.each<[string, Record<string, unknown>, string]>([
  ["text for a number", { x: "warm" }, "data[1].x"],
  ["true for a number", { x: true }, "data[1].x"],
  ["a day that is none", { at: "2024-02-30" }, "data[1].at"],
  ["a time that no clock shows", { at: 1e300 }, "data[1].at"],
  ["no column that is known", { nothing: 1 }, "data[1]"],
])("refuses %s and names its path", async (_case, record, path) => {
  await expect(extract([{ x: 1 }, record])).rejects.toMatchObject({ code: "010602", problems: [{ path }] });
});
