import { isRegularlySpaced } from "./time-steps.js";

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
