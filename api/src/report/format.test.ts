import fc from "fast-check";
import { formatDate, formatNumber, formatTick, ticks } from "./format.js";

test.each([
  [0, "0"],
  [12345, "12345"],
  [12345.6, "12346"],
  [1234567, "1234567"],
  [-1234567.8, "-1234568"],
  [100000.4, "100000"],
  [999999999.9, "1000000000"],
  [1234567890, "1234567890"],
  [1234567890.5, "1.235e+9"],
  [0.123456, "0.1235"],
  [0.00001, "1.000e-5"],
  [-2.5, "-2.5"],
  [Number.NaN, "–"],
])("formats %p as %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test.each([
  [500_000, "500000"],
  [-200_000_000, "-2.000e+8"],
])("the tick at %p is short: %s", (value, text) => {
  expect(formatTick(value)).toBe(text);
});

test("formatDate shows the time unless it is midnight", () => {
  expect([formatDate(0), formatDate(3_600_000), formatDate(1e300)]).toEqual(["1970-01-01", "1970-01-01 01:00", "–"]);
});

test("ticks are few, ascending, within the range and evenly spaced", () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (from, span) => {
      fc.pre(from + span - from > span / 2 && span > Math.abs(from) * 1e-6);
      const found = ticks(from, from + span);
      expect(found.length).toBeGreaterThanOrEqual(3);
      expect(found.length).toBeLessThanOrEqual(11);
      for (const tick of found) expect(tick >= from - span / 1e6 && tick <= from + span * (1 + 1e-6)).toBe(true);
    }),
    { seed: 3, numRuns: 500 },
  );
});
