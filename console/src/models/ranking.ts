/** Which models of a dataset can be ranked, and which of them is recommended: the rule of automatic training. */
import type { IndicatorName, ModelType } from "@agatha/contracts";
import { preferenceOf } from "@agatha/contracts/automatic-training/algorithm-order";
import { seriesNameColumns } from "@agatha/contracts/model-rules/model-inputs";
import { compareWithBaseline } from "@agatha/contracts/ranking/baseline-comparison";
import { rankingCriteria, rankModels } from "@agatha/contracts/ranking/ranking";
import type { ModelAnswer } from "@agatha/contracts/wire";

/** Metrics that are shares, shown in per cent. */
export const PERCENT_METRICS: readonly IndicatorName[] = ["Accuracy", "true_positive", "contamination"];

/** Models that learned from the same rows and are judged by the same held-out ones, the recommended one first. */
export interface RankedModels {
  /** Rows of the dataset as it was read last, what an edit history left of them, or rows of the dataset before it was read anew. */
  rows: "file" | "edited" | "earlier";
  /** Which rows were held out; null where it is not known. */
  heldOutBy: ModelAnswer["held_out_by"];
  /** Periods ahead of a forecast; null for other models. */
  horizon: number | null;
  models: ModelAnswer[];
}

export interface ModelGroup {
  key: string;
  type: ModelType;
  response: string | null;
  /** By the rows that the models learned from and those that were held out; those with the newest model first. */
  ranked: RankedModels[];
  /** Models without metrics, newest first. */
  others: ModelAnswer[];
}

/**
 * Groups models by type and target. Only models that answer the same question, learned from the same rows and are judged by the same
 * held-out ones are ranked together: figures of new groups are no figures of any rows, nor those of tomorrow of next year.
 */
export function groupByTarget(models: readonly ModelAnswer[]): ModelGroup[] {
  return [...groupBy(models, ({ model_type, response }) => `${model_type} ${response ?? ""}`)].map(([key, group]) => {
    const { model_type: type, response } = group[0]!;
    const others = group.filter((model) => rankingMetric(model) === null).sort(newestFirst);
    return { key, type, response, ranked: rankByRows(group), others };
  });
}

/** All models of a group, in the order in which lists show them. */
export const modelsOf = ({ ranked, others }: ModelGroup): ModelAnswer[] => [...ranked.flatMap(({ models }) => models), ...others];

/** The model that is recommended among several; null for a single one, and where the first is no better than the baseline. */
export function recommendedOf({ models: [first, ...others] }: RankedModels): ModelAnswer | null {
  if (first === undefined || others.length === 0) return null;
  return compareWithBaseline({ ...first, type: first.model_type }) === "worse" ? null : first;
}

/** Returns whether no model is behind another with a worse ranking metric than its own. */
export function isByShownMetric({ models }: Pick<RankedModels, "models">): boolean {
  const noneFound = findsNoAnomaly({ models });
  return models.every((model, i) => {
    const before = models[i - 1];
    const [shown, first] = [rankingMetric(model, noneFound), before && rankingMetric(before, noneFound)];
    if (!shown || !first) return true;
    return isLowestBest(model, shown.indicator) ? first.value <= shown.value : first.value >= shown.value;
  });
}

function isLowestBest({ model_type, indicators }: RankedModel, indicator: IndicatorName): boolean {
  const criteria = rankingCriteria(model_type, undefined, { labelled: indicators.true_positive != null, series: indicators.MASE != null });
  return criteria.some((one) => one.indicator === indicator && one.best === "lowest");
}

/** Returns true if anomalies are known, and no trained model flags any of them: they are ranked by their scores alone. */
export function findsNoAnomaly({ models }: { models: readonly Pick<ModelAnswer, "indicators">[] }): boolean {
  const shares = models.flatMap(({ indicators: { true_positive } }) => (typeof true_positive === "number" ? [true_positive] : []));
  return shares.length > 0 && shares.every((share) => share === 0);
}

export type RankedModel = Pick<ModelAnswer, "model_type" | "indicators">;

/** The metric that ranks a model among others of its group; null before it has one. `noneFound`: of findsNoAnomaly. */
export function rankingMetric(
  { model_type, indicators }: RankedModel,
  noneFound = false,
): { indicator: IndicatorName; value: number } | null {
  const [first] = rankingCriteria(model_type, undefined, {
    labelled: indicators.true_positive != null,
    series: indicators.MASE != null,
    noneFound: noneFound && indicators.roc_auc != null,
  });
  const value = first && indicators[first.indicator];
  return value == null ? null : { indicator: first!.indicator, value };
}

function rankByRows(group: readonly ModelAnswer[]): RankedModels[] {
  const newest = group.filter((model) => rankingMetric(model) !== null).sort(newestFirst);
  return [...groupBy(newest, rowsKey).values()].map((models) => {
    const [first] = models as [ModelAnswer];
    const isEarlier = first.dataset_fingerprint !== newest[0]?.dataset_fingerprint;
    return {
      rows: isEarlier ? "earlier" : first.edit_steps === null ? "file" : "edited",
      heldOutBy: first.held_out_by,
      horizon: horizonOf(first),
      models: rankAsRecommended(models),
    };
  });
}

/** Equal for models that learned from the same rows and are judged by the same held-out ones. */
function rowsKey(model: ModelAnswer): string {
  const { dataset_id, dataset_fingerprint, edit_steps } = model;
  return JSON.stringify([dataset_id, dataset_fingerprint, edit_steps, heldOutKey(model)]);
}

/** Equal for models whose held-out figures are about rows of the same kind. Random rows are so whichever groups were found. */
export function heldOutKey(model: Pick<ModelAnswer, "model_type" | "time_series_params" | "held_out_by">): string {
  const { held_out_by: by } = model;
  const groupColumns = by?.rows === "random" ? undefined : by?.groupColumns?.toSorted();
  return JSON.stringify([by && [by.rows, groupColumns, by.groupedBy, by.timeColumn], horizonOf(model)]);
}

/** Outliers in series are no forecasts. */
const horizonOf = ({ model_type, time_series_params }: Pick<ModelAnswer, "model_type" | "time_series_params">): number | null =>
  model_type === "REGRESSION" ? (time_series_params?.horizon ?? null) : null;

/** Of forecasts that are about as good, the one that automatic training prefers comes first. It creates the quickest models first. */
function rankAsRecommended(models: readonly ModelAnswer[]): ModelAnswer[] {
  const { model_type, time_series_params } = models[0]!;
  const preferredFirst = [...models].sort(
    (a, b) => preferenceOf(a.algorithms) - preferenceOf(b.algorithms) || a.model_created_at.localeCompare(b.model_created_at),
  );
  const metricsOf = ({ indicators, held_out_rows }: ModelAnswer) => ({ indicators, heldOutRows: held_out_rows ?? 0 });
  return rankModels(model_type, preferredFirst, metricsOf, {
    rankBy: "recommended",
    hasSeveralSeries: seriesNameColumns(time_series_params).length > 0,
  });
}

const newestFirst = (a: ModelAnswer, b: ModelAnswer): number => b.model_created_at.localeCompare(a.model_created_at);

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
