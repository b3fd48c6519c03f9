import type { StepColumn } from "../steps/step-columns.js";
import { availableCharts, chartChoice } from "./chart-choice.js";

const column = (name: string, type: StepColumn["type"]): StepColumn => ({ name, label: name, type, frequentValues: [], range: null });
const columns = [column("line", "s"), column("time", "d"), column("speed", "n"), column("yield", "n")];

test.each<[string, StepColumn[], string[]]>([
  ["of text its values are counted", [column("line", "s")], ["histogram"]],
  ["of one number there is a box, too", [column("speed", "n")], ["histogram", "box"]],
  ["with a time it has a line", [column("speed", "n"), column("time", "d")], ["histogram", "box", "line"]],
  [
    "two numbers are held against each other",
    [column("speed", "n"), column("yield", "n")],
    ["histogram", "box", "scatter", "correlation", "parallel"],
  ],
  ["of nothing there is none", [], []],
])("available charts: %s", (_sentence, given, expected) => {
  expect(availableCharts(given)).toEqual(expected);
});

test.each<[string, string, (string | null)[]]>([
  ["nothing shows the first number", "", ["histogram", "speed", null, null]],
  ["a chart shows the usual columns", "chart=scatter", ["scatter", "speed", "yield", null]],
  ["a chart with its columns shows them", "chart=scatter&x=yield&y=speed&by=line", ["scatter", "yield", "speed", "line"]],
  ["a time has its place", "chart=line", ["line", "time", "speed", null]],
  ["a column that a step has taken away is replaced", "chart=histogram&x=gone", ["histogram", "speed", null, null]],
  ["a column of a type that does not fit is replaced", "chart=box&y=line", ["box", null, "speed", null]],
  ["a chart that is not known is the usual one", "chart=pie", ["histogram", "speed", null, null]],
])("the chart for an address that asks for %s", (_sentence, address, expected) => {
  const choice = chartChoice(new URLSearchParams(address), columns);
  expect([choice?.kind, choice?.x?.name ?? null, choice?.y?.name ?? null, choice?.by?.name ?? null]).toEqual(expected);
});

test("without columns no chart is chosen", () => {
  expect(chartChoice(new URLSearchParams(), [])).toBeNull();
});
