import { createTable } from "../../testing/create-table.js";
import { totalsAfter, withEmptyPeriods } from "./empty-periods.js";
import { resampleToPeriods } from "./periods.js";

const DAY = 86_400_000;
const day = (number: number) => new Date(number * DAY);

/** Returns the values of `y` by day, in order of the series, and the warnings, where rows are events. */
function totalsOf(rows: readonly [number, number | null, string?][], source: { period?: { unit: "day"; size: number } } = {}) {
  const table = createTable({ when: rows.map(([at]) => day(at)), shop: rows.map(([, , shop = "a"]) => shop), y: rows.map(([, y]) => y) });
  const periods = resampleToPeriods(table, {
    time: "when",
    columns: ["y"],
    series: "shop",
    timezone: "UTC",
    events: { summed: "y", knownAhead: [] },
    ...source,
  });
  const { times, columns, warnings } = periods;
  return { days: Array.from(times, (at) => at / DAY), values: [...columns[0].values], rows: [...periods.rows], warnings };
}

test("values of a period add up, and a period without rows is 0 up to the last value of any series", () => {
  const found = totalsOf([
    [0, 2],
    [0, 3],
    [3, 1],
    [1, 7, "b"],
    [5, 4, "b"],
    [6, 4, "b"],
  ]);
  expect(found.days).toEqual([0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]);
  expect(found.values).toEqual([5, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 4, 4]);
  expect(found.rows).toEqual([0, -1, -1, 2, -1, -1, -1, 3, -1, -1, -1, 4, 5]);
  expect(found.warnings).toEqual([
    { code: "periods_zero", column: "when", values: { count: 8, periods: 13 }, message: "8 of 13 periods have no row and count as 0" },
  ]);
});

test("a row without a value leaves its period unknown, and later ones are to be forecast", () => {
  const { days, values } = totalsOf([
    [0, 1],
    [1, null],
    [2, 1],
    [4, 1],
    [5, null],
    [7, null],
  ]);
  expect(days).toEqual([0, 1, 2, 3, 4, 5, 7]);
  expect(values).toEqual([1, Number.NaN, 1, 0, 1, Number.NaN, Number.NaN]);
});

test("a series begins with its first value, and one without any value has no 0", () => {
  const { days, values } = totalsOf([
    [0, null],
    [2, 1],
    [3, 1],
    [0, null, "b"],
    [3, null, "b"],
  ]);
  expect(days).toEqual([0, 2, 3, 0, 3]);
  expect(values).toEqual([Number.NaN, 1, 1, Number.NaN, Number.NaN]);
});

test("columns known ahead keep their last value of the series in a period without rows, and others have none", () => {
  const table = createTable({
    when: [0, 2, 4, 1, 4].map(day),
    shop: ["a", "a", "a", "b", "b"],
    y: [1, 1, 1, 1, 1],
    price: [5, null, 6, null, 7],
    weight: [3, 3, 3, 3, 3],
  });
  const events = { summed: "y", knownAhead: ["price"] };
  const { columns } = resampleToPeriods(table, {
    time: "when",
    columns: ["y", "price", "weight"],
    series: "shop",
    timezone: "UTC",
    events,
  });
  const [, price, weight] = columns.map(({ values }) => [...values]);
  expect(price).toEqual([5, 5, Number.NaN, 5, 6, Number.NaN, Number.NaN, Number.NaN, 7]);
  expect(weight).toEqual([3, Number.NaN, 3, Number.NaN, 3, 3, Number.NaN, Number.NaN, 3]);
});

test("events on a few days without even steps are counted by day", () => {
  const { days } = totalsOf([3, 8, 10, 19, 23, 30, 36, 47].map((at) => [at, 1]));
  expect(days).toEqual(Array.from({ length: 45 }, (_, i) => i + 3));
});

test("events of a known period may lie any number of periods apart, and many in one", () => {
  const { values } = totalsOf(
    [
      [0, 1],
      [0.2, 1],
      [0.4, 1],
      [4, 1],
    ],
    { period: { unit: "day", size: 1 } },
  );
  expect(values).toEqual([3, 0, 0, 0, 1]);
});

test("more than 5,000,000 periods without rows are refused", () => {
  const series = Array.from({ length: 1000 }, (_, code) => code * 2 ** 26);
  const index = Float64Array.from([...series.slice(1), 1000 * 2 ** 26].flatMap((place) => [place, place + 6000]));
  const ones = new Float64Array(index.length).fill(1);
  const periods = {
    index,
    times: index,
    rows: new Int32Array(index.length),
    rowOf: new Int32Array(0),
    columns: [{ name: "y", type: "n" as const, values: ones }],
    period: { unit: "day" as const, size: 1 },
    closed: 0,
    warnings: [],
  };
  expect(() => withEmptyPeriods(periods, { events: { summed: "y", knownAhead: [] }, time: "when", timezone: "UTC" })).toThrow(
    "5999000 periods without rows",
  );
});

test("events since the training add up by period, and each series goes on to the latest of all", () => {
  const place = 2 ** 26;
  const { numbers, values } = totalsAfter([10, place + 10], {
    name: "y",
    numbers: Float64Array.of(9, 12, 12, 13, place + 14),
    values: Float64Array.of(5, 1, 2, Number.NaN, 4),
  });
  expect([...numbers]).toEqual([11, 12, 14, ...[11, 12, 13, 14].map((number) => place + number)]);
  expect([...values]).toEqual([0, 3, 0, 0, 0, 0, 4]);
});

test("a value so late that all series together go on for more than 5,000,000 periods is refused", () => {
  const lasts = Array.from({ length: 501 }, (_, code) => code * 2 ** 26);
  const late = (number: number) => totalsAfter(lasts, { name: "y", numbers: Float64Array.of(number), values: Float64Array.of(1) });
  expect(late(9).numbers).toHaveLength(9 * 501);
  expect(() => late(10_000)).toThrow("501 series go on for 5010000 periods");
});
