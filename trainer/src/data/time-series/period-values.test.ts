import { seriesPlace } from "../../numeric/series/series-places.js";
import { assumedPeriodValues } from "./period-values.js";

const WEEK = [7];

/** Returns what is assumed at the periods after the values of a column, which begin at period 0. */
function assumedAfter(values: readonly number[], count: number, seasons = WEEK): number[] {
  const index = Float64Array.from(values.keys());
  const column = { name: "x", type: "n" as const, values: Float64Array.from(values) };
  const ahead = Float64Array.from({ length: count }, (_, step) => values.length + step);
  return Array.from(assumedPeriodValues({ index, columns: [column] }, ["x"], seasons)(ahead)[0].values);
}

const weeks = (count: number, week: readonly number[]) => Array.from({ length: count }, () => week).flat();
/** Closed on Sundays; the last day is one. */
const OPEN_WEEK = [1, 1, 1, 1, 1, 1, 0];

test.each([
  [
    "the last price is assumed of one that seldom changes",
    [...weeks(4, Array(7).fill(5)), ...weeks(3, Array(7).fill(6))],
    Array(8).fill(6),
  ],
  ["the week before of days that are closed each week", weeks(5, OPEN_WEEK), [...OPEN_WEEK, 1]],
  ["an earlier week where the last has no value", [...weeks(5, OPEN_WEEK), ...Array(7).fill(Number.NaN)], [...OPEN_WEEK, 1]],
  ["the usual value of a rare one, such as a holiday on the last day", [...weeks(5, Array(7).fill(0)), 0, 0, 1, 0, 0, 1], Array(8).fill(0)],
])("%s", (_what, values, assumed) => {
  expect(assumedAfter(values, assumed.length)).toEqual(assumed);
});

test("a period with a value has its own, and a series takes none from another", () => {
  const place = seriesPlace(1);
  const index = Float64Array.of(0, 1, 2, place, place + 1, place + 2);
  const column = { name: "x", type: "n" as const, values: Float64Array.of(1, 1, 1, Number.NaN, Number.NaN, Number.NaN) };
  const assumed = assumedPeriodValues({ index, columns: [column] }, ["x"], WEEK);
  expect(Array.from(assumed(Float64Array.of(2, 3, place + 3))[0].values)).toEqual([1, 1, Number.NaN]);
});

test("a season that few periods can be compared with is not followed", () => {
  const prices = Array.from({ length: 370 }, (_, t) => (t < 8 ? 5 : t < 60 ? 4 : t < 200 ? 6 : 5));
  expect(assumedAfter(prices, 6, [7, 365])).toEqual(Array(6).fill(5));
});
