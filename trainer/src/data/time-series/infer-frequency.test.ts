import { addPeriods } from "./calendar.js";
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
const without = (times: Float64Array, ...places: number[]) => times.filter((_, i) => !places.includes(i));

interface Case {
  name: string;
  times: Float64Array;
  zone?: string;
  unit: string;
  size: number;
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
    name: "steps of a machine's own clock, which drifts from ours",
    times: evenly(500, 901 * SECOND).map((time, i) => time + (i % 2) * SECOND),
    unit: "second",
    size: 901.002,
    exact: false,
  },
])("recognises $name as a regular series", ({ times, zone = "UTC", unit, size, index, exact = true }) => {
  const rhythm = inferFrequency(times, zone);
  expect(rhythm).toMatchObject({ period: { unit, size }, exact });
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
])("times %s form no regular series", (_name, times) => {
  expect(inferFrequency(times, "UTC")).toBeUndefined();
});
