import { actualValues } from "./actual-values.js";

const month = (number: number) => `2024-${String(number).padStart(2, "0")}-01T00:00:00.000Z`;
const forecast = (cutoff: number, actual: number[]) => {
  const times = actual.map((_value, i) => month(cutoff + 1 + i));
  return { cutoff: month(cutoff), times, values: actual, actual };
};
/** A forecast of these minutes in UTC. */
const at = (cutoff: string, ...minutes: string[]) => {
  const values = minutes.map(() => 1);
  return { cutoff: `${cutoff}:00.000Z`, times: minutes.map((minute) => `${minute}:00.000Z`), values, actual: values };
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

test.each([
  ["days by date, whose times differ", [at("2024-01-03T07:40", "2024-01-04T07:40"), at("2024-01-04T08:15", "2024-01-05T08:15")], false],
  ["last business days", [at("2026-01-30T00:00", "2026-02-27T00:00"), at("2026-02-28T00:00", "2026-03-31T00:00")], false],
  ["a day left out", [at("2024-01-03T07:40", "2024-01-04T07:40"), at("2024-01-05T06:15", "2024-01-06T06:15")], true],
  [
    "a Friday left out before a weekend",
    [at("2024-01-02T00:00", "2024-01-03T00:00", "2024-01-04T00:00"), at("2024-01-05T00:00", "2024-01-08T00:00")],
    true,
  ],
])("only a period left out parts the line, not another place in the period: %s", (_what, backtest, parted) => {
  expect(actualValues(backtest).some(([, value]) => value === null)).toBe(parted);
});
