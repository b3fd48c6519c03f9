import { INTERVALS } from "./intervals.js";

/** As the specification has them; how often idle work is looked for is our own. */
test.each<[keyof typeof INTERVALS, number]>([
  ["rows", 600],
  ["evaluation", 1500],
  ["model", 2000],
  ["job", 2000],
  ["modelStudio", 2500],
  ["profiling", 3000],
])("%s are asked for again after %i ms", (what, milliseconds) => {
  expect(INTERVALS[what]).toBe(milliseconds);
});
