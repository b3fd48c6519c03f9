import type { StepColumn } from "../steps/step-columns.js";
import { groupRows, numericColumn, type TableRows, textColumn } from "./table-rows.js";

const column = (name: string, type: StepColumn["type"]): StepColumn => ({ name, label: name, type, frequentValues: [], range: null });
const table: TableRows = {
  columns: [column("time", "d"), column("speed", "n"), column("line", "s")],
  rows: [
    ["2024-05-01T00:00:00.000Z", 3.5, "B"],
    [null, null, null],
    ["2024-05-02T00:00:00.000Z", 0, "A"],
    ["2024-05-02T12:00:00.000Z", 1, "A"],
  ],
  total: 4,
};

test("numbers are as they are, times are milliseconds, and what is missing is none", () => {
  expect(numericColumn(table, "speed")).toEqual([3.5, null, 0, 1]);
  expect(numericColumn(table, "time")).toEqual([Date.UTC(2024, 4, 1), null, Date.UTC(2024, 4, 2), Date.UTC(2024, 4, 2, 12)]);
});

test("texts are as they are", () => {
  expect(textColumn(table, "line")).toEqual(["B", null, "A", "A"]);
});

test("groups are the most frequent texts with their rows; rows without a text are in none", () => {
  expect(groupRows(table, "line", 8)).toEqual([
    { name: "A", rows: [2, 3] },
    { name: "B", rows: [0] },
  ]);
  expect(groupRows(table, "line", 1).map(({ name }) => name)).toEqual(["A"]);
  expect(groupRows(table, null, 8)).toEqual([{ name: "", rows: [0, 1, 2, 3] }]);
});
