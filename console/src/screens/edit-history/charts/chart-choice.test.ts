import type { StepColumn } from "../../../step-columns/step-columns.js";
import { availableCharts, chartChoice, neededColumns } from "./chart-choice.js";

const column = (name: string, type: StepColumn["type"]): StepColumn => ({ name, label: name, type, frequentValues: [], range: null });
const columns = [column("line", "s"), column("time", "d"), column("speed", "n"), column("yield", "n")];

test.each<[string, StepColumn[], string[]]>([
  ["a text column has a histogram", [column("line", "s")], ["histogram"]],
  ["a numeric column has a box plot too", [column("speed", "n")], ["histogram", "box"]],
  ["a numeric column with a time column has a line chart too", [column("speed", "n"), column("time", "d")], ["histogram", "box", "line"]],
  [
    "two numeric columns have a scatter plot, a correlation matrix and parallel coordinates too",
    [column("speed", "n"), column("yield", "n")],
    ["histogram", "box", "scatter", "correlation", "parallel"],
  ],
  ["no column has no chart", [], []],
])("available charts: %s", (_sentence, given, expected) => {
  expect(availableCharts(given)).toEqual(expected);
});

test.each<[string, string, (string | null)[]]>([
  ["nothing is the histogram of the first numeric column", "", ["histogram", "speed", null, null]],
  ["a chart alone uses the default columns", "chart=scatter", ["scatter", "speed", "yield", null]],
  ["a chart with columns uses these columns", "chart=scatter&x=yield&y=speed&by=line", ["scatter", "yield", "speed", "line"]],
  ["a correlation matrix may begin with a column", "chart=correlation&by=yield", ["correlation", null, null, "yield"]],
  ["a correlation matrix needs no column", "chart=correlation", ["correlation", null, null, null]],
  ["a line chart uses the time column", "chart=line", ["line", "time", "speed", null]],
  ["a deleted column uses the default column", "chart=histogram&x=gone", ["histogram", "speed", null, null]],
  ["a column of an unsuitable type uses the default column", "chart=box&y=line", ["box", null, "speed", null]],
  ["an unknown chart is the histogram", "chart=pie", ["histogram", "speed", null, null]],
])("the chart for an address that asks for %s", (_sentence, address, expected) => {
  const choice = chartChoice(new URLSearchParams(address), columns);
  expect([choice?.kind, choice?.x?.name ?? null, choice?.y?.name ?? null, choice?.by?.name ?? null]).toEqual(expected);
});

test.each<[string, string, string | null]>([
  ["a line chart is grouped by the column of the series", "chart=line", "line"],
  ["the address may name another column", "chart=line&by=product", "product"],
  ["the address may name none", "chart=line&by=", null],
  ["a scatter plot is not grouped", "chart=scatter", null],
])("several series: %s", (_sentence, address, by) => {
  const line = column("line", "s");
  const seriesColumnOf = (time: string) => (time === "time" ? line : null);
  const offered = [...columns, column("product", "s")];
  expect(chartChoice(new URLSearchParams(address), offered, seriesColumnOf)?.by?.name ?? null).toBe(by);
});

test.each<[string, string, string[]]>([
  ["a histogram needs its column", "chart=histogram&x=speed", ["speed"]],
  ["a box plot needs its group", "chart=box&y=speed&by=line", ["speed", "line"]],
  ["a scatter plot needs its group", "chart=scatter&x=speed&y=yield&by=line", ["speed", "yield", "line"]],
  ["a line chart needs its group", "chart=line&by=line", ["time", "speed", "line"]],
  ["a chart without groups needs no group", "chart=scatter", ["speed", "yield"]],
  ["a correlation matrix needs no value of the column that it begins with", "chart=correlation&by=yield", []],
  ["parallel coordinates need no value of the column that colours them", "chart=parallel&by=yield", []],
])("columns without whose value a row is not shown: %s", (_sentence, address, expected) => {
  const choice = chartChoice(new URLSearchParams(address), columns);
  expect(choice && neededColumns(choice)).toEqual(expected);
});

test("without columns no chart is chosen", () => {
  expect(chartChoice(new URLSearchParams(), [])).toBeNull();
});
