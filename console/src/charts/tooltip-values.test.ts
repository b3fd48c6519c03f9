import { createFormat } from "../i18n/format.js";
import { tooltipValues } from "./tooltip-values.js";

const { number } = createFormat("en");

test.each<[string, unknown, string | string[]]>([
  ["a computed figure has seven digits", 6.091605554572616, "6.091606"],
  ["a measurement is exact", 1013.25, "1,013.25"],
  ["each of several values is written", [0.1 + 0.2, 12_345_678], ["0.3", "12,345,678"]],
  ["a category keeps its name", ["line A", 2], ["line A", "2"]],
  ["a missing value is a dash", [null, Number.NaN, undefined, ""], ["-", "-", "-", "-"]],
  ["a mark whose values have rows of their own has none", [], []],
])("values in tooltips: %s", (_rule, value, shown) => {
  expect(tooltipValues(number)(value)).toEqual(shown);
});

test.each([
  ["value", ["86,400,000", "0.3"]],
  ["time", ["1970-01-02 00:00:00", "0.3"]],
  ["category", ["0.3"]],
])("values in tooltips: the first of several belongs to the horizontal axis of the type %s", (axis, shown) => {
  const values = tooltipValues(number, axis);
  expect(values([86_400_000, 0.1 + 0.2])).toEqual(shown);
  expect(values(0.1 + 0.2)).toBe("0.3");
});
