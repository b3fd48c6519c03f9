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
  [0, 800_000, ["0", "100000", "200000", "300000", "400000", "500000", "600000", "700000", "800000"]],
  [1_000_000, 1_001_000, ["1000000", "1000200", "1000400", "1000600", "1000800", "1001000"]],
  [10_000, 10_001, ["10000", "10000.2", "10000.4", "10000.6", "10000.8", "10001"]],
  [-2e8, 2e8, ["-2e+8", "-1.5e+8", "-1e+8", "-50000000", "0", "50000000", "1e+8", "1.5e+8", "2e+8"]],
  [500_000_000, 500_001_000, ["5e+8", "500000200", "500000400", "500000600", "500000800", "500001000"]],
  [0, 1e-7, ["0", "2e-8", "4e-8", "6e-8", "8e-8", "1e-7"]],
])("the ticks from %p to %p are short and have all their digits", (from, to, texts) => {
  expect(ticks(from, to).map(formatTick)).toEqual(texts);
});

test("formatDate shows the time unless it is midnight", () => {
  expect([formatDate(0), formatDate(3_600_000), formatDate(1e300)]).toEqual(["1970-01-01", "1970-01-01 01:00", "–"]);
});

test("ticks are few, ascending, told apart, within the range and evenly spaced", () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (from, span) => {
      fc.pre(from + span - from > span / 2 && span > Math.abs(from) * 1e-6);
      const found = ticks(from, from + span);
      expect(found.length).toBeGreaterThanOrEqual(3);
      expect(found.length).toBeLessThanOrEqual(11);
      expect(new Set(found.map(formatTick)).size).toBe(found.length);
      for (const tick of found) expect(tick >= from - span / 1e6 && tick <= from + span * (1 + 1e-6)).toBe(true);
    }),
    { seed: 3, numRuns: 500 },
  );
});
