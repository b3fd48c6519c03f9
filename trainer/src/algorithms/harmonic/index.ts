/**
 * Dynamic harmonic regression: waves of one or several seasons, whose errors are an ARIMA process (Hyndman and Athanasopoulos 2021,
 * section 10.5). The waves are estimated beside a line, or from changes; rolling origins tell which. The logarithms are regressed
 * where deviations grow with the level.
 */
import { z } from "zod";
import { detectSeasons } from "../../numeric/series/detect-seasons.js";
import { deviationFollowsLevel, logarithms } from "../../numeric/series/transformation.js";
import { createYielder, type YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { chooseErrors } from "../arima/choose-orders.js";
import { arimaModel, runArima } from "../arima/seasonal-arima.js";
import type { SeasonParams } from "../base/forecaster.js";
import { earlierValues, forecastError } from "../base/rolling-origins.js";
import type { Forecaster, SeriesRun } from "../base/series-method.js";
import { fitFourierTerms, type RegressionForm } from "./fit-fourier-terms.js";
import { fourierTerm, sumOfTerms } from "./fourier-terms.js";

const fitted = z.object({
  logarithm: z.boolean(),
  /** Change of the line by period. */
  slope: z.number(),
  waves: z.array(fourierTerm),
  errors: arimaModel,
});
type HarmonicRegression = z.infer<typeof fitted>;

const FORMS: readonly RegressionForm[] = ["changes", "line"];

export const harmonic: Forecaster<"Harmonic", HarmonicRegression> = {
  name: "Harmonic",
  fitted,
  followsLongerSeasons: true,
  async fit(series, { season, longerSeasons = [] }: SeasonParams & { season: number }, context) {
    const yieldToEventLoop = createYielder(context);
    const logarithm = deviationFollowsLevel(series, season);
    const values = logarithm ? logarithms(series) : series;
    const longer = detectSeasons(values, [season, ...longerSeasons]).filter((length) => length > season);
    const seasons = [season, ...longer].filter((length) => length > 1 && values.length > 2 * length);
    const fitForm = (past: Float64Array, form: RegressionForm) => fitRegression(past, seasons, form, yieldToEventLoop);
    const form = await chooseForm(values, { season, fit: fitForm }, yieldToEventLoop);
    return { ...(await fitForm(values, form)), logarithm };
  },
  run(series, model) {
    const run = runRegression(model.logarithm ? logarithms(series) : series, model);
    if (!model.logarithm) return run;
    return { fitted: run.fitted.map(Math.exp), forecast: (horizon) => run.forecast(horizon).map(Math.exp) };
  },
};

type Regressed = Omit<HarmonicRegression, "logarithm">;

async function fitRegression(
  values: Float64Array,
  seasons: readonly number[],
  form: RegressionForm,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Regressed> {
  const { slope, waves } = fitFourierTerms(values, seasons, form);
  const rest = values.map((value, t) => value - slope * t - sumOfTerms(waves, t));
  return { slope, waves, errors: await chooseErrors(rest, yieldToEventLoop) };
}

/** Returns the form that forecast the latest values better. */
async function chooseForm(
  values: Float64Array,
  { season, fit }: { season: number; fit: (past: Float64Array, form: RegressionForm) => Promise<Regressed> },
  yieldToEventLoop: YieldToEventLoop,
): Promise<RegressionForm> {
  const earlier = earlierValues(values, season);
  if (!earlier) return FORMS[0];
  let best = { form: FORMS[0], error: Number.POSITIVE_INFINITY };
  for (const form of FORMS) {
    const model = await fit(earlier, form);
    const error = await forecastError(values, earlier.length, (past) => runRegression(past, model), yieldToEventLoop);
    if (error < best.error) best = { form, error };
  }
  return best.form;
}

function runRegression(values: Float64Array, { slope, waves, errors }: Regressed): SeriesRun {
  const regressed = (t: number) => slope * t + sumOfTerms(waves, t);
  const run = runArima(
    values.map((value, t) => value - regressed(t)),
    errors,
  );
  return {
    fitted: run.fitted.map((value, t) => value + regressed(t)),
    forecast: (horizon) => run.forecast(horizon).map((value, step) => value + regressed(values.length + step)),
  };
}
