import type { ColumnType } from "@agatha/contracts";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { chartChoice } from "../charts/chart-choice.js";
import { missingColumns, moveChart, putBack, unfitColumns } from "./arrange.js";

const charts = ["a", "b", "c"].map((id) => ({ id }));
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).join("");

test.each([
  ["down", "a", 1, "bac"],
  ["up", "c", -1, "acb"],
  ["up from the first place", "a", -1, "abc"],
  ["down from the last place", "c", 1, "abc"],
  ["that is gone", "d", 1, "abc"],
])("a chart is moved %s", (_way, id, by, expected) => {
  expect(ids(moveChart(charts, id, by))).toBe(expected);
});

test("a deleted chart comes back to its place, once", () => {
  expect(ids(putBack(charts, { id: "d" }, 1))).toBe("adbc");
  expect(ids(putBack(charts, { id: "b" }, 0))).toBe("abc");
});

test("the columns that a table lacks are named", () => {
  expect(missingColumns({ x: "speed", y: "yield", by: "shift" }, new Set(["yield"]))).toEqual(["speed", "shift"]);
  expect(missingColumns({}, new Set())).toEqual([]);
});

test.each<[string, ColumnType, string[]]>([
  ["as when the chart was saved", "n", []],
  ["read as text by now", "s", ["temperature"]],
])("a chart is not drawn with other columns than its own: one is %s", (_how, type, unfit) => {
  const column = (name: string, of: ColumnType) => ({ name, label: name, type: of }) as StepColumn;
  const columns = [column("temperature", type), column("hardness", "n"), column("speed", "n")];
  const chart = { kind: "scatter", x: "temperature", y: "hardness" } as const;
  const choice = chartChoice(new URLSearchParams({ chart: chart.kind, x: chart.x, y: chart.y }), columns);
  expect(unfitColumns(chart, choice)).toEqual(unfit);
});
