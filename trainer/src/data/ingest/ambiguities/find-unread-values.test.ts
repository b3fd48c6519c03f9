import type { UnreadValues } from "@agatha/contracts";
import { ingestBytes } from "../../../tasks/steps/testing/run-ingest.js";

const DAYS = ["2024-01-05", "2024-01-06", "soon", "", "NA"];

test.each<[string, string[], "d" | "n" | "s", UnreadValues | undefined]>([
  ["times of which one is none", DAYS, "d", { count: 1, rows: 3, example: "soon" }],
  ["codes as times", ["A7", "B8"], "d", { count: 2, rows: 2, example: "A7" }],
  ["amounts with a unit as numbers", ["12", "13 kg"], "n", { count: 1, rows: 2, example: "13 kg" }],
  ["numbers with a mark of a missing value", ["12", "n/a"], "n", undefined],
  ["anything as text", DAYS, "s", undefined],
])("values that are not of the type chosen for their column are counted: %s", async (_what, values, type, expected) => {
  const file = `v,x\n${values.map((value, i) => `${value},${i}`).join("\n")}\n`;
  const { columns } = await ingestBytes(file, { columns: [{ name: "v", type }] });
  expect(columns[0]?.unread).toEqual(expected);
});

test("the data check tells of a column whose values cannot be read as its type", async () => {
  const file = `v,x\n${["A7", "B8", "C9"].map((value, i) => `${value},${i}`).join("\n")}\n`;
  const { check } = await ingestBytes(file, { check: true, columns: [{ name: "v", type: "d" }] });
  expect(check?.findings).toContainEqual({
    code: "unread_values",
    column: "v",
    values: { count: 3, rows: 3, example: "A7" },
    message: expect.stringMatching(/^v: 3 of 3 values cannot be read.*“A7”.*empty/),
  });
});
