import type { ModelInfo } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { futureRows, withEntered } from "./values-known-ahead.js";

const times = ["2025-01-01T00:00:00.000Z", "2025-02-01T00:00:00.000Z"];
const steps = times.map((time, i) => ({ step: i + 1, time, value: 1, lower: 0, upper: 2 }));
const columns = [
  { column: "price", history: [], values: [1, 1], given: [false, false] },
  { column: "holiday", history: [], values: [0, 0], given: [false, false] },
];
const forecast = fromPartial<NonNullable<ModelInfo["forecast"]>>({
  time: "month",
  series_column: "shop",
  steps,
  known_ahead: columns,
  series: ["A", "B"].map((name) => ({ name, steps, known_ahead: columns })),
});

const fromFile = new Map([
  ["A", new Map([[1, [12, 0]]])],
  ["B", new Map([[0, [20, 1]]])],
]);

test("the values of a file become rows with the time and the series", () => {
  expect(futureRows(fromFile, forecast)).toEqual([
    { month: times[1], shop: "A", price: 12, holiday: 0 },
    { month: times[0], shop: "B", price: 20, holiday: 1 },
  ]);
});

test("values of a series whose forecast is not described go to its own periods", () => {
  const others = [{ times: ["2024-01-01T00:00:00.000Z", "2024-02-01T00:00:00.000Z"], names: ["Y", "Z"] }];
  expect(futureRows(new Map([["Z", new Map([[1, [9, 1]]])]]), { ...forecast, other_series: others })).toEqual([
    { month: "2024-02-01T00:00:00.000Z", shop: "Z", price: 9, holiday: 1 },
  ]);
});

test("values that were entered take the place of the file's", () => {
  const entered = {
    series: "A",
    values: [
      [7, 8],
      [1, 0],
    ],
  };
  expect(futureRows(withEntered(fromFile, entered), forecast)).toEqual([
    { month: times[0], shop: "A", price: 7, holiday: 1 },
    { month: times[1], shop: "A", price: 8, holiday: 0 },
    { month: times[0], shop: "B", price: 20, holiday: 1 },
  ]);
});

test("without values there are no rows", () => {
  expect(futureRows(withEntered(undefined, undefined), forecast)).toEqual([]);
});
