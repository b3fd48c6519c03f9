import type { ForecastStep } from "@agatha/contracts";
import { intervalAround } from "./interval-around.js";

interface IntervalOptions {
  /** Unit of each row's half widths, 1 by default. */
  units?: Float64Array | undefined;
  /** Least lower bound of each row; undefined without one. */
  floors?: readonly (number | undefined)[];
}

/** Returns each row's forecast: one step per period ahead, with an interval if the step has a half width and the row a unit of it. */
export function forecastIntervals(
  steps: readonly Float64Array[],
  halfWidths: readonly (number | null)[],
  { units, floors }: IntervalOptions = {},
): ForecastStep[][] {
  return Array.from({ length: steps[0]?.length ?? 0 }, (_, row) =>
    steps.map((values, s): ForecastStep => {
      const value = Number.isFinite(values[row]) ? values[row] : null;
      const interval = intervalAround(values[row], (halfWidths[s] ?? Number.NaN) * (units?.[row] ?? 1), floors?.[row]);
      return { step: s + 1, value, ...(interval ?? { lower: null, upper: null }) };
    }),
  );
}
