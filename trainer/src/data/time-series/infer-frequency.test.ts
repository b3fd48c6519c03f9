import { addPeriods, periodNumber } from "./calendar.js";
import { inferFrequency } from "./infer-frequency.js";

const SECOND = 1000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const at = (...texts: string[]) => Float64Array.from(texts, (text) => Date.parse(text));
const evenly = (count: number, step: number, from = "2024-01-01T00:00:00Z") =>
  Float64Array.from({ length: count }, (_, i) => Date.parse(from) + i * step);
/** Returns midnights of a zone that is `hours` ahead of UTC in winter, and one hour more in the European Union's summer time. */
const midnights = (from: string, count: number, hours: number) =>
  Float64Array.from({ length: count }, (_, i) => {
    const day = Date.parse(from) + i * DAY;
    const summer = day > Date.parse("2024-03-31") && day <= Date.parse("2024-10-27");
    return day - (hours + (summer ? 1 : 0)) * HOUR;
  });
/** Returns a day of each month: the last weekday, the first one, or one about the 15th. */
const inMonths = (count: number, day: "last" | "first" | "middle") =>
  Float64Array.from({ length: count }, (_, i) => {
    let at = Date.UTC(2020, day === "last" ? i + 1 : i, day === "last" ? 0 : day === "first" ? 1 : 12 + ((i * 7) % 5));
    while (day !== "middle" && [0, 6].includes(new Date(at).getUTCDay())) at += day === "last" ? -DAY : DAY;
    return at;
  });
/** Returns the beginnings of so many months, and then the same number of days about the 21st, as a poll that was moved has them. */
const movedInMonths = (count: number) =>
  Float64Array.from({ length: 2 * count }, (_, i) => Date.UTC(2020, i, i < count ? 1 : 17 + ((i * 7) % 11)));
/** Returns this day of each month from 2020-01 on, or the last one where a month is shorter. */
const onDay = (day: number, count: number) =>
  Float64Array.from({ length: count }, (_, i) => Date.UTC(2020, i, Math.min(day, new Date(Date.UTC(2020, i + 1, 0)).getUTCDate())));
/** Returns the days, or the hours, of so many weeks from Monday 2024-01-01 on that are open. */
const daysOpen = (weeks: number, isOpen: (weekday: number, week: number) => boolean) =>
  evenly(7 * weeks, DAY).filter((_, day) => isOpen(day % 7, Math.floor(day / 7)));
const hoursOpen = (weeks: number, isOpen: (weekday: number, hour: number) => boolean, from?: string) =>
  evenly(168 * weeks, HOUR, from).filter((_, hour) => isOpen(Math.floor(hour / 24) % 7, hour % 24));
const range = (from: number, to: number, plus = 0) => Array.from({ length: to - from }, (_, i) => plus + from + i);
const without = (times: Float64Array, ...places: number[]) => times.filter((_, i) => !places.includes(i));

interface Case {
  name: string;
  times: Float64Array;
  zone?: string;
  unit: string;
  size: number;
  open?: number[];
  index?: number[];
  exact?: boolean;
}

test.each<Case>([
  { name: "hours", times: evenly(50, HOUR), unit: "second", size: 3600 },
  { name: "ten minutes, some of them missing", times: without(evenly(60, 600 * SECOND), 7, 8, 30), unit: "second", size: 600 },
  { name: "fractions of a second", times: evenly(20, 250), unit: "second", size: 0.25 },
  { name: "days", times: evenly(40, DAY), unit: "day", size: 1 },
  { name: "days, most of them missing", times: evenly(40, DAY).filter((_, i) => i % 3 !== 0 || i % 2 === 0), unit: "day", size: 1 },
  { name: "days across a change of clocks", times: midnights("2024-03-01", 60, 1), zone: "Europe/Vienna", unit: "day", size: 1 },
  { name: "weeks", times: evenly(30, 7 * DAY), unit: "day", size: 7 },
  { name: "any day of each month", times: movedInMonths(12), unit: "month", size: 1, index: range(0, 24), exact: false },
  {
    name: "any day of each month, two of which are missing",
    times: without(movedInMonths(12), 5, 20),
    unit: "month",
    size: 1,
    index: range(0, 24).filter((month) => month !== 5 && month !== 20),
    exact: false,
  },
  {
    name: "weekdays with a holiday",
    times: at("2024-05-29", "2024-05-31", "2024-06-03", "2024-06-04", "2024-06-05", "2024-06-06", "2024-06-07", "2024-06-10"),
    unit: "weekday",
    size: 1,
    index: [0, 2, 3, 4, 5, 6, 7, 8],
  },
  {
    name: "months with one missing",
    times: at("2023-11-01", "2023-12-01", "2024-01-01", "2024-03-01", "2024-04-01"),
    unit: "month",
    size: 1,
    index: [0, 1, 2, 4, 5],
  },
  { name: "ends of months", times: at("2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"), unit: "month", size: 1 },
  {
    name: "months where it is already midnight",
    times: at("2023-12-31T16:00Z", "2024-01-31T16:00Z", "2024-02-29T16:00Z", "2024-03-31T16:00Z"),
    zone: "Asia/Taipei",
    unit: "month",
    size: 1,
  },
  { name: "quarters", times: at("2023-01-01", "2023-04-01", "2023-07-01", "2023-10-01", "2024-01-01"), unit: "month", size: 3 },
  { name: "years", times: at("2019-07-01", "2020-07-01", "2021-07-01", "2022-07-01"), unit: "month", size: 12 },
  { name: "last weekdays of months", times: inMonths(60, "last"), unit: "month", size: 1, exact: false },
  {
    name: "first weekdays of months with one missing",
    times: without(inMonths(6, "first"), 3),
    unit: "month",
    size: 1,
    index: [0, 1, 2, 4, 5],
    exact: false,
  },
  { name: "last weekdays of quarters", times: inMonths(60, "last").filter((_, i) => i % 3 === 2), unit: "month", size: 3, exact: false },
  { name: "days of a shop that is closed on Sundays", times: daysOpen(8, (day) => day < 6), unit: "weekday", size: 1, open: range(0, 6) },
  {
    name: "days of a shop that is closed on Sundays and was closed for three weeks",
    times: daysOpen(20, (day, week) => day < 6 && (week < 9 || week > 11)),
    unit: "weekday",
    size: 1,
    open: range(0, 6),
  },
  { name: "Tuesday to Saturday", times: daysOpen(8, (day) => day > 0 && day < 6), unit: "weekday", size: 1, open: range(1, 6) },
  {
    name: "Monday, Wednesday and Friday",
    times: daysOpen(8, (day) => [0, 2, 4].includes(day)),
    unit: "weekday",
    size: 1,
    open: [0, 2, 4],
    index: range(0, 24),
  },
  {
    name: "Tuesdays and Thursdays",
    times: daysOpen(8, (day) => [1, 3].includes(day)),
    unit: "weekday",
    size: 1,
    open: [1, 3],
  },
  { name: "business days of many weeks", times: daysOpen(30, (day) => day < 5), unit: "weekday", size: 1 },
  {
    name: "days of a shop that closes about at six, but not on Sundays",
    times: daysOpen(8, (day) => day < 6).map((time, i) => time + 18 * HOUR + ((i * 11) % 17) * 60 * SECOND),
    unit: "weekday",
    size: 1,
    open: range(0, 6),
    exact: false,
  },
  {
    name: "days of a shop without Sundays in Vienna, at midnight",
    times: midnights("2024-03-01", 60, 1).filter((_, day) => day % 7 !== 2),
    zone: "Europe/Vienna",
    unit: "weekday",
    size: 1,
    open: range(0, 6),
  },
  { name: "two weeks without Sundays, which prove nothing", times: daysOpen(2, (day) => day < 6), unit: "day", size: 1 },
  {
    name: "days of which each third is missing",
    times: daysOpen(12, (day, week) => (7 * week + day) % 3 !== 0),
    unit: "day",
    size: 1,
  },
  {
    name: "hours of trading",
    times: hoursOpen(6, (day, hour) => day < 5 && hour >= 9 && hour < 17),
    unit: "second",
    size: 3600,
    open: [0, 1, 2, 3, 4].flatMap((day) => range(9, 17, 24 * day)),
    index: range(0, 240),
  },
  {
    name: "hours of trading by the clocks of New York, over a change",
    times: hoursOpen(12, (day, hour) => day < 5 && hour >= 10 && hour < 16, "2024-01-29T00:30:00Z").map((time) => {
      const summer = time >= Date.parse("2024-03-10");
      return time + (summer ? 4 : 5) * HOUR;
    }),
    zone: "America/New_York",
    unit: "second",
    size: 3600,
    open: [0, 1, 2, 3, 4].flatMap((day) => range(10, 16, 24 * day)),
  },
  {
    name: "hours, of which one day is missing",
    times: hoursOpen(6, (day) => day < 7).filter((_, i) => i < 300 || i > 324),
    unit: "second",
    size: 3600,
  },
  { name: "months that are read about the 15th", times: inMonths(30, "middle"), unit: "month", size: 1, exact: false },
  {
    name: "months with a correction in one of them",
    times: Float64Array.from([...inMonths(30, "first"), Date.UTC(2021, 4, 20)]).sort(),
    unit: "month",
    size: 1,
    exact: false,
  },
  { name: "four weeks", times: evenly(40, 28 * DAY), unit: "day", size: 28 },
  {
    name: "hours that are seconds late",
    times: evenly(50, HOUR).map((time, i) => time + ((i * 7) % 50) * SECOND),
    unit: "second",
    size: 3600,
    exact: false,
  },
  {
    name: "quarters of an hour that are seconds early or late",
    times: evenly(200, 900 * SECOND).map((time, i) => time + (((i * 7919) % 41) - 20) * SECOND),
    unit: "second",
    size: 900,
    exact: false,
  },
  {
    name: "days at about the same time",
    times: evenly(40, DAY).map((time, i) => time + ((i * 11) % 17) * 60 * SECOND),
    unit: "day",
    size: 1,
    exact: false,
  },
  {
    name: "ten seconds, moved once by a restart",
    times: evenly(20_000, 10 * SECOND).map((time, i) => (i < 10_000 ? time : time + 4 * SECOND)),
    unit: "second",
    size: 10,
    exact: false,
  },
  {
    name: "steps of a machine's own clock, which drifts from ours",
    times: evenly(500, 901 * SECOND).map((time, i) => time + (i % 2) * SECOND),
    unit: "second",
    size: 901.002,
    exact: false,
  },
])("recognises $name as a regular series", ({ times, zone = "UTC", unit, size, open, index, exact = true }) => {
  const rhythm = inferFrequency(times, zone);
  expect(rhythm).toMatchObject({ period: { unit, size }, exact });
  expect(rhythm?.period.open).toEqual(open);
  if (index) expect([...(rhythm?.index ?? [])]).toEqual(index);
  // Adding the index as periods to the first time gives each time.
  if (rhythm && exact) expect(Array.from(rhythm.index, (i) => addPeriods(times[0], i, rhythm.period, zone))).toEqual([...times]);
});

test("the index counts periods without a row", () => {
  expect([...(inferFrequency(without(evenly(10, HOUR), 2, 3, 7), "UTC")?.index ?? [])]).toEqual([0, 1, 4, 5, 6, 8, 9]);
});

test.each([
  ["that grow further and further apart", Float64Array.from({ length: 40 }, (_, i) => HOUR * i * i * Math.sqrt(i + 2))],
  ["by chance", Float64Array.from({ length: 60 }, (_, i) => DAY * i + HOUR * ((i * i * 37) % 23))],
  ["on any day of some months", Float64Array.from({ length: 24 }, (_, i) => Date.UTC(2020, i + (i >> 1), 1 + ((i * i * 37) % 23)))],
])("times %s form no regular series", (_name, times) => {
  expect(inferFrequency(times, "UTC")).toBeUndefined();
});

test("a few Sundays before Christmas are no open ones, and have no period", () => {
  const isOpen = (day: number, week: number) => day < 6 || (week >= 48 && week < 52);
  const rhythm = inferFrequency(daysOpen(104, isOpen), "UTC");
  expect(rhythm?.period).toEqual({ unit: "weekday", size: 1, open: range(0, 6) });
  expect(rhythm?.index.filter(Number.isNaN)).toHaveLength(4);
  expect(rhythm?.index.at(-1)).toBe(104 * 6 - 1);
});

test("planned periods follow the open days and hours", () => {
  const shop = { unit: "weekday", size: 1, open: range(0, 6) } as const;
  const from = Date.parse("2024-03-01T12:00Z");
  const weekdays = range(1, 9).map((count) =>
    new Date(addPeriods(from, count, { ...shop, open: [...shop.open] }, "Europe/Vienna")).getUTCDay(),
  );
  expect(weekdays).toEqual([6, 1, 2, 3, 4, 5, 6, 1]);
  const hours = { unit: "second" as const, size: 3600, open: [0, 1, 2, 3, 4].flatMap((day) => range(9, 17, 24 * day)) };
  const opening = (at: string) => new Date(addPeriods(Date.parse(at), 1, hours, "Europe/Vienna")).toISOString();
  // Clocks are put forward between Friday and Monday.
  expect(opening("2024-03-29T15:00Z")).toBe("2024-04-01T07:00:00.000Z");
  expect(periodNumber(Date.parse("2024-03-31T10:00Z"), { origin: from, period: hours, timezone: "Europe/Vienna" })).toBeNaN();
});

test.each<[string, Float64Array, string[]]>([
  ["the last business days of months", inMonths(59, "last"), ["2024-12-31", "2025-01-31", "2025-02-28", "2025-03-31"]],
  [
    "the last business days of quarters, some before a holiday",
    inMonths(60, "last")
      .filter((_, i) => i % 3 === 2)
      .map((time, i) => (i % 9 === 4 ? time - DAY : time)),
    ["2025-03-31", "2025-06-30", "2025-09-30", "2025-12-31"],
  ],
  [
    "last days of months, of which one was late",
    evenly(59, DAY).map((_, i) => Date.UTC(2021, i + 1, i === 7 ? 2 : 0)),
    ["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31"],
  ],
  ["the 30th of months, the last of which has 30 days,", onDay(30, 40), ["2023-05-30", "2023-06-30", "2023-07-30", "2023-08-30"]],
  ["the 28th of months, the last of which is a February,", onDay(28, 38), ["2023-03-28", "2023-04-28", "2023-05-28", "2023-06-28"]],
  ["the 29th of months, from a February to a February,", onDay(29, 38).slice(1), ["2023-03-29", "2023-04-29", "2023-05-29", "2023-06-29"]],
  ["the 31st of months", onDay(31, 38), ["2023-03-31", "2023-04-30", "2023-05-31", "2023-06-30"]],
])("after %s come those of the months to come", (_name, times, expected) => {
  const period = inferFrequency(times, "UTC")?.period;
  const last = times[times.length - 1];
  const after = (from: number, ahead: number) =>
    expected.map((_, i) => period && new Date(addPeriods(from, ahead + i, period, "UTC")).toISOString().slice(0, 10));
  expect(after(last, 1)).toEqual(expected);
  // They are the same counted from the first time.
  expect(after(times[0], times.length)).toEqual(expected);
});

test.each([
  ["in the evening", evenly(60, DAY, "2024-01-01T18:00:00Z"), "UTC"],
  ["at midnight", evenly(60, DAY), "UTC"],
  ["at any time from 8 to 12", evenly(60, DAY, "2024-01-01T08:00:00Z").map((time, i) => time + ((i * 7) % 5) * HOUR), "UTC"],
  ["at midnight, by clocks that change", midnights("2024-03-01", 60, 1), "Europe/Vienna"],
])("a day that is stamped %s has all times of its date", (_name, times, timezone) => {
  const period = inferFrequency(times, timezone)?.period;
  expect(period).toEqual({ unit: "day", size: 1, by: "date" });
  const midnight = midnights("2024-04-05", 1, timezone === "UTC" ? -1 : 1)[0];
  const numberAt = (hour: number) => periodNumber(midnight + hour * HOUR, { origin: times[0], period: period!, timezone });
  const ahead = times[0] > Date.parse("2024-02-01") ? 35 : 95;
  expect([-1, 0, 13, 23, 24].map(numberAt)).toEqual([ahead - 1, ahead, ahead, ahead, ahead + 1]);
});

test("a day that is stamped shortly before or after midnight has the times nearest to it, as days of earlier models have", () => {
  const times = evenly(60, DAY, "2024-01-02T00:00:00Z").map((time, i) => time + (((i * 7) % 5) - 2) * 60 * SECOND);
  const period = inferFrequency(times, "UTC")?.period;
  expect(period).toEqual({ unit: "day", size: 1 });
  const numberOf = (at: string) => periodNumber(Date.parse(at), { origin: times[0], period: period!, timezone: "UTC" });
  expect(["2024-01-09T23:58:00Z", "2024-01-10T00:02:00Z", "2024-01-10T11:00:00Z"].map(numberOf)).toEqual([8, 8, 8]);
});
