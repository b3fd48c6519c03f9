/**
 * Exponential smoothing in state-space form, whose components are chosen by the corrected Akaike criterion. It smooths the
 * logarithms where deviations grow with the level.
 */
import { z } from "zod";
import { deviationFollowsLevel, logarithms } from "../../numeric/series/transformation.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Forecaster } from "../base/series-method.js";
import { withMaxSeason } from "../base/with-max-season.js";
import { continueSmoothing, etsModel, smooth } from "./exponential-smoothing.js";
import { chooseEts } from "./fit-model.js";

const fitted = z.object({ logarithm: z.boolean(), model: etsModel });

/** Largest number of periods in a season that smoothing tracks, each with a state of its own. */
const MAX_SEASON = 52;

const smoothing: Forecaster<"ETS", z.infer<typeof fitted>> = {
  name: "ETS",
  fitted,
  async fit(series, { season }, context) {
    const logarithm = deviationFollowsLevel(series, season);
    return { logarithm, model: await chooseEts(logarithm ? logarithms(series) : series, season, createYielder(context)) };
  },
  run(series, { logarithm, model }) {
    const run = smooth(logarithm ? logarithms(series) : series, model);
    const back = (values: Float64Array) => (logarithm ? values.map(Math.exp) : values);
    return { fitted: back(run.fitted), forecast: (horizon) => back(continueSmoothing(run, model, series.length, horizon)) };
  },
};

export const ets = withMaxSeason(smoothing, MAX_SEASON);
