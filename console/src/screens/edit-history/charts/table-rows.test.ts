import type { StepColumn } from "../../../step-columns/step-columns.js";
import { countRowsLacking, groupRows, numericColumn, type TableRows, textColumn } from "./table-rows.js";

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

test("numbers stay as they are, times become milliseconds and missing values become null", () => {
  expect(numericColumn(table, "speed")).toEqual([3.5, null, 0, 1]);
  expect(numericColumn(table, "time")).toEqual([Date.UTC(2024, 4, 1), null, Date.UTC(2024, 4, 2), Date.UTC(2024, 4, 2, 12)]);
});

test.each<[string, string[], number]>([
  ["no column", [], 0],
  ["one column", ["line"], 2],
  ["both columns of a chart", ["speed", "line"], 2],
  ["a column that is complete", ["count"], 0],
])("rows without a value in %s are counted", (_sentence, names, lacking) => {
  const columns = [...table.columns, column("count", "n")];
  const rows = [
    ...table.rows.map((cells) => [...cells, 1]),
    ["2024-05-03T00:00:00.000Z", 0, "", 0],
    ["2024-05-03T00:00:00.000Z", 2, null, 5],
  ];
  expect(countRowsLacking({ rows, columns, total: rows.length }, names)).toBe(lacking);
});

test("texts stay as they are", () => {
  expect(textColumn(table, "line")).toEqual(["B", null, "A", "A"]);
});

test("groups are the most frequent texts with their rows, and rows without a text belong to no group", () => {
  expect(groupRows(table, "line", 8)).toEqual([
    { name: "A", rows: [2, 3] },
    { name: "B", rows: [0] },
  ]);
  expect(groupRows(table, "line", 1).map(({ name }) => name)).toEqual(["A"]);
  expect(groupRows(table, null, 8)).toEqual([{ name: "", rows: [0, 1, 2, 3] }]);
});
