import { actualValues } from "./actual-values.js";

const month = (number: number) => `2024-${String(number).padStart(2, "0")}-01T00:00:00.000Z`;
const forecast = (cutoff: number, actual: number[]) => {
  const times = actual.map((_value, i) => month(cutoff + 1 + i));
  return { cutoff: month(cutoff), times, values: actual, actual };
};

test("values of forecasts that follow one another or overlap are one line", () => {
  const line = [forecast(1, [10, 20]), forecast(2, [20, 30]), forecast(4, [40])];
  expect(actualValues(line)).toEqual([2, 3, 4, 5].map((number, i) => [month(number), 10 * (i + 1)]));
});

test("a point without a value stands between forecasts with known periods between them", () => {
  expect(actualValues([forecast(6, [70]), forecast(1, [10, 20])])).toEqual([
    [month(2), 10],
    [month(3), 20],
    [month(6), null],
    [month(7), 70],
  ]);
});
