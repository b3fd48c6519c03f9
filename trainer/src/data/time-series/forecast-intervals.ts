import type { ForecastStep } from "@agatha/contracts";

/** For each row its forecast: a step for each period ahead, with an interval where there is a half width for it. */
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
