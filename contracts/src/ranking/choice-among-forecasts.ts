/**
 * Ties among several forecasts, and the correction of the best one's figure. Both use the errors at the starts that the forecasts have
 * in common.
 */
import type { Metrics } from "../kinds/metrics.js";
import type { ErrorSums, ForecastErrorUnits } from "../results/metric-resamples.js";
import { dependentMeanInterval, type MeanUnit } from "../statistics/dependent-mean.js";
import { effectiveSampleSize } from "../statistics/effective-sample-size.js";
import { createRandom } from "../statistics/random.js";
import { type RankingOptions, rankModels } from "./ranking.js";

/** Model whose forecasts may be chosen. */
interface ForecastCandidate {
  name: string;
  heldOutRows: number;
  /** Its held-out figures. */
  indicators: Metrics;
  forecastErrors?: ForecastErrorUnits | undefined;
}

type Compared = ForecastCandidate & { forecastErrors: ForecastErrorUnits };

interface ForecastChoice {
  /**
   * What the choice adds to the MASE to expect, at least 0. Undefined where no other forecast has three starts in common with the best.
   */
  correction: number | undefined;
  /** Number of models that were chosen among. */
  models: number;
  /** Names of the models whose errors differ from the best's by no more than chance. */
  tied: string[];
}

const DRAWS = 200;
/** Forecasts with fewer starts in common with the best's are not compared. */
const MIN_STARTS = 3;

/**
 * Returns the ties of `best` and its correction among the forecasts of the same data; undefined with fewer than two forecasts. There
 * are mostly too few blocks of starts to draw them (docs/decisions/051). So a forecast is a tie if the interval of its mean difference
 * of errors contains 0. This interval is by Student's t of the number of independent differences. For the correction, the choice is
 * repeated on drawn mean differences. Errors by series are also compared by start: a difference is a tie if it may be chance by either
 * comparison, and the larger correction counts.
 */
export function choiceAmongForecasts(
  best: ForecastCandidate,
  candidates: readonly ForecastCandidate[],
  ranking: RankingOptions,
): ForecastChoice | undefined {
  if (!hasErrors(best)) return undefined;
  const comparable = candidates.filter(hasErrors).filter((candidate) => isOfSameData(best, candidate));
  if (comparable.length < 2) return undefined;
  const ways = waysToCount(best.forecastErrors).map((way) => comparable.map((model) => compare(best, model, way)));
  const tied = new Set(
    ways
      .flat()
      .filter(mayBeChance)
      .map(({ model }) => model.name),
  );
  const corrections = ways.flatMap((compared) => correctionFor(compared, best.indicators.MASE ?? 0, ranking) ?? []);
  return {
    correction: corrections.length === 0 ? undefined : Math.max(...corrections),
    models: comparable.length,
    tied: comparable.map(({ name }) => name).filter((name) => name !== best.name && tied.has(name)),
  };
}

/** Errors by which models are compared: by start, where neighbours may err alike, or by series. */
interface WayToCount {
  inTime: boolean;
  errorsOf(errors: ForecastErrorUnits): ErrorSums | undefined;
}

function waysToCount({ by }: ForecastErrorUnits): WayToCount[] {
  const whole: WayToCount = { inTime: by === "starts", errorsOf: (errors) => errors };
  return whole.inTime ? [whole] : [whole, { inTime: true, errorsOf: ({ byStart }) => byStart }];
}

/** Model with the differences of its errors from the best's. */
interface ComparedModel {
  model: ForecastCandidate;
  differences: Difference[];
  inTime: boolean;
}

function compare(best: Compared, model: Compared, { inTime, errorsOf }: WayToCount): ComparedModel {
  const [own, other] = [best, model].map(({ forecastErrors }) => errorsOf(forecastErrors));
  return { model, differences: own && other ? differencesFrom(own, other) : [], inTime };
}

function hasErrors(candidate: ForecastCandidate): candidate is Compared {
  return candidate.forecastErrors !== undefined;
}

function isOfSameData({ forecastErrors: best }: Compared, { forecastErrors: other }: Compared): boolean {
  return other.by === best.by && other.periods === best.periods && other.length === best.length;
}

/** Difference of the errors of two forecasts that begin at one time, or of one series. */
interface Difference extends MeanUnit {
  key: number;
}

/** Returns the differences of the other's errors from the best's at the starts at which both made forecasts. */
function differencesFrom(best: ErrorSums, other: ErrorSums): Difference[] {
  const own = new Map(best.keys.map((key, i) => [key, { weight: best.weights[i]!, sum: best.sums[i]! }]));
  return other.keys.flatMap((key, i) => {
    const unit = own.get(key);
    if (!unit) return [];
    const weight = Math.min(other.weights[i]!, unit.weight);
    return [{ key, weight, sum: weight * (other.sums[i]! / other.weights[i]! - unit.sum / unit.weight) }];
  });
}

function mayBeChance({ differences, inTime }: ComparedModel): boolean {
  const interval = dependentMeanInterval(differences, inTime);
  return interval !== undefined && interval.lower <= 0 && interval.upper >= 0;
}

/** How the mean difference of a model's errors from the best's may vary by chance. */
interface Variation {
  mean: number;
  /** What each start adds to the mean beyond it. */
  parts: ReadonlyMap<number, number>;
}

/** Returns the variation. Neighbouring starts may err alike, so they count as fewer independent differences (Geyer 1992). */
function variationOf({ differences, inTime }: ComparedModel): Variation {
  const weight = differences.reduce((sum, unit) => sum + unit.weight, 0);
  const mean = differences.reduce((sum, unit) => sum + unit.sum, 0) / weight;
  const parts = Float64Array.from(differences, (unit) => (unit.sum - mean * unit.weight) / weight);
  const count = parts.length;
  const independent = inTime && parts.some((part) => part !== 0) ? effectiveSampleSize(parts, new Int32Array(count), 0) : count;
  const widening = (count / Math.max(1, independent)) * (count / (count - 1));
  return { mean, parts: new Map(differences.map(({ key }, i) => [key, Math.sqrt(widening) * parts[i]!])) };
}

/**
 * Returns by how much a model that is chosen like the best errs more than its errors say. This is a wild bootstrap (Liu 1988): each
 * draw gives every start a random sign, the same for all models. The sign multiplies what the start adds to the differences from the
 * best. The models are in order of creation, and `own` is the best's MASE. Returns undefined if too few models can be compared.
 */
function correctionFor(compared: readonly ComparedModel[], own: number, ranking: RankingOptions): number | undefined {
  const candidates = compared
    .filter(({ differences }) => differences.length >= MIN_STARTS)
    .map((one) => ({ model: one.model, ...variationOf(one) }))
    .filter(({ mean }) => Number.isFinite(mean));
  if (candidates.length < 2) return undefined;
  const keys = new Set(candidates.flatMap(({ parts }) => [...parts.keys()]));
  const random = createRandom(1);
  let sum = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const signs = new Map(Array.from(keys, (key) => [key, random.next() < 0.5 ? -1 : 1]));
    const drawn = candidates.map(({ model: { heldOutRows }, mean, parts }) => {
      const chance = Array.from(parts, ([key, part]) => signs.get(key)! * part).reduce((total, part) => total + part, 0);
      return { heldOutRows, indicators: { MASE: own + mean + chance }, chance };
    });
    const [chosen] = rankModels("REGRESSION", drawn, (one) => one, ranking);
    sum -= chosen?.chance ?? 0;
  }
  return Math.max(0, sum / DRAWS);
}
