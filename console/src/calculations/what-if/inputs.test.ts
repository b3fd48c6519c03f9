import type { ModelInput } from "@agatha/contracts";
import { inputsFromRecord, invalidInputs, sliderStep, timeFieldProps, toRecord, typicalInputs } from "./inputs.js";

const numeric: ModelInput = { name: "__proto__", type: "n", min: 0, max: 10, typical: 2.5, integer: false, levels: [] };
const text: ModelInput = { name: "shift", type: "s", min: null, max: null, typical: "night", integer: false, levels: ["night", "day"] };
const date: ModelInput = { name: "at", type: "d", min: 0, max: 1e12, typical: 86_400_000, integer: false, levels: [] };

test("a what-if starts with typical values", () => {
  expect([...typicalInputs([numeric, text, date]).values()]).toEqual(["2.5", "night", "1970-01-02T00:00"]);
});

test("a what-if started from a solution has its values in full precision", () => {
  const settings = Object.fromEntries([["__proto__", 2.000_000_000_000_3]]);
  expect([...inputsFromRecord([numeric, text], settings).values()]).toEqual(["2.0000000000003", "night"]);
});

test.each([
  ["a day", "2024-03-02T00:00:00.000Z", "2024-03-02T00:00", 60],
  ["half a minute", "2024-03-02T12:00:30.000Z", "2024-03-02T12:00:30", 1],
  ["milliseconds", "2024-03-02T12:00:00.250Z", "2024-03-02T12:00:00.250", 0.001],
])("a what-if started from a solution with %s has that time in full", (_what, at, entered, step) => {
  const values = inputsFromRecord([date], { at });
  expect(values.get("at")).toBe(entered);
  expect(timeFieldProps(entered).step).toBe(step);
  expect(Date.parse(String(toRecord([date], values).at))).toBe(Date.parse(at));
});

test("a typical time has seconds where the minute is before the training range", () => {
  const min = Date.parse("2024-03-02T12:00:30Z");
  expect(typicalInputs([{ ...date, min, max: min + 1e9, typical: min + 500 }]).get("at")).toBe("2024-03-02T12:00:30");
  expect(typicalInputs([{ ...date, min, max: min + 1e9, typical: min + 45_500 }]).get("at")).toBe("2024-03-02T12:01");
});

test("a text is sent with the blanks at its ends, and one of blanks alone as null", () => {
  const sent = (value: string) => toRecord([text], new Map([["shift", value]])).shift;
  expect([sent(" Private"), sent("  ")]).toEqual([" Private", null]);
});

test("numbers are sent as numbers, times in UTC and empty inputs as null, whatever the column is called", () => {
  const record = toRecord(
    [numeric, text, date],
    new Map([
      ["__proto__", " 4 "],
      ["shift", ""],
      ["at", "1970-01-02T00:00"],
    ]),
  );
  expect(Object.entries(record)).toEqual([
    ["__proto__", 4],
    ["shift", null],
    ["at", "1970-01-02T00:00Z"],
  ]);
});

test.each([
  [{ min: 0, max: 200, integer: true }, 1],
  [{ min: 0, max: 10_000, integer: true }, 50],
  [{ min: 0, max: 1, integer: false }, 0.005],
  [{ min: 102, max: 540, integer: false }, 5],
  [{ min: 3, max: 3, integer: false }, 0.01],
])("the slider step for %j is %d", (input, step) => {
  expect(sliderStep(input)).toBe(step);
});

test.each([
  ["a number", "2.5", []],
  ["a number with an exponent", "1e3", []],
  ["an empty text", " ", []],
  ["a word", "much", ["__proto__"]],
  ["a number with a unit", "4 mm", ["__proto__"]],
  ["a number beyond the range of numbers", "1e999", ["__proto__"]],
  // @contract a-what-if-asks-nothing-while-something
])("with %s (%j) entered for a number, the invalid inputs are %j", (_what, value, names) => {
  expect(
    invalidInputs(
      [numeric, text],
      new Map([
        ["__proto__", value],
        ["shift", "much"],
      ]),
    ),
  ).toEqual(names);
});
