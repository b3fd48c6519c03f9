import { meanByPeriod } from "./clock-shifts.js";

test("the rows of a period are averaged without those that have no value, however many there are", () => {
  const count = 60_000;
  const periods = new Float64Array(count + 2).fill(3);
  periods.set([1, 2], count);
  const values = Float64Array.from(periods, (_, row) => (row < count ? (row % 3 === 2 ? Number.NaN : row % 3) : row));
  const start = performance.now();
  expect(meanByPeriod({ periods, columns: [values] })).toEqual({
    periods: Float64Array.of(3, 1, 2),
    columns: [Float64Array.of(0.5, count, count + 1)],
  });
  expect(performance.now() - start).toBeLessThan(2000);
});
