/** Error of a method whose parameters are those of earlier values, from every later origin. */
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { SeriesRun } from "./series-method.js";

/** Latest values that forecasts are compared with: three seasons, or as many as this, of at most a third of the series. */
const MIN_COMPARED = 12;
const COMPARED_SEASONS = 3;
/** Values that a method needs to be judged at all. */
const MIN_FITTED = 10;
const MAX_ORIGINS = 40;

/** Returns the values before those that forecasts are compared with; undefined where they are too few to fit a method. */
export function earlierValues(series: Float64Array, season: number): Float64Array | undefined {
  const compared = Math.min(Math.max(MIN_COMPARED, COMPARED_SEASONS * season), Math.floor(series.length / 3));
  const count = series.length - compared;
  return count >= MIN_FITTED ? series.slice(0, count) : undefined;
}

/** Returns the root mean squared error of forecasts from every origin on, at all periods ahead up to half of the way to the end. */
export async function forecastError(
  series: Float64Array,
  first: number,
  run: (past: Float64Array) => SeriesRun,
  yieldToEventLoop: YieldToEventLoop,
): Promise<number> {
  const stride = Math.max(1, Math.ceil((series.length - first) / MAX_ORIGINS));
  let squares = 0;
  let count = 0;
  for (let origin = first; origin < series.length; origin += stride) {
    const pending = yieldToEventLoop();
    if (pending) await pending;
    const actual = series.subarray(origin, origin + Math.ceil((series.length - first) / 2));
    run(series.subarray(0, origin))
      .forecast(actual.length)
      .forEach((value, i) => {
        squares += (value - actual[i]) ** 2;
        count++;
      });
  }
  return Math.sqrt(squares / count);
}
