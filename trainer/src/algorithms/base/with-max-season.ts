import type { AlgorithmName } from "@agatha/contracts";
import { z } from "zod";
import { addLongerSeasons, findLongerSeasons, longerSeasons, removeLongerSeasons } from "../../numeric/series/longer-seasons.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Forecaster } from "./series-method.js";

const profileOfSeason = z.object({ seasonProfile: longerSeasons.optional() });

/**
 * Returns the forecaster for seasons of any length. A season of more than `most` periods, which would be too many parameters for it, is
 * taken out as a profile before it sees the series, if the series has that season (decision 71).
 */
export function withMaxSeason<A extends AlgorithmName, S>(
  forecaster: Forecaster<A, S>,
  most: number,
): Forecaster<A, S & z.infer<typeof profileOfSeason>> {
  return {
    ...forecaster,
    fitted: z.intersection(forecaster.fitted, profileOfSeason),
    async fit(series, params, context) {
      const isLong = params.season > most;
      const asked = { season: 1, candidates: [params.season] };
      const seasonProfile = isLong ? await findLongerSeasons(series, asked, createYielder(context)) : undefined;
      const own = await forecaster.fit(removeLongerSeasons(series, seasonProfile), isLong ? { ...params, season: 1 } : params, context);
      return { ...own, ...(seasonProfile && { seasonProfile }) };
    },
    run(series, { seasonProfile, ...own }) {
      const run = forecaster.run(removeLongerSeasons(series, seasonProfile), own as S);
      if (!seasonProfile) return run;
      return {
        fitted: run.fitted.map((value, t) => addLongerSeasons(value, t, seasonProfile)),
        forecast: (horizon) => run.forecast(horizon).map((value, step) => addLongerSeasons(value, series.length + step, seasonProfile)),
      };
    },
  };
}
