/**
 * Weighted mean of several methods, some of them also on logarithms. Each is fitted to all but the latest values, and forecasts
 * from every later origin; the weights fall with its errors there, mildly, since few origins hardly tell methods apart (Smith and
 * Wallis 2009, "A simple explanation of the forecast combination puzzle").
 */
import { z } from "zod";
import type { FitContext } from "../../numeric/fit-context.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { arima } from "../arima/index.js";
import { earlierValues, forecastError } from "../base/rolling-origins.js";
import type { Forecaster, SeriesMethod, SeriesRun } from "../base/series-method.js";
import { ces } from "../ces/index.js";
import { ets } from "../ets/index.js";
import { harmonic } from "../harmonic/index.js";
import { theta } from "../theta/index.js";
import { lagRegression } from "./lag-regression.js";
import { ofLogarithms } from "./logarithms.js";

const fitted = z.object({ members: z.array(z.object({ name: z.string(), weight: z.number(), fitted: z.unknown() })) });

/** A method whose parameters have passed its schema. */
interface Member {
  /** Weight before its errors count. */
  prior: number;
  /** Least number of values. With fewer, it adds nothing to the other methods. */
  least: number;
  fit(series: Float64Array, season: number, context: FitContext): Promise<unknown>;
  run(series: Float64Array, fitted: unknown): SeriesRun;
}

function member<S>(method: SeriesMethod<S>, { prior = 1, least = 0 } = {}): Member {
  return {
    prior,
    least,
    fit: (series, season, context) => method.fit(series, { season }, context),
    run: (series, own) => method.run(series, method.fitted.parse(own)),
  };
}

/** Number of values from which a series is long: its many origins distinguish methods, and its seasons have many waves. */
const LONG = 300;

/** A method that is there on both scales counts once (decision 53). */
const ON_BOTH_SCALES = { prior: 0.5 };

const MEMBERS: Readonly<Record<string, Member>> = {
  ETS: member(ets, { prior: 2 }),
  ARIMA: member(arima),
  Theta: member(theta, ON_BOTH_SCALES),
  "Theta of logarithms": member(ofLogarithms(theta), ON_BOTH_SCALES),
  CES: member(ces, ON_BOTH_SCALES),
  "CES of logarithms": member(ofLogarithms(ces), ON_BOTH_SCALES),
  "lag regression": member(lagRegression),
  Harmonic: member(harmonic, { least: LONG }),
};

/** Weights are proportional to the root mean squared error to this power. */
const ERROR_POWER = -0.5;
const ERROR_POWER_OF_LONG = -2;

export const combination: Forecaster<"Combination", z.infer<typeof fitted>> = {
  name: "Combination",
  fitted,
  async fit(series, { season }, context) {
    const earlier = earlierValues(series, season);
    const yieldToEventLoop = createYielder(context);
    const power = series.length < LONG ? ERROR_POWER : ERROR_POWER_OF_LONG;
    const members: z.infer<typeof fitted>["members"] = [];
    for (const [name, { prior, least, fit, run }] of Object.entries(MEMBERS)) {
      if (series.length < least) continue;
      let weight = prior;
      if (earlier) {
        const parameters = await fit(earlier, season, context);
        weight *= (await forecastError(series, earlier.length, (past) => run(past, parameters), yieldToEventLoop)) ** power;
      }
      members.push({ name, weight, fitted: await fit(series, season, context) });
    }
    return { members: withShares(members) };
  },
  run(series, { members }) {
    const runs = members.map(({ name, fitted: own }) => MEMBERS[name].run(series, own));
    const mean = (lists: Float64Array[]) =>
      lists[0].map((_, i) => lists.reduce((sum, list, m) => sum + (members[m].weight === 0 ? 0 : members[m].weight * list[i]), 0));
    return { fitted: mean(runs.map((run) => run.fitted)), forecast: (horizon) => mean(runs.map((run) => run.forecast(horizon))) };
  },
};

/** Weights sum to 1. If a method was exact, only exact ones count. A method whose error is no number does not count. */
function withShares<M extends { weight: number }>(members: readonly M[]): M[] {
  const isExact = members.some(({ weight }) => weight === Number.POSITIVE_INFINITY);
  const weights = members.map(({ weight }) => (isExact ? (weight === Number.POSITIVE_INFINITY ? 1 : 0) : weight > 0 ? weight : 0));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return members.map((each, i) => ({ ...each, weight: sum > 0 ? weights[i] / sum : 1 / members.length }));
}
