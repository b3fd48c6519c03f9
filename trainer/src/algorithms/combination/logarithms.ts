import { z } from "zod";
import { logarithms } from "../../numeric/series/transformation.js";
import type { SeriesMethod } from "../base/series-method.js";

/** Returns the method on the logarithms of a positive series; of other series it is the method itself. */
export function ofLogarithms<S>(method: SeriesMethod<S>): SeriesMethod<{ logarithm: boolean; own: S }> {
  return {
    fitted: z.object({ logarithm: z.boolean(), own: method.fitted }) as z.ZodType<{ logarithm: boolean; own: S }>,
    async fit(series, params, context) {
      const logarithm = series.every((value) => value > 0);
      return { logarithm, own: await method.fit(logarithm ? logarithms(series) : series, params, context) };
    },
    run(series, { logarithm, own }) {
      const run = method.run(logarithm ? logarithms(series) : series, own);
      const back = (values: Float64Array) => (logarithm ? values.map(Math.exp) : values);
      return { fitted: back(run.fitted), forecast: (horizon) => back(run.forecast(horizon)) };
    },
  };
}
