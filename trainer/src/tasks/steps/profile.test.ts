import { readFile } from "node:fs/promises";
import { COLLECTIONS, type EditStepSpec, editStepSpec, InvalidInput, type TableProfile, tableProfile } from "@agatha/contracts";
import { vegaDatasetPath } from "../../testing/dataset-files.js";
import { profile } from "./profile.js";
import { type IngestRequest, ingestBytes } from "./testing/run-ingest.js";
import { createTaskHarness } from "./testing/task-harness.js";

async function profiled(
  bytes: Uint8Array | string,
  { specs, ...request }: IngestRequest & { specs?: EditStepSpec[] } = {},
): Promise<TableProfile> {
  const { output, harness } = await ingestBytes(bytes, request);
  const { context, remove } = await createTaskHarness();
  try {
    const extraction = specs && "steps";
    const { totalRows } = output.summary;
    if (specs) await harness.documents.collection(COLLECTIONS.editSteps).put({ id: "steps", datasetUid: "uid", specs });
    const { report } = await profile(
      {
        kind: "profile",
        table: output.table.key,
        tableDocument: output.document,
        totalRows,
        sampling: request.sampling ?? "raw",
        timezone: "UTC",
        extraction,
        request: "r",
      },
      { ...context, objects: harness.objects, documents: harness.documents },
    );
    return tableProfile.parse(JSON.parse(String(harness.objects.bytes.get(report.key))));
  } finally {
    await remove();
  }
}

const weather = await readFile(vegaDatasetPath("seattle-weather.csv"));
const spec = (value: unknown): EditStepSpec => editStepSpec.parse(value);

test("profiles the rows in use and counts duplicate rows", async () => {
  const found = await profiled("a,b\n1,x\n2,y\n1,x\n1,x\n,\n");
  expect(found).toMatchObject({ rows: 5, totalRows: 5, duplicateRows: 2, completeRows: 4, steps: null });
  expect(found.columns.map(({ name, missing }) => [name, missing])).toEqual([
    ["a", 1],
    ["b", 1],
  ]);
});

test("a profile tells what can be read in two ways", async () => {
  const { findings } = await profiled("x;y\n200.366;1,5\n150.125;2,5\n");
  expect(findings).toMatchObject([{ code: "ambiguous_numbers", column: "x", values: { count: 2, reading: "200366", other: "200.366" } }]);
});

test("profiles the rows that sampling selects of a long table", async () => {
  const text = `x\n${Array.from({ length: 12_000 }, (_, i) => i).join("\n")}\n`;
  const { rows, totalRows, sampling, columns } = await profiled(text, { sampling: "tail" });
  expect([rows, totalRows, sampling, columns[0]?.numbers?.quantiles[0]]).toEqual([10_000, 12_000, "tail", 2000]);
});

test("a profile counts the copies of all rows in use, also where its findings come from a sample", async () => {
  const rows = Array.from({ length: 6000 }, (_, i) => `${Math.sin(i)},${Math.cos(7 * i)},${Math.sin(i * i)}`);
  const { warnings, findings, duplicateRows } = await profiled(["x,y,z", ...rows, ...rows].join("\n"));
  expect([duplicateRows, findings]).toEqual([6000, []]);
  expect(warnings).toContainEqual({ about: "duplicate_rows", columns: [], figure: 6000 });
});

test("profiles the rows and columns after the edit steps", async () => {
  const specs = [
    spec({ type: "filter", combine: "and", groups: [{ conditions: [{ column: "weather", op: "eq", value: "rain" }] }] }),
    spec({ type: "derived", name: 'range "°C"', formula: { op: "subtract", left: { column: "temp_max" }, right: { column: "temp_min" } } }),
  ];
  const { rows, steps, columns, totalRows } = await profiled(weather, { specs });
  expect([rows, totalRows, steps]).toEqual([641, 1461, ["filter", "derived"]]);
  expect(columns.find(({ name }) => name === "weather")).toMatchObject({ distinct: 1, flags: expect.arrayContaining(["all_equal"]) });
  expect(columns.at(-1)).toMatchObject({ name: 'range "°C"', type: "n", missing: 0 });
  expect(columns.find(({ name }) => name === "date")?.times?.months).toHaveLength(12);
});

test("steps that leave no row give an InvalidInput", async () => {
  const specs = [spec({ type: "filter", combine: "and", groups: [{ conditions: [{ column: "wind", op: "gt", value: 1e6 }] }] })];
  const refused = profiled(weather, { specs });
  await expect(refused).rejects.toThrow(InvalidInput);
  await expect(refused).rejects.toMatchObject({ code: "010409" });
});

test("profiles columns whose headers are awkward for a database or an object", async () => {
  const names = ["__proto__", 'a "quoted" one', "A", "a", "<b>bold</b>", "hash", "row_order", "constructor"];
  const header = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(",");
  const { columns } = await profiled(`${header}\n${names.map((_, i) => i).join(",")}\n${names.map((_, i) => i + 1).join(",")}\n`);
  expect(columns.map(({ name, distinct }) => [name, distinct])).toEqual(names.map((name) => [name, 2]));
});
