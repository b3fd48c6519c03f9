/** The figure of the best of several models, corrected for the choice, and the models that it is not clearly better than. */
import type { RankBy } from "../kinds/auto-model.js";
import type { ConfidenceInterval, MetricIntervals, MetricName, Metrics } from "../kinds/metrics.js";
import type { ModelType } from "../kinds/model-type.js";
import type { ForecastErrorUnits, MetricResamples } from "../results/metric-resamples.js";
import { choiceAmongForecasts } from "./choice-among-forecasts.js";
import { type RankingCriterion, rankingCriteria, rankModels } from "./ranking.js";

/** Model that may be chosen. */
export interface ChoiceCandidate {
  name: string;
  heldOutRows: number;
  /** Its held-out figures. */
  indicators: Metrics;
  /** 95 % intervals of these figures. */
  intervals?: MetricIntervals | undefined;
  resamples: MetricResamples;
  forecastErrors?: ForecastErrorUnits | undefined;
}

interface ModelChoice {
  indicator: MetricName;
  /**
   * Expected figure on new rows, or on later forecasts, of a model that is chosen as the best was; never better than the best's own.
   * Undefined for forecasts with too few starts in common.
   */
  expected: number | undefined;
  /** 95 % interval of the expected figure; undefined if the best's own figure has none. */
  interval: ConfidenceInterval | undefined;
  /** Number of models that were chosen among. */
  models: number;
  /** Names of the models whose figure differs from the best's by no more than chance. */
  tied: string[];
}

interface Choice {
  /** Name of the model that was chosen. */
  best: string;
  candidates: readonly ChoiceCandidate[];
  rankBy?: RankBy;
  /** Whether the rows are a time series, and whether they are several. */
  series?: boolean;
  hasSeveralSeries?: boolean;
}

/** Share of resamples on either side within which a difference may be chance: a 95 % interval. */
const TAIL = 0.025;

/** Figures that are never below 0. All others that can be below 0 are corrected upwards, or have no such bound. */
const NEVER_NEGATIVE: readonly MetricName[] = ["Accuracy", "macroF1", "roc_auc", "true_positive"];

/**
 * Returns the ties of `best` and its corrected figure among the candidates with the same held-out rows. Returns undefined with fewer
 * than two candidates, or if the ranking figure was not resampled.
 *
 * The best of many held-out figures is too good: it was chosen for its luck, too. Bootstrap bias-corrected cross-validation
 * (Tsamardinos, Greasidou and Borboudakis 2018) repeats the choice on each resample of the held-out rows, and takes the mean
 * figure of the chosen models on the rows that were not drawn. The interval is the best's own one, moved by the correction: the
 * percentiles of the figures on rows that were not drawn, which they propose, are too far apart (docs/decisions/051).
 */
export function choiceAmongModels(
  type: ModelType,
  { best, candidates, rankBy, series, hasSeveralSeries }: Choice,
): ModelChoice | undefined {
  const chosen = candidates.find(({ name }) => name === best);
  const found = chosen?.indicators.true_positive;
  const criteria = rankingCriteria(type, rankBy, { series, labelled: typeof found === "number", noneFound: found === 0 });
  const [criterion] = criteria;
  if (chosen && criterion?.indicator === "MASE") return forecastChoice(chosen, candidates, { rankBy, hasSeveralSeries });
  if (!chosen || !criterion || !chosen.resamples.figures[criterion.indicator]) return undefined;
  const { indicator } = criterion;
  const comparable = candidates.filter(({ resamples }) => resamples.rows === chosen.resamples.rows);
  if (comparable.length < 2) return undefined;
  const corrected = expectedMetric(type, comparable, { indicator, rankBy });
  if (corrected === undefined) return undefined;
  // Rows that were not drawn may by chance be easier than all rows, but a choice makes no model better.
  const own = chosen.indicators[indicator] ?? corrected;
  const expected = criterion.best === "lowest" ? Math.max(own, corrected) : Math.min(own, corrected);
  const tied = comparable.filter((candidate) => candidate !== chosen && isTied(chosen, candidate, criteria)).map(({ name }) => name);
  const interval = movedInterval(indicator, chosen.intervals?.[indicator], expected - own);
  return { indicator, expected, interval, models: comparable.length, tied };
}

function forecastChoice(
  chosen: ChoiceCandidate,
  candidates: readonly ChoiceCandidate[],
  ranking: { rankBy?: RankBy; hasSeveralSeries?: boolean },
): ModelChoice | undefined {
  const choice = choiceAmongForecasts(chosen, candidates, ranking);
  const own = chosen.indicators.MASE;
  if (!choice || typeof own !== "number") return undefined;
  const { correction, models, tied } = choice;
  const expected = correction === undefined ? undefined : own + correction;
  return { indicator: "MASE", expected, interval: movedInterval("MASE", chosen.intervals?.MASE, correction ?? 0), models, tied };
}

function movedInterval(indicator: MetricName, interval: ConfidenceInterval | undefined, by: number): ConfidenceInterval | undefined {
  if (!interval) return undefined;
  const least = NEVER_NEGATIVE.includes(indicator) ? 0 : Number.NEGATIVE_INFINITY;
  return { lower: Math.max(least, interval.lower + by), upper: interval.upper + by };
}

function expectedMetric(
  type: ModelType,
  candidates: readonly ChoiceCandidate[],
  { indicator, rankBy }: { indicator: MetricName; rankBy?: RankBy },
): number | undefined {
  const resamples = Array.from(candidates[0]!.resamples.figures[indicator]?.inBag.keys() ?? []);
  const values = resamples.flatMap((b) => {
    const [chosen] = rankModels(type, candidates, (one) => ({ indicators: metricsOf(one, b), heldOutRows: one.heldOutRows }), { rankBy });
    return chosen?.resamples.figures[indicator]?.outOfBag[b] ?? [];
  });
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the figures on the rows of a resample that were drawn. */
function metricsOf({ resamples }: ChoiceCandidate, b: number): Metrics {
  return Object.fromEntries(Object.entries(resamples.figures).map(([name, { inBag }]) => [name, inBag[b] ?? null]));
}

/** Returns true if the first criterion by which the models differ at all differs by no more than chance. */
function isTied(best: ChoiceCandidate, other: ChoiceCandidate, [criterion, ...further]: readonly RankingCriterion[]): boolean {
  if (!criterion) return true;
  const [own = [], others = []] = [best, other].map(({ resamples }) => resamples.figures[criterion.indicator]?.inBag);
  const differences = own.flatMap((value, b) => (value === null || others[b] == null ? [] : value - others[b])).sort((a, b) => a - b);
  if (differences.length > 0 && differences.every((difference) => difference === 0)) return isTied(best, other, further);
  const outside = Math.floor(TAIL * differences.length);
  const [low, high] = [differences[outside], differences[differences.length - 1 - outside]];
  return low !== undefined && high !== undefined && low <= 0 && high >= 0;
}
