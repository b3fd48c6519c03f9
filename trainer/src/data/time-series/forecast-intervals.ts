import type { ForecastStep } from "@agatha/contracts";

/** Returns each row's forecast: one step per period ahead, with an interval if the step has a half width and the row a unit of it. */
export function forecastIntervals(
  steps: readonly Float64Array[],
  halfWidths: readonly (number | null)[],
  units?: Float64Array,
): ForecastStep[][] {
  return Array.from({ length: steps[0]?.length ?? 0 }, (_, row) =>
    steps.map((values, s): ForecastStep => {
      const value = Number.isFinite(values[row]) ? values[row] : null;
      const width = (halfWidths[s] ?? Number.NaN) * (units?.[row] ?? 1);
      const bound = (sign: number) => (value === null || !Number.isFinite(width) ? null : value + sign * width);
      return { step: s + 1, value, lower: bound(-1), upper: bound(1) };
    }),
  );
}
