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

test("values in tooltips: the first of several on an axis of times is a time, with its midnight", () => {
  const written = tooltipValues(number, { timeFirst: true });
  expect(written([Date.UTC(2024, 0, 2), 0.1 + 0.2])).toEqual(["2024-01-02 00:00:00", "0.3"]);
  expect(written(0.1 + 0.2)).toBe("0.3");
});
