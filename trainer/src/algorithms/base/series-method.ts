/** How a method of forecasting learns from one series and continues it. */
import type { AlgorithmName, ParamsOf } from "@agatha/contracts";
import type { z } from "zod";
import type { FitContext } from "../../numeric/fit-context.js";

export interface SeriesRun {
  /** Forecast of each period of the series from the periods before it. */
  fitted: Float64Array;
  /** Forecasts of the periods after the series. */
  forecast(horizon: number): Float64Array;
}

/** Series have one value a period, oldest first, and no missing values. */
export interface SeriesMethod<S, P = unknown> {
  /** Schema of what `fit` estimates, as JSON. */
  readonly fitted: z.ZodType<S>;
  /** `season` is the number of periods in a season; 1 without. */
  fit(series: Float64Array, params: P & { season: number }, context: FitContext): Promise<S>;
  run(series: Float64Array, fitted: S): SeriesRun;
}

export interface Forecaster<A extends AlgorithmName, S> extends SeriesMethod<S, ParamsOf<A>> {
  readonly name: A;
  /** Follows the longer seasons itself: it gets their lengths, and the series with them. */
  readonly followsLongerSeasons?: true;
}
