import { followOpenWeek, isRegularlySpaced } from "./time-steps.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each<[string, number[], boolean]>([
  ["one time only", [], true],
  ["the same step throughout", [HOUR], true],
  ["a time twice", [0, HOUR], false],
  ["only one time, many times", [0], false],
  ["an hour left out", [HOUR, 2 * HOUR], false],
  ["days, with clocks put forward and back", [23 * HOUR, DAY, 25 * HOUR], true],
  ["days, with one left out", [DAY, 2 * DAY], false],
  ["weeks, with clocks put forward", [7 * DAY - HOUR, 7 * DAY], true],
  ["months", [28 * DAY, 30 * DAY, 31 * DAY], true],
  ["months, with one left out", [31 * DAY, 61 * DAY], false],
  ["quarters", [90 * DAY, 91 * DAY, 92 * DAY], true],
  ["years", [365 * DAY, 366 * DAY], true],
  ["working days", [DAY, 3 * DAY], false],
])("tells whether times are regularly spaced: %s", (_name, steps, expected) => {
  expect(isRegularlySpaced(steps)).toBe(expected);
});

/** Days of ten weeks from a Monday on, by their number. */
const daysOfWeeks = (isKept: (day: number) => boolean) => Array.from({ length: 70 }, (_, day) => day).filter(isKept);
const areOpenDays = (times: number[]) => followOpenWeek(Float64Array.from(times), DAY, "UTC");
const isWorkday = (day: number) => day % 7 < 5;

test.each<[string, number[], boolean]>([
  ["Monday to Friday", daysOfWeeks(isWorkday), true],
  ["Monday to Friday from a Wednesday on", daysOfWeeks((day) => isWorkday(day) && day >= 2), true],
  ["Sunday to Thursday, whose weekend lies in the week", daysOfWeeks((day) => ![4, 5].includes(day % 7)), true],
  ["without a Friday and a Monday, which are holidays", daysOfWeeks((day) => isWorkday(day) && day !== 4 && day !== 7), true],
  ["each day", daysOfWeeks(() => true), false],
  ["without three weeks", daysOfWeeks((day) => isWorkday(day) && (day < 14 || day >= 35)), false],
  ["Monday to Friday, two weeks", daysOfWeeks((day) => isWorkday(day) && day < 14), true],
  ["without Tuesdays and Thursdays", daysOfWeeks((day) => ![1, 3].includes(day % 7)), true],
  ["without Sundays", daysOfWeeks((day) => day % 7 !== 6), true],
  ["without Sundays, two weeks", daysOfWeeks((day) => day % 7 !== 6 && day < 14), false],
])("tells whether days are the open ones of each week: %s", (_name, days, expected) => {
  expect(areOpenDays(days.map((day) => day * DAY))).toBe(expected);
});

test("open days may lie an hour off where clocks change, and no further", () => {
  const days = daysOfWeeks(isWorkday);
  expect(areOpenDays(days.map((day) => day * DAY + (day > 30 ? HOUR : 0)))).toBe(true);
  expect(areOpenDays(days.map((day) => day * DAY + (day > 30 ? 3 * HOUR : 0)))).toBe(false);
});

test.each<[string, (hour: number) => boolean, boolean]>([
  ["nine to five from Monday to Friday", (hour) => hour % 168 < 120 && hour % 24 >= 9 && hour % 24 < 17, true],
  ["all but one hour of the night", (hour) => hour % 24 !== 3, true],
  ["every hour, but for some days", (hour) => hour < 300 || hour > 400, false],
])("tells whether hours are the open ones of each week: %s", (_name, isKept, expected) => {
  const hours = Array.from({ length: 8 * 168 }, (_, hour) => hour).filter(isKept);
  expect(
    followOpenWeek(
      Float64Array.from(hours, (hour) => hour * HOUR),
      HOUR,
      "UTC",
    ),
  ).toBe(expected);
});
