import type { SeriesDescription } from "@agatha/contracts";
import { createFormat } from "../i18n/format.js";
import { findingsOf, hasSparseRows } from "./findings.js";

const format = createFormat("en");
const description = (changes: Partial<SeriesDescription> = {}): SeriesDescription => ({
  period: { unit: "day", size: 1 },
  rhythm: "day",
  first: "2024-01-01T00:00:00.000Z",
  last: "2024-12-30T12:00:00.000Z",
  periods: 365,
  missing_periods: 0,
  missing_values: 0,
  repeated_rows: 0,
  untimed_rows: 0,
  seasons: [],
  trend: { direction: "none", strength: 0, from: 1, to: 2 },
  level_changes: [],
  outliers: [],
  zero_share: 0,
  intermittent: false,
  points: [],
  ...changes,
});
const keys = (changes: Partial<SeriesDescription>) => findingsOf(description(changes), format).map(({ key }) => key);

test.each<[string, Partial<SeriesDescription>, boolean]>([
  ["a third of the periods without rows", { missing_periods: 120 }, true],
  ["few periods without rows", { missing_periods: 20 }, false],
  ["values below 0", { missing_periods: 300, points: [{ time: "", value: -1, trend: 0, seasonal: [], remainder: 0 }] }, false],
])("%s may be events or not", (_what, changes, expected) => {
  expect(hasSparseRows(description(changes))).toBe(expected);
});

test("a plain series tells its period, its span, and that it has neither season nor trend", () => {
  expect(findingsOf(description(), format)).toEqual([
    { key: "rhythm.day", values: {} },
    { key: "span", values: { count: 365, periods: "365", first: "2024-01-01", last: "2024-12-30 12:00:00", zone: "UTC" } },
    { key: "noSeason", values: {} },
    { key: "trend.none", values: { from: "1", to: "2" } },
  ]);
});

test.each<[string, Partial<SeriesDescription>, string[]]>([
  ["gaps and repeated times", { missing_periods: 2, repeated_rows: 1 }, ["missingPeriods", "repeated", "noSeason", "trend.none"]],
  [
    "two seasons",
    {
      seasons: [
        { unit: "week", length: 7, strength: 0.6 },
        { unit: "year", length: 365, strength: 0.4 },
      ],
    },
    ["season.week", "season.year", "trend.none"],
  ],
  ["periods to be forecast", { future_periods: 3 }, ["future", "noSeason", "trend.none"]],
  ["rows on closed days", { closed_rows: 2 }, ["closed", "noSeason", "trend.none"]],
  ["demand in some periods", { intermittent: true, zero_share: 0.7 }, ["noSeason", "trend.none", "intermittent"]],
])("%s are told", (_case, changes, expected) => {
  expect(keys(changes).slice(2)).toEqual(expected);
});

test("each change of level is told with its sign, and outliers by the first", () => {
  const time = "2024-05-01T00:00:00.000Z";
  const found = findingsOf(description({ level_changes: [{ time, change: 5 }], outliers: [{ time, value: 99 }] }), format);
  expect(found.slice(-2)).toEqual([
    { key: "levelChange", values: { time: "2024-05-01", change: "+5" }, isWarning: true },
    { key: "outliers", values: { count: "1", value: "99", time: "2024-05-01" }, isWarning: true },
  ]);
});

test("of a series without a rhythm nothing else is told, and that is a warning", () => {
  const found = findingsOf(description({ rhythm: "irregular", period: null }), format);
  expect(found.map(({ key, isWarning }) => [key, isWarning])).toEqual([
    ["rhythm.irregular", true],
    ["span", undefined],
  ]);
});

test("times are those of the dataset's time zone, which is named", () => {
  const [, span] = findingsOf(description(), format, "Asia/Taipei");
  expect(span?.values).toMatchObject({ first: "2024-01-01 08:00:00", zone: "Asia/Taipei" });
});

const hours = (from: number, to: number, day: number) => Array.from({ length: to - from }, (_, i) => 24 * day + from + i);

test.each<[string, Partial<SeriesDescription>, string[], string]>([
  ["days without Sundays", { rhythm: "weekday", period: { unit: "weekday", size: 1, open: [0, 1, 2, 3, 4, 5] } }, ["openDays"], "Mon–Sat"],
  ["three days of the week", { rhythm: "weekday", period: { unit: "weekday", size: 1, open: [0, 2, 4] } }, ["openDays"], "Mon, Wed, Fri"],
  [
    "hours of trading with a break, and on Saturday mornings",
    {
      rhythm: "hour",
      period: {
        unit: "second",
        size: 3600,
        open: [...[0, 1, 2, 3, 4].flatMap((day) => [...hours(9, 12, day), ...hours(13, 17, day)]), ...hours(9, 12, 5)],
      },
    },
    ["rhythm.hour", "openHours"],
    "Mon–Fri 09:00–12:00 13:00–17:00, Sat 09:00–12:00",
  ],
])("the open days and hours of %s are told", (_case, changes, expected, week) => {
  const found = findingsOf(description(changes), format);
  expect(found.slice(0, expected.length).map(({ key }) => key)).toEqual(expected);
  expect(found[expected.length - 1]?.values).toEqual({ week });
});

test("business days are told as such", () => {
  expect(keys({ rhythm: "weekday", period: { unit: "weekday", size: 1 } })[0]).toBe("rhythm.weekday");
});

test("a value at the end that is far from what was expected is told with the range", () => {
  const unusual_end = { time: "2024-12-30T00:00:00.000Z", value: 940, lower: 310, upper: 420 };
  const told = findingsOf(description({ unusual_end }), format).find(({ key }) => key === "unusualEnd");
  expect(told).toEqual({ key: "unusualEnd", values: { value: "940", time: "2024-12-30", lower: "310", upper: "420" }, isWarning: true });
});
