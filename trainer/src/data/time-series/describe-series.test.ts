import { seriesDescription } from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { utcToZonedTime } from "../tables/zoned-time.js";
import { describeSeries } from "./describe-series.js";
import { findSeriesColumn } from "./find-series-column.js";

const HOUR = 3_600_000;
const random = createRandom(7);
const describeValues = async (values: (number | null)[], timeAt: (t: number) => Date, timezone = "UTC") => {
  const table = createTable({ when: values.map((_, t) => timeAt(t)), y: values });
  return await describeSeries(table, { time: "when", value: "y", timezone }, () => undefined);
};
const everyHours = (hours: number) => (t: number) => new Date(Date.UTC(2023, 0, 2) + t * hours * HOUR);
const months = (size: number) => (t: number) => new Date(Date.UTC(2010, t * size, 1));
const businessDays = (t: number) => new Date(Date.UTC(2024, 0, 1 + 7 * Math.floor(t / 5) + (t % 5)));
const noise = (count: number) => Array.from({ length: count }, () => random.normal());

test.each([
  ["hours", everyHours(1), "hour"],
  ["days", everyHours(24), "day"],
  ["business days", businessDays, "weekday"],
  ["weeks", everyHours(168), "week"],
  ["months", months(1), "month"],
  ["quarters", months(3), "quarter"],
  ["years", months(12), "year"],
  ["half days", everyHours(12), "other"],
  ["stamps without a rhythm", (t: number) => new Date(Date.UTC(2024, 0, 1) + t ** 2.3 * HOUR), "irregular"],
])("the period of %s is named", async (_name, timeAt, rhythm) => {
  const found = await describeValues(noise(40), timeAt);
  expect(found.rhythm).toBe(rhythm);
  expect(seriesDescription.parse(found)).toEqual(found);
});

test("a season of the day follows clocks that change, and no value is an outlier for it", async () => {
  const hours = Array.from({ length: 24 * 30 }, (_, i) => Date.UTC(2023, 9, 10, i));
  const load = hours.map((at) => {
    const hour = new Date(utcToZonedTime(at, "Europe/Berlin")).getUTCHours();
    return (hour >= 6 && hour < 22 ? 100 : 20) + random.normal();
  });
  const found = await describeValues(load, (t) => new Date(hours[t]), "Europe/Berlin");
  expect([found.periods, found.missing_periods, found.missing_values, found.outliers]).toEqual([720, 0, 0, []]);
  const times = found.points.map(({ time }) => Date.parse(time));
  expect(times.at(-1)).toBe(hours.at(-1));
  for (const { time, value } of found.points.slice(-48)) expect(value).toBeCloseTo(load[hours.indexOf(Date.parse(time))], 9);
});

test("a missing value at the end is not told as unusual", async () => {
  // Saturdays are strong and Sundays weak: the line from a Saturday to a Monday is no Sunday.
  const values = noise(71).map((error, t) => [100, 100, 100, 100, 100, 200, 20][t % 7]! + error);
  const ends = async (sunday: number | null) => (await describeValues(values.with(69, sunday as number), everyHours(24))).unusual_end;
  expect(await ends(150)).toMatchObject({ value: 150, time: everyHours(24)(69).toISOString() });
  expect(await ends(null)).toBeUndefined();
});

test("hours have the seasons of day and week, and components add up to the values", async () => {
  const wave = (t: number) => 20 * Math.sin((2 * Math.PI * t) / 24) + (t % 168 < 120 ? 5 : -5);
  const values = noise(24 * 7 * 6).map((error, t) => 100 + wave(t) + error);
  const { seasons, points, trend } = await describeValues(values, everyHours(1));
  expect(seasons.map(({ unit, length }) => [unit, length])).toEqual([
    ["day", 24],
    ["week", 168],
  ]);
  for (const { strength } of seasons) expect(strength).toBeGreaterThan(0.8);
  expect(trend.direction).toBe("none");
  for (const { value, trend: level, seasonal, remainder } of points) {
    expect(level! + seasonal[0]! + seasonal[1]! + remainder!).toBeCloseTo(value!, 8);
  }
});

test.each([
  ["months with a yearly season", months(1), 120, (t: number) => 5 * Math.sin((2 * Math.PI * t) / 12), ["year"]],
  [
    "days with week and year",
    everyHours(24),
    1461,
    (t: number) => 4 * Math.sin((2 * Math.PI * t) / 365) + (t % 7 < 5 ? 2 : -2),
    ["week", "year"],
  ],
  ["noise", months(1), 240, () => 0, []],
])("the seasons of %s are found", async (_name, timeAt, count, seasonal, expected) => {
  const { seasons } = await describeValues(
    noise(count).map((error, t) => seasonal(t) + error),
    timeAt,
  );
  expect(seasons.map(({ unit }) => unit)).toEqual(expected);
});

test("a rising series, one that falls and one that swings are told apart", async () => {
  const directionOf = async (level: (t: number) => number) => {
    const { trend } = await describeValues(
      noise(200).map((error, t) => level(t) + error),
      months(1),
    );
    return trend.direction;
  };
  expect(await directionOf((t) => t / 10)).toBe("rising");
  expect(await directionOf((t) => -t / 10)).toBe("falling");
  expect(await directionOf((t) => 10 * Math.sin(t / 16))).toBe("changing");
});

test("gaps, missing values, repeated rows, a change of level and an outlier are told", async () => {
  const values: (number | null)[] = noise(200).map((error, t) => (t < 120 ? 10 : 30) + error);
  values[50] = 25;
  values[70] = null;
  const rows = values.flatMap((y, t) => (t === 90 ? [] : [{ t, y }]));
  rows.push({ t: 10, y: 10 });
  const table = createTable({ when: rows.map(({ t }) => everyHours(24)(t)), y: rows.map(({ y }) => y) });
  const found = await describeSeries(table, { time: "when", value: "y", timezone: "UTC" }, () => undefined);
  expect(found).toMatchObject({ periods: 200, missing_periods: 1, missing_values: 1, repeated_rows: 1, untimed_rows: 0 });
  expect(found.level_changes).toEqual([{ time: everyHours(24)(120).toISOString(), change: expect.closeTo(20, -0.5) }]);
  expect(found.outliers.map(({ time }) => time)).toEqual([everyHours(24)(50).toISOString()]);
  expect(found.points[90]?.value).toBeNull();
});

test("periods without demand are as usual, and a demand ten times as large is an outlier", async () => {
  const values = noise(120).map((error, t) => (t % 4 === 0 ? Math.round(20 + 3 * error) : 0));
  values[60] = 200;
  const { intermittent, outliers } = await describeValues(values, everyHours(24));
  expect(intermittent).toBe(true);
  expect(outliers).toEqual([{ time: everyHours(24)(60).toISOString(), value: 200 }]);
});

test("a series without noise has no outliers", async () => {
  const values = noise(96).map((_error, t) => 10 + t / 10 + 4 * Math.sin((2 * Math.PI * t) / 12));
  expect((await describeValues(values, months(1))).outliers).toEqual([]);
});

test.each([
  ["small", 0.75],
  ["large", 4],
])("a change of level neither hides a %s season nor spreads into it", async (_size, amplitude) => {
  const values = noise(60).map((error, t) => 10 + amplitude * Math.sin((2 * Math.PI * t) / 12) + (t > 40 ? 8 : 0) + error / 10);
  const { seasons, level_changes } = await describeValues(values, months(1));
  expect(seasons.map(({ unit }) => unit)).toEqual(["year"]);
  expect(level_changes.map(({ time }) => time)).toEqual([months(1)(41).toISOString()]);
});

test("demand in some periods only is intermittent, and temperatures around 0 are not", async () => {
  const demand = Array.from({ length: 100 }, (_, t) => (t % 4 === 1 ? 3 + (t % 5) : 0));
  expect(await describeValues(demand, everyHours(24))).toMatchObject({ intermittent: true, zero_share: 0.75 });
  const degrees = Array.from({ length: 100 }, (_, t) => (t % 2 === 0 ? 0 : Math.round(10 * Math.sin(t))));
  expect(await describeValues(degrees, everyHours(24))).toMatchObject({ intermittent: false });
});

test("the column that names the series of a table is found, also one of whole numbers, and none without repeated times", () => {
  const rows = Array.from({ length: 120 }, (_, i) => ({ when: everyHours(24)(i % 40), product: `P${Math.floor(i / 40)}`, shop: i % 2 }));
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  const table = createTable({ when: column("when"), product: column("product"), shop: column("shop").map(String), y: noise(120) });
  expect(findSeriesColumn(table, "when")).toBe("product");
  const numbered = createTable({ when: column("when"), id: column("product").map((name) => Number(name.slice(1))), y: noise(120) });
  expect(findSeriesColumn(numbered, "when")).toBe("id");
  expect(findSeriesColumn(createTable({ when: rows.slice(0, 40).map(({ when }) => when), y: noise(40) }), "when")).toBeUndefined();
});

test("a change of level is told from its fifth period on", async () => {
  const level = (periods: number) => noise(160).map((error, t) => 50 + (t >= 160 - periods ? 12 : 0) + error);
  for (const periods of [5, 9, 14]) {
    const { level_changes } = await describeValues(level(periods), everyHours(24));
    expect(level_changes).toEqual([{ time: everyHours(24)(160 - periods).toISOString(), change: expect.closeTo(12, -0.7) }]);
  }
  expect((await describeValues(level(3), everyHours(24))).level_changes).toEqual([]);
});

test("a constant series and a year of days that is known little more than twice have no outliers", async () => {
  expect((await describeValues(new Array<number>(60).fill(42), months(1))).outliers).toEqual([]);
  const wave = (t: number) => 30 * Math.sin((2 * Math.PI * t) / 261) + (t % 5 === 0 ? 40 : 0);
  const { seasons, outliers } = await describeValues(
    noise(680).map((error, t) => 200 + wave(t) + 8 * error),
    businessDays,
  );
  expect(seasons.map(({ unit }) => unit)).toEqual(["week", "year"]);
  expect(outliers).toEqual([]);
});

test("an outlier as the last value is told with what was expected, and spreads neither into the trend nor into its months", async () => {
  const values = noise(60).map((error, t) => (t === 59 ? 900 : 350 + 20 * Math.sin((2 * Math.PI * t) / 12) + 8 * error));
  const { outliers, trend, unusual_end } = await describeValues(values, months(1));
  expect(outliers).toEqual([{ time: months(1)(59).toISOString(), value: 900 }]);
  expect(Math.abs(trend.to - 350)).toBeLessThan(20);
  expect(unusual_end).toMatchObject({ time: months(1)(59).toISOString(), value: 900 });
  expect(unusual_end!.upper).toBeLessThan(400);
  expect((await describeValues(values.slice(0, -1), months(1))).unusual_end).toBeUndefined();
});

test("periods after the last value are to be forecast, and no gaps", async () => {
  const values: (number | null)[] = noise(60).map((error, t) => (t === 20 ? null : 50 + error));
  const rows = [...values.map((y, t) => ({ t, y })), { t: 60, y: null }, { t: 62, y: null }];
  const table = createTable({ when: rows.map(({ t }) => months(1)(t)), y: rows.map(({ y }) => y) });
  const found = await describeSeries(table, { time: "when", value: "y", timezone: "UTC" }, () => undefined);
  expect(found).toMatchObject({ periods: 63, missing_periods: 0, missing_values: 1, future_periods: 2 });
});

test("a zero among seconds is refused at once, since no list can have all the seconds between", async () => {
  const since1970 = (t: number) => new Date(t === 0 ? 0 : Date.UTC(2024, 0, 1) + t * 1000);
  await expect(describeValues(noise(60), since1970)).rejects.toMatchObject({
    code: "010507",
    message: expect.stringContaining("between 1970-01-01T00:00:00.000Z and 2024"),
  });
});
