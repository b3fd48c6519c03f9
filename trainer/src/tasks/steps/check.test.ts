import { readFile } from "node:fs/promises";
import { COLLECTIONS } from "@agatha/contracts";
import { utcToZonedTime } from "../../data/tables/zoned-time.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { check } from "./check.js";
import { type IngestRequest, ingestBytes } from "./testing/run-ingest.js";
import { createTaskHarness } from "./testing/task-harness.js";

/** Table with irregular times, numbers of which every third is equal, and classes. */
const longTable = `t,x,c\n${Array.from({ length: 12_000 }, (_, i) => `2020-01-01 0${i % 9}:00:0${i % 7},${i % 3 ? i : 5},${"ab"[i % 2]}\n`).join("")}`;

async function checked(bytes: Uint8Array | string, request: IngestRequest = {}) {
  const { output, harness } = await ingestBytes(bytes, request);
  const { context, remove } = await createTaskHarness();
  try {
    const result = await check(
      { kind: "check", table: output.table.key, tableDocument: output.document, sampling: request.sampling },
      { ...context, objects: harness.objects, documents: harness.documents, taskId: "check" },
    );
    const document = (await harness.documents.collection(COLLECTIONS.checks).get(result.document))!;
    const flagged = Object.fromEntries(
      document.check.check_table.map(({ name, flags }) => [name, Object.keys(flags).filter((flag) => flags[flag as keyof typeof flags])]),
    );
    return { result, document, flagged };
  } finally {
    await remove();
  }
}

test.each<[string, string, IngestRequest]>([
  ["few rows", "t,x,c\n2020-01-01,1,a\n2020-01-02,,a\n2020-01-04,3,b\n", {}],
  ["a sample of many", longTable, { sampling: "random" }],
  ["many, of which others are in use", longTable, { sampling: "tail" }],
])("the check during ingestion equals the check as a step of its own: %s", async (_what, text, request) => {
  const alone = await checked(text, request);
  const { output, check: found } = await ingestBytes(text, { ...request, check: true });
  expect(found).toEqual(alone.document.check);
  expect(output.check).toEqual({ ...alone.result, document: expect.any(String) });
});

test.each<[string, string, IngestRequest, number[]]>([
  ["semicolons", "Report of line 3\n\nheat;grade\n15;a\n25;b\n", {}, [3]],
  ["tabs", "Report of line 3\nheat\tgrade\n1.5\ta\n2.5\tb\n", {}, [2]],
  ["semicolons, below a line that is left out", "Report\nof line 3\nheat;grade\n15;a\n25;b\n", { source: { skipRows: 1 } }, [3]],
  ["semicolons, in a file without names", "Report of line 3\nheat;grade\n15;a\n", { source: { header: "none" } }, []],
  ["semicolons, with a gap", "Report of line 3\nheat;grade\n15;a\n;b\nNA;c\n25;c\n", {}, [2]],
  ["times", "Report of line 3\nday;grade\n2024-01-01;a\n2024-01-02;b\n", {}, [2]],
  ["words and a number in texts of one column", "product\nPen red\nPen 5\nInk 7\n", {}, []],
  ["semicolons and a number in texts of one column", "remark\nheat; cold\nlate; 5\nwet; 6\n", {}, []],
  ["semicolons between words", "remark 2\nheat;cold\nlate;a 5\nwet;6\n", {}, []],
  ["semicolons in some texts of one column", "remark\nheat; grade a\nnone\nlate; wet; cold\n", {}, []],
])("the names of a table that was read as one column are found below its title: %s", async (_what, text, request, lines) => {
  const { document } = await checked(text, request);
  const found = document.check.findings?.filter(({ code }) => code === "names_in_line") ?? [];
  expect(found.map(({ values }) => values.line)).toEqual(lines);
});

const HEADER = "time,old_sensor,new_sensor,valve,meter";

test.each<[IngestRequest["sampling"], number]>([
  ["head", 0],
  ["tail", 20_000],
])("the flags, the findings and the times are those of the rows in use: %s", async (sampling, first) => {
  const times = Array.from({ length: 30_000 }, (_, i) => Date.UTC(2020, 0, 1, i < 15_000 ? i : 24 * i));
  const lines = times.map((time, i) => {
    const cells = [
      i < 15_000 ? (i * 7919) % 1009 : "",
      i < 15_000 ? "" : (i * 7919) % 1009,
      i % 7 && i > 15_000 ? 5 : (i * 31) % 997,
      5 * i,
    ];
    return [new Date(time).toISOString(), ...cells].join(",");
  });
  const { document, flagged } = await checked([HEADER, ...lines].join("\n"), { sampling });
  const part = await checked([HEADER, ...lines.slice(first, first + 10_000)].join("\n"));
  expect(flagged).toEqual(part.flagged);
  expect([flagged.time, flagged.meter]).toEqual([["is_datetime"], []]);
  expect(document.check.findings).toEqual(part.document.check.findings);
  expect(document.check.findings?.map(({ code }) => code)).not.toContain("missing_values");
});

testWithDataFolder("columns that identify the row are flagged, measurements are not", async () => {
  const { flagged } = await checked(await readFile(dataFolderPath("machine-failure-ai4i.csv")));
  for (const name of ["UDI", "Product ID"]) expect(flagged[name]).toEqual(["idness", "column_quality"]);
  const measurements = ["Air temperature [K]", "Process temperature [K]", "Rotational speed [rpm]", "Torque [Nm]", "Tool wear [min]"];
  for (const name of [...measurements, "Type", "Machine failure"]) expect(flagged[name]).toEqual([]);
});

testWithDataFolder("flags columns with mostly missing values, and their table", async () => {
  const { flagged, document, result } = await checked(await readFile(dataFolderPath("horse-colic-missing-values.csv")));
  for (const name of ["refluxph", "centesis", "centesisprotein"]) expect(flagged[name]).toContain("mass_na");
  for (const name of ["surgery", "temp", "reflux"]) expect(flagged[name]).not.toContain("mass_na");
  expect(document.check.na_alert).toBe(true);
  expect(result.naAlert).toBe(true);
});

testWithDataFolder("a table without problems has no flags", async () => {
  const { result, document } = await checked(await readFile(dataFolderPath("concrete-european-format.csv")));
  expect(result).toMatchObject({ naAlert: false, flaggedColumns: 0 });
  expect(document.check.check_table.every(({ quality }) => quality > 0.8)).toBe(true);
});

testWithDataFolder("the steps between times are those of the file, not of the sample", async () => {
  const hourly = await readFile(dataFolderPath("beijing-pollution-hourly.csv"));
  expect((await checked(hourly)).flagged.time).toEqual(["is_datetime"]);
  expect((await checked(hourly, { sampling: "random" })).flagged.time).toEqual(["is_datetime"]);
});

test("the times of several series are repeated, and not called irregular", async () => {
  const { flagged, document } = await checked(await readFile(vegaDatasetPath("stocks.csv")));
  expect(flagged.date).toEqual(["is_datetime", "repeated_time"]);
  expect(document.datasetUid).toBe("uid");
});

test("a day that is missing among many is told, and the times are not irregular", async () => {
  const days = Array.from({ length: 365 }, (_, i) => new Date(Date.UTC(2023, 0, 1 + i)).toISOString().slice(0, 10));
  const rows = days.filter((day) => day !== "2023-04-11").map((day, i) => `${day},${(i * 7919) % 1000}`);
  const { flagged, document } = await checked(["day,sold", ...rows].join("\n"));
  expect(flagged.day).toEqual(["is_datetime"]);
  expect(document.check.findings).toMatchObject([{ code: "missing_days", column: "day", values: { count: 1, periods: 365 } }]);
  expect(document.check.findings?.[0]?.message).toMatch(/^day: days without a row between the first and the last time: 1 of 365\. /);
});

test("flags an empty column and a constant one, and accepts times in any order", async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `,7,2020-01-${String(((i * 7) % 30) + 1).padStart(2, "0")},${i % 3}\n`);
  const { flagged, result } = await checked(`e,c,t,x\n${rows.join("")}`);
  expect(flagged).toEqual({ e: ["all_na", "column_quality"], c: ["all_equal", "column_quality"], t: ["is_datetime"], x: [] });
  expect(result).toMatchObject({ naAlert: true, flaggedColumns: 2, document: "check.a1" });
});

test("the check tells which rows belong together, and how many are copies", async () => {
  const rows = Array.from({ length: 120 }, (_, i) => `${100 + Math.floor(i / 6)},${i % 6},${(i * 7919) % 1000}`);
  const { document } = await checked(["patient,visit,value", ...rows, rows[5], rows[9]].join("\n"));
  expect(document.check.row_structure).toMatchObject({ kind: "identifier", groupColumns: ["patient"], groups: 20, sharing: 1 });
  expect(document.check.copied_rows).toBe(2);
  expect(document.check.row_structure?.errors).toMatchObject([
    { response: "visit", measure: "RMSE" },
    { response: "value", measure: "RMSE" },
  ]);
});

test("the check of a sample does not count copies", async () => {
  const rows = Array.from({ length: 6000 }, (_, i) => `${Math.sin(i)},${Math.cos(7 * i)},${Math.sin(i * i)}`);
  const { document } = await checked(["x,y,z", ...rows, ...rows].join("\n"));
  expect(document.check.copied_rows).toBeUndefined();
  expect(document.check.findings).toEqual([]);
});

test("the check tells the time by which groups follow one another, beside the groups", async () => {
  const rows = Array.from({ length: 180 }, (_, i) => {
    const time = new Date(Date.UTC(2024, 0, 1, i)).toISOString();
    return `B${100 + Math.floor(i / 6)},${time},${(i * 7919) % 1000},${Math.floor(i / 36) * 10 + ((i * 37) % 5)}`;
  });
  const { document } = await checked(["batch,time,x,y", ...rows].join("\n"));
  expect(document.check.row_structure).toMatchObject({ kind: "identifier", groupColumns: ["batch"], groups: 30 });
  expect(document.check.time_order).toMatchObject({
    timeColumn: "time",
    errors: [{ response: "x" }, { response: "y", measure: "RMSE", dependsOnOrder: true }],
  });
});

test("the check tells all times by which the rows are in order, numbers among them", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${1000 + i},${1950 + i},${(i * 37) % 59}`);
  const { document } = await checked(["timestamp,year,x", ...rows].join("\n"));
  expect(document.check.row_times).toEqual(["timestamp", "year"]);
});

test("the check tells what stands out in the values", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 10 === 0 ? -999 : (i * 37) % 59},${(i * 53) % 61}`);
  const { document } = await checked(["x,y", ...rows].join("\n"));
  expect(document.check.findings).toMatchObject([{ code: "sentinel", column: "x", values: { value: -999, count: 6 } }]);
});

/** Hours of 2023 by the clocks of Berlin, without offsets. */
const hoursOfBerlin = () => {
  const hours = Array.from({ length: 8760 }, (_, i) => utcToZonedTime(Date.UTC(2023, 0, 1, i), "Europe/Berlin"));
  return `when,load\n${hours.map((clock, i) => `${new Date(clock).toISOString().slice(0, 16).replace("T", " ")},${i % 24}\n`).join("")}`;
};

test.each([
  ["without a time zone", {}, "unset_time_zone", "Choose the time zone"],
  ["in their time zone", { timezone: "Europe/Berlin" }, "repeated_hours", "follows the clocks"],
])("local hours with summer time are told as such, and not as repeated or missing: %s", async (_what, request, code, advice) => {
  const { document, flagged } = await checked(hoursOfBerlin(), { ...request, productType: "timeseries" });
  expect(flagged.when).toEqual(["is_datetime"]);
  const found = (document.check.findings ?? []).filter(({ column }) => column === "when");
  expect(found).toMatchObject([{ code, values: { zone: "Europe/Berlin", repeated: 1 }, message: expect.stringContaining(advice) }]);
});

test("a column that is text for one value beyond the rows of the check tells that value; one that the owner declared to be text tells nothing", async () => {
  const lines = Array.from({ length: 40_000 }, (_, row) => `${row === 31_000 ? "broken" : row % 700},${row % 500}.5`);
  const text = `x,declared\n${lines.join("\n")}\n`;
  const { document } = await checked(text, { sampling: "random", columns: [{ name: "declared", type: "s" }] });
  const told = document.check.findings?.filter(({ code }) => code === "numbers_as_text");
  expect(told?.map(({ column, values }) => [column, values.example])).toEqual([["x", "broken"]]);
});
