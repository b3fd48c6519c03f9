/**
 * Least squares of a line and of waves, whose numbers are chosen by the corrected Akaike criterion of the regression with
 * autoregressive errors: waves at frequencies at which the errors swing slowly anyway count for less. If errors are stationary,
 * ordinary least squares of lines and waves are as good as generalised ones in the limit (Grenander and Rosenblatt 1957, chapter 7).
 */
import { solveLinear } from "../../numeric/series/solve-linear.js";
import { type FourierTerm, harmonicPeriods } from "./fourier-terms.js";

/** Values: of the series itself, with a line; or of its changes, which have a constant: then the level may wander. */
export type RegressionForm = "line" | "changes";

interface Regression {
  /** Change of the line by period; 0 of changes. */
  slope: number;
  waves: FourierTerm[];
}

/** Penalty on coefficients, by the number of values. */
const PENALTY = 1e-8;
/** Most autoregressive terms that the criterion counts on. */
const MAX_AR = 12;
/** Variance of the errors, by that of the values, below which they count as rounding. */
const LEAST_SHARE = 1e-12;

/** Estimates the waves of the seasons, which are ascending. */
export function fitFourierTerms(values: Float64Array, seasons: readonly number[], form: RegressionForm): Regression {
  const offered = harmonicPeriods(seasons, values.length);
  const regression = createRegression(values, offered, form);
  let counts = offered.map(() => 0);
  // The second time, the shorter seasons are chosen together with the longer ones.
  for (const season of [...offered.keys(), ...offered.keys()]) {
    const tried = Array.from({ length: offered[season].length + 1 }, (_, count) => counts.with(season, count));
    counts = least(tried, regression.criterion);
  }
  return regression.solve(counts);
}

function least<T>(list: readonly T[], figureOf: (each: T) => number): T {
  return list.map((each) => ({ each, figure: figureOf(each) })).reduce((a, b) => (b.figure < a.figure ? b : a)).each;
}

/** The columns are a constant, the time where there is a line, then a cosine and a sine of each wave. */
function createRegression(values: Float64Array, offered: readonly (readonly number[])[], form: RegressionForm) {
  const change = (column: Float64Array) => (form === "line" ? column : column.slice(1).map((value, t) => value - column[t]));
  const y = change(values);
  const constant = new Float64Array(y.length).fill(1);
  const fixed = form === "line" ? [constant, Float64Array.from(y.keys())] : [constant];
  // The sine of a wave of two periods is 0.
  const terms = offered.flatMap((periods, season) =>
    periods.flatMap((period, harmonic) =>
      (period === 2 ? [Math.cos] : [Math.cos, Math.sin]).map((wave) => ({ season, harmonic, period, wave })),
    ),
  );
  const waveColumns = terms.map(({ period, wave }) => change(Float64Array.from(values.keys(), (t) => wave((2 * Math.PI * t) / period))));
  const columns = [...fixed, ...waveColumns];
  const products = columns.map((a) => Float64Array.from([...columns, y], (b) => dot(a, b)));
  const placesOf = (counts: readonly number[]) => [
    ...fixed.keys(),
    ...terms.flatMap(({ season, harmonic }, i) => (harmonic < counts[season] ? [fixed.length + i] : [])),
  ];
  const coefficientsAt = (places: readonly number[]): Float64Array =>
    solveLinear(
      places.map((place, i) => {
        const row = Float64Array.from([...places, columns.length], (other) => products[place][other]);
        row[i] += PENALTY * y.length;
        return row;
      }),
    );
  return {
    solve(counts: readonly number[]): Regression {
      const places = placesOf(counts);
      const coefficients = coefficientsAt(places);
      const coefficientOf = (period: number, wave: (angle: number) => number) =>
        coefficients[places.indexOf(fixed.length + terms.findIndex((term) => term.period === period && term.wave === wave))] ?? 0;
      const periods = offered.flatMap((own, season) => own.slice(0, counts[season]));
      return {
        slope: form === "line" ? coefficients[1] : 0,
        waves: periods.map((period) => ({ period, cosine: coefficientOf(period, Math.cos), sine: coefficientOf(period, Math.sin) })),
      };
    },
    criterion(counts: readonly number[]): number {
      const places = placesOf(counts);
      const coefficients = coefficientsAt(places);
      const errors = y.slice();
      places.forEach((place, i) => {
        for (let t = 0; t < errors.length; t++) errors[t] -= coefficients[i] * columns[place][t];
      });
      return autoregressiveCriterion(errors, { terms: places.length, least: LEAST_SHARE * dot(y, y) });
    },
  };
}

/** Returns the least corrected Akaike criterion of errors with any number of autoregressive terms (Levinson and Durbin). */
function autoregressiveCriterion(errors: Float64Array, { terms, least: leastSquares }: { terms: number; least: number }): number {
  const n = errors.length;
  const covariances = Float64Array.from({ length: Math.min(MAX_AR, n >> 2) + 1 }, (_, lag) => dot(errors.subarray(lag), errors));
  let squares = covariances[0];
  let coefficients: number[] = [];
  let best = Number.POSITIVE_INFINITY;
  for (let order = 0; order < covariances.length; order++) {
    if (order > 0) {
      const told = coefficients.reduce((sum, value, i) => sum + value * covariances[order - 1 - i], 0);
      const partial = squares > 0 ? (covariances[order] - told) / squares : 0;
      coefficients = [...coefficients.map((value, i) => value - partial * coefficients[coefficients.length - 1 - i]), partial];
      squares *= 1 - partial * partial;
    }
    const parameters = terms + order + 1;
    const spare = n - parameters - 1;
    if (spare <= 0) break;
    const fit = n * Math.log(Math.max(squares, leastSquares, Number.MIN_VALUE));
    best = Math.min(best, fit + 2 * parameters + (2 * parameters * (parameters + 1)) / spare);
  }
  return best;
}

/** Sum of products over the shorter of two lists. */
function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length && i < b.length; i++) sum += a[i] * b[i];
  return sum;
}
