import { minimizeBfgs } from "../../numeric/bfgs.js";
import { decomposeSeasons } from "../../numeric/series/multiple-seasons.js";
import { deviationFollowsLevel, logarithms } from "../../numeric/series/transformation.js";
import { meanAndDeviation } from "../../numeric/statistics.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { runArma } from "./arma-likelihood.js";
import { type ArimaModel, differenced, expandArma } from "./seasonal-arima.js";

/** Numbers of autoregressive and moving-average terms, and whether the differences have a mean. */
interface Orders {
  p: number;
  q: number;
  seasonalP: number;
  seasonalQ: number;
  hasMean: boolean;
}

type Differences = Pick<ArimaModel, "differences" | "seasonalDifferences" | "season" | "logarithm">;

interface FittedOrders {
  orders: Orders;
  model: ArimaModel;
  criterion: number;
  /** No partial autocorrelation is near one of a unit root. */
  isInside: boolean;
}

const MAX_TERMS = 5;
const MAX_SEASONAL_TERMS = 2;
const MAX_ALL_TERMS = 5;
const MAX_TRIED = 60;
const MAX_DIFFERENCES = 2;
/** Strength of a season above which seasonal differences are taken (Hyndman and Athanasopoulos 2021, section 9.9). */
const STRONG_SEASON = 0.64;
/** Critical value of the KPSS test at 5 %. */
const KPSS_CRITICAL = 0.463;
/** Partial autocorrelations beyond this are too near a unit root. */
const MAX_PARTIAL = 0.995;
/** Up to this they are far enough from one for a search to leave them. */
const INSIDE = 0.9;
/** Series up to this length without a season are compared by their exact likelihood, others by the conditional sum of squares. */
const EXACT_LENGTH = 150;

/**
 * Chooses an ARIMA model by stepwise search for the lowest corrected Akaike criterion (Hyndman and Khandakar 2008). The strength
 * of the season and KPSS tests give the differences. The process is that of the logarithms where deviations grow with the level.
 */
export async function chooseArima(series: Float64Array, asked: number, yieldToEventLoop: YieldToEventLoop): Promise<ArimaModel> {
  const season = series.length >= 2 * asked + 5 ? asked : 1;
  const logarithm = deviationFollowsLevel(series, season);
  const values = logarithm ? logarithms(series) : series;
  return (await search(values, { ...(await differencesOf(values, season, yieldToEventLoop)), logarithm }, yieldToEventLoop)).model;
}

/** Chooses an ARIMA model without season of the errors of a regression. */
export async function chooseErrors(errors: Float64Array, yieldToEventLoop: YieldToEventLoop): Promise<ArimaModel> {
  return (await search(errors, { ...(await differencesOf(errors, 1, yieldToEventLoop)), logarithm: false }, yieldToEventLoop)).model;
}

/** Returns the orders of differences, two at most together: a forecast of three diverges (Hyndman and Athanasopoulos 2021, section 9.1). */
async function differencesOf(
  series: Float64Array,
  season: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Omit<Differences, "logarithm">> {
  const isSeasonal = season > 1 && (await seasonalStrength(series, season, yieldToEventLoop)) > STRONG_SEASON;
  const seasonalDifferences = isSeasonal ? 1 : 0;
  let differences = 0;
  const model = { season, seasonalDifferences, ar: [], ma: [], seasonalAr: [], seasonalMa: [], mean: 0, logarithm: false };
  const most = MAX_DIFFERENCES - seasonalDifferences;
  while (differences < most && kpss(differenced(series, { ...model, differences })) > KPSS_CRITICAL) differences++;
  return { season, seasonalDifferences, differences };
}

/** Strength of the season from 0 to 1: 1 − variance of the remainder ÷ variance of season and remainder, where the season may change. */
async function seasonalStrength(series: Float64Array, season: number, yieldToEventLoop: YieldToEventLoop): Promise<number> {
  if (series.length < 2 * season) return 0;
  const { trend, seasonal } = await decomposeSeasons(series, [season], yieldToEventLoop);
  const detrended = series.map((value, t) => value - trend[t]);
  const remainder = detrended.map((value, t) => value - seasonal[0][t]);
  const whole = meanAndDeviation(detrended).deviation;
  return whole > 0 ? 1 - (meanAndDeviation(remainder).deviation / whole) ** 2 : 0;
}

/** Statistic of the test that a series is stationary (Kwiatkowski, Phillips, Schmidt and Shin 1992). */
function kpss(series: Float64Array): number {
  const n = series.length;
  if (n < 5) return 0;
  const mean = series.reduce((sum, value) => sum + value, 0) / n;
  let partial = 0;
  let partials = 0;
  let squares = 0;
  for (const value of series) {
    partial += value - mean;
    partials += partial * partial;
    squares += (value - mean) ** 2;
  }
  const lags = Math.floor((3 * Math.sqrt(n)) / 13);
  let longRun = squares / n;
  for (let lag = 1; lag <= lags; lag++) {
    let sum = 0;
    for (let t = lag; t < n; t++) sum += (series[t] - mean) * (series[t - lag] - mean);
    longRun += (2 * (1 - lag / (lags + 1)) * sum) / n;
  }
  return longRun > 0 ? partials / (n * n * longRun) : 0;
}

async function search(series: Float64Array, differences: Differences, yieldToEventLoop: YieldToEventLoop): Promise<FittedOrders> {
  const changes = differenced(series, modelOf(differences, NO_TERMS, new Float64Array(0)));
  const isExact = changes.length <= EXACT_LENGTH && differences.season === 1;
  const tried = new Map<string, FittedOrders>();
  const attempt = async (orders: Orders) => {
    const key = JSON.stringify(orders);
    if (tried.has(key) || tried.size >= MAX_TRIED || !isAllowed(orders, differences, changes.length)) return;
    tried.set(key, await fitOrders(changes, orders, { differences, isExact }, yieldToEventLoop));
  };
  const best = () => [...tried.values()].reduce((a, b) => (b.criterion < a.criterion ? b : a));
  const hasMean = changes.length > 2 && differences.differences + differences.seasonalDifferences <= 1;
  const plain = { ...NO_TERMS, hasMean };
  // It is there for a series that is too short for any term.
  tried.set(JSON.stringify(plain), await fitOrders(changes, plain, { differences, isExact }, yieldToEventLoop));
  for (const [p, q, seasonalP, seasonalQ] of [
    [2, 2, 1, 1],
    [1, 0, 1, 0],
    [0, 1, 0, 1],
  ]) {
    const s = differences.season > 1 ? 1 : 0;
    await attempt({ p, q, seasonalP: s * seasonalP, seasonalQ: s * seasonalQ, hasMean });
  }
  for (let current = best(), before: FittedOrders | undefined; current !== before; ) {
    before = current;
    for (const orders of neighbours(current.orders)) await attempt(orders);
    current = best();
  }
  if (isExact) return best();
  // The chosen one is fitted by its exact likelihood, from two starts: near a unit root the search may stop where it began.
  const { orders, model } = best();
  const near = await fitOrders(changes, orders, { differences, isExact: true, start: model }, yieldToEventLoop);
  if (near.isInside) return near;
  const far = await fitOrders(changes, orders, { differences, isExact: true }, yieldToEventLoop);
  return far.criterion < near.criterion ? far : near;
}

const NO_TERMS: Orders = { p: 0, q: 0, seasonalP: 0, seasonalQ: 0, hasMean: false };

function isAllowed({ p, q, seasonalP, seasonalQ, hasMean }: Orders, differences: Differences, length: number): boolean {
  const terms = [p, q, seasonalP, seasonalQ];
  if (terms.some((count) => count < 0) || Math.max(p, q) > MAX_TERMS || Math.max(seasonalP, seasonalQ) > MAX_SEASONAL_TERMS) return false;
  if (differences.season === 1 && seasonalP + seasonalQ > 0) return false;
  if (hasMean && differences.differences + differences.seasonalDifferences > 1) return false;
  const all = terms.reduce((sum, count) => sum + count, 0);
  return all <= MAX_ALL_TERMS && all + 3 < length;
}

function neighbours(orders: Orders): Orders[] {
  const moved = (change: Partial<Record<"p" | "q" | "seasonalP" | "seasonalQ", number>>): Orders => ({
    ...orders,
    ...Object.fromEntries(Object.entries(change).map(([name, by]) => [name, orders[name as "p"] + by])),
  });
  return [
    ...[1, -1].flatMap((by) => [
      moved({ seasonalP: by }),
      moved({ seasonalQ: by }),
      moved({ seasonalP: by, seasonalQ: by }),
      moved({ p: by }),
      moved({ q: by }),
      moved({ p: by, q: by }),
      moved({ p: by, q: -by }),
      moved({ seasonalP: by, seasonalQ: -by }),
    ]),
    { ...orders, hasMean: !orders.hasMean },
  ];
}

async function fitOrders(
  changes: Float64Array,
  orders: Orders,
  { differences, isExact, start }: { differences: Differences; isExact: boolean; start?: ArimaModel },
  yieldToEventLoop: YieldToEventLoop,
): Promise<FittedOrders> {
  const { p, q, seasonalP, seasonalQ } = orders;
  const terms = p + q + seasonalP + seasonalQ;
  const mean = orders.hasMean ? changes.reduce((sum, value) => sum + value, 0) / changes.length : 0;
  const scale = Math.sqrt(changes.reduce((sum, value) => sum + (value - mean) ** 2, 0) / changes.length) || 1;
  const modelAt = (point: Float64Array): ArimaModel => {
    const model = modelOf(differences, orders, point);
    return { ...model, mean: orders.hasMean ? (start?.mean ?? mean) + scale * point[terms] : 0 };
  };
  const centered = new Float64Array(changes.length);
  const errors = new Float64Array(changes.length);
  const cost = (point: Float64Array): number => {
    const model = modelAt(point);
    for (let t = 0; t < changes.length; t++) centered[t] = changes[t] - model.mean;
    return isExact ? -runArma(centered, expandArma(model)).logLikelihood : conditionalCost(centered, model, errors);
  };
  const begin = new Float64Array(terms + (orders.hasMean ? 1 : 0));
  if (start)
    begin.set([start.ar, start.ma, start.seasonalAr, start.seasonalMa].flatMap((values, i) => toPoint(values, i % 2 === 0 ? 1 : -1)));
  const { point, value } = await minimizeBfgs(cost, begin, yieldToEventLoop);
  const model = modelAt(point);
  // The variance is a parameter too.
  const parameters = point.length + 1;
  const spare = changes.length - parameters - 1;
  const largest = Math.max(0, ...point.subarray(0, terms).map((coordinate) => Math.abs(Math.tanh(coordinate))));
  const criterion = 2 * value + 2 * parameters + (2 * parameters * (parameters + 1)) / spare;
  const isUsable = spare > 0 && largest <= MAX_PARTIAL && !Number.isNaN(criterion);
  return { orders, model, criterion: isUsable ? criterion : Number.MAX_VALUE, isInside: largest <= INSIDE };
}

/** Minus the logarithm of the likelihood that takes values and errors before the series as 0. Overwrites `errors`. */
function conditionalCost(series: Float64Array, model: ArimaModel, errors: Float64Array): number {
  const { ar, ma } = expandArma(model);
  const [arLags, maLags] = [nonZeroPlaces(ar), nonZeroPlaces(ma)];
  let squares = 0;
  for (let t = 0; t < series.length; t++) {
    let error = series[t];
    for (const i of arLags) if (i < t) error -= ar[i] * series[t - 1 - i];
    for (const j of maLags) if (j < t) error -= ma[j] * errors[t - 1 - j];
    errors[t] = error;
    squares += error * error;
  }
  return (series.length / 2) * (Math.log((2 * Math.PI * squares) / series.length) + 1);
}

function nonZeroPlaces(values: Float64Array): number[] {
  const places: number[] = [];
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) places.push(i);
  return places;
}

/** Returns the model whose partial autocorrelations are the hyperbolic tangents of the point, so that it is stationary and invertible. */
function modelOf(differences: Differences, { p, q, seasonalP, seasonalQ }: Orders, point: Float64Array): ArimaModel {
  let at = 0;
  const next = (count: number, sign: 1 | -1): number[] => {
    const partials: number[] = [];
    for (let i = 0; i < count; i++) partials.push(Math.tanh(point[at++]));
    return fromPartials(partials).map((value) => sign * value);
  };
  return { ...differences, ar: next(p, 1), ma: next(q, -1), seasonalAr: next(seasonalP, 1), seasonalMa: next(seasonalQ, -1), mean: 0 };
}

/** Turns partial autocorrelations into autoregressive coefficients (Durbin and Levinson). */
function fromPartials(partials: readonly number[]): number[] {
  let coefficients: number[] = [];
  for (const partial of partials) {
    const before = coefficients;
    coefficients = [...before.map((value, i) => value - partial * before[before.length - 1 - i]), partial];
  }
  return coefficients;
}

/** Inverse of modelOf for one list of coefficients. */
function toPoint(values: readonly number[], sign: 1 | -1): number[] {
  let coefficients = values.map((value) => sign * value);
  const partials: number[] = [];
  while (coefficients.length > 0) {
    const partial = coefficients[coefficients.length - 1];
    partials.unshift(partial);
    const before = coefficients.slice(0, -1);
    coefficients = before.map((value, i) => (value + partial * before[before.length - 1 - i]) / (1 - partial * partial));
  }
  return partials.map((partial) => Math.atanh(Math.max(-INSIDE, Math.min(INSIDE, partial))));
}
