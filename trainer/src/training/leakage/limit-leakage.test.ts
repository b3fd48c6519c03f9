import { createRandom } from "../../numeric/random.js";
import { type Cells, createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { findTargetLeakage } from "./target-leakage.js";

const ROWS = 400;
const random = createRandom(7);
const rows = <T>(cell: (row: number) => T): T[] => Array.from({ length: ROWS }, (_, row) => cell(row));
const hardness = rows(() => 20 + 8 * random.normal());
const other = rows(() => random.normal());

async function leaksOf(columns: Record<string, Cells>): Promise<string[]> {
  const leaks = await findTargetLeakage(createTable({ ...columns, other }), { response: "result", type: "CLASSIFICATION" });
  return leaks.map(({ message }) => message);
}

const bad = (isBad: (value: number, row: number) => boolean) => hardness.map((value, row) => (isBad(value, row) ? "NG" : "OK"));
const flipped = [...hardness.keys()].filter((row) => Math.abs(hardness[row] - 31) < 1).slice(0, 1);

test.each<[string, Cells, RegExp]>([
  ["that is rare", bad((value) => value > 32), /^hardness above 3[12][.\d]* tells the class NG in all rows$/],
  ["with one row on the wrong side", bad((value, row) => value > 28 !== flipped.includes(row)), /^hardness above 2[78][.\d]* .* but 1$/],
  ["outside two limits", bad((value) => value < 8 || value > 32), /^hardness between [78][.\d]* and 3[12][.\d]* tells the class OK/],
])("a limit that decides a class leaks it: %s", async (_what, result, message) => {
  expect(await leaksOf({ hardness, result })).toEqual([expect.stringMatching(message)]);
});

test.each<[string, Record<string, Cells>]>([
  ["of a cause with noise", { hardness, result: bad((value) => value + 1.5 * random.normal() > 30) }],
  ["of few rows", { hardness, result: bad((value) => value > [...hardness].sort((a, b) => b - a)[5]) }],
  [
    "of a table that is sorted by the number",
    { hardness: [...hardness].sort((a, b) => a - b), result: rows((row) => (row > 370 ? "NG" : "OK")) },
  ],
])("a limit leaks nothing %s", async (_what, columns) => {
  expect((await leaksOf(columns)).filter((message) => message.includes("tells the class"))).toEqual([]);
});

for (const [file, response] of [
  ["iris.csv", "species"],
  ["banknote.csv", "class"],
  ["machine-failure-ai4i.csv", "Machine failure"],
  ["adult-income-32k.csv", "income"],
] as const) {
  testWithDataFolder(`no limit leaks the classes of ${file}`, async () => {
    const table = await readCsv(dataFolderPath(file));
    const found = table.columns.find(({ name }) => name.toLowerCase() === response.toLowerCase()) ?? table.columns.at(-1)!;
    const leaks = await findTargetLeakage(table, { response: found.name, type: "CLASSIFICATION" });
    expect(leaks.filter(({ message }) => message.includes("tells the class"))).toEqual([]);
  });
}
