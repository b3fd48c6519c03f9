/** Repeats the last season. Without a season it repeats the last value, or continues with the mean change (drift). */
import { z } from "zod";
import type { Forecaster } from "../base/series-method.js";

const fitted = z.object({ season: z.int().min(1), drift: z.boolean() });

export const seasonalNaive: Forecaster<"SNaive", z.infer<typeof fitted>> = {
  name: "SNaive",
  fitted,
  fit: async (series, { season, drift }) => ({ season: series.length > season ? season : 1, drift }),
  run(series, { season, drift }) {
    const n = series.length;
    const change = drift && n > season ? meanChange(series, season) : 0;
    return {
      fitted: series.map((_, t) => series[Math.max(0, t - season)] + (t >= season ? change : 0)),
      forecast: (horizon) =>
        Float64Array.from(
          { length: horizon },
          (_, step) => series[Math.max(0, n - season + (step % season))] + change * (1 + Math.floor(step / season)),
        ),
    };
  },
};

/** Returns the mean change from one season to the next. */
function meanChange(series: Float64Array, season: number): number {
  let sum = 0;
  for (let t = season; t < series.length; t++) sum += series[t] - series[t - season];
  return sum / (series.length - season);
}
