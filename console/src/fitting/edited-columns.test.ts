import type { TableColumn } from "@agatha/contracts";
import { columnOptions } from "../models/new-model/column-options.js";
import { editedColumnOptions } from "./edited-columns.js";

const column = (name: string, type: TableColumn["type"], colIndex: number, hidden = false) => ({
  ...{ uid: `c${colIndex}`, name, label: name, type, originalType: type, colIndex, hidden, label_like: false },
  stats: { missing: 0, unique: 9, min: null, max: null, mean: null, top: [] },
});
const COLUMNS = [column("oven", "s", 0), column("heat", "n", 1), column("note", "s", 2, true)] as never;
const options = (steps: object[]) =>
  editedColumnOptions(COLUMNS, columnOptions(COLUMNS, undefined), steps as never).map(
    (option) => `${option.column.name} ${option.column.type} ${option.column.stats.unique > 50 ? "amount" : "kind"}`,
  );
const derived = { enabled: true, spec: { type: "derived", name: "ratio", formula: { op: "abs", of: { column: "heat" } } } };
const means = { enabled: true, spec: { type: "aggregation", by: ["oven"], cols: [{ name: "mean", function: "mean", column: "heat" }] } };

test.each<[string, object[], string[]]>([
  ["a filter leaves the columns that are not hidden", [{ enabled: true, spec: { type: "filter" } }], ["oven s kind", "heat n kind"]],
  ["a derived column is offered as an amount", [derived], ["oven s kind", "heat n kind", "ratio n amount"]],
  ["a step that is switched off adds nothing", [{ ...derived, enabled: false }], ["oven s kind", "heat n kind"]],
  ["an aggregation leaves its keys and its figures", [means], ["oven s kind", "mean n amount"]],
])("columns to learn from: %s", (_rule, steps, expected) => {
  expect(options(steps)).toEqual(expected);
});
