import { POLL_INTERVALS } from "./timings.js";

/** Intervals of the specification. The interval of idle polling is the project's own. */
test.each<[keyof typeof POLL_INTERVALS, number]>([
  ["rows", 600],
  ["evaluation", 1500],
  ["model", 2000],
  ["runningWork", 2000],
  ["modelStudio", 2500],
  ["profiling", 3000],
  // @contract the-console-asks-again-for-rows-after
])("%s are requested again after %i ms", (what, milliseconds) => {
  expect(POLL_INTERVALS[what]).toBe(milliseconds);
});
