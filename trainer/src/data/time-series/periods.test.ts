import { InvalidInput } from "@agatha/contracts";
import { seriesPlace } from "../../numeric/series/series-places.js";
import { createTable } from "../../testing/create-table.js";
import { lagsForNextPeriod, lagTable } from "./lags.js";
import { type Periods, resampleToPeriods } from "./periods.js";

const day = (date: number, hour = 0) => new Date(Date.UTC(2024, 0, date, hour));
const columnsOf = ({ columns }: Pick<Periods, "columns">) => Object.fromEntries(columns.map(({ name, values }) => [name, [...values]]));

const shuffledDays = createTable({
  when: [day(4), day(1), null, day(3), day(2), day(6)],
  y: [40, 10, 99, null, 20, 60],
  x: [4, 1, 9, 3, 2, 6],
});

test("resampling sorts rows by time whatever their order in the file, and leaves out those without a time with a warning", () => {
  const periods = resampleToPeriods(shuffledDays, { time: "when", columns: ["y", "x"], timezone: "UTC" });
  expect([...periods.rows]).toEqual([1, 4, 3, 0, 5]);
  expect([...periods.index]).toEqual([0, 1, 2, 3, 5]);
  expect(columnsOf(periods)).toEqual({ y: [10, 20, Number.NaN, 40, 60], x: [1, 2, 3, 4, 6] });
  expect(periods.warnings.map(({ code, message }) => [code, message])).toEqual([
    ["times_missing", "1 of 6 rows has no when and was left out"],
    [
      "periods_missing",
      "1 period between the first and the last when has no row and counts as unknown, not as 0: if nothing happened in it, train a forecast with periods without rows counted as 0, or add rows with 0",
    ],
  ]);
});

test.each([
  ["in order", [0, 1, 2, 3, 4, 5]],
  ["series by series, the latest first", [2, 1, 0, 5, 4, 3]],
  ["time by time", [0, 3, 1, 4, 2, 5]],
])("several series follow one another whatever the order of the rows: %s", (_name, order) => {
  const inOrder = {
    when: [day(1), day(2), day(3), day(1), day(3), day(4)],
    shop: ["a", "a", "a", "b", "b", "b"],
    y: [1, 2, 3, 10, 30, 40],
  };
  const table = createTable({
    when: order.map((row) => inOrder.when[row]),
    shop: order.map((row) => inOrder.shop[row]),
    y: order.map((row) => inOrder.y[row]),
  });
  const periods = resampleToPeriods(table, { time: "when", columns: ["y"], series: "shop", timezone: "UTC" });
  expect(periods.series).toEqual(["a", "b"]);
  expect(columnsOf(periods)).toEqual({ y: [1, 2, 3, 10, 30, 40] });
  expect([...periods.index]).toEqual([0, 1, 2, seriesPlace(1), seriesPlace(1) + 2, seriesPlace(1) + 3]);
  expect(periods.rows.map((row) => order[row])).toEqual(Int32Array.of(0, 1, 2, 3, 4, 5));
});

test.each([
  ["days", 24 * 3_600_000, (part: number) => part % 7 === 6, "weekday"],
  ["hours", 3_600_000, (part: number) => part % 24 < 8, "second"],
])("closed %s that are listed without a value have no period, and open ones without a value do", (_what, step, isClosed, unit) => {
  const parts = Array.from({ length: 400 }, (_, part) => part);
  const monday = Date.UTC(2024, 0, 1);
  const table = createTable({
    when: parts.map((part) => new Date(monday + part * step)),
    y: parts.map((part) => (isClosed(part) || part === 33 ? null : part)),
  });
  const periods = resampleToPeriods(table, { time: "when", columns: ["y"], timezone: "UTC" });
  const open = parts.filter((part) => !isClosed(part));
  expect(periods.period).toMatchObject({ unit, open: expect.any(Array) });
  expect([...periods.rows]).toEqual(open);
  expect([...periods.index]).toEqual(open.map((_, index) => index));
  expect(periods.closed).toBe(400 - open.length);
  expect(periods.warnings.map(({ code }) => code)).toEqual(["times_closed"]);
});

test("resampling merges rows of the same time into their means, with a warning", () => {
  const table = createTable({ when: [day(1), day(2), day(2), day(2), day(3), day(4)], y: [1, 2, 6, null, 5, 4] });
  const periods = resampleToPeriods(table, { time: "when", columns: ["y"], timezone: "UTC" });
  expect(columnsOf(periods)).toEqual({ y: [1, 4, 5, 4] });
  expect([...periods.rows]).toEqual([0, 1, 4, 5]);
  expect(periods.warnings).toMatchObject([
    {
      code: "times_repeated",
      column: "when",
      message: expect.stringMatching(/^2 rows are of a time.*choose a column that tells these apart/),
    },
  ]);
});

test("the warning about rows of one time says what to do also where series are named", () => {
  const table = createTable({
    when: [day(1), day(2), day(2), day(3), day(1), day(2), day(3)],
    shop: [..."AAAABBB"],
    y: [1, 2, 6, 3, 4, 5, 6],
  });
  const { warnings } = resampleToPeriods(table, { time: "when", columns: ["y"], series: "shop", timezone: "UTC" });
  expect(warnings.map(({ message }) => message)).toEqual([
    "1 row is of a time that is there before: the mean of each time was used. If they are of several series, choose a column that tells these apart; if their sum counts, train a forecast with periods without rows counted as 0, or add them up in the edit history first",
  ]);
});

test("lags refer to the periods before a row, not to the rows before it", () => {
  const { columns } = lagTable(resampleToPeriods(shuffledDays, { time: "when", columns: ["y"], timezone: "UTC" }), 2);
  expect(columns.map(({ name }) => name)).toEqual(["y_lag_1", "y_lag_2"]);
  const [one, two] = columns.map((column) => (column.type === "s" ? [] : [...column.values]));
  expect(one).toEqual([Number.NaN, 10, 20, Number.NaN, Number.NaN]);
  expect(two).toEqual([Number.NaN, Number.NaN, 10, 20, 40]);
});

test("the lags for the next period replace a missing value by the last known one", () => {
  const periods = resampleToPeriods(shuffledDays, { time: "when", columns: ["y", "x"], timezone: "UTC" });
  const { columns } = lagsForNextPeriod(periods, Int32Array.of(4), 4);
  expect(Object.fromEntries(columns.map(({ name, values }) => [name, values[0]]))).toEqual({
    y_lag_1: 60,
    y_lag_2: 40,
    y_lag_3: 40,
    y_lag_4: 20,
    x_lag_1: 6,
    x_lag_2: 4,
    x_lag_3: 4,
    x_lag_4: 3,
  });
});

test("resampling refuses a series with too few different times", () => {
  expect(() =>
    resampleToPeriods(createTable({ when: [day(1), day(1), day(2)], y: [1, 2, 3] }), { time: "when", columns: ["y"], timezone: "UTC" }),
  ).toThrow("2 different times");
});

const seconds = (count: number, from: number) => Array.from({ length: count }, (_, i) => new Date(from + i * 1000));
const NEW_YEAR = Date.UTC(2024, 0, 1);

test.each([
  [
    "a zero among seconds",
    [new Date(0), ...seconds(50, NEW_YEAR)],
    /1704067199 periods.*1970-01-01T00:00:00.000Z and 2024-01-01T00:00:00.000Z/,
  ],
  [
    "a wrong year among minutes",
    [...seconds(50, NEW_YEAR).map((_, i) => new Date(NEW_YEAR + i * 60_000)), new Date(Date.UTC(2042, 0, 1))],
    /2024-01-01T00:49:00.000Z and 2042-01-01/,
  ],
])("resampling refuses %s, and names the gap with what to do", (_what, when, message) => {
  const table = createTable({ when, y: when.map((_, i) => i) });
  const refused = () => resampleToPeriods(table, { time: "when", columns: ["y"], timezone: "UTC" });
  expect(refused).toThrow(InvalidInput);
  expect(refused).toThrow(message);
  expect(refused).toThrow("correct or remove");
});

test("many series that each begin at a zero are refused, since each would have a period for all the time between", () => {
  const names = Array.from({ length: 40 }, (_, i) => `shop ${i}`);
  const hours = [new Date(0), ...seconds(20, NEW_YEAR).map((_, i) => new Date(NEW_YEAR + i * 3_600_000))];
  const rows = names.flatMap((shop) => hours.map((when) => ({ shop, when })));
  const table = createTable({ when: rows.map(({ when }) => when), shop: rows.map(({ shop }) => shop), y: rows.map((_, i) => i) });
  expect(() => resampleToPeriods(table, { time: "when", columns: ["y"], series: "shop", timezone: "UTC" })).toThrow("correct or remove");
});

test("two days of minutes in different years are one series, with a warning of the gap", () => {
  const day = (from: number) => Array.from({ length: 300 }, (_, i) => new Date(from + i * 60_000));
  const when = [...day(NEW_YEAR), ...day(Date.UTC(2025, 0, 1))];
  const table = createTable({ when, y: when.map((_, i) => i) });
  const { index, warnings } = resampleToPeriods(table, { time: "when", columns: ["y"], timezone: "UTC" });
  expect(index[index.length - 1]).toBe(366 * 24 * 60 + 299);
  expect(warnings.map(({ code }) => code)).toEqual(["periods_missing"]);
});
