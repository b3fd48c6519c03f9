/**
 * Effects of columns known ahead on a series: a regression whose errors are what a forecaster forecasts (regression with ARIMA
 * errors: Pankratz 1991). The coefficients are estimated from differences of the series and the columns, so that neither a trend
 * nor a season is taken for an effect. Of the usual differences, those are chosen whose errors vary least.
 */
import { z } from "zod";
import { solveLinear } from "../../numeric/series/solve-linear.js";
import { deviationFollowsLevel } from "../../numeric/series/transformation.js";
import { meanAndDeviation } from "../../numeric/statistics.js";

export const columnEffects = z.object({
  /** Added to the series, or its factors where deviations grow with the level. */
  kind: z.enum(["additive", "multiplicative"]),
  /** Mean of each column, at which it has no effect. */
  means: z.array(z.number()),
  coefficients: z.array(z.number()),
});
export type ColumnEffects = z.infer<typeof columnEffects>;

/** Penalty on coefficients by the sum of squares, so that columns that say the same have an answer. */
const PENALTY = 1e-6;

/** Estimates the effects of columns on a series, both with one value a period. A missing value of a column counts as its mean. */
export function fitColumnEffects(series: Float64Array, columns: readonly Float64Array[], season: number): ColumnEffects {
  const kind = deviationFollowsLevel(series, season) ? "multiplicative" : "additive";
  const means = columns.map((column) => meanAndDeviation(column.filter(Number.isFinite)).mean || 0);
  const y = kind === "multiplicative" ? series.map(Math.log) : series;
  const x = columns.map((column, j) => column.map((value) => (Number.isFinite(value) ? value - means[j] : 0)));
  const isLong = season > 1 && series.length >= 3 * season;
  const differences = [[], [1], ...(isLong ? [[season], [season, 1]] : [])];
  const fits = differences.map((lags) =>
    regress(
      difference(y, lags),
      x.map((column) => difference(column, lags)),
    ),
  );
  const [best] = fits.sort((a, b) => a.error - b.error);
  return { kind, means, coefficients: best.coefficients };
}

function difference(values: Float64Array, lags: readonly number[]): Float64Array {
  return lags.reduce((list, lag) => list.slice(lag).map((value, t) => value - list[t]), values);
}

/** Least squares with a constant. Returns the mean squared error by degrees of freedom. */
function regress(y: Float64Array, columns: readonly Float64Array[]): { coefficients: number[]; error: number } {
  const none = { coefficients: columns.map(() => 0), error: Number.POSITIVE_INFINITY };
  const width = columns.length + 1;
  if (y.length <= 2 * width) return none;
  const x = [new Float64Array(y.length).fill(1), ...columns];
  const product = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, t) => sum + value * b[t], 0);
  const rows = x.map((column, i) => {
    const row = Float64Array.from([...x.map((other) => product(column, other)), product(column, y)]);
    row[i] += PENALTY * row[i] || 1;
    return row;
  });
  const [constant, ...coefficients] = solveLinear(rows);
  const errors = y.map((value, t) => columns.reduce((rest, column, j) => rest - coefficients[j] * column[t], value - constant));
  return { coefficients, error: product(errors, errors) / (y.length - width) };
}

/** Returns the value of a period without the effects of its columns. `row` is its row in the columns. */
export function removeEffects(value: number, columns: readonly Float64Array[], row: number, effects: ColumnEffects | undefined): number {
  if (!effects) return value;
  const effect = effectOf(columns, row, effects, 0);
  return effects.kind === "additive" ? value - effect : value / Math.exp(effect);
}

/** Returns the value with the effects; NaN where a column has no value. */
export function addEffects(value: number, columns: readonly Float64Array[], row: number, effects: ColumnEffects | undefined): number {
  if (!effects) return value;
  const effect = effectOf(columns, row, effects, Number.NaN);
  return effects.kind === "additive" ? value + effect : value * Math.exp(effect);
}

function effectOf(columns: readonly Float64Array[], row: number, { means, coefficients }: ColumnEffects, missing: number): number {
  return coefficients.reduce((sum, coefficient, j) => {
    const deviation = (columns[j]?.[row] ?? Number.NaN) - means[j];
    return sum + (Number.isNaN(deviation) ? missing : coefficient * deviation);
  }, 0);
}
