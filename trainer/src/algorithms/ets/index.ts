/** Exponential smoothing in state-space form, whose components are chosen by the corrected Akaike criterion. */
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Forecaster } from "../base/forecaster.js";
import { continueSmoothing, type EtsModel, etsModel, smooth } from "./exponential-smoothing.js";
import { chooseEts } from "./fit-model.js";

export const ets: Forecaster<"ETS", EtsModel> = {
  name: "ETS",
  fitted: etsModel,
  fit: (series, { season }, context) => chooseEts(series, season, createYielder(context)),
  run(series, model) {
    const run = smooth(series, model);
    return { fitted: run.fitted, forecast: (horizon) => continueSmoothing(run, model, series.length, horizon) };
  },
};
