/** Likelihoods and forecasts beside statsmodels and statsforecast with the same parameters (references/forecasters.py). */
import { referenceFigures } from "../testing/reference-figures.js";
import { runArma } from "./arima/arma-likelihood.js";
import { type ArimaModel, differenced, expandArma, runArima } from "./arima/seasonal-arima.js";
import { croston } from "./croston/index.js";
import { continueSmoothing, type EtsModel, smooth } from "./ets/exponential-smoothing.js";
import { fitFourierTerms, type RegressionForm } from "./harmonic/fit-fourier-terms.js";
import { leastSquaresLine } from "./theta/index.js";
import { continueTheta, runTheta, type ThetaLines } from "./theta/theta-lines.js";

interface Expected {
  log_likelihood: number;
  forecast: number[];
}

const figures = referenceFigures<{
  values: number[];
  ets: (EtsModel & Expected)[];
  arima: (ArimaModel & Expected)[];
  theta: (Omit<ThetaLines, "intercept" | "slope"> & Pick<Expected, "forecast">)[];
  harmonic: { form: RegressionForm; coefficients: number[] }[];
  demand: number[];
  croston: Record<"none" | "SBA" | "TSB", number>;
}>("forecasters");
const series = Float64Array.from(figures.values);
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 6));

describe("exponential smoothing equals statsmodels, or statsforecast with a multiplicative season", () => {
  test.each(figures.ets.map((model) => ({ ...model, title: `${model.error} error, ${model.trend} trend, ${model.season} season` })))(
    "$title",
    ({ title: _title, log_likelihood, forecast, ...model }) => {
      const run = smooth(series, model);
      expect(run.logLikelihood).toBeCloseTo(log_likelihood, 6);
      expect([...continueSmoothing(run, model, series.length, forecast.length)]).toEqual(near(forecast));
    },
  );
});

describe("ARIMA equals statsmodels", () => {
  test.each(
    figures.arima.map((model) => ({
      model,
      title: `(${model.ar.length}, ${model.differences}, ${model.ma.length})(${model.seasonalAr.length}, ${model.seasonalDifferences}, ${model.seasonalMa.length})`,
    })),
  )("$title", ({ model }) => {
    const { logLikelihood } = runArma(differenced(series.map(Math.log), model), expandArma(model));
    expect(logLikelihood).toBeCloseTo(model.log_likelihood, 6);
    expect([...runArima(series, model).forecast(model.forecast.length)]).toEqual(near(model.forecast));
  });
});

test.each(figures.theta.map((lines) => ({ lines, title: lines.dynamic ? "dynamic" : "static", ...lines })))(
  "the $title Theta method with theta $theta forecasts as statsforecast does",
  ({ lines: { forecast, ...found } }) => {
    const lines = { ...found, ...leastSquaresLine(series) };
    expect([...continueTheta(runTheta(series, lines).state, lines, forecast.length)]).toEqual(near(forecast));
  },
);

test.each(["none", "SBA", "TSB"] as const)("Croston's method with the correction %s forecasts as statsforecast does", (correction) => {
  const [value] = croston.run(Float64Array.from(figures.demand), { correction }).forecast(1);
  expect(value).toBeCloseTo(figures.croston[correction], 6);
});

test.each(figures.harmonic)(
  "the numbers and coefficients of harmonics are those of numpy and statsmodels: $form",
  ({ form, coefficients }) => {
    const { slope, waves } = fitFourierTerms(series.map(Math.log), [12], form);
    const found = waves.flatMap(({ period, cosine, sine }) => (period === 2 ? [cosine] : [cosine, sine]));
    const [, ...expected] = coefficients;
    expect(form === "line" ? [slope, ...found] : found).toEqual(near(expected));
  },
);
