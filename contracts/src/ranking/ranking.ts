/** Comparison of models of one type (specification, section 3: default ranking indicators). */
import type { AutoModelSpec, RankBy } from "../kinds/auto-model.js";
import type { MetricName, Metrics } from "../kinds/metrics.js";
import type { ModelType } from "../kinds/model-type.js";

/** Metric that compares models, and which of its values are better. */
export interface RankingCriterion {
  indicator: MetricName;
  best: "lowest" | "highest";
}

/** Criteria that an automatic training may rank models of a type by. The first one of each type is the specification's default. */
const CHOICES: Record<ModelType, Partial<Record<RankBy, RankingCriterion>>> = {
  REGRESSION: {
    RMSE: { indicator: "RMSE", best: "lowest" },
    MAE: { indicator: "MAE", best: "lowest" },
    MAAPE: { indicator: "MAAPE", best: "lowest" },
    MASE: { indicator: "MASE", best: "lowest" },
  },
  CLASSIFICATION: {
    accuracy: { indicator: "Accuracy", best: "highest" },
    macroF1: { indicator: "macroF1", best: "highest" },
    log_loss: { indicator: "log_loss", best: "lowest" },
    roc_auc: { indicator: "roc_auc", best: "highest" },
    cost: { indicator: "cost", best: "lowest" },
    kappa: { indicator: "Kappa", best: "highest" },
  },
  OCC: {
    true_positive: { indicator: "true_positive", best: "highest" },
    contamination: { indicator: "contamination", best: "lowest" },
    min_distance: { indicator: "min_distance", best: "lowest" },
    silhouette_score: { indicator: "silhouette_score", best: "highest" },
  },
  CLUSTERING: {
    CH_index: { indicator: "CH_index", best: "highest" },
    silhouette_score: { indicator: "silhouette_score", best: "highest" },
  },
};

/** Properties of the training data that decide which criteria can rank the models. */
interface RankingContext {
  /** Whether known anomalies are marked. */
  labelled?: boolean;
  /** Whether the rows are a time series. */
  series?: boolean;
  /** Whether wrong answers have costs. */
  costs?: boolean;
  /** Whether no detector flags a known anomaly. Then the share of anomalies found cannot rank them. */
  noneFound?: boolean;
}

/** Ranks detectors that flag no known anomaly, such as those whose limit on false alarms lets none raise an alarm. */
const AREA: RankingCriterion = { indicator: "roc_auc", best: "highest" };

/** Choices that need a time series. */
const NEED_SERIES: readonly RankBy[] = ["MASE"];
/** Choices that need costs of wrong answers. */
const NEED_COSTS: readonly RankBy[] = ["cost"];
/** Choices that need known anomalies. */
const NEED_LABELS: readonly RankBy[] = ["true_positive", "min_distance"];

/**
 * Returns what models of a type can be ranked by, the default first, and `recommended` last. The default is the specification's;
 * time series are ranked by their forecasts at all periods ahead.
 */
export function rankingChoices(type: ModelType, { labelled, series, costs }: RankingContext = {}): RankBy[] {
  const named = Object.keys(CHOICES[type]) as RankBy[];
  const all = named.filter((name) => costs || !NEED_COSTS.includes(name));
  const names =
    series && type === "REGRESSION"
      ? [...NEED_SERIES, ...all.filter((name) => !NEED_SERIES.includes(name))]
      : all.filter((name) => !NEED_SERIES.includes(name));
  const possible = type === "OCC" && !labelled ? names.filter((name) => !NEED_LABELS.includes(name)).reverse() : names;
  return [...possible, "recommended"];
}

/**
 * Returns what an automatic training asks its models to be ranked by: its choice, or the cost where wrong answers have costs;
 * undefined for the default of the type.
 */
export function chosenRankBy({ rankBy, errorCosts }: Pick<AutoModelSpec, "rankBy" | "errorCosts">, type: ModelType): RankBy | undefined {
  return rankBy ?? (errorCosts && type === "CLASSIFICATION" ? "cost" : undefined);
}

/** Returns what the models are ranked by: the choice, or else the specification's default. */
export function effectiveRankBy(type: ModelType, rankBy?: RankBy, context: RankingContext = {}): RankBy {
  return rankBy ?? rankingChoices(type, context)[0]!;
}

/**
 * Returns the criteria that compare models of a type, most important first. Of classifiers with an equal figure the one with the
 * lower log loss is better, and of detectors the one that flags fewer rows. Detectors of which none flags a known anomaly are
 * compared by how well their scores rank known anomalies above other rows.
 */
export function rankingCriteria(type: ModelType, rankBy?: RankBy, context: RankingContext = {}): RankingCriterion[] {
  const choice = rankBy === "recommended" ? undefined : rankBy;
  const first = CHOICES[type][effectiveRankBy(type, choice, context)];
  const ties =
    type === "CLASSIFICATION" ? CHOICES[type].log_loss : type === "OCC" && context.labelled ? CHOICES[type].contamination : undefined;
  const main = context.noneFound && first?.indicator === "true_positive" ? AREA : first;
  return [main, ties === main ? undefined : ties].filter((criterion) => criterion !== undefined);
}

/**
 * Returns a negative number if `a` is better than `b`, a positive one if it is worse, and 0 if they are equal. A missing figure
 * is worse than any other.
 */
export function compareMetrics(type: ModelType, a: Metrics, b: Metrics, rankBy?: RankBy): number {
  const labelled = isNumber(a.true_positive) || isNumber(b.true_positive);
  const series = isNumber(a.MASE) || isNumber(b.MASE);
  const noneFound = a.true_positive === 0 && b.true_positive === 0;
  for (const { indicator, best } of rankingCriteria(type, rankBy, { labelled, series, noneFound })) {
    const [x, y] = [a[indicator], b[indicator]];
    if (!isNumber(x) || !isNumber(y)) {
      if (isNumber(x) === isNumber(y)) continue;
      return isNumber(x) ? -1 : 1;
    }
    if (x !== y) return best === "lowest" ? x - y : y - x;
  }
  return 0;
}

interface HeldOutMetrics {
  indicators: Metrics;
  /** Number of held-out rows behind the indicators; 0 if unknown. */
  heldOutRows: number;
}

export interface RankingOptions {
  /** The default of the type if absent. */
  rankBy?: RankBy | undefined;
  /** Whether the models forecast more than one series. */
  hasSeveralSeries?: boolean;
}

/**
 * Returns the models sorted, the best first. `recommended` puts the surest of the most accurate classifiers first, and the first
 * created of the forecasts that are hardly worse than the best.
 */
export function rankModels<T>(
  type: ModelType,
  models: readonly T[],
  metricsOf: (model: T) => HeldOutMetrics,
  { rankBy, hasSeveralSeries = false }: RankingOptions = {},
): T[] {
  const indicatorsOf = (model: T) => metricsOf(model).indicators;
  const ranked = [...models].sort((a, b) => compareMetrics(type, indicatorsOf(a), indicatorsOf(b), rankBy));
  if (rankBy !== "recommended") return ranked;
  return type === "CLASSIFICATION"
    ? surestFirst(ranked, metricsOf)
    : firstCreatedFirst(models, ranked, { maseOf: (model) => indicatorsOf(model).MASE, excessOf: excessOf(metricsOf, hasSeveralSeries) });
}

/**
 * Few held-out rows cannot distinguish classifiers whose Accuracy is within one standard error of the highest. Of those, the one
 * with the lowest log loss comes first. All others keep their order (docs/decisions/027-the-surest-of-the-best.md; the
 * one-standard-error rule of Breiman and others 1984).
 *
 * A tie on the leaderboard is another notion of chance: the 95 % interval of the difference from the best, on the same resamples
 * (choice-among-models.ts). It does not rank. Ties are not transitive, so that they order no list. Lists of models are ranked without
 * reading resamples, while models are still training and where held-out rows differ. And the width of one standard error was
 * measured: of a wider set, log loss decides nearly alone, while a tie of two unlike models may be nearly three standard errors wide.
 */
function surestFirst<T>(ranked: T[], metricsOf: (model: T) => HeldOutMetrics): T[] {
  const [first] = ranked;
  if (first === undefined || metricsOf(first).heldOutRows === 0) return ranked;
  const { indicators, heldOutRows } = metricsOf(first);
  const highest = indicators.Accuracy ?? 0;
  const standardError = Math.sqrt((highest * (1 - highest)) / heldOutRows);
  const withinOneStandardError = (model: T) => highest - (metricsOf(model).indicators.Accuracy ?? 0) <= standardError;
  const logLoss = (model: T) => metricsOf(model).indicators.log_loss ?? Number.POSITIVE_INFINITY;
  const lowestLogLoss = ranked
    .filter(withinOneStandardError)
    .reduce((best, model) => (logLoss(model) < logLoss(best) ? model : best), first);
  return [lowestLogLoss, ...ranked.filter((model) => model !== lowestLogLoss)];
}

/** Part by which the MASE of one series may differ by chance, times the root of its held-out rows (decision 53). */
const CHANCE_OF_ONE_SERIES = 4;
/** The same part of several series, whose rolling origins are many. */
const CHANCE_OF_SEVERAL_SERIES = 0.1;

/**
 * Returns by what share a model's MASE may exceed the lowest so that the model is hardly worse. Rolling origins of one series overlap,
 * and the error of a mean falls by the square root of their number. The share is 0 if the number is unknown.
 */
function excessOf<T>(metricsOf: (model: T) => HeldOutMetrics, hasSeveralSeries: boolean): (model: T) => number {
  return (model) => {
    const { heldOutRows } = metricsOf(model);
    if (hasSeveralSeries) return CHANCE_OF_SEVERAL_SERIES;
    return heldOutRows === 0 ? 0 : CHANCE_OF_ONE_SERIES / Math.sqrt(heldOutRows);
  };
}

/**
 * Returns the ranking with the oldest of the models that are hardly worse than the best in the first place. Automatic training
 * creates the combination of forecasts first, which errs least where it was not chosen by its errors (decision 53). The other
 * models, and models without MASE, stay as they are ranked.
 */
function firstCreatedFirst<T>(
  models: readonly T[],
  ranked: T[],
  { maseOf, excessOf }: { maseOf(model: T): number | null | undefined; excessOf(model: T): number },
): T[] {
  const lowest = ranked[0] === undefined ? undefined : maseOf(ranked[0]);
  if (!isNumber(lowest)) return ranked;
  const isHardlyWorse = (model: T) => (maseOf(model) ?? Number.POSITIVE_INFINITY) <= (1 + excessOf(model)) * lowest;
  const first = models.find(isHardlyWorse)!;
  return [first, ...ranked.filter((model) => model !== first)];
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number";
}
