/** Comparison of models of one type (specification, section 3: default ranking indicators). */
import type { IndicatorName, Indicators, ModelType } from "./kinds/model.js";

interface RankingCriterion {
  indicator: IndicatorName;
  best: "lowest" | "highest";
}

/**
 * Returns the criteria that compare models of a type, most important first. `labelled` means that known anomalies are marked. Few
 * held-out rows give many classifiers the same Accuracy; log loss, a proper score, then decides (Gneiting and Raftery 2007).
 */
export function rankingCriteria(type: ModelType, labelled = false): RankingCriterion[] {
  if (type === "REGRESSION") return [{ indicator: "RMSE", best: "lowest" }];
  if (type === "CLASSIFICATION") {
    return [
      { indicator: "Accuracy", best: "highest" },
      { indicator: "log_loss", best: "lowest" },
    ];
  }
  if (type === "CLUSTERING") return [{ indicator: "CH_index", best: "highest" }];
  if (!labelled) return [{ indicator: "silhouette_score", best: "highest" }];
  return [
    { indicator: "true_positive", best: "highest" },
    { indicator: "contamination", best: "lowest" },
  ];
}

/**
 * Returns a negative number if `a` is better than `b`, a positive one if it is worse, and 0 if they are equal. A missing figure
 * is worse than any other.
 */
export function compareIndicators(type: ModelType, a: Indicators, b: Indicators): number {
  const labelled = isNumber(a.true_positive) || isNumber(b.true_positive);
  for (const { indicator, best } of rankingCriteria(type, labelled)) {
    const [x, y] = [a[indicator], b[indicator]];
    if (!isNumber(x) || !isNumber(y)) {
      if (isNumber(x) === isNumber(y)) continue;
      return isNumber(x) ? -1 : 1;
    }
    if (x !== y) return best === "lowest" ? x - y : y - x;
  }
  return 0;
}

export interface HeldOutMetrics {
  indicators: Indicators;
  /** Number of held-out rows behind the indicators; 0 if unknown. */
  heldOutRows: number;
}

/**
 * Returns the models sorted, the best first. Few held-out rows cannot distinguish classifiers whose Accuracy is within one
 * standard error of the highest. Of those, the one with the lowest log loss comes first. All others follow by their indicators
 * (docs/decisions/27-the-surest-of-the-best.md; the one-standard-error rule of Breiman and others 1984).
 */
export function rankModels<T>(type: ModelType, models: readonly T[], metricsOf: (model: T) => HeldOutMetrics): T[] {
  const indicatorsOf = (model: T) => metricsOf(model).indicators;
  const ranked = [...models].sort((a, b) => compareIndicators(type, indicatorsOf(a), indicatorsOf(b)));
  const [first] = ranked;
  if (type !== "CLASSIFICATION" || first === undefined) return ranked;
  const { indicators, heldOutRows } = metricsOf(first);
  if (heldOutRows === 0) return ranked;
  const highest = indicators.Accuracy ?? 0;
  const standardError = Math.sqrt((highest * (1 - highest)) / heldOutRows);
  const withinOneStandardError = (model: T) => highest - (indicatorsOf(model).Accuracy ?? 0) <= standardError;
  const logLoss = (model: T) => indicatorsOf(model).log_loss ?? Number.POSITIVE_INFINITY;
  const lowestLogLoss = ranked
    .filter(withinOneStandardError)
    .reduce((best, model) => (logLoss(model) < logLoss(best) ? model : best), first);
  return [lowestLogLoss, ...ranked.filter((model) => model !== lowestLogLoss)];
}

function isNumber(figure: number | null | undefined): figure is number {
  return typeof figure === "number";
}
