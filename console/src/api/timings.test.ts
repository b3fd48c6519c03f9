import { POLL_INTERVALS } from "./timings.js";

/** As the specification has them; how often idle work is looked for is our own. */
test.each<[keyof typeof POLL_INTERVALS, number]>([
  ["rows", 600],
  ["evaluation", 1500],
  ["model", 2000],
  ["runningWork", 2000],
  ["modelStudio", 2500],
  ["profiling", 3000],
  // @contract the-console-asks-again-for-rows-after
])("%s are asked for again after %i ms", (what, milliseconds) => {
  expect(POLL_INTERVALS[what]).toBe(milliseconds);
});
