import { findMissingPeriods } from "./missing-periods.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Steps between times, each with its count. */
function stepsOf(times: readonly number[]) {
  const counts = new Map<number, number>();
  for (const [i, time] of times.slice(1).entries()) counts.set(time - times[i], (counts.get(time - times[i]) ?? 0) + 1);
  return [...counts].map(([step, count]) => ({ step, count }));
}

const every = (step: number, isKept: (i: number) => boolean = () => true) =>
  Array.from({ length: 366 }, (_, i) => i)
    .filter(isKept)
    .map((i) => i * step);
const months = (isKept: (i: number) => boolean, size = 1) =>
  Array.from({ length: 48 }, (_, i) => i)
    .filter(isKept)
    .map((i) => Date.UTC(2020, i * size, 1));
/** Days that begin an hour earlier in summer. */
const zoned = every(DAY, (i) => i !== 100).map((time) => time - (time > 80 * DAY && time < 300 * DAY ? HOUR : 0));

test.each<[string, readonly number[], ReturnType<typeof findMissingPeriods>]>([
  ["a single day", every(DAY, (i) => i !== 100), { unit: "day", missing: 1, periods: 366 }],
  ["a single day, where clocks change", zoned, { unit: "day", missing: 1, periods: 366 }],
  ["a night of hours", every(HOUR, (i) => i < 100 || i >= 108), { unit: "hour", missing: 8, periods: 366 }],
  ["two quarters of an hour", every(HOUR / 4, (i) => i !== 7 && i !== 9), { unit: "period", missing: 2, periods: 366 }],
  ["a February", months((i) => i !== 13), { unit: "month", missing: 1, periods: 48 }],
  ["a quarter", months((i) => i !== 13, 3), { unit: "period", missing: 1, periods: 48 }],
  ["nothing", every(7 * DAY), { unit: "period", missing: 0, periods: 366 }],
  ["more than every fifth day", every(DAY, (i) => i % 4 !== 1), undefined],
  ["the rhythm: hours and half hours", [0, 1, 2, 2.5, 3.5, 4.5].map((hour) => hour * HOUR), undefined],
  ["the rhythm: times in turn", [0, DAY, DAY, 2 * DAY], undefined],
  ["the rhythm: one time alone", [0], undefined],
])("periods without a time are counted: %s", (_what, times, expected) => {
  expect(findMissingPeriods(stepsOf(times))).toEqual(expected);
});
