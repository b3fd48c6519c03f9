import type { ForecastStep } from "@agatha/contracts";

/** Returns each row's forecast: one step per period ahead, with an interval if the step has a half width. */
export function forecastIntervals(steps: readonly Float64Array[], halfWidths: readonly (number | null)[]): ForecastStep[][] {
  return Array.from({ length: steps[0]?.length ?? 0 }, (_, row) =>
    steps.map((values, s): ForecastStep => {
      const value = Number.isFinite(values[row]) ? values[row] : null;
      const width = halfWidths[s] ?? null;
      const bound = (sign: number) => (value === null || width === null ? null : value + sign * width);
      return { step: s + 1, value, lower: bound(-1), upper: bound(1) };
    }),
  );
}
